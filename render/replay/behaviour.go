package replay

import (
	"cmp"
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// Behaviour is what agents did that cost calls, as Maka's trace analyser counts
// it.
type Behaviour struct {
	Runs    []*RunBehaviour   `json:"runs"`
	Actions []ActionBehaviour `json:"actions"` // in the order in which they were met
	Next    []NextBehaviour   `json:"next"`    // what followed a refusal

	actions map[string]*ActionBehaviour
	next    map[[3]string]*NextBehaviour
}

// RunBehaviour is the behaviour in one log.
type RunBehaviour struct {
	Log           string   `json:"log"`
	Calls         int      `json:"calls"`
	Refused       int      `json:"refused"`
	Actions       []string `json:"actions"`       // in the order in which they were met
	Codes         []string `json:"codes"`         // in the order in which they were met
	Unclassified  int      `json:"unclassified"`  // results that read as a failure without a code that is known
	Repeated      []string `json:"repeated"`      // calls that were sent a second time, the first few
	RepeatedCalls int      `json:"repeatedCalls"` // how many there are
	Thrash        []Thrash `json:"thrash"`        // actions that were called in three shapes or more
	DeadEnds      int      `json:"deadEnds"`      // refusals that were followed by the same action
	Blind         int      `json:"blind"`         // mutations without an observation of their target
	Abandoned     bool     `json:"abandoned"`     // refused among the last two calls
	Index         int      `json:"index"`         // of the log
}

// Thrash is an action and the number of shapes in which it was called.
type Thrash struct {
	Action string `json:"action"`
	Shapes int    `json:"shapes"`
}

// ActionBehaviour counts the calls of one action.
type ActionBehaviour struct {
	Action  string `json:"action"`
	Calls   int    `json:"calls"`
	Refused int    `json:"refused"`
	First   [2]int `json:"first"` // the log and the call in which it was met
}

// NextBehaviour counts what followed a refused action.
type NextBehaviour struct {
	Action string `json:"action"`
	Code   string `json:"code"`
	Then   string `json:"then"`
	Count  int    `json:"count"`
	First  [2]int `json:"first"` // the log and the call in which it was met
}

// digest stands for a call's arguments, so that a run's memory does not grow
// with the texts in them.
type digest [16]byte

type runBehaviour struct {
	RunBehaviour
	all      Behaviour
	sent     map[digest]int
	shapes   map[string]map[digest]bool // by action that was met
	codes    map[string]bool            // that were met
	live     map[string]bool            // targets that were observed
	last     *callFacts
	previous bool // the call before the last was refused
}

type callFacts struct {
	action, code string
	refused      bool
}

func newBehaviour(log string, index int) *runBehaviour {
	return &runBehaviour{
		RunBehaviour: RunBehaviour{Log: baseName(log), Index: index},
		sent:         map[digest]int{}, shapes: map[string]map[digest]bool{}, codes: map[string]bool{}, live: map[string]bool{},
	}
}

// failedCode finds the code in the result of a refused call.
var failedCode = regexp.MustCompile(`failed:\s*([a-z_]+)`)

// readsAsFailure is a result that starts as an error message does.
var readsAsFailure = regexp.MustCompile(`(?i)^\s*(failed|refused|error|denied|cannot|could not|timed? ?out|not allowed|invalid)\b`)

// readOnly are the actions that change nothing.
var readOnly = map[string]bool{
	"observe": true, "screenshot": true, "wait": true, "list_apps": true, "list_windows": true, "list_displays": true, "get_clipboard": true, "status": true,
}

const (
	thrashShapes = 3
	maxRepeated  = 20 // repeated calls that are told per log
)

// call takes the next call of the log.
func (b *runBehaviour) call(c *model.Call) {
	f := &callFacts{action: strings.Clone(c.Action), refused: c.Refused, code: strings.Clone(c.Error)}
	result := c.Result
	if result == "" {
		result = c.Text
	}
	if m := failedCode.FindStringSubmatch(result); !f.refused && m != nil && c.Capture == nil {
		f.refused, f.code = true, strings.Clone(m[1])
	} else if !f.refused && c.Capture == nil && readsAsFailure.MatchString(result) {
		b.Unclassified++
	}
	b.Calls++
	at := [2]int{b.Index, b.Calls}
	b.all.action(f.action, at).count(f.refused)
	if b.shapes[f.action] == nil {
		b.Actions = append(b.Actions, f.action)
		b.shapes[f.action] = map[digest]bool{}
	}
	if f.refused {
		b.Refused++
		if !b.codes[f.code] {
			b.Codes, b.codes[f.code] = append(b.Codes, f.code), true
		}
	}
	if b.last != nil && b.last.refused {
		b.all.then(b.last.action, b.last.code, f.action, at).Count++
		if b.last.action == f.action {
			b.DeadEnds++
		}
	}
	b.signature(c, f.action)
	target := jsvalue.String(c.Args.Member("app")) + "|" + jsvalue.String(c.Args.Member("window_id"))
	switch {
	case c.Observe && !f.refused:
		b.live[strings.Clone(target)] = true
	case !readOnly[f.action] && !b.live[target]:
		b.Blind++
	}
	b.previous = b.last != nil && b.last.refused
	b.last = f
}

// signature counts calls that differ in nothing but the observation they refer
// to.
func (b *runBehaviour) signature(c *model.Call, action string) {
	text := []byte{'{'}
	for _, m := range c.Args.Unique() {
		if m.Name == "observation_id" {
			continue
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(jsontext.AppendQuote(text, m.Name), ':')
		text = appendCompact(text, m.Value.Raw)
	}
	text = append(text, '}')
	sum := sha256.Sum256(text)
	d := digest(sum[:len(digest{})])
	if b.sent[d]++; b.sent[d] == 2 {
		b.RepeatedCalls++
		if len(b.Repeated) < maxRepeated {
			b.Repeated = append(b.Repeated, action+" "+string(text))
		}
	}
	b.shapes[action][d] = true
}

// appendCompact appends JSON without the white space between its tokens.
func appendCompact(dst []byte, raw string) []byte {
	quoted := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case quoted && c == '\\' && i+1 < len(raw):
			dst = append(dst, c)
			i++
			c = raw[i]
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			continue
		}
		dst = append(dst, c)
	}
	return dst
}

// finish closes the log.
func (b *runBehaviour) finish() *RunBehaviour {
	for _, action := range b.Actions {
		if n := len(b.shapes[action]); n >= thrashShapes {
			b.Thrash = append(b.Thrash, Thrash{action, n})
		}
	}
	b.Abandoned = b.previous || b.last != nil && b.last.refused
	done := b.RunBehaviour // without what the reading needed
	return &done
}

func (b *Behaviour) addRun(r *runBehaviour) {
	r.all.Runs = []*RunBehaviour{r.finish()}
	b.add(&r.all)
}

func (b *Behaviour) action(name string, at [2]int) *ActionBehaviour {
	a := b.actions[name]
	if a == nil {
		if b.actions == nil {
			b.actions = map[string]*ActionBehaviour{}
		}
		a = &ActionBehaviour{Action: name, First: at}
		b.actions[name] = a
	}
	if slices.Compare(at[:], a.First[:]) < 0 {
		a.First = at
	}
	return a
}

func (a *ActionBehaviour) count(refused bool) {
	a.Calls++
	a.Refused += b2i(refused)
}

func (b *Behaviour) then(action, code, then string, at [2]int) *NextBehaviour {
	key := [3]string{action, code, then}
	n := b.next[key]
	if n == nil {
		if b.next == nil {
			b.next = map[[3]string]*NextBehaviour{}
		}
		n = &NextBehaviour{Action: action, Code: code, Then: then, First: at}
		b.next[key] = n
	}
	if slices.Compare(at[:], n.First[:]) < 0 {
		n.First = at
	}
	return n
}

func (b *Behaviour) add(part *Behaviour) {
	b.Runs = append(b.Runs, part.Runs...)
	for name, a := range part.actions {
		to := b.action(name, a.First)
		to.Calls += a.Calls
		to.Refused += a.Refused
	}
	for _, n := range part.next {
		b.then(n.Action, n.Code, n.Then, n.First).Count += n.Count
	}
}

// settle sorts: runs by log, actions by refusals, what followed by how often.
func (b *Behaviour) settle() {
	slices.SortStableFunc(b.Runs, func(x, y *RunBehaviour) int { return cmp.Compare(x.Index, y.Index) })
	b.Actions, b.Next = nil, nil
	for _, a := range b.actions {
		b.Actions = append(b.Actions, *a)
	}
	slices.SortFunc(b.Actions, func(x, y ActionBehaviour) int {
		return cmp.Or(cmp.Compare(y.Refused, x.Refused), slices.Compare(x.First[:], y.First[:]), cmp.Compare(x.Action, y.Action))
	})
	for _, n := range b.next {
		b.Next = append(b.Next, *n)
	}
	slices.SortFunc(b.Next, func(x, y NextBehaviour) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), slices.Compare(x.First[:], y.First[:]), cmp.Compare(x.Action+x.Code+x.Then, y.Action+y.Code+y.Then))
	})
}
