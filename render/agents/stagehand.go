package agents

import (
	"strconv"
	"strings"
	"sync"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
	"obscope/render"
)

// stagehandDialect is Stagehand's outline of a page.
type stagehandDialect struct{}

// Its own stages.
const (
	shStructural = render.OwnStages + iota
	shRedundant
	shNegative
	shLost
	shFrame
)

func (stagehandDialect) Info() render.Info {
	return render.Info{
		Name: "stagehand", About: "Stagehand's outline: [frame-node] role: name, two blanks a level", Version: "3.7.3 and 4.4.0", ExactFor: []string{"cdp"},
		Knobs: []render.Knob{
			flagOn("tag_names", "call generic elements by their DOM tag, where the capture tells it").Hiding("true", shStructural),
		},
		Stages: []string{"structural", "repeats the name", "negative id", "parent not in the outline", "frame not shown"},
		Defects: []string{
			"values, descriptions and disabled are not shown (stagehand-python issue 224)",
			"elements that the page hides from the accessibility tree are shown",
			"names are not escaped: a newline in one looks like another line",
			"the numbers of frames follow the session: obscope counts them in the order of the capture",
		},
	}
}

func (stagehandDialect) Bind(c *model.Capture) (render.Bound, error) {
	ax := axTreeOf(c)
	s := &stagehand{ax: ax, shadow: shadowTags(c)}
	for i := range ax.nodes {
		name := ax.nodes[i].name.atom
		s.noText = s.noText || name.kind != jsontext.String && name.jsTruthy()
	}
	s.plain.once.Do(func() { s.build(&s.plain, false) })
	return s, nil
}

type stagehand struct {
	ax     *axTree
	shadow map[string]string // by axTree.extraName: tags that a DOM snapshot leaves out
	noText bool              // a name is no text
	plain  shOutline
	tagged shOutline
}

// An shOutline is the pruned tree, with or without DOM tags.
type shOutline struct {
	once   sync.Once
	roles  []string // by node
	roots  []int32
	kids   []int32 // of what is left
	from   []int32 // kids[from[i]:to[i]] are the children of node i
	to     []int32
	fates  []render.Stage     // by node; Kept if it is in the outline
	said   map[int32]model.ID // whose name a text repeats
	cycles bool
}

func (o *shOutline) kidsOf(i int32) []int32 { return o.kids[o.from[i]:o.to[i]] }

// outline is the tree under the option.
func (s *stagehand) outline(tags bool) *shOutline {
	if !tags || s.ax.c.DOM == nil && s.ax.c.Extras["scrollable"] == "" {
		return &s.plain
	}
	s.tagged.once.Do(func() { s.build(&s.tagged, true) })
	return &s.tagged
}

// shName is a node's name: what is false to a script counts as none, and on what
// else is no text the original fails.
func shName(n *axNode) string {
	if n.name.kind != jsontext.String {
		return ""
	}
	return n.name.text
}

func structural(role string) bool {
	switch len(role) {
	case len("none"), len("generic"), len("InlineTextBox"):
		r := strings.ToLower(role)
		return r == "generic" || r == "none" || r == "inlinetextbox"
	}
	return false
}

// build makes the tree from what each node says of its parent, and prunes it
// from the leaves up.
func (s *stagehand) build(o *shOutline, tags bool) {
	n := len(s.ax.nodes)
	o.roles = make([]string, n)
	o.fates = make([]render.Stage, n)
	o.said = map[int32]model.ID{}
	scrollable := s.scrollable()
	byKey := make([]int32, len(s.ax.last)) // the last node that is kept at first
	for k := range byKey {
		byKey[k] = -1
	}
	for i := range s.ax.nodes {
		node := &s.ax.nodes[i]
		o.roles[i] = s.role(int32(i), tags, scrollable[s.ax.extraName(int32(i))])
		if len(s.ax.kidKeys(node)) > 0 || !structural(o.roles[i]) || jsvalue.Trim(shName(node)) != "" {
			byKey[node.key] = int32(i)
		} else {
			o.fates[i] = shStructural
		}
	}
	kids, from := s.hang(o, byKey)
	s.prune(o, kids, from, tags)
}

// hang lists the children of every node and the roots.
func (s *stagehand) hang(o *shOutline, byKey []int32) (kids, from []int32) {
	n := len(s.ax.nodes)
	from = make([]int32, n+2)
	parent := make([]int32, n)
	for i := range s.ax.nodes {
		node := &s.ax.nodes[i]
		parent[i] = -1
		self := byKey[node.key]
		switch {
		case self < 0:
			continue
		case !node.hasParent:
			o.roots = append(o.roots, self)
			continue
		}
		if parent[i] = byKey[node.parentKey]; parent[i] < 0 {
			o.fates[self] = shLost
			continue
		}
		from[parent[i]+2]++
	}
	for i := 1; i < len(from); i++ {
		from[i] += from[i-1]
	}
	kids = make([]int32, from[n+1])
	for i := range s.ax.nodes {
		if p := parent[i]; p >= 0 {
			kids[from[p+1]] = byKey[s.ax.nodes[i].key]
			from[p+1]++
		}
	}
	return kids, from
}

// prune drops structural leaves, puts the only child of a structural node in
// its place, and drops texts that together say their parent's name.
func (s *stagehand) prune(o *shOutline, kids, from []int32, tags bool) {
	n := int32(len(s.ax.nodes))
	of := func(i int32) []int32 { return kids[from[i]:from[i+1]] }
	var order []int32
	order, o.cycles = postorder(n, of)
	o.from, o.to = make([]int32, n), make([]int32, n)
	stands := make([]int32, n) // the node that is left in its place, -1 for none
	done := make([]bool, n)
	for _, i := range order {
		done[i] = true
		stands[i] = i
		switch {
		case s.negative(i):
			stands[i], o.fates[i] = -1, shNegative
			continue
		case len(of(i)) == 0:
			if structural(o.roles[i]) {
				stands[i], o.fates[i] = -1, shStructural
			}
			continue
		}
		o.from[i] = int32(len(o.kids))
		for _, kid := range of(i) {
			if !done[kid] {
				o.kids = append(o.kids, kid) // a cycle
			} else if stands[kid] >= 0 {
				o.kids = append(o.kids, stands[kid])
			}
		}
		o.to[i] = int32(len(o.kids))
		s.dropRedundant(o, i)
		left := o.kidsOf(i)
		if structural(o.roles[i]) && len(left) < 2 {
			o.fates[i] = shStructural
			stands[i] = -1
			if len(left) == 1 {
				stands[i] = left[0]
			}
			continue
		}
		o.roles[i] = s.tagRole(o.roles[i], i, tags)
	}
	roots := o.roots
	o.roots = nil
	for _, r := range roots {
		if stands[r] >= 0 {
			o.roots = append(o.roots, stands[r])
		}
	}
}

// dropRedundant takes the texts out of a node's children if, one after the
// other, they are its name.
func (s *stagehand) dropRedundant(o *shOutline, i int32) {
	name := shName(&s.ax.nodes[i])
	if name == "" {
		return
	}
	want := jsvalue.Trim(oneSpace(name))
	kids := o.kidsOf(i)
	texts := 0
	for _, kid := range kids {
		if o.roles[kid] != "StaticText" {
			continue
		}
		texts++
		said := jsvalue.Trim(oneSpace(shName(&s.ax.nodes[kid])))
		if !strings.HasPrefix(want, said) {
			return
		}
		want = want[len(said):]
	}
	if want != "" || texts == 0 {
		return
	}
	left := kids[:0]
	for _, kid := range kids {
		if o.roles[kid] == "StaticText" {
			o.fates[kid] = shRedundant
			o.said[kid] = model.ID(i)
		} else {
			left = append(left, kid)
		}
	}
	o.kids = o.kids[:int(o.from[i])+len(left)]
	o.to[i] = int32(len(o.kids))
}

// negative reports a node id that is a number below zero.
func (s *stagehand) negative(i int32) bool {
	id := s.ax.nodes[i].nodeID
	if id.kind != jsontext.String && id.kind != jsontext.Number {
		return false
	}
	text := jsvalue.Trim(id.text)
	if !strings.HasPrefix(text, "-") {
		return false
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f < 0 && !strings.ContainsAny(text, "xX_pPnN") || text == "-Infinity"
}

// tag is the DOM name of a node as Stagehand keeps it.
func (s *stagehand) tag(i int32) string {
	if s.ax.c.DOM == nil || s.ax.nodes[i].backend.kind != jsontext.Number {
		return ""
	}
	d := &s.ax.c.DOM[i]
	switch {
	case d.Tag == "input" && d.Type != "":
		return "input, " + d.Type
	case d.Tag == "":
		return s.shadow[s.ax.extraName(i)]
	}
	return d.Tag
}

// shadowTags are the tags of elements inside form controls, by the names of
// Capture.Extras.
func shadowTags(c *model.Capture) map[string]string {
	v, err := jsontext.Parse(c.Extras["tags"])
	if err != nil || len(v.Members) == 0 {
		return nil
	}
	tags := make(map[string]string, len(v.Members))
	for _, m := range v.Members {
		tags[m.Name] = m.Value.Text
	}
	return tags
}

// role is what a node is called before anything is pruned.
func (s *stagehand) role(i int32, tags, scrollable bool) string {
	n := &s.ax.nodes[i]
	role := n.role.jsOrEmpty()
	tag := ""
	if tags {
		tag = s.tag(i)
	}
	if tag == "input, file" {
		return tag // whether it scrolls or not
	}
	if (scrollable || tag == "html") && tag != "#document" {
		switch label := strings.TrimPrefix(tag, "#"); {
		case label != "":
			role = "scrollable, " + label
		case role != "":
			role = "scrollable, " + role
		default:
			role = "scrollable"
		}
	}
	return role
}

// tagRole calls what is left of generic nodes by their tags.
func (s *stagehand) tagRole(role string, i int32, tags bool) string {
	if !tags {
		return role
	}
	switch tag := s.tag(i); {
	case (role == "generic" || role == "none") && tag != "":
		return tag
	case role == "combobox" && tag == "select":
		return tag
	}
	return role
}

// scrollable are the elements that scroll, by the names of Capture.Extras.
func (s *stagehand) scrollable() map[string]bool {
	v, err := jsontext.Parse(s.ax.c.Extras["scrollable"])
	if err != nil {
		return nil
	}
	set := map[string]bool{}
	for _, m := range v.Members {
		set[m.Name] = m.Value.IsTrue()
	}
	return set
}

// oneSpace makes every run of blanks, tabs and line ends one blank.
func oneSpace(s string) string {
	if !strings.ContainsAny(s, " \t\r\n") {
		return s
	}
	b := make([]byte, 0, len(s))
	in := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\r':
			if !in {
				b = append(b, ' ')
			}
			in = true
		default:
			b = append(b, s[i])
			in = false
		}
	}
	return string(b)
}
