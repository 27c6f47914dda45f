package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// A logCall is an action: its name and the elements that it names.
type logCall struct {
	action string
	refs   []logRef
}

// A logRef is an argument that may name an element. Only some arguments do so
// for sure: element is a description for people in one tool and a ref in the
// next.
type logRef struct {
	ref  string
	sure bool
}

// refArguments are the names of arguments that name elements, and whether they
// do so for sure.
var refArguments = map[string]bool{
	"ref": true, "uid": true, "startRef": true, "endRef": true, "from_uid": true, "to_uid": true, "element_id": true, "elementId": true,
	"bid": true, "nodeId": true, "element_index": true, "elementIndex": true,
	"element": false, "target": false, "selector": false, "id": false, "index": false, "from": false, "to": false,
}

// maxArguments bounds how much of a call's arguments is looked at.
const maxArguments = 10_000

// refsIn collects the refs in a call's arguments, whatever their depth.
func refsIn(arguments jsontext.Value) []logRef {
	var refs []logRef
	seen := map[string]bool{}
	stack := []jsontext.Value{arguments}
	for n := 0; len(stack) > 0 && n < maxArguments; n++ {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := len(at.Items) - 1; i >= 0; i-- {
			stack = append(stack, at.Items[i])
		}
		for i := len(at.Members) - 1; i >= 0; i-- {
			stack = append(stack, at.Members[i].Value)
		}
		for _, m := range at.Members {
			sure, names := refArguments[m.Name]
			if ref := m.Value.Text; names && (m.Value.Kind == jsontext.String || m.Value.Kind == jsontext.Number) && ref != "" && !seen[ref] {
				seen[ref] = true
				refs = append(refs, logRef{strings.TrimPrefix(ref, "@"), sure})
			}
		}
	}
	return refs
}

// request notes what a call of an MCP tool names, as uses of the capture
// before it.
func (l *logReader) request(v jsontext.Value) {
	params := v.Member("params")
	call := logCall{params.Member("name").Text, refsIn(params.Member("arguments"))}
	if n := len(l.rec.Captures); n > 0 && len(call.refs) > 0 {
		l.useIn(l.rec.Captures[n-1], call)
	}
}

// useIn adds the elements that a call names to the uses of a capture.
func (l *logReader) useIn(c *model.Capture, call logCall) {
	for _, r := range call.refs {
		id, found := l.find(c, r.ref)
		if !found && !r.sure {
			continue
		}
		if !found {
			id = model.None
		}
		c.Uses = append(c.Uses, model.Use{Element: id, Ref: r.ref, Action: call.action})
	}
}

// find looks for the element that a log calls ref: by the id that BrowserGym
// gave it, or else by its own ref.
func (l *logReader) find(c *model.Capture, ref string) (model.ID, bool) {
	if l.refsOf != c {
		l.refs, l.refsOf = make(map[string]model.ID, len(c.Elements)), c
		for i := range c.Elements {
			if e := &c.Elements[i]; strings.Contains(e.Own, `"browsergym_id"`) {
				l.name(e.Member("browsergym_id").Text, i)
			}
		}
		for i := range c.Elements {
			l.name(c.Elements[i].Ref, i)
		}
	}
	id, found := l.refs[ref]
	return id, found
}

func (l *logReader) name(ref string, i int) {
	if _, dup := l.refs[ref]; !dup && ref != "" {
		l.refs[ref] = model.ID(i)
	}
}

// actionOf reads an action that a harness noted beside what it saw: a call as
// in click('a51') or click @e3, or an object with arguments.
func actionOf(v jsontext.Value) logCall {
	if v.Kind == jsontext.Object {
		name := v.Member("action").Text
		if name == "" {
			name = v.Member("name").Text
		}
		return logCall{name, refsIn(v)}
	}
	name, rest := leadingWord(v.Text), ""
	if len(name) < len(v.Text) {
		rest = v.Text[len(name)+1:]
	}
	if name == "" {
		return logCall{}
	}
	rest = strings.TrimLeft(rest, " ")
	if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		if ref, _, ok := strings.Cut(rest[1:], rest[:1]); ok {
			return logCall{name, []logRef{{ref, false}}}
		}
	}
	if ref, ok := strings.CutPrefix(rest, "@"); ok {
		return logCall{name, []logRef{{leadingWord(ref), true}}}
	}
	return logCall{name, nil}
}

// makaCall reads a call of Maka's journal: an observation, or an action on the
// elements of the observation that it names.
func (l *logReader) makaCall(v jsontext.Value) {
	arguments := journalArgs(v)
	action := arguments.Member("action").Text
	if action == "observe" {
		text := v.Member("resultModelText").Text
		captures, _ := l.tree(text)
		if len(captures) == 0 {
			l.noTree("the observation holds no outline")
		}
		l.add(captures)
		return
	}
	observation := arguments.Member("observation_id")
	if observation.Kind != jsontext.String {
		return
	}
	c := l.observed[observation.Text]
	if c == nil {
		return
	}
	// element_id and steps[].element_id alone name elements here, and each
	// mention counts.
	var refs []logRef
	add := func(id jsontext.Value) {
		if id.Kind == jsontext.String || id.Kind == jsontext.Number {
			refs = append(refs, logRef{id.Text, true})
		}
	}
	add(arguments.Member("element_id"))
	for _, step := range arguments.Member("steps").Items {
		add(step.Member("element_id"))
	}
	l.useIn(c, logCall{action, refs})
}
