package agents

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// agentBrowserDialect is the text of agent-browser's snapshot command.
type agentBrowserDialect struct{}

// Its own stages.
const (
	abWrapper = render.OwnStages + iota
	abBlank
	abNoRef
	abDepth
	abCompact
	abFrame
	abUnreached
)

func (agentBrowserDialect) Info() render.Info {
	return render.Info{
		Name: "agent-browser", About: "snapshot of agent-browser: a list with refs e1, e2 …", Version: "0.41.2", ExactFor: []string{"cdp"},
		Knobs: []render.Knob{
			render.Knob{Name: "version", About: "of agent-browser; 0.33 drops NBSP and keeps other lines with compact", Default: "0.41", Choices: []string{"0.41", "0.33"}}.Hiding("0.41", abBlank),
			flag("interactive", "-i: only elements with a ref").Hiding("false", abNoRef),
			flag("compact", "-c: only lines that say something, and those above them").Hiding("false", abCompact),
			limitOf("depth", "-d: levels below the outermost; empty is all", "", "", abDepth),
			flag("urls", "-u: addresses of links"),
			flagOn("cursor_elements", "refs for what has an onclick, a tabindex or a pointer cursor, where a DOM snapshot tells").Hiding("true", abWrapper, abNoRef),
		},
		Stages: []string{"wrapper", "blank text", "no ref", "below the depth", "compact", "frame not shown", "not reached"},
		Defects: []string{
			"refs are numbered in the order of the capture, not of the text, and elements that are not shown use numbers up",
			"values are not escaped: a newline in them breaks the list (issue 1647)",
			"frames inside frames are not shown (issues 434 and 1338)",
			"compact keeps a line for the two characters \": \" in its text",
		},
	}
}

func (agentBrowserDialect) Bind(c *model.Capture) (render.Bound, error) {
	return &abVersions{ax: axTreeOf(c)}, nil
}

// abVersions are a capture as each version reads it.
type abVersions struct {
	ax            *axTree
	once, onceOld sync.Once
	present, old  *agentBrowser
}

func (v *abVersions) of(p *render.Plan) *agentBrowser {
	if p.Knob("version") == "0.33" {
		v.onceOld.Do(func() { v.old = newAgentBrowser(v.ax, true) })
		return v.old
	}
	v.once.Do(func() { v.present = newAgentBrowser(v.ax, false) })
	return v.present
}

func (v *abVersions) Plan(p *render.Plan) { v.of(p).Plan(p) }

func (v *abVersions) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	return p.State.(*abState).of.AppendLine(dst, p, i)
}

func (v *abVersions) AppendRef(dst []byte, p *render.Plan, i int, id model.ID) []byte {
	return v.of(p).AppendRef(dst, p, i, id)
}

// agentBrowser is a capture as build_tree leaves it.
type agentBrowser struct {
	ax  *axTree
	old bool // version 0.33
	adjacency
	nodes  []abNode
	roots  []int32
	cursor map[int32]*abCursor // by node
	hrefs  map[int32]string
	untold model.Warnings
	open   string // what a DOM snapshot does not tell of the list of controls
	cycles bool
}

// An abNode is one node; its role is "" if it only stands for its children.
type abNode struct {
	role, name, value, url string
	checked                string
	level                  string
	flags                  abFlags
	mergedNext             int32 // the next text that the same line holds, -1 at the end
	was                    render.Stage
}

type abFlags uint16

const (
	abHasValue abFlags = 1 << iota
	abExpanded
	abCollapsed
	abSelected
	abDisabled
	abRequired
)

// An abCursor is an entry of the list of elements that the page treats as
// controls.
type abCursor struct {
	kind, text, hidden, checked string
	hints                       []string
}

// abRoles tells which roles get a ref: 1 always, 2 with a name, 3 with a name
// before 0.41.
var abRoles = func() map[string]int {
	roles := map[string]int{}
	for _, r := range strings.Fields("button link textbox checkbox radio combobox listbox menuitem menuitemcheckbox menuitemradio option searchbox slider spinbutton switch tab treeitem Iframe") {
		roles[r] = 1
	}
	for _, r := range strings.Fields("heading listitem article region main navigation") {
		roles[r] = 2
	}
	for _, r := range strings.Fields("cell gridcell columnheader rowheader") {
		roles[r] = 3
	}
	return roles
}()

func newAgentBrowser(ax *axTree, old bool) *agentBrowser {
	b := &agentBrowser{ax: ax, old: old, adjacency: ax.children(ax.last), nodes: make([]abNode, len(ax.nodes))}
	untyped, halves, huge := false, false, false
	for i := range ax.nodes {
		n := &ax.nodes[i]
		for _, v := range [...]*axValue{&n.role, &n.name, &n.value} {
			untyped = untyped || v.given > jsontext.Null && !v.typed
			halves = halves || v.kind == jsontext.String && jsontext.HasHalf(v.text)
			huge = huge || isHuge(v.atom)
		}
		b.read(n, &b.nodes[i])
	}
	for _, p := range ax.props {
		untyped = untyped || !p.value.typed
		huge = huge || isHuge(p.value.atom)
	}
	if huge {
		b.untold.Add(model.OriginalFails, "a number is larger than a double can be; the original refuses the capture")
	}
	if untyped {
		b.untold.Add(model.OriginalFails, "a value has no type; the original refuses the capture")
	}
	if halves && old {
		b.untold.Add(model.OriginalFails, "a text holds half a surrogate pair; the original refuses the capture")
	}
	b.mergeTexts()
	b.findRoots()
	b.readExtras()
	return b
}

// read fills a node.
func (b *agentBrowser) read(from *axNode, to *abNode) {
	to.mergedNext = -1
	role := b.text(from.role.atom)
	ignored := from.ignored.is("true") || from.ignored.kind == jsontext.Bool && from.ignored.text == "true"
	switch {
	case ignored && role != "RootWebArea":
		to.was = render.AtIgnored
		return
	case role == "InlineTextBox":
		to.was = render.AtRepeat
		return
	}
	to.was = abWrapper
	if role == "IframePresentational" && !b.old {
		role = "Iframe"
	}
	to.role, to.name = role, b.text(from.name.atom)
	if v := from.value.atom; v.kind == jsontext.String || v.kind == jsontext.Number {
		to.value = b.text(v)
		to.flags |= abHasValue
	}
	for _, p := range b.ax.propsOf(from) {
		b.setState(to, p.name, p.value.atom)
	}
}

func (b *agentBrowser) setState(to *abNode, name string, v atom) {
	set := func(flag abFlags, when string) {
		to.flags &^= flag
		if v.kind == jsontext.Bool && v.text == when {
			to.flags |= flag
		}
	}
	switch name {
	case "level":
		to.level = ""
		if v.kind == jsontext.Number {
			if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
				to.level = strconv.FormatInt(n, 10)
			}
		}
	case "checked":
		to.checked = "false"
		if v.kind == jsontext.String || v.kind == jsontext.Bool {
			to.checked = jsontext.Scrub(v.text)
		}
	case "expanded":
		set(abExpanded, "true")
		set(abCollapsed, "false")
	case "selected":
		set(abSelected, "true")
	case "disabled":
		set(abDisabled, "true")
	case "required":
		set(abRequired, "true")
	case "url":
		to.url = v.text
	}
}

// text prints a value as serde_json does; what has no plain text is "".
func (b *agentBrowser) text(v atom) string {
	switch v.kind {
	case jsontext.String:
		return jsontext.Scrub(v.text)
	case jsontext.Bool:
		return v.text
	case jsontext.Number:
		if b.old {
			return strings.Replace(rustNumber(v.text), "e+", "e", 1)
		}
		return rustNumber(v.text)
	}
	return ""
}

// mergeTexts joins texts that follow each other under one parent into the first,
// and takes out the one that is an only child and says the parent's name. What
// has no line of its own is no such parent.
func (b *agentBrowser) mergeTexts() {
	for i := range b.nodes {
		if b.nodes[i].was == render.AtIgnored {
			continue
		}
		kids := b.kidsOf(int32(i))
		for start := 0; start < len(kids); {
			end := start
			for end < len(kids) && b.nodes[kids[end]].role == "StaticText" {
				end++
			}
			if end-start > 1 {
				b.merge(kids[start:end])
			}
			start = max(end, start+1)
		}
		if len(kids) == 1 {
			if kid := &b.nodes[kids[0]]; kid.role == "StaticText" && kid.name == b.nodes[i].name {
				kid.role, kid.name, kid.was = "", "", render.AtRepeat
			}
		}
	}
}

func (b *agentBrowser) merge(run []int32) {
	var name strings.Builder
	last := run[0]
	for at, kid := range run {
		n := &b.nodes[kid]
		name.WriteString(n.name)
		if at == 0 || kid == run[0] {
			continue
		}
		n.role, n.name, n.was = "", "", abNoRef
		if b.nodes[last].mergedNext < 0 && kid != last {
			b.nodes[last].mergedNext = kid
			last = kid
		}
	}
	b.nodes[run[0]].name = name.String()
}

// findRoots lists the nodes that nobody has as a child, by document.
func (b *agentBrowser) findRoots() {
	isKid := make([]bool, len(b.nodes))
	for _, kid := range b.kids {
		isKid[kid] = true
	}
	for i := range b.nodes {
		if !isKid[i] {
			b.roots = append(b.roots, int32(i))
		}
	}
	_, b.cycles = postorder(int32(len(b.nodes)), b.kidsOf)
}

// readExtras reads the list of controls and the addresses that stood beside the
// capture or that a DOM snapshot told; without them, an address is the url that
// the tree tells. The list of controls is of the page's own document.
func (b *agentBrowser) readExtras() {
	extras := b.ax.c.Extras
	b.open = untold(b.ax.c, "cursor")
	if extras["cursor"] == "" && extras["hrefs"] == "" {
		return
	}
	byName := make(map[string]int32, len(b.nodes))
	for i := len(b.nodes) - 1; i >= 0; i-- {
		byName[b.ax.extraName(int32(i))] = int32(i)
	}
	if text := extras["cursor"]; text != "" {
		b.cursor = map[int32]*abCursor{}
		v, _ := jsontext.Parse(text)
		for _, m := range v.Members {
			i, ok := byName[m.Name]
			if !ok || b.ax.c.PartOf(model.ID(i)) > 0 {
				continue
			}
			c := &abCursor{kind: m.Value.Member("kind").Text, text: m.Value.Member("text").Text}
			for _, hint := range m.Value.Member("hints").Items {
				c.hints = append(c.hints, hint.Text)
			}
			if h := m.Value.Member("hidden"); h.Kind == jsontext.String {
				c.hidden = h.Text
			}
			if h := m.Value.Member("checked"); h.Kind == jsontext.String || h.Kind == jsontext.Bool {
				c.checked = h.Text
			}
			b.cursor[i] = c
		}
	}
	if text := extras["hrefs"]; text != "" {
		b.hrefs = map[int32]string{}
		v, _ := jsontext.Parse(text)
		for _, m := range v.Members {
			if i, ok := byName[m.Name]; ok {
				b.hrefs[i] = m.Value.Text
			}
		}
	}
}

// isHuge reports a number that no double holds.
func isHuge(a atom) bool {
	if a.kind != jsontext.Number || len(a.text) < 300 && !strings.ContainsAny(a.text, "eE") {
		return false
	}
	f, _ := strconv.ParseFloat(a.text, 64)
	return math.IsInf(f, 0)
}

// rustNumber prints a JSON number as serde_json does: integers of 64 bits as
// they are, everything else as the shortest double.
func rustNumber(spelling string) string {
	if !strings.ContainsAny(spelling, ".eE") && spelling != "-0" {
		if _, err := strconv.ParseInt(spelling, 10, 64); err == nil {
			return spelling
		}
		if _, err := strconv.ParseUint(spelling, 10, 64); err == nil {
			return spelling
		}
	}
	f, _ := strconv.ParseFloat(spelling, 64)
	if f == 0 {
		if strings.HasPrefix(spelling, "-") {
			return "-0.0"
		}
		return "0.0"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, expText, ok := strings.Cut(s, "e")
	exp, err := strconv.Atoi(expText)
	if !ok || err != nil {
		return spelling // not a finite number; serde_json would have refused it
	}
	if exp < -5 || exp > 15 {
		mark := "e"
		if exp > 0 {
			mark = "e+"
		}
		return mantissa + mark + strconv.Itoa(exp)
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
