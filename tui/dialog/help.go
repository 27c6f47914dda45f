package dialog

import (
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Help is every key, made from the KeyMap, and what the marks mean.
type Help struct{ top int }

// Press is Dialog's.
func (d *Help) Press(s *State, msg tea.KeyPressMsg) Answer {
	k := s.Keys
	switch {
	case key.Matches(msg, k.Close, k.Quit, k.Help):
		return Close{}
	case key.Matches(msg, k.Down):
		d.top++
	case key.Matches(msg, k.Up):
		d.top--
	case key.Matches(msg, k.PageDown):
		d.top += s.H / 2
	case key.Matches(msg, k.PageUp):
		d.top -= s.H / 2
	}
	return nil
}

// Columns of help: keys, what they do, and the space to the next column.
const (
	helpKeys = 9
	helpDoes = 28 // at most; what does not fit goes on in the next line
	helpLess = 22 // and where there are several columns at least
	helpGap  = 2
)

// Click is Dialog's: a click anywhere closes it.
func (*Help) Click(*State, int, int) Answer { return Close{} }

// Scroll is Dialog's.
func (d *Help) Scroll(by int) { d.top += by }

// Box is Dialog's.
func (d *Help) Box(s *State) Box {
	st := s.Style
	cols, widths := helpFitting(s, s.W-5)
	tallest, w := 0, 1
	for i, c := range cols {
		tallest = max(tallest, len(c))
		w += widths[i] + helpGap
	}
	h := min(tallest, s.H-2)
	d.top = max(0, min(d.top, tallest-h))
	foot := "esc closes" + st.Dot + "then q quits"
	if tallest > h {
		foot = "j k scroll" + st.Dot + foot
	}
	return Box{Place: Middle, Title: "help", Foot: foot, W: w - 1, H: h, Lines: func(w, h int) []string {
		lines := make([]string, 0, h)
		for y := d.top; y < d.top+h; y++ {
			l := st.Line(paint.Plain, w)
			x := 1
			for i, c := range cols {
				l.Pad(x)
				if y < len(c) {
					for _, p := range c[y] {
						if p.Tone == paint.Text {
							l.Pad(x + helpKeys)
						}
						l.Put(p.Tone, p.Text)
					}
				}
				x += widths[i] + helpGap
			}
			lines = append(lines, l.Done())
		}
		return lines
	}}
}

// helpFitting is help in as many columns, up to four, as w cells have room for.
func helpFitting(s *State, w int) (cols [][][]paint.Piece, widths []int) {
	for n := 4; ; n-- {
		does := min(w/n-helpKeys-helpGap, helpDoes)
		if n == 1 {
			does = max(8, min(w-helpKeys-1, 2*helpDoes))
		} else if does < helpLess {
			continue
		}
		cols = helpColumns(s, n, does)
		widths = make([]int, len(cols))
		sum := 0
		for i, c := range cols {
			for _, row := range c {
				cells := 0
				for _, p := range row {
					if p.Tone == paint.Text {
						cells = max(cells, helpKeys)
					}
					cells += paint.Width(p.Text)
				}
				widths[i] = max(widths[i], cells)
			}
			sum += widths[i] + helpGap
		}
		if n == 1 || sum <= w {
			return cols, widths
		}
	}
}

// helpColumns divides the groups of keys among columns of about equal height;
// a description takes at most does cells.
func helpColumns(s *State, n, does int) [][][]paint.Piece {
	var blocks [][][]paint.Piece
	total := 0
	for _, g := range s.Keys.Groups() {
		block := [][]paint.Piece{{paint.Title.Of(g.Title)}}
		for _, b := range g.Keys {
			h := b.Help()
			for i, text := range paint.WrapText(asciiKey(s.Style, h.Desc), does) {
				row := []paint.Piece{paint.Text.Of(text)}
				if i == 0 {
					row = []paint.Piece{paint.Key.Of(asciiKey(s.Style, h.Key)), paint.Text.Of(text)}
				}
				block = append(block, row)
			}
		}
		blocks = append(blocks, append(block, nil))
	}
	blocks = append(blocks, legend(s.Style))
	for _, b := range blocks {
		total += len(b)
	}
	cols := make([][][]paint.Piece, n)
	at := 0
	for _, b := range blocks {
		if at < n-1 && len(cols[at]) > 0 && len(cols[at])+len(b)/2 > total/n {
			at++
		}
		cols[at] = append(cols[at], b...)
	}
	return cols
}

// asciiKey spells the arrows where only ASCII is drawn.
func asciiKey(st *paint.Styles, s string) string {
	if !st.Plain() {
		return s
	}
	var b []byte
	for _, r := range s {
		switch r {
		case '↓':
			b = append(b, "down"...)
		case '↑':
			b = append(b, "up"...)
		case '←':
			b = append(b, "left"...)
		case '→':
			b = append(b, "right"...)
		case '…':
			b = append(b, "..."...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(b)
}

// legend explains the marks.
func legend(st *paint.Styles) [][]paint.Piece {
	row := func(t paint.Tone, mark, text string) []paint.Piece {
		return []paint.Piece{t.Of(mark), paint.Text.Of(text)}
	}
	return [][]paint.Piece{
		{paint.Title.Of("marks")},
		row(paint.Bad, st.Out, "the agent cannot see it"),
		row(paint.Dim, st.Lifted, "out, but says nothing new"),
		row(paint.Warn, st.Ghost, "where it would stand"),
		row(paint.Title, st.Away, "the selection is in here"),
		row(paint.Key, st.Used, "the agent used it next"),
		row(paint.Key, st.Pin, "pinned"),
		row(paint.Dim, "1.4k", "tokens, with what is below"),
		row(paint.Dim, "dim", "an option without effect"),
		row(paint.Title, "bold", "an option that is set"),
	}
}
