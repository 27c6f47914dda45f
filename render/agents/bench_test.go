package agents

import (
	"fmt"
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// manyNodes makes a DevTools capture of about n nodes: rows of a table with
// links, fields and texts, as a long page has them.
func manyNodes(tb testing.TB, n int) *model.Capture {
	tb.Helper()
	var b strings.Builder
	id := 0
	node := func(parent int, role, name, more string, kids ...int) int {
		var list []string
		for _, k := range kids {
			list = append(list, fmt.Sprintf("%q", fmt.Sprint(k)))
		}
		if b.Len() == 0 {
			b.WriteString(`{"nodes":[`)
		} else {
			b.WriteString(",\n")
		}
		up := ""
		if parent > 0 {
			up = fmt.Sprintf(`"parentId":"%d",`, parent)
		}
		fmt.Fprintf(&b, `{"nodeId":"%d","ignored":%v,"role":{"type":"role","value":%q},"name":{"type":"computedString","value":%q,"sources":[]},%s"properties":[%s],"childIds":[%s],"backendDOMNodeId":%d}`,
			id, role == "none", role, name, up, more, strings.Join(list, ","), id)
		return id
	}
	const perRow = 10
	rows := n / perRow
	var top []int
	for r := range rows {
		top = append(top, 2+r*perRow)
	}
	id = 1
	node(0, "RootWebArea", "A long page", `{"name":"focusable","value":{"type":"booleanOrUndefined","value":true}},{"name":"url","value":{"type":"string","value":"https://example.org/"}}`, top...)
	focusable := `{"name":"focusable","value":{"type":"booleanOrUndefined","value":true}}`
	for r := range rows {
		at := 2 + r*perRow
		each := func(i, parent int, role, name, more string, kids ...int) {
			id = at + i
			node(parent, role, name, more, kids...)
		}
		each(0, 1, "row", "", "", at+1, at+4, at+7)
		each(1, at, "cell", fmt.Sprintf("Order %d", r), "", at+2)
		each(2, at+1, "link", fmt.Sprintf("Order %d", r), focusable+`,{"name":"url","value":{"type":"string","value":"https://example.org/orders"}}`, at+3)
		each(3, at+2, "StaticText", fmt.Sprintf("Order %d", r), "")
		each(4, at, "generic", "", "", at+5, at+6)
		each(5, at+4, "StaticText", "Delivered to the customer in ", "")
		each(6, at+4, "StaticText", fmt.Sprintf("%d days", r%9), "")
		each(7, at, "none", "", "", at+8, at+9)
		each(8, at+7, "button", "Cancel", focusable+`,{"name":"disabled","value":{"type":"boolean","value":true}}`)
		each(9, at+7, "textbox", "Note", focusable+`,{"name":"editable","value":{"type":"token","value":"plaintext"}},{"name":"settable","value":{"type":"booleanOrUndefined","value":true}},{"name":"required","value":{"type":"boolean","value":false}}`)
	}
	b.WriteString("]}")
	rec, err := loaders.LoadBytes("many", []byte(b.String()), loaders.Options{Format: "cdp"})
	if err != nil {
		tb.Fatal(err)
	}
	return rec.Captures[0]
}

const manyElements = 100_000

// BenchmarkBind is the first use of a dialect on a capture.
func BenchmarkBind(b *testing.B) {
	c := manyNodes(b, manyElements)
	for _, d := range table {
		b.Run(d.Info().Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Bind(c); err != nil {
					b.Skip(err)
				}
			}
		})
	}
}

// BenchmarkText is an observation and its text, on a capture that the dialect
// has seen. outline and indexed are the measure: no dialect should take more
// than three times as long as outline.
func BenchmarkText(b *testing.B) {
	c := manyNodes(b, manyElements)
	for _, d := range render.Dialects() {
		r := render.New(c)
		o := render.Options{Dialect: render.Set(d.Info().Name)}
		b.Run(d.Info().Name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				obs, err := r.Observe(o)
				if err != nil {
					b.Skip(err)
				}
				buf = obs.AppendText(buf[:0])
			}
		})
	}
}

// BenchmarkFresh compares the dialects of web pages with outline on 100,000
// elements, from a capture for which nothing is prepared to the whole text.
func BenchmarkFresh(b *testing.B) {
	c := manyNodes(b, manyElements)
	for _, name := range []string{"outline", "chrome-devtools-mcp", "agent-browser", "browsergym", "stagehand", "webarena", "playwright-yaml"} {
		b.Run(name, func(b *testing.B) {
			var text []byte
			for b.Loop() {
				obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(name)})
				if err != nil {
					b.Fatal(err)
				}
				text = obs.AppendText(text[:0])
			}
		})
	}
}
