package agents

import (
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// openCodex is the text that open-codex's Linux and Windows runtimes give for
// get_app_state (MIT; matched: render_tree and renderedText of 2026-07-23).
type openCodex struct{}

const (
	openCodexMany = render.OwnStages + iota // beyond max_tree_nodes
	openCodexDeep                           // deeper than max_tree_depth
	openCodexLost                           // says nothing in the capture of another tool
)

func (openCodex) Info() render.Info {
	return render.Info{
		Name: "open-codex-linux", About: "open-codex's text of a window on Linux and Windows", Version: "2026-07-23",
		ExactFor: []string{"open-codex"},
		Knobs: []render.Knob{
			limitOf("max_tree_nodes", "elements written", "1200", noLimit, openCodexMany),
			limitOf("max_tree_depth", "levels written below the root", "64", noLimit, openCodexDeep),
		},
		Stages: []string{"beyond max_tree_nodes", "deeper than max_tree_depth", "not part of the accessibility tree"},
		Defects: []string{
			"what is beyond 1200 elements is left out without a word (iFurySt/open-codex-computer-use#40)",
			"titles are not escaped, so one element may span lines",
			"states are not told: nothing says that a control is disabled or checked",
		},
	}
}

type openCodexNode struct {
	role, title, value string
	actions            []string
	frame              model.Rect
	framed             bool
	gone               bool
}

type openCodexBound struct {
	c      *model.Capture
	nodes  []openCodexNode
	header [2]string
	footer string
}

func (openCodex) Bind(c *model.Capture) (render.Bound, error) {
	b := &openCodexBound{c: c, nodes: make([]openCodexNode, len(c.Elements))}
	own := c.Format == "open-codex"
	for id := range c.Elements {
		e, n := &c.Elements[id], &b.nodes[id]
		if own {
			b.read(e, n)
		} else {
			n.role, n.title, n.value, n.actions = e.Role, jsontext.Scrub(e.Name), jsontext.Scrub(e.Value), e.Actions
			n.frame, n.framed = e.Frame, e.Has(model.HasFrame) && e.Frame.OnScreen()
			n.gone = e.Ignored || e.Repeat
			if e.Secure {
				n.value = ""
			}
		}
		if n.role == "" {
			n.role = "element"
		}
	}
	app, title := c.App, c.Window
	if isBlank(app) {
		app = c.Format
	}
	name := app
	envelope := model.ParseMembers(c.Raw)
	member := func(name string) string {
		for _, m := range envelope {
			if m.Name == name && own {
				return jsontext.Scrub(m.Value.Text)
			}
		}
		return ""
	}
	for _, m := range envelope {
		if id := m.Value.Member("bundleIdentifier").Text; m.Name == "app" && own && !isBlank(id) {
			name = id
		}
	}
	if isBlank(title) {
		title = app
	}
	pid := "0"
	if c.Header.PID.Kind != jsontext.Missing {
		pid = jsvalue.String(c.Header.PID)
	}
	b.header = [2]string{"App=" + jsontext.Scrub(name) + " (pid " + pid + ")", "Window: " + strconv.Quote(jsontext.Scrub(title)) + ", App: " + jsontext.Scrub(app) + "."}
	if text := member("selectedText"); !isBlank(text) {
		b.footer = "\nSelected text: [" + text + "]"
	} else if summary := member("focusedSummary"); !isBlank(summary) {
		b.footer = "\nThe focused UI element is " + summary + "."
	}
	return b, nil
}

// isBlank is what open-codex passes over for something else.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// read takes over a node as open-codex has it.
func (b *openCodexBound) read(e *model.Element, n *openCodexNode) {
	n.role = e.Role
	n.title, n.value = jsontext.Scrub(e.Name), jsontext.Scrub(e.Value)
	if id := jsontext.Scrub(e.Description); isBlank(n.title) && id != "" {
		n.title = id // its automationId
	}
	n.actions = e.Actions
	n.frame, n.framed = e.Frame, e.Has(model.HasFrame)
}

func (b *openCodexBound) Plan(p *render.Plan) {
	limit := func(name string, unset int) int {
		if n, ok := wholeNumber(p, name); ok {
			return n
		}
		return unset
	}
	const nodes, levels = 1200, 64
	most, deepest := limit("max_tree_nodes", nodes), limit("max_tree_depth", levels)
	p.Note(0)
	p.Note(1)
	depth := make([]int32, len(b.nodes))
	written := 0
	for _, id := range b.c.Tree.Order {
		if up := b.c.Tree.Parent[id]; up != model.None {
			depth[id] = depth[up]
		}
		switch {
		case p.Out != nil && p.Out[id] != render.Kept:
			p.Drop(id, p.Out[id])
		case b.nodes[id].gone:
			dropMute(p, id, openCodexLost)
		case written >= most:
			p.Drop(id, openCodexMany)
		case int(depth[id]) > deepest:
			p.Drop(id, openCodexDeep)
		default:
			p.Write(id, depth[id], int32(written))
			depth[id]++
			written++
		}
	}
	if b.footer != "" {
		p.Note(2)
	}
	boundDepths(p)
}

func (b *openCodexBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	if e.ID == model.None {
		if e.Aux < int32(len(b.header)) {
			return append(dst, b.header[e.Aux]...)
		}
		return append(dst, b.footer...)
	}
	n := &b.nodes[e.ID]
	from := len(dst)
	for range e.Depth + 1 {
		dst = append(dst, '\t')
	}
	dst = append(strconv.AppendInt(dst, int64(e.Aux), 10), ' ')
	dst = append(append(append(dst, n.role...), ' '), n.title...)
	if n.value != "" && n.value != n.title {
		dst = append(append(dst, " Value: "...), openCodexLines.Replace(n.value)...)
	}
	if len(n.actions) > 0 {
		dst = append(dst, " Secondary Actions: "...)
		for at, action := range n.actions {
			if at > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(dst, jsontext.Scrub(action)...)
		}
	}
	if n.framed {
		for at, side := range [...]float64{n.frame.X, n.frame.Y, n.frame.W, n.frame.H} {
			dst = append(dst, [...]string{" Frame: {x: ", ", y: ", ", width: ", ", height: "}[at]...)
			dst = strconv.AppendFloat(dst, math.RoundToEven(side)+0, 'f', 0, 64) // +0: no -0
		}
		dst = append(dst, '}')
	}
	return trimEnd(dst, from, pyvalue.IsSpace)
}

// openCodexLines writes the line ends of a value.
var openCodexLines = strings.NewReplacer("\r", `\r`, "\n", `\n`)

// AppendRef appends the index that an action takes.
func (b *openCodexBound) AppendRef(dst []byte, p *render.Plan, i int, _ model.ID) []byte {
	return strconv.AppendInt(dst, int64(p.Entries[i].Aux), 10)
}
