package domsnap

import (
	"sort"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
)

// cursorScan finds the elements that agent-browser takes for controls though
// they are none by tag or role: they have the cursor pointer, an onclick, a
// tabindex, or are editable (0.33.2).
type cursorScan struct {
	*domFacts
	t       *lightTree
	sheets  sheets
	pointer []bool  // by place: its computed cursor is pointer
	hidden  []bool  // by place: its computed visibility is hidden
	out     []bool  // by place: in an element that is hidden by attribute
	editing []bool  // by place: in an element that is editable
	inputs  []int32 // places of radio buttons and checkboxes
	checked map[int]bool

	listeners  int // elements whose listeners may be onclick properties
	checkboxes int // hidden ones that may be indeterminate
}

var (
	// cursorTags and cursorRoles are controls by themselves.
	cursorTags  = wordSet("a button input select textarea details summary")
	cursorRoles = wordSet("button link textbox checkbox radio combobox listbox menuitem menuitemcheckbox menuitemradio option searchbox slider spinbutton switch tab treeitem")
	// listening are tags that Chromium counts among those with click listeners.
	listening   = wordSet("label option optgroup area video audio object embed iframe")
	displayNone = wordSet("none")
)

// cursorList is the list of those elements by backend node id, as JSON: kind,
// hints, text, and what a radio button or checkbox hidden inside is.
func (f *domFacts) cursorList(t *lightTree) string {
	s := &cursorScan{domFacts: f, t: t, sheets: f.d.findSheets(t.doc), checked: map[int]bool{}}
	for _, n := range t.doc.checked {
		s.checked[n] = true
	}
	s.inherit()
	out := newFactList()
	for place := range t.order {
		if entry := s.entry(place); entry != nil {
			out.add(nodeName(t.doc.backend[t.order[place]]), entry)
		}
	}
	s.note()
	return out.text()
}

// note lists what the snapshot leaves open.
func (s *cursorScan) note() {
	var open []string
	if s.columns.cursor < 0 && s.sheets.maySet("cursor") {
		open = append(open, "which cursor style sheets set, since computedStyles had no cursor")
	}
	if s.listeners > 0 {
		open = append(open, "whether the click listeners of "+words.Count(s.listeners, "element", "elements")+" are onclick properties")
	}
	if s.checkboxes > 0 {
		open = append(open, "whether a hidden checkbox is indeterminate")
	}
	if len(open) > 0 {
		s.untold["cursor"] = open
	}
}

// inherit computes from the body down what elements have from those above.
func (s *cursorScan) inherit() {
	n := len(s.t.order)
	s.pointer, s.hidden, s.out, s.editing = make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)
	for place, at := range s.t.order {
		node := int(at)
		if s.t.doc.kind[node] != NodeElement {
			continue
		}
		var pointer, hidden, out, editing bool
		if up := s.t.parent(node); up >= 0 {
			pointer, hidden, out, editing = s.pointer[up], s.hidden[up], s.out[up], s.editing[up]
		} else if s.t.html >= 0 {
			pointer, hidden = s.isPointer(s.t.html, false), s.isHidden(s.t.html, false)
			out = s.hiddenByAttribute(s.t.html)
		}
		s.pointer[place], s.hidden[place] = s.isPointer(node, pointer), s.isHidden(node, hidden)
		s.out[place] = out || s.hiddenByAttribute(node)
		s.editing[place] = editing
		if value, ok := s.t.attr(node, "contenteditable"); ok {
			s.editing[place] = !strings.EqualFold(value, "false")
		}
		if s.t.tag(node) == "input" {
			if kind, _ := s.t.attr(node, "type"); strings.EqualFold(kind, "radio") || strings.EqualFold(kind, "checkbox") {
				s.inputs = append(s.inputs, int32(place))
			}
		}
	}
}

func (s *cursorScan) hiddenByAttribute(node int) bool {
	_, hidden := s.t.attr(node, "hidden")
	aria, _ := s.t.attr(node, "aria-hidden")
	return hidden || aria == "true"
}

// isPointer reports the computed cursor of an element: as captured, or as its
// style attribute, the browser and the element above say.
func (s *cursorScan) isPointer(node int, above bool) bool {
	if value := s.d.computed(s.t.doc, s.t.box(node), s.columns.cursor); value != "" {
		return value == "pointer"
	}
	switch s.d.inlineStyle(s.t.doc, node, "cursor", cursorValues) {
	case "pointer":
		return true
	case "inherit", "unset":
		return above
	case "", "revert", "revert-layer":
	default:
		return false
	}
	switch s.t.tag(node) {
	case "a", "area":
		if _, link := s.t.attr(node, "href"); link {
			return true
		}
	case "label", "button", "input", "select", "textarea":
		return false
	}
	return above
}

// isHidden reports whether the computed visibility of an element is hidden.
func (s *cursorScan) isHidden(node int, above bool) bool {
	if value := s.d.computed(s.t.doc, s.t.box(node), s.columns.visibility); value != "" {
		return value == "hidden"
	}
	switch s.d.inlineStyle(s.t.doc, node, "visibility", visibilityValues) {
	case "hidden":
		return true
	case "", "inherit", "unset", "revert", "revert-layer":
		return above
	}
	return false
}

// entry is an element's entry in the list, nil if it is not in it.
func (s *cursorScan) entry(place int) []byte {
	node := int(s.t.order[place])
	if place == 0 || s.t.doc.kind[node] != NodeElement || s.out[place] || cursorTags[s.t.tag(node)] || s.t.isVoid(node) {
		return nil
	}
	if role, _ := s.t.attr(node, "role"); cursorRoles[strings.ToLower(role)] {
		return nil
	}
	_, click := s.t.attr(node, "onclick")
	index, tab := s.t.attr(node, "tabindex")
	tab = tab && index != "-1"
	editable, edit := s.t.attr(node, "contenteditable")
	edit = edit && (editable == "" || editable == "true")
	if !click && s.listens(place, node) {
		s.listeners++
	}
	pointer := s.pointer[place]
	if pointer && !click && !tab && !edit {
		// Only the outermost of those that inherit the cursor counts.
		if up := s.t.parent(node); up >= 0 && s.pointer[up] {
			return nil
		}
	}
	if !pointer && !click && !tab && !edit {
		return nil
	}
	kind := "focusable"
	switch {
	case pointer || click:
		kind = "clickable"
	case edit:
		kind = "editable"
	}
	return s.append(place, kind, pointer, click, tab, edit)
}

// listens reports a listener for clicks that scripts have added: a snapshot
// does not tell those of addEventListener from an onclick property.
func (s *cursorScan) listens(place, node int) bool {
	if !s.t.doc.clicks[node] || s.editing[place] || listening[s.t.tag(node)] {
		return false
	}
	for _, name := range [...]string{"onmousedown", "onmouseup"} {
		if _, ok := s.t.attr(node, name); ok {
			return false
		}
	}
	return true
}

func (s *cursorScan) append(place int, kind string, pointer, click, tab, edit bool) []byte {
	node := int(s.t.order[place])
	b := jsontext.AppendQuote([]byte(`{"kind":`), kind)
	b = append(b, `,"hints":`...)
	open := byte('[')
	for _, hint := range [...]struct {
		has  bool
		name string
	}{{pointer, "cursor:pointer"}, {click, "onclick"}, {tab, "tabindex"}, {edit, "contenteditable"}} {
		if hint.has {
			b = jsontext.AppendQuote(append(b, open), hint.name)
			open = ','
		}
	}
	b = jsontext.AppendQuote(append(b, `],"text":`...), s.t.text(node))
	if input := s.hiddenInput(node); input >= 0 {
		kind, _ := s.t.attr(input, "type")
		kind = strings.ToLower(kind)
		state := "false"
		if s.checked[input] {
			state = "true"
		}
		if kind == "checkbox" {
			s.checkboxes++
		}
		b = jsontext.AppendQuote(append(b, `,"hidden":`...), kind)
		b = jsontext.AppendQuote(append(b, `,"checked":`...), state)
	}
	return append(b, '}')
}

// hiddenInput is the first radio button or checkbox inside an element if it is
// not displayed, or -1.
func (s *cursorScan) hiddenInput(node int) int {
	from, to := s.t.first[node], s.t.end[node]
	i := sort.Search(len(s.inputs), func(i int) bool { return s.inputs[i] > from })
	if i == len(s.inputs) || s.inputs[i] >= to {
		return -1
	}
	input := int(s.t.order[s.inputs[i]])
	if !s.isInputHidden(input, int(s.inputs[i])) {
		return -1
	}
	return input
}

// isInputHidden reports display: none, visibility: hidden, or a hidden
// attribute.
func (s *cursorScan) isInputHidden(input, place int) bool {
	if _, hidden := s.t.attr(input, "hidden"); hidden || s.hidden[place] {
		return true
	}
	if s.t.box(input) < 0 {
		// Where the element above is laid out, it is the input that is not displayed.
		up := s.t.doc.parent[input]
		return s.t.box(up) >= 0 || s.d.inlineStyle(s.t.doc, input, "display", displayNone) == "none"
	}
	// Where style sheets may hide it, the accessibility tree tells: it has no input
	// that is laid out and not visible.
	_, inert := s.t.attr(input, "inert")
	return s.columns.visibility < 0 && s.sheets.maySet("visibility") && !s.out[place] && !inert && !s.shown[nodeAt{s.t.doc, input}]
}
