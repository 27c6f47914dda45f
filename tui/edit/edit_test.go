package edit

import (
	"math/rand"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// press names keys as Bubble Tea does; one letter types itself.
func press(l *Line, names ...string) {
	codes := map[string]rune{
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "space": tea.KeySpace,
	}
	for _, name := range names {
		var msg tea.KeyPressMsg
		rest := name
		for prefix, mod := range map[string]tea.KeyMod{"alt+": tea.ModAlt, "ctrl+": tea.ModCtrl, "shift+": tea.ModShift} {
			if after, ok := strings.CutPrefix(rest, prefix); ok {
				rest, msg.Mod = after, mod
			}
		}
		if code, ok := codes[rest]; ok {
			msg.Code = code
		} else {
			msg.Code = []rune(rest)[0]
			if msg.Mod == 0 {
				msg.Text = rest
			}
		}
		l.Press(msg)
	}
}

func TestKeysEditTheLine(t *testing.T) {
	for _, c := range []struct{ start, keys, before, after string }{
		{"12", "left alt+d", "1", ""},
		{"12", "left alt+delete x", "1x", ""},
		{"12", "alt+d", "12", ""},
		{"", "alt+d", "", ""},
		{"one two  three", "alt+backspace", "one two  ", ""},
		{"one two  three", "ctrl+w ctrl+w", "one ", ""},
		{"one two", "home alt+d", "", " two"},
		{"one two", "ctrl+a ctrl+right", "one", " two"},
		{"one two", "alt+b ctrl+k", "one ", ""},
		{"one two", "alt+left ctrl+u", "", "two"},
		{"añ猫", "backspace left delete é", "aé", ""},
		{"ab", "left left left delete", "", "b"},
		{"ab", "right right ctrl+d backspace backspace backspace", "", ""},
	} {
		l := New(c.start, nil)
		press(&l, strings.Fields(c.keys)...)
		if before, after := l.Split(); before != c.before || after != c.after {
			t.Errorf("%q, %s: %q|%q, not %q|%q", c.start, c.keys, before, after, c.before, c.after)
		}
	}
}

func TestAPasteIsOneCleanLineOfBoundedLength(t *testing.T) {
	l := New("ab", nil)
	press(&l, "left")
	l.Paste("1\r\n2\t3\x1b[2J\x00\u009b")
	if before, after := l.Split(); before != "a1 2 3[2J" || after != "b" || l.Full {
		t.Errorf("%q|%q full %v", before, after, l.Full)
	}
	l.Paste(strings.Repeat("猫", 1<<20))
	if n := len([]rune(l.Value())); n != MaxRunes || !l.Full {
		t.Errorf("%d characters, full %v", n, l.Full)
	}
	press(&l, "x")
	if !l.Full {
		t.Error("a letter more is lost in silence")
	}
	if press(&l, "backspace"); l.Full {
		t.Error("still full after a letter was deleted")
	}
}

func TestHistoryIsWalkedAndComesBackToTheOwnLine(t *testing.T) {
	past := &History{}
	for _, line := range []string{"first", "second", " ", "first"} {
		l := New(line, past)
		l.Take()
	}
	l := New("own", past)
	walk := func(want string, step func()) {
		t.Helper()
		if step(); l.Value() != want {
			t.Errorf("%q, not %q", l.Value(), want)
		}
	}
	walk("own", l.Newer)
	walk("first", l.Older)
	walk("second", l.Older)
	walk("second", l.Older)
	walk("first", l.Newer)
	walk("own", l.Newer)
	walk("own", l.Newer)
}

// TestNoKeyLeavesTheText presses what it finds in any order.
func TestNoKeyLeavesTheText(t *testing.T) {
	names := strings.Fields("left right home end backspace delete space a 猫 ctrl+w ctrl+k ctrl+u ctrl+d ctrl+h ctrl+a ctrl+e ctrl+b ctrl+f alt+d alt+b alt+f alt+left alt+right alt+delete alt+backspace ctrl+left ctrl+right ctrl+delete ctrl+backspace")
	random := rand.New(rand.NewSource(1))
	l := New("", &History{lines: []string{"one two", "three"}})
	for range 20_000 {
		switch random.Intn(20) {
		case 0:
			l.Paste("some words \xff\x1b")
		case 1:
			l.Older()
		case 2:
			l.Newer()
		case 3:
			l.Take()
		default:
			press(&l, names[random.Intn(len(names))])
		}
		if before, after := l.Split(); before+after != l.Value() {
			t.Fatalf("%q and %q are not %q", before, after, l.Value())
		}
	}
}
