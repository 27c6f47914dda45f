package agents

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// cua is the tree that cua-driver writes of a macOS window (MIT; matched:
// format_node_line, render_lines and filter_tree of 2026-08-21).
type cua struct{}

const (
	cuaPlain    = render.OwnStages + iota // a group or scroll area, or says nothing
	cuaNotFound                           // no line matches the query
	cuaCapped                             // beyond the walk's limit
)

func (cua) Info() render.Info {
	return render.Info{
		Name: "cua-driver", About: "cua-driver's tree of a macOS window", Version: "2026-08-21",
		ExactFor: []string{"cua"},
		Knobs: []render.Knob{
			render.Knob{Name: "query", About: "the tool's own filter: lines that hold this, and what is indented less above them; case does not matter"}.Hiding("", cuaNotFound),
			flag("empty_query", "filter with an empty query, as the tool does when it is given one: every line matches, and some are repeated").Hiding("false", cuaNotFound),
		},
		Stages: []string{"a group or scroll area, or neither actionable nor with text", "no line of it matches the query", "beyond the limit of 2000 nodes"},
		Defects: []string{
			"nothing is escaped: quotes and line ends in titles and values forge lines, and break the query",
			"groups are left out and their children keep their depth, so indents jump",
			"the query shows lines above a match that are not its ancestors, where depths jump",
		},
	}
}

// cuaDeepest bounds the indentation of what a file claims.
const cuaDeepest = 10_000

// cuaMaxNodes is where the walk ends.
const cuaMaxNodes = 2000

type cuaNode struct {
	index                                  string // "" for none
	title, value, description, ident, help *string
	actions                                []string
	depth                                  int32
	stage                                  render.Stage
}

type cuaBound struct {
	c     *model.Capture
	nodes []cuaNode
	deep  bool // indents are shorter than the depths that the file claims
}

func (cua) Bind(c *model.Capture) (render.Bound, error) {
	b := &cuaBound{c: c, nodes: make([]cuaNode, len(c.Elements))}
	if c.Format == "cua" {
		for id := range c.Elements {
			b.nodes[id] = cuaNodeOf(&c.Elements[id])
			if c.Shape != "nodes" {
				b.nodes[id].depth = c.Tree.Depth[id]
			}
		}
		b.bound()
	} else {
		b.walk()
	}
	return b, nil
}

// bound limits the indentation of a text that would be nothing else.
func (b *cuaBound) bound() {
	sum := 0
	for i := range b.nodes {
		sum += int(b.nodes[i].depth)
	}
	if b.deep = sum > mostLevels; !b.deep {
		return
	}
	for i := range b.nodes {
		b.nodes[i].depth = min(b.nodes[i].depth, fewLevels)
	}
}

// cuaNodeOf takes over a node of cua's own.
func cuaNodeOf(e *model.Element) cuaNode {
	var n cuaNode
	eachMember(e.Raw, func(name string, v jsontext.Value) {
		var to **string
		switch name {
		case "element_index":
			n.index = pyvalue.Str(v)
			return
		case "depth":
			d, _ := pyvalue.ToInt(v)
			n.depth = int32(max(0, min(d.Clamped(), cuaDeepest)))
			return
		case "actions":
			for _, item := range v.Items {
				n.actions = append(n.actions, item.Text)
			}
			return
		case "title":
			to = &n.title
		case "value":
			to = &n.value
		case "description":
			to = &n.description
		case "identifier":
			to = &n.ident
		case "help":
			to = &n.help
		default:
			return
		}
		if v.Kind == jsontext.String {
			s := jsontext.Scrub(v.Text)
			*to = &s
		}
	})
	return n
}

// walk does what cua-driver's walk does with another tool's tree: groups never
// print and add no depth, what says nothing does not print, and an index goes
// to what can be operated and is enabled.
func (b *cuaBound) walk() {
	depth := make([]int32, len(b.c.Elements))
	index, seen := 0, 0
	for _, id := range b.c.Tree.Order {
		e, n := &b.c.Elements[id], &b.nodes[id]
		var above int32
		if up := b.c.Tree.Parent[id]; up != model.None {
			above = depth[up]
		}
		n.depth, depth[id] = above, above+1
		if seen++; seen > cuaMaxNodes {
			n.stage = cuaCapped
			continue
		}
		text := func(s string) *string {
			if s = strings.TrimSpace(jsontext.Scrub(s)); s == "" {
				return nil
			}
			return &s
		}
		n.title, n.value, n.description = text(e.Name), text(e.Value), text(e.Description)
		if e.Secure {
			n.value = nil
		}
		if n.value == nil {
			n.value = text(e.Placeholder)
		}
		n.actions = e.Actions
		acts := e.Actionable() && !e.Ignored
		always := e.Kind == model.KindWindow || e.Kind == model.KindDialog || e.Role == "AXSheet"
		switch {
		case e.Role == "AXGroup" || e.Role == "AXScrollArea" || e.Ignored || e.Repeat || e.Kind == model.KindGeneric && !acts:
			n.stage, depth[id] = cuaPlain, above
		case !always && !acts && n.title == nil && n.value == nil && n.description == nil:
			n.stage = cuaPlain
		case acts && e.States.Is(model.Enabled) != model.No:
			n.index = strconv.Itoa(index)
			index++
		}
	}
}

func (b *cuaBound) Plan(p *render.Plan) {
	query := jsvalue.Lower(jsontext.Scrub(p.Knob("query")))
	filtered := query != "" || isOn(p, "empty_query")
	if b.deep {
		p.Warnings.Add(model.OriginalFails, manyLevels)
	}
	for _, id := range b.c.Tree.Order {
		switch {
		case p.Out != nil && p.Out[id] != render.Kept:
			p.Drop(id, p.Out[id])
		case b.nodes[id].stage != render.Kept:
			dropMute(p, id, b.nodes[id].stage)
		case !filtered:
			p.Write(id, b.nodes[id].depth, 0)
		default:
			p.Drop(id, cuaNotFound)
		}
	}
	if filtered {
		b.filter(p, query)
	}
	if len(p.Entries) > 0 {
		p.Tail = "\n"
	}
}

// A cuaLine is one line of the text, which a query looks at one by one.
type cuaLine struct {
	id    model.ID
	text  string
	depth int
}

// lines is the text of what is not out, line by line.
func (b *cuaBound) lines(p *render.Plan) (lines []cuaLine) {
	var buf []byte
	for _, id := range b.c.Tree.Order {
		if p.Verdicts[id].Stage != cuaNotFound {
			continue
		}
		buf = b.appendNode(buf[:0], id)
		for line := range strings.SplitSeq(string(buf), "\n") {
			line = strings.TrimSuffix(line, "\r")
			lines = append(lines, cuaLine{id, line, (len(line) - len(strings.TrimLeft(line, " "))) / 2})
		}
	}
	return lines
}

// filter writes the lines that match, each below the last line that was met at
// each smaller depth. Of those a line is left out that reads as the one that
// stands there already, until a line that is less deep comes by.
func (b *cuaBound) filter(p *render.Plan, query string) {
	lines := b.lines(p)
	var met, shown []int // by depth: a line, from 1
	for i, line := range lines {
		for len(met) <= line.depth {
			met = append(met, 0)
		}
		met[line.depth] = i + 1
		for len(shown) <= line.depth {
			shown = append(shown, 0)
		}
		shown = shown[:line.depth+1]
		if !strings.Contains(jsvalue.Lower(line.text), query) {
			continue
		}
		for depth := range line.depth {
			if n := met[depth]; n != 0 && (shown[depth] == 0 || lines[shown[depth]-1].text != lines[n-1].text) {
				p.Write(lines[n-1].id, 0, int32(n-1))
				shown[depth] = n
			}
		}
		p.Write(line.id, 0, int32(i))
		shown[line.depth] = i + 1
	}
	p.State = lines
}

func (b *cuaBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	if lines, ok := p.State.([]cuaLine); ok {
		return append(dst, lines[p.Entries[i].Aux].text...)
	}
	return b.appendNode(dst, p.Entries[i].ID)
}

func (b *cuaBound) appendNode(dst []byte, id model.ID) []byte {
	n := &b.nodes[id]
	dst = append(appendRepeated(dst, "  ", int(n.depth)), "- "...)
	if n.index != "" {
		dst = append(append(append(dst, '['), n.index...), "] "...)
	}
	dst = append(dst, b.c.Elements[id].Role...)
	part := func(before string, s *string, after string) {
		if s != nil {
			dst = append(append(append(dst, before...), *s...), after...)
		}
	}
	part(` "`, n.title, `"`)
	part(` = "`, n.value, `"`)
	part(" (", n.description, ")")
	if n.index == "" || n.ident == nil && n.help == nil && len(n.actions) == 0 {
		return dst
	}
	dst = append(dst, " ["...)
	from := len(dst)
	gap := func() string {
		if len(dst) > from {
			return " "
		}
		return ""
	}
	part(gap()+"id=", n.ident, "")
	part(gap()+`help="`, n.help, `"`)
	if len(n.actions) > 0 {
		dst = append(append(dst, gap()...), "actions=["...)
		for i, action := range n.actions {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, jsvalue.Lower(strings.TrimPrefix(jsontext.Scrub(action), "AX"))...)
		}
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

// AppendRef appends the index that an action takes.
func (b *cuaBound) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	return append(dst, b.nodes[id].index...)
}
