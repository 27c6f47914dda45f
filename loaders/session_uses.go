package loaders

import (
	"regexp"
	"strconv"
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
	ref   string
	sure  bool
	id    model.ID // if found
	found bool
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
				refs = append(refs, logRef{ref: strings.TrimPrefix(ref, "@"), sure: sure})
			}
		}
	}
	return refs
}

// useIn adds the elements that a call names to the uses of a capture.
func (l *session) useIn(c *model.Capture, call logCall) {
	for _, r := range call.refs {
		id, found := r.id, r.found
		if !found {
			id, found = l.find(c, r.ref)
		}
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
func (l *session) find(c *model.Capture, ref string) (model.ID, bool) {
	if l.refsOf != c {
		l.refs, l.refsOf = make(map[string]model.ID, len(c.Elements)), c
		for i := range c.Elements {
			if e := &c.Elements[i]; strings.Contains(e.Raw, `"browsergym_id"`) {
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

func (l *session) name(ref string, i int) {
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
			return logCall{name, []logRef{{ref: ref}}}
		}
	}
	if ref, ok := strings.CutPrefix(rest, "@"); ok {
		return logCall{name, []logRef{{ref: leadingWord(ref), sure: true}}}
	}
	return logCall{name, nil}
}

// journal reads a call of Maka's journal: an observation, or an action on the
// elements of the observation that it names.
func (l *session) journal(v jsontext.Value, _ string, at place) bool {
	if v.Member("kind").Text != "call" {
		return false
	}
	arguments := journalArgs(v)
	action := arguments.Member("action").Text
	text := v.Member("resultModelText").Text
	if action == "observe" {
		l.parts++
		st := l.add(&model.ToolCall{Tool: action, Args: model.MaskSecrets(arguments), Time: at.time, Who: at.who}, text, at)
		if l.settle(st); !st.c.HasTree() {
			l.noTree("the observation holds no outline")
		}
		return true
	}
	l.parts++
	observation := arguments.Member("observation_id")
	if observation.Kind != jsontext.String {
		return true
	}
	c := l.observed[observation.Text]
	if c == nil {
		return true
	}
	// element_id and steps[].element_id alone name elements here, and each
	// mention counts.
	var refs []logRef
	add := func(id jsontext.Value) {
		if id.Kind == jsontext.String || id.Kind == jsontext.Number {
			refs = append(refs, logRef{ref: id.Text, sure: true})
		}
	}
	add(arguments.Member("element_id"))
	for _, step := range arguments.Member("steps").Items {
		add(step.Member("element_id"))
	}
	l.useIn(c, logCall{action, refs})
	return true
}

// roleCall is how Playwright's code names an element.
var roleCall = regexp.MustCompile(`getByRole\(\s*['"]([a-z]+)['"]\s*(?:,\s*\{[^}]*?name:\s*['"]([^'"]*)['"])?`)

// placesIn finds the elements that arguments name in other ways than by ref: a
// point on the screen, or code that looks for a role and a name.
func (l *session) placesIn(c *model.Capture, args jsontext.Value) []logRef {
	if args.Kind != jsontext.Object {
		return nil
	}
	x, y, ok := pointIn(args)
	if ok {
		if id := elementAt(c, x, y); id != model.None {
			return []logRef{{ref: c.Elements[id].Ref, sure: true, id: id, found: true}}
		}
	}
	var refs []logRef
	for _, name := range []string{"code", "function", "script", "expression"} {
		for _, m := range roleCall.FindAllStringSubmatch(args.Member(name).Text, maxArguments) {
			for i := range c.Elements {
				if e := &c.Elements[i]; e.Kind.String() == m[1] && (m[2] == "" || e.Name == m[2]) {
					refs = append(refs, logRef{ref: e.Ref, sure: true, id: model.ID(i), found: true})
					break
				}
			}
		}
	}
	return refs
}

// pointIn is the point that arguments name.
func pointIn(args jsontext.Value) (x, y float64, ok bool) {
	vx, vy := args.Member("x"), args.Member("y")
	for _, name := range []string{"coordinate", "coordinates", "point", "position"} {
		switch p := args.Member(name); {
		case len(p.Items) == 2:
			vx, vy = p.Items[0], p.Items[1]
		case p.Kind == jsontext.Object:
			vx, vy = p.Member("x"), p.Member("y")
		}
	}
	x, errX := strconv.ParseFloat(vx.Text, 64)
	y, errY := strconv.ParseFloat(vy.Text, 64)
	return x, y, errX == nil && errY == nil
}

// elementAt is the innermost element at a point, None if there is none.
func elementAt(c *model.Capture, x, y float64) model.ID {
	best := model.None
	for _, id := range c.Tree.Order {
		e := &c.Elements[id]
		if e.Has(model.HasFrame) && e.Frame.OnScreen() && e.Frame.Holds(x, y) && (best == model.None || c.Tree.Depth[id] >= c.Tree.Depth[best]) {
			best = id
		}
	}
	return best
}
