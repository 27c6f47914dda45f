package agents

import (
	"runtime"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/workers"
	"obscope/model"
)

// eachMember calls yield for every member of an element's Raw.
func eachMember(own string, yield func(name string, v jsontext.Value)) {
	for r := jsontext.NewMembersReader(own); r.NextName(); {
		name := r.Name()
		if v := r.Value(); r.Err() == nil {
			yield(name, v)
		}
	}
}

// untold is what a DOM snapshot beside the capture does not tell of an extra,
// or "".
func untold(c *model.Capture, extra string) string {
	v, err := jsontext.Parse(c.Extras["untold"])
	if err != nil {
		return ""
	}
	var open []string
	for _, item := range v.Member(extra).Items {
		open = append(open, item.Text)
	}
	if n := len(open); n > 1 {
		return strings.Join(open[:n-1], ", ") + " or " + open[n-1]
	}
	return strings.Join(open, "")
}

// stringified is JSON.stringify of a value: its own spelling where that is the
// same, so that nothing is copied.
func stringified(v jsontext.Value) string {
	if v.Kind == jsontext.Missing {
		return ""
	}
	var room [128]byte
	if b := jsvalue.AppendJSON(room[:0], v); string(b) != v.Raw {
		return string(b)
	}
	return v.Raw
}

// truthyJSON is JavaScript's truth of a value that stringified has written.
func truthyJSON(s string) bool {
	switch s {
	case "", "null", `""`, "false", "0":
		return false
	}
	return true
}

// plainJSON is a stringified value as a template literal prints it.
func plainJSON(s string) string {
	if n := len(s); n >= 2 && s[0] == '"' && strings.IndexByte(s, '\\') < 0 {
		return s[1 : n-1]
	}
	v, err := jsontext.Parse(s)
	if err != nil {
		return "undefined"
	}
	return jsvalue.String(v)
}

// anyFrame reports whether a capture tells where anything is.
func anyFrame(c *model.Capture) bool {
	for i := range c.Elements {
		if c.Elements[i].Has(model.HasFrame) {
			return true
		}
	}
	return false
}

// malformed reports a capture from XML that strict parsers refuse.
func malformed(c *model.Capture) bool { return model.FindMember(c.Raw, "#malformed").IsTrue() }

// eachElement calls work for all elements, on all processors: binding a large
// capture is mostly reading what its elements hold.
func eachElement(c *model.Capture, work func(id model.ID, e *model.Element)) {
	const run = 4096
	n := len(c.Elements)
	do := func(from, to int) {
		for id := from; id < to; id++ {
			work(model.ID(id), &c.Elements[id])
		}
	}
	if n <= run {
		do(0, n)
		return
	}
	var wait workers.Group
	next := make(chan int, (n+run-1)/run)
	for at := 0; at < n; at += run {
		next <- at
	}
	close(next)
	for range min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for at := range next {
				do(at, min(at+run, n))
			}
		})
	}
	wait.Wait()
}
