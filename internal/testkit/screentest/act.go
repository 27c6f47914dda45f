package screentest

import (
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// Press presses keys one after the other, named as Bubble Tea prints them:
// "j", "G", "?", "space", "enter", "esc", "tab", "shift+tab", "backspace",
// "up", "pgdown", "ctrl+d", "f1". A name that no key has fails the test.
func (s *Term) Press(keys ...string) *Term {
	s.t.Helper()
	for _, key := range keys {
		s.mu.Lock()
		k := keyboard{appCursor: s.track.on[ansi.ModeCursorKeys], kitty: s.track.kittyKeys && s.track.kittyFlags() > 0}
		s.mu.Unlock()
		bytes, err := k.encode(key)
		if err != nil {
			s.failf("%v", err)
		}
		p := parcel{bytes: []byte(bytes)}
		if bytes == "\x1b" {
			p.pause = slower(escPause)
		}
		s.send(key, p)
	}
	return s
}

// Type types text, one key for every character.
func (s *Term) Type(text string) *Term {
	for _, r := range strings.ReplaceAll(text, "\n", "\r") {
		s.keys.send(parcel{bytes: []byte(string(r))})
	}
	s.note(fmt.Sprintf("%q", text))
	return s
}

// Paste pastes text, in brackets if the program asked for them.
func (s *Term) Paste(text string) *Term {
	text = strings.ReplaceAll(text, "\n", "\r")
	if s.Modes().BracketedPaste {
		text = ansi.BracketedPasteStart + text + ansi.BracketedPasteEnd
	}
	s.send("paste", parcel{bytes: []byte(text)})
	return s
}

// Mouse buttons as SGR reports name them.
const (
	buttonLeft  = 0
	buttonRight = 2
	dragged     = 32
	wheelUp     = 64
	wheelDown   = 65
)

// Click clicks the left button at column x of row y, counted from zero.
func (s *Term) Click(x, y int) *Term {
	s.t.Helper()
	return s.click("click", buttonLeft, x, y)
}

// RightClick clicks the right button.
func (s *Term) RightClick(x, y int) *Term {
	s.t.Helper()
	return s.click("right click", buttonRight, x, y)
}

// DoubleClick clicks the left button twice at once.
func (s *Term) DoubleClick(x, y int) *Term {
	s.t.Helper()
	return s.Click(x, y).Click(x, y)
}

// ClickOn waits for text and clicks its first character.
func (s *Term) ClickOn(text string) *Term {
	s.t.Helper()
	s.See(text)
	x, y, ok := s.Grid().Find(text)
	if !ok {
		s.failf("%q is not on one line of the screen", text)
	}
	return s.Click(x, y)
}

func (s *Term) click(what string, button, x, y int) *Term {
	s.t.Helper()
	s.mouse(what, x, y)
	s.report(button, x, y, 'M')
	s.report(button, x, y, 'm')
	return s
}

// Wheel turns the wheel over a cell by notches: down if positive, up if
// negative. How far the program scrolls for a notch is its affair.
func (s *Term) Wheel(x, y, notches int) *Term {
	s.t.Helper()
	s.mouse(fmt.Sprintf("wheel %+d", notches), x, y)
	button := wheelDown
	if notches < 0 {
		button, notches = wheelUp, -notches
	}
	for range notches {
		s.report(button, x, y, 'M')
	}
	return s
}

// Drag presses the left button at one cell, moves cell by cell to the other
// and releases it there.
func (s *Term) Drag(x1, y1, x2, y2 int) *Term {
	s.t.Helper()
	s.mouse("drag from", x1, y1)
	s.mouse("to", x2, y2)
	s.report(buttonLeft, x1, y1, 'M')
	steps := max(distance(x1, x2), distance(y1, y2))
	for i := 1; i <= steps; i++ {
		s.report(buttonLeft|dragged, x1+(x2-x1)*i/steps, y1+(y2-y1)*i/steps, 'M')
	}
	s.report(buttonLeft, x2, y2, 'm')
	return s
}

func distance(a, b int) int { return max(a-b, b-a) }

// mouse notes a mouse action. A terminal reports the mouse only to a program
// that asked for it, so the harness waits for that and fails if it never comes.
func (s *Term) mouse(what string, x, y int) {
	s.t.Helper()
	g := s.Grid()
	if x < 0 || x >= g.Cols || y < 0 || y >= g.Rows {
		s.failf("%s at %d,%d: outside the screen of %dx%d", what, x, y, g.Cols, g.Rows)
	}
	if !s.await(func(*Grid) bool { m := s.Modes(); return m.Mouse && m.MouseSGR }) {
		s.failf("%s at %d,%d: the program has not asked for the mouse", what, x, y)
	}
	s.note(fmt.Sprintf("%s %d,%d", what, x, y))
}

func (s *Term) report(button, x, y int, final byte) {
	s.keys.send(parcel{bytes: fmt.Appendf(nil, "\x1b[<%d;%d;%d%c", button, x+1, y+1, final)})
}

func (s *Term) send(what string, p parcel) {
	s.keys.send(p)
	s.note(what)
}

// note remembers an action for failure messages.
func (s *Term) note(what string) {
	const remembered = 20
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pressed = append(s.pressed, what)
	if len(s.pressed) > remembered {
		s.pressed = append([]string{"…"}, s.pressed[len(s.pressed)-remembered:]...)
	}
}

// Resize gives the terminal another size; the program is told by SIGWINCH.
func (s *Term) Resize(cols, rows int) *Term {
	s.t.Helper()
	s.mu.Lock()
	s.emu.Resize(cols, rows)
	s.held = nil
	s.touch()
	s.mu.Unlock()
	if err := pty.Setsize(s.ptmx, winsize(cols, rows)); err != nil {
		s.failf("resize to %dx%d: %v", cols, rows, err)
	}
	s.note(fmt.Sprintf("resize %dx%d", cols, rows))
	return s
}

// Signal sends a signal to the program.
func (s *Term) Signal(sig os.Signal) *Term {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.failf("%v: %v", sig, err)
	}
	s.note(sig.String())
	return s
}
