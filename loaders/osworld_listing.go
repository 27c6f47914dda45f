package loaders

import (
	"errors"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// isListing recognises a line of an AT-SPI listing: [role | name] (x,y wxh). A
// line without a place needs a role that is known: code and tables hold pipes
// in brackets too.
func isListing(line string) bool {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "[") || !strings.Contains(line, " | ") {
		return false
	}
	at := strings.LastIndexByte(line, ']')
	if at < 0 {
		return false
	}
	if rest := strings.TrimSpace(line[at+1:]); rest != "" {
		_, ok := listingFrame(rest)
		return ok
	}
	role, _, _ := strings.Cut(line[1:], " | ")
	return osworldKind(role) != model.KindUnknown
}

// listingFrame reads (x,y wxh).
func listingFrame(s string) (model.Rect, bool) {
	s, okA := strings.CutPrefix(s, "(")
	s, okB := strings.CutSuffix(s, ")")
	place, size, okC := strings.Cut(s, " ")
	x, y, okD := numberPair(place, ",")
	w, h, okE := numberPair(size, "x")
	return model.Rect{X: x, Y: y, W: w, H: h}, okA && okB && okC && okD && okE
}

// loadListing reads what accerciser, dogtail and pyatspi scripts print: a line
// for each accessible, indented by a blank a level.
func loadListing(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "osworld", Shape: "listing", Unit: "screen pixels", Text: s.Text}
	b := &builder{c: c}
	other := 0
	for line := range strings.SplitSeq(s.Text, "\n") {
		b.line++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !isListing(line) {
			other++
			if n := len(c.Elements); n > 0 {
				// A name may hold a line end.
				b.more(model.ID(n-1), "#after", line)
			}
			continue
		}
		listingElement(b.enterAt(len(line)-len(strings.TrimLeft(line, " \t"))), line)
	}
	b.link()
	if other > 0 {
		c.Warn(words.Count(other, "line is not of the form [role | name] (x,y wxh) and was", "lines are not of the form [role | name] (x,y wxh) and were") + " kept with the element before")
	}
	if len(c.Elements) == 0 {
		return nil, errors.New("no line is of the form [role | name] (x,y wxh)")
	}
	osworldWindow(c)
	return one(c), nil
}

func listingElement(e *model.Element, line string) {
	e.Raw = string(appendMember(nil, "#line", line))
	line = strings.TrimSpace(line)
	at := strings.LastIndexByte(line, ']')
	role, name, _ := strings.Cut(line[1:at], " | ")
	e.Role, e.Name, e.Given = role, name, e.Given|model.HasRole|model.HasName
	e.Kind, e.Secure = osworldKind(role), secureRole(role)
	if r, ok := listingFrame(strings.TrimSpace(line[at+1:])); ok {
		setFrame(e, r)
	}
}

// listingGrammar tells the lines of a listing, whose root is told by its name.
var listingGrammar = &grammar{
	format: "osworld",
	starts: isListing,
	goesOn: func(_ int, _ string, more []string) int { return untilBlank(more) },
	anew: func(first, line string, _ bool) bool {
		return line[:strings.LastIndexByte(line, ']')] == first[:strings.LastIndexByte(first, ']')]
	},
}
