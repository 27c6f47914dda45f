package diff

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// Summary is one line for people: 2 added, 1 removed, 3 changed.
func (d *Diff) Summary() string {
	if d.Same() {
		return fmt.Sprintf("no element changed (%s)", words.Count(len(d.Curr.Elements), "element", "elements"))
	}
	s := fmt.Sprintf("%d added, %d removed, %d changed", len(d.Added), len(d.Removed), len(d.Changed))
	if d.Carried > 0 {
		s += fmt.Sprintf(", %d moved along", d.Carried)
	}
	return fmt.Sprintf("%s (%d → %s)", s, len(d.Prev.Elements), words.Count(len(d.Curr.Elements), "element", "elements"))
}

// Describe is the text of a row without sign and indentation: the element,
// and for a changed one what changed. Secure values are not shown.
func (d *Diff) Describe(r Row) string {
	switch {
	case r.Curr == model.None:
		return label(d.Prev.Element(r.Prev))
	case r.Sign != Changed:
		return label(d.Curr.Element(r.Curr))
	}
	var parts []string
	for f := Name; f < 1<<numFields; f <<= 1 {
		if r.What&f != 0 {
			parts = append(parts, d.field(r, f))
		}
	}
	text := label(d.Curr.Element(r.Curr))
	if r.What&Name != 0 {
		text = label(d.Prev.Element(r.Prev))
	}
	text += " " + strings.Join(parts, "; ")
	if r.Alike > 0 {
		text += fmt.Sprintf(", and %d siblings after it", r.Alike)
		if r.Alike == 1 {
			text = strings.TrimSuffix(text, "1 siblings after it") + "the sibling after it"
		}
	}
	return text
}

// field tells one field of a changed element.
func (d *Diff) field(r Row, f Fields) string {
	a, b := d.Prev.Element(r.Prev), d.Curr.Element(r.Curr)
	switch f {
	case Name:
		return "→ " + quote(b.Name)
	case Value:
		return "value " + value(a) + " → " + value(b)
	case Placeholder:
		return "placeholder " + quote(a.Placeholder) + " → " + quote(b.Placeholder)
	case Description:
		return "description " + quote(a.Description) + " → " + quote(b.Description)
	case States:
		return strings.Join(stateWords(a.States, b.States), ", ")
	case Actions:
		return "actions " + list(a.Actions) + " → " + list(b.Actions)
	case Moved:
		return d.moved(r)
	case Resized:
		return fmt.Sprintf("size %sx%s → %sx%s", model.Coordinate(a.Frame.W), model.Coordinate(a.Frame.H), model.Coordinate(b.Frame.W), model.Coordinate(b.Frame.H))
	}
	return "now in " + d.parentLabel(r.Curr)
}

func (d *Diff) moved(r Row) string {
	a, b := d.Prev.Element(r.Prev), d.Curr.Element(r.Curr)
	switch {
	case !a.Has(model.HasFrame) || !a.Frame.OnScreen() && b.Frame.OnScreen():
		return "got a place at " + model.Coordinate(b.Frame.X) + "," + model.Coordinate(b.Frame.Y)
	case !b.Has(model.HasFrame) || !b.Frame.OnScreen():
		return "has no place any more"
	}
	return fmt.Sprintf("moved by %s,%s", model.Coordinate(b.Frame.X-a.Frame.X), model.Coordinate(b.Frame.Y-a.Frame.Y))
}

func (d *Diff) parentLabel(curr model.ID) string {
	if p := d.Curr.Tree.Parent[curr]; p != model.None {
		return label(d.Curr.Element(p))
	}
	return "no element"
}

// stateWords tells the states that changed: now focused, no longer checked.
func stateWords(a, b model.States) []string {
	var words []string
	for _, s := range changedStates(a, b) {
		switch b.Is(s) {
		case model.Yes:
			words = append(words, "now "+s.String())
		case model.Mixed:
			words = append(words, "now partly "+s.String())
		default:
			words = append(words, "no longer "+s.String())
		}
	}
	return words
}

func list(actions []string) string {
	if len(actions) == 0 {
		return "none"
	}
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = word(a)
	}
	return strings.Join(words, ",")
}

// word is a role or an action, quoted where it would break its row.
func word(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return quote(s)
	}
	return s
}

// textUnits bounds a text in a row, in UTF-16 units.
const textUnits = 60

func quote(s string) string { return jsontext.QuoteShort(s, textUnits) }

// mask stands for a value that is not for showing.
const mask = "•••"

func value(e *model.Element) string {
	switch {
	case !e.Has(model.HasValue) && e.Value == "":
		return "none"
	case e.Secure:
		return mask
	}
	return quote(e.Value)
}

// label names an element by its role and caption.
func label(e *model.Element) string {
	role := word(e.Role)
	if role == "" {
		role = "element"
	}
	if caption := e.Caption(); caption != "" {
		return role + " " + quote(caption)
	}
	return role
}

// WriteText writes the rows, two blanks of indentation per level, and the
// summary. Texts of the captures are quoted, not cleaned for a terminal.
func (d *Diff) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, r := range d.Rows() {
		b.WriteByte(byte(r.Sign))
		b.WriteByte(' ')
		for range min(r.Depth, indentMost) {
			b.WriteString("  ")
		}
		b.WriteString(d.Describe(r))
		b.WriteByte('\n')
	}
	fmt.Fprintln(b, d.Summary())
	return b.Flush()
}

// indentMost bounds the indentation, in levels.
const indentMost = 40
