package dialog

import (
	"obscope/model"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A Menu is a short list to choose from, and what the chosen item would give.
type Menu struct {
	Title string
	Items []Item

	at      int
	preview []string // rows; nil until it is made
}

// An Item is one thing that can be had.
type Item struct {
	Name, About string
	Gives       func() (string, error) // away from the loop: it may take long
}

// previewRows is how many rows of a preview are shown, and previewBytes how much
// of the text is looked at for them.
const (
	previewRows  = 5
	previewBytes = 2000
)

// Item is the one with the cursor.
func (d *Menu) Item() Item { return d.Items[d.at] }

// At is where it is in the list.
func (d *Menu) At() int { return d.at }

// Press is Dialog's.
func (d *Menu) Press(s *State, msg tea.KeyPressMsg) Answer {
	k := s.Keys
	switch {
	case key.Matches(msg, k.Close, k.Quit):
		return Close{}
	case key.Matches(msg, k.Down):
		return d.move(1)
	case key.Matches(msg, k.Up):
		return d.move(-1)
	case key.Matches(msg, k.Accept):
		return Choose{d.Item()}
	}
	return nil
}

func (d *Menu) move(by int) Answer {
	d.at, d.preview = max(0, min(d.at+by, len(d.Items)-1)), nil
	return Look{}
}

// Preview shows the first rows of what the item with the cursor gives.
func (d *Menu) Preview(s *State, text string, secure []*model.Element) {
	d.preview = shownRows(s.Style, text[:min(len(text), previewBytes)], secure, d.width(s)-2)
}

// Click is Dialog's.
func (d *Menu) Click(_ *State, y, h int) Answer {
	n := d.rows(h)
	if row := paint.Scrolled(0, d.at, n, len(d.Items)) + y; row < len(d.Items) && y < n {
		return Choose{d.Items[row]}
	}
	return nil
}

// Scroll is Dialog's: the list is short.
func (*Menu) Scroll(int) {}

func (d *Menu) width(s *State) int {
	w := 24
	for _, item := range d.Items {
		w = max(w, 22+paint.Width(item.About))
	}
	return max(4, min(w, s.W-6))
}

// Box is Dialog's.
func (d *Menu) Box(s *State) Box {
	foot := "enter copies and shows it in full" + s.Style.Dot + "esc"
	return Box{
		Place: Middle, Title: d.Title, Foot: foot, W: d.width(s), H: len(d.Items) + 1 + previewRows,
		Lines: func(w, h int) []string { return d.lines(s.Style, w, h) },
	}
}

// lines draws the items, and below them, where there is room, the preview.
func (d *Menu) lines(st *paint.Styles, w, h int) []string {
	var lines []string
	items := d.rows(h)
	top := paint.Scrolled(0, d.at, items, len(d.Items))
	for i := top; i < len(d.Items) && len(lines) < items; i++ {
		g, mark := paint.Plain, " "
		if i == d.at {
			g, mark = paint.Cursor, st.Cursor
		}
		l := st.Line(g, w)
		l.Put(paint.Title, mark)
		l.Put(paint.Text, d.Items[i].Name)
		l.Pad(20)
		l.Put(paint.Dim, d.Items[i].About)
		lines = append(lines, l.Done())
	}
	if items == h {
		return lines
	}
	lines = append(lines, st.Ruled(w, "", false))
	for i, row := range d.preview {
		if len(lines) == h {
			break
		}
		if i == previewRows-1 && len(d.preview) > previewRows {
			row = st.Cut
		}
		l := st.Line(paint.Plain, w)
		l.Put(paint.Dim, " "+row)
		lines = append(lines, l.Done())
	}
	return lines
}

// rows is how many of h rows the items get.
func (d *Menu) rows(h int) int {
	if n := len(d.Items); h > n+1 {
		return n
	}
	return h
}
