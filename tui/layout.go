package tui

import "obscope/tui/dialog"

// A rect is a slot on the screen, in cells from the top left corner.
type rect struct{ x, y, w, h int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

func (r rect) empty() bool { return r.w <= 0 || r.h <= 0 }

// A slot is one of the parts of the screen that can have the focus.
type slot uint8

const (
	paneTree slot = iota
	paneText
	panePanel
	numPanes
)

// wants is what the layout depends on besides the size of the screen.
type wants struct {
	focus   slot // which slot is shown where there is room for one
	panel   bool // a panel is open
	table   bool // and it is a table, for which more columns are better
	details int  // lines the details ask for, 0 in their short form
	split   int  // per mille of the width that the tree takes; 0 is the default
}

// layout says where everything is. Rectangles are inside their borders; an
// empty one is not shown.
type layout struct {
	w, h    int
	boxed   bool // borders on all sides
	header  rect
	panes   [numPanes]rect
	details rect
	gauge   rect // one line
	funnel  rect // one line
	options rect // one line: the options, a prompt or a message
	divider int  // column of the border between tree and text, -1 without
	stacked bool // the panel is below the text
}

// The sizes at which the screen changes shape.
const (
	twoPanes    = 100 // columns from which tree and text are side by side
	threePanes  = 168 // columns from which a panel stands beside them
	tableWidth  = 100 // columns that a table has use for
	boxedWidth  = 40  // columns from which there are side borders
	boxedHeight = 12  // lines from which there are borders
	stackPanel  = 18  // slot lines from which a panel stands below the text
	minPane     = 16  // columns that a slot keeps when the divider is dragged
	minSplit    = 4   // lines that a slot keeps when the details grow
)

// arrange lays out a screen of w by h cells.
func arrange(w, h int, want wants) layout {
	l := layout{w: w, h: h, divider: -1}
	l.boxed = w >= boxedWidth && h >= boxedHeight
	side, y := 0, 0
	if l.boxed {
		side = 1
	}
	inner := w - 2*side
	if h >= 4 {
		l.header = rect{0, 0, w, 1}
		y = 1
	}
	// The footer is laid from the bottom up, as far as there is room.
	bottom := h
	if l.boxed {
		bottom--
	}
	take := func(into *rect) {
		bottom--
		*into = rect{side, bottom, inner, 1}
	}
	take(&l.options)
	if h >= 5 {
		if h >= 9 {
			take(&l.funnel)
		}
		take(&l.gauge)
	}
	if l.boxed {
		bottom-- // the rule above the gauge
		y++      // the border above the panes
	}
	l.placeDetails(&bottom, y, side, inner, want)
	l.placePanes(rect{side, y, inner, max(0, bottom-y)}, want)
	return l
}

// placeDetails takes lines for the selected element above the footer.
func (l *layout) placeDetails(bottom *int, top, side, inner int, want wants) {
	lines := 0
	switch {
	case l.h >= 17:
		lines = 2
	case l.h >= boxedHeight+2:
		lines = 1
	}
	if want.details > lines {
		lines = min(want.details, max(lines, (*bottom-top-1)/2))
	}
	if lines == 0 {
		return
	}
	*bottom -= lines
	l.details = rect{side, *bottom, inner, lines}
	if l.boxed {
		*bottom-- // the rule above the details
	}
}

// placePanes divides the middle of the screen among the panes.
func (l *layout) placePanes(area rect, want wants) {
	if l.w < twoPanes {
		l.panes[want.focus] = area
		return
	}
	split := want.split
	if split == 0 {
		split = 420
	}
	rest := area
	if want.panel && l.w >= threePanes {
		panel := max(40, area.w/4)
		if want.table {
			panel = max(panel, min(tableWidth, area.w*2/5))
		}
		l.panes[panePanel] = rect{area.x + area.w - panel, area.y, panel, area.h}
		rest.w -= panel + 1
	}
	left := min(max(rest.w*split/1000, minPane), rest.w-1-minPane)
	l.divider = rest.x + left
	l.panes[paneTree] = rect{rest.x, rest.y, left, rest.h}
	right := rect{rest.x + left + 1, rest.y, rest.w - left - 1, rest.h}
	switch {
	case !want.panel || l.w >= threePanes:
		l.panes[paneText] = right
	case area.h >= stackPanel:
		l.stacked = true
		top := (right.h - 1) * 45 / 100
		l.panes[paneText] = rect{right.x, right.y, right.w, top}
		l.panes[panePanel] = rect{right.x, right.y + top + 1, right.w, right.h - top - 1}
	default:
		l.panes[panePanel] = right
	}
}

// at finds the slot under a cell.
func (l *layout) at(x, y int) (slot, bool) {
	for p, r := range l.panes {
		if r.holds(x, y) {
			return slot(p), true
		}
	}
	return 0, false
}

// shows reports whether a pane is on the screen: all that have room, or on a
// narrow one that with the focus.
func (l *layout) shows(p, focus slot) bool {
	if l.w < twoPanes {
		return p == focus
	}
	return p == paneTree || !l.panes[p].empty()
}

// box is the inside of a window on the screen; empty if it has no room.
func (l *layout) box(b dialog.Box) rect {
	switch b.Place {
	case dialog.Whole:
		return rect{0, 0, l.w, l.h}
	case dialog.Bottom:
		bottom, top := l.options.y, 1
		if !l.gauge.empty() {
			bottom = l.gauge.y
		}
		if l.boxed {
			bottom--
			top++
		}
		h := max(0, min(b.H, bottom-top-1))
		return rect{l.options.x, bottom - h, l.options.w, h}
	case dialog.Middle:
		w, h := min(b.W, l.w-2), min(b.H, l.h-2)
		if w >= 4 && h >= 1 {
			return rect{(l.w-w-2)/2 + 1, max(0, (l.h-h-2)/2) + 1, w, h}
		}
	}
	return rect{}
}
