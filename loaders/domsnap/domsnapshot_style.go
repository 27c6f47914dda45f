package domsnap

import "strings"

// styleColumns are the places of computed styles in a snapshot's lists, which
// do not name them: they are known by their values. -1 is a style that is not
// among them, or has no value that tells it from others.
type styleColumns struct {
	cursor, visibility int
	overflowX          int // of overflow-x, or of overflow, where overflowY is the same
	overflowY          int
}

// The values of styles.
var (
	cursorValues     = wordSet("auto default none context-menu help pointer progress wait cell crosshair text vertical-text alias copy move no-drop not-allowed grab grabbing e-resize n-resize ne-resize nw-resize s-resize se-resize sw-resize w-resize ew-resize ns-resize nesw-resize nwse-resize col-resize row-resize all-scroll zoom-in zoom-out -webkit-grab -webkit-grabbing -webkit-zoom-in -webkit-zoom-out")
	visibilityValues = wordSet("visible hidden collapse")
	overflowValues   = wordSet("visible hidden clip scroll auto overlay")
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// findColumns tells the columns of computed styles by their values.
func (d *DomSnapshot) findColumns() styleColumns {
	var seen []map[int]bool // by column: its values, in strings
	for i := range d.Docs {
		for _, row := range d.Docs[i].styles {
			for len(seen) < len(row) {
				seen = append(seen, map[int]bool{})
			}
			for col, at := range row {
				if d.text(at) != "" {
					seen[col][at] = true
				}
			}
		}
	}
	found := styleColumns{cursor: -1, visibility: -1, overflowX: -1, overflowY: -1}
	var overflow []int
	for col, values := range seen {
		has := map[string]bool{}
		for at := range values {
			has[d.text(at)] = true
		}
		switch {
		case found.cursor < 0 && isCursor(has):
			found.cursor = col
		case isOverflow(has):
			overflow = append(overflow, col)
		case found.visibility < 0 && only(has, visibilityValues) && (has["hidden"] || has["collapse"]):
			found.visibility = col
		}
	}
	switch len(overflow) {
	case 0:
	case 1:
		found.overflowX, found.overflowY = overflow[0], overflow[0]
		if other := d.otherAxis(overflow[0], len(seen)); other >= 0 {
			found.overflowX, found.overflowY = min(other, overflow[0]), max(other, overflow[0])
			if found.visibility == other {
				found.visibility = -1
			}
		}
	case 2: // one for each axis, as everybody lists them
		found.overflowX, found.overflowY = overflow[0], overflow[1]
	default: // overflow, before those of the axes
		found.overflowX, found.overflowY = overflow[0], overflow[0]
	}
	return found
}

// otherAxis finds beside the overflow of one axis that of the other, if that is
// only ever visible or hidden, as visibility is: a box clips along both axes or
// along none. It is -1 if there is none.
func (d *DomSnapshot) otherAxis(axis, columns int) int {
	for _, col := range [...]int{axis - 1, axis + 1} {
		if col >= 0 && col < columns && d.clipAlike(axis, col) {
			return col
		}
	}
	return -1
}

func (d *DomSnapshot) clipAlike(axis, col int) bool {
	for i := range d.Docs {
		for _, row := range d.Docs[i].styles {
			if max(axis, col) >= len(row) {
				continue
			}
			value := d.text(row[col])
			if value != "visible" && value != "hidden" || (value == "visible") != (d.text(row[axis]) == "visible") {
				return false
			}
		}
	}
	return true
}

func only(has, allowed map[string]bool) bool {
	for v := range has {
		if !allowed[v] {
			return false
		}
	}
	return len(has) > 0
}

// isCursor reports the values of cursor: some of them occur in no other style.
// auto and none alone may be those of pointer-events.
func isCursor(has map[string]bool) bool {
	for v := range has {
		if !cursorValues[v] && !strings.Contains(v, "url(") {
			return false
		}
	}
	return has["pointer"] || has["default"] && has["auto"]
}

// isOverflow reports the values of overflow, of which those of a container that
// scrolls tell it from visibility.
func isOverflow(has map[string]bool) bool {
	for v := range has {
		x, y, two := strings.Cut(v, " ")
		if !overflowValues[x] || two && !overflowValues[y] {
			return false
		}
	}
	return has["visible"] && len(has) > 1 && !only(has, visibilityValues)
}

// computed is a computed style of a box, or "".
func (d *DomSnapshot) computed(doc *snapshotDoc, box, col int) string {
	if box < 0 || col < 0 || box >= len(doc.styles) || col >= len(doc.styles[box]) {
		return ""
	}
	return d.text(doc.styles[box][col])
}

// inlineStyle is what a node's style attribute says of a property, lower-case,
// or "". Where it says several things, the last counts, or the last important
// one.
func (d *DomSnapshot) inlineStyle(doc *snapshotDoc, n int, property string, allowed map[string]bool) string {
	style, _ := d.attr(doc, n, "style")
	style = withoutComments(style)
	value, important := "", false
	for style != "" {
		var declaration string
		declaration, style = cutDeclaration(style)
		name, said, ok := strings.Cut(declaration, ":")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), property) {
			continue
		}
		said = strings.ToLower(strings.TrimSpace(said))
		said, strong := cutImportant(said)
		if important && !strong || !validStyle(said, allowed) {
			continue
		}
		value, important = said, strong
	}
	return value
}

// cutImportant takes !important from the end of a value.
func cutImportant(value string) (string, bool) {
	at := strings.LastIndexByte(value, '!')
	if at < 0 || strings.TrimSpace(value[at+1:]) != "important" {
		return value, false
	}
	return strings.TrimSpace(value[:at]), true
}

// validStyle reports a value that a browser would not pass over.
func validStyle(value string, allowed map[string]bool) bool {
	switch value {
	case "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	if strings.Contains(value, "(") {
		return true // url(…) and var(…): not one of the words that count here
	}
	words := strings.Fields(value)
	for _, w := range words {
		if !allowed[w] {
			return false
		}
	}
	return len(words) > 0 && len(words) < 3
}

// cutDeclaration cuts a style attribute after its first declaration: a
// semicolon inside of quotes or brackets does not end it.
func cutDeclaration(style string) (declaration, rest string) {
	quote, depth := byte(0), 0
	for i := 0; i < len(style); i++ {
		switch c := style[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ';' && depth <= 0:
			return style[:i], style[i+1:]
		}
	}
	return style, ""
}

func withoutComments(style string) string {
	if !strings.Contains(style, "/*") {
		return style
	}
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(style, "/*")
		b.WriteString(before)
		if !open {
			return b.String()
		}
		_, style, _ = strings.Cut(rest, "*/")
	}
}

// sheets is what a document's style sheets may set. Those of scripts are in no
// snapshot; a linked one is not either, and of one in the page only the text.
type sheets struct {
	unseen bool
	texts  []string
}

// findSheets lists the style sheets of a document.
func (d *DomSnapshot) findSheets(doc *snapshotDoc) sheets {
	var s sheets
	filled := map[int]bool{} // style elements that have text
	var style []int
	for n := range min(len(doc.backend), len(doc.name), len(doc.kind)) {
		switch name := d.text(doc.name[n]); {
		case strings.EqualFold(name, "link"):
			rel, _ := d.attr(doc, n, "rel")
			s.unseen = s.unseen || strings.Contains(strings.ToLower(rel), "stylesheet")
		case strings.EqualFold(name, "style"):
			style = append(style, n)
		case doc.kind[n] == NodeText && n < len(doc.parent) && n < len(doc.value):
			if up := doc.parent[n]; up >= 0 && up < len(doc.name) && strings.EqualFold(d.text(doc.name[up]), "style") {
				filled[up] = true
				s.texts = append(s.texts, strings.ToLower(d.text(doc.value[n])))
			}
		}
	}
	for _, n := range style {
		s.unseen = s.unseen || !filled[n] // filled through the CSS object model
	}
	return s
}

// maySet reports whether a sheet may set a property. What the text of one says
// is not matched against the elements.
func (s sheets) maySet(property string) bool {
	for _, text := range s.texts {
		if strings.Contains(text, property) || strings.Contains(text, "@import") {
			return true
		}
	}
	return s.unseen
}
