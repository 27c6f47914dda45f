package dialog

import (
	"fmt"

	"obscope/render"
	"obscope/tui/edit"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Asks is what a prompt is for.
type Asks uint8

// What prompts ask for.
const (
	AskOption Asks = iota
	AskFind
	AskGoto
	AskExport
	AskOverwrite
)

// A Prompt is the one line into which a person types.
type Prompt struct {
	Asks  Asks
	Label string
	Hint  string
	Err   string
	Under Dialog // where it returns to; nil: the screen

	Spec render.OptionSpec // for AskOption
	Own  string            // for AskOption: the dialect's own option instead
	Path string            // for AskOverwrite
	List *Find             // for AskFind

	line edit.Line
	// was is the value in force while fresh says that nothing was pressed yet: it
	// is shown as selected, and what is typed takes its place.
	was   string
	fresh bool
}

// Lines is what was typed before, by label.
type Lines map[string]*edit.History

// Prompt is an empty prompt over what is open, with value to begin with.
func (l Lines) Prompt(asks Asks, label, hint, value string, under Dialog) *Prompt {
	if l[label] == nil {
		l[label] = &edit.History{}
	}
	return &Prompt{Asks: asks, Label: label, Hint: hint, Under: under, line: edit.New(value, l[label])}
}

// Instead shows a value as selected, to be replaced by what is typed.
func (p *Prompt) Instead(was string) { p.was, p.fresh = was, true }

// Value is what was typed.
func (p *Prompt) Value() string { return p.line.Value() }

// Press is Dialog's.
func (p *Prompt) Press(s *State, msg tea.KeyPressMsg) Answer {
	k := s.Keys
	switch {
	case key.Matches(msg, k.Cancel):
		return Close{}
	case p.Asks == AskOverwrite:
		return p.pressLetter(msg.String())
	case key.Matches(msg, k.Accept) && p.fresh:
		return Close{} // nothing was changed
	case key.Matches(msg, k.Accept):
		p.line.Take()
		return Take{p.Value()}
	case p.Asks == AskOption && key.Matches(msg, k.UnsetOption):
		return Unset{}
	case p.Asks == AskFind && key.Matches(msg, k.ListDown) && p.List.At < len(p.List.Best)-1:
		p.List.Move(1)
		return nil
	case p.Asks == AskFind && key.Matches(msg, k.ListUp) && p.List.At > 0:
		p.List.Move(-1)
		return nil
	case key.Matches(msg, k.ListDown):
		return p.edited(p.line.Newer)
	case key.Matches(msg, k.ListUp):
		return p.edited(p.line.Older)
	}
	if p.fresh && edit.Moves(msg) {
		// The selected value is edited, rather than replaced.
		p.line.Paste(p.was)
	}
	return p.edited(func() { p.line.Press(msg) })
}

// pressLetter waits for one of the two letters.
func (p *Prompt) pressLetter(letter string) Answer {
	switch letter {
	case "y", "Y":
		return Overwrite{p.Path}
	case "n", "N":
		return Keep{}
	}
	p.Err = "y overwrites it, n or esc leaves it"
	return nil
}

// Paste writes what the terminal pastes into the line.
func (p *Prompt) Paste(text string) Answer {
	if p.Asks == AskOverwrite {
		return nil
	}
	return p.edited(func() { p.line.Paste(text) })
}

// edited changes the line and tells what it says.
func (p *Prompt) edited(change func()) Answer {
	before, fresh := p.Value(), p.fresh
	p.fresh = false
	change()
	if p.Value() == before && !fresh && !p.line.Full {
		return nil
	}
	p.Err = ""
	if p.line.Full {
		p.Err = "the line is full: at most " + paint.Comma(edit.MaxRunes) + " characters"
	}
	return Typed{p.Value()}
}

// Click is Dialog's: on a match of a find it takes that.
func (p *Prompt) Click(_ *State, y, h int) Answer {
	if p.List == nil {
		return nil
	}
	p.List.At = min(paint.Scrolled(0, p.List.At, h, len(p.List.Best))+y, len(p.List.Best)-1)
	return Take{p.Value()}
}

// Scroll is Dialog's.
func (p *Prompt) Scroll(by int) {
	if p.List != nil {
		p.List.Move(by)
	}
}

// Box is Dialog's: the matches of a find, or what the prompt was opened from.
func (p *Prompt) Box(s *State) Box {
	switch {
	case p.List != nil:
		return p.List.box(s)
	case p.Under != nil:
		return p.Under.Box(s)
	}
	return Box{}
}

// View draws the line.
func (p *Prompt) View(s *State, w int) string {
	st := s.Style
	l := st.Line(paint.Plain, w)
	l.Put(paint.Key, " "+p.shownLabel(st, w))
	l.Put(paint.Dim, ": ")
	before, after := p.text(st, w-l.Used)
	value := before + after
	l.Put(paint.Text, value)
	if p.fresh {
		l.On(paint.Cursor, paint.Text, st.Clean.Text(p.was, max(1, w-l.Used-1)))
	}
	tail, tone := p.tail(s, value)
	if tail != "" && l.Left() > 8 {
		l.Put(paint.Text, "  ")
		tail = paint.Fit(tail, l.Left()-1, st.Cut)
		l.Pad(w - paint.Width(tail) - 1)
		l.Put(tone, tail)
	}
	return l.Done()
}

// tail is what stands at the end of the line.
func (p *Prompt) tail(s *State, value string) (string, paint.Tone) {
	switch {
	case p.Err != "":
		return s.Style.Clean.Text(p.Err, 200), paint.Bad
	case p.Asks == AskOption && p.Spec.Type == render.TextOption && s.Obs != nil && value != "":
		return fmt.Sprintf("%s of %s", paint.Comma(s.Obs.Kept()), paint.Plural(len(s.Obs.Verdicts), "element")), paint.Dim
	case p.Asks == AskFind && s.Searching:
		return "searching" + s.Style.Cut, paint.Dim
	case p.Asks == AskFind && p.List.Query != "" && len(p.List.Hits) == 0 && p.List.Gone.Found:
		return p.List.Gone.Says() + s.Style.Dot + "enter goes there", paint.Warn
	case p.Asks == AskFind && p.List.Query != "":
		return paint.Plural(len(p.List.Hits), "match"), paint.Dim
	}
	return p.Hint, paint.Dim
}

func (p *Prompt) shownLabel(st *paint.Styles, w int) string {
	return st.Clean.Text(p.Label, max(8, w-12))
}

// text is what is shown of the typed line, before and after the cursor; there is
// a cell for the cursor behind it, and an error has room.
func (p *Prompt) text(st *paint.Styles, room int) (before, after string) {
	if p.Err != "" {
		room = max(room/2, room-paint.Width(p.Err)-4)
	}
	before, after = p.line.Split()
	before, after = st.Clean.Text(before, paint.MaxClean), st.Clean.Text(after, paint.MaxClean)
	room = max(1, room-1)
	if w := min(paint.Width(after), room/3); paint.Width(before) > room-w {
		before = paint.FitEnd(before, room-w, st.Cut)
	}
	if w := room - paint.Width(before); paint.Width(after) > w {
		after = paint.Fit(after, w, st.Cut)
	}
	return before, after
}

// Cursor is the column in a line of w cells where the terminal's cursor stands
// while a person types.
func (p *Prompt) Cursor(st *paint.Styles, w int) int {
	head := 1 + paint.Width(p.shownLabel(st, w)) + 2
	before, _ := p.text(st, w-head)
	return max(0, min(head+paint.Width(before), w-1))
}
