// Package edit is the line that a person types into: text, a cursor, the usual
// keys of a shell and what was typed before. It draws nothing.
package edit

import (
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// MaxRunes bounds the line: a paste of a whole file is a mistake.
const MaxRunes = 4096

// maxHistory bounds what is kept of each History.
const maxHistory = 100

// A Line is one line of text with a cursor; the zero value is empty. No key
// and no paste can leave its cursor outside the text.
type Line struct {
	Full bool // the last key or paste did not fit whole

	text []rune
	at   int // the cursor is before text[at]; 0..len(text)

	past  *History
	back  int    // how many entries back in past; 0 is the person's own line
	typed string // the person's own line, while an older one is shown
}

// A History is the lines that were taken, the oldest first.
type History struct{ lines []string }

// Keys are what edits a line.
var keys = struct {
	left, right, wordLeft, wordRight, start, end             key.Binding
	deleteLeft, deleteRight, deleteWordLeft, deleteWordRight key.Binding
	deleteToStart, deleteToEnd                               key.Binding
}{
	left: on("left", "ctrl+b"), right: on("right", "ctrl+f"),
	wordLeft: on("alt+left", "ctrl+left", "alt+b"), wordRight: on("alt+right", "ctrl+right", "alt+f"),
	start: on("home", "ctrl+a"), end: on("end", "ctrl+e"),
	deleteLeft: on("backspace", "ctrl+h", "shift+backspace"), deleteRight: on("delete", "ctrl+d"),
	deleteWordLeft: on("alt+backspace", "ctrl+w", "ctrl+backspace"), deleteWordRight: on("alt+delete", "alt+d", "ctrl+delete"),
	deleteToStart: on("ctrl+u"), deleteToEnd: on("ctrl+k"),
}

func on(names ...string) key.Binding { return key.NewBinding(key.WithKeys(names...)) }

// New is a line that holds text, the cursor at its end. Older and Newer walk
// past, which may be nil.
func New(text string, past *History) Line {
	l := Line{past: past}
	l.set(text)
	return l
}

// Value is the text.
func (l *Line) Value() string { return string(l.text) }

// Split is the text before the cursor and from the cursor on.
func (l *Line) Split() (before, after string) { return string(l.text[:l.at]), string(l.text[l.at:]) }

// Moves reports whether a key moves the cursor and changes no text.
func Moves(msg tea.KeyPressMsg) bool {
	return key.Matches(msg, keys.left, keys.right, keys.wordLeft, keys.wordRight, keys.start, keys.end)
}

// Press does what a key does to the line.
func (l *Line) Press(msg tea.KeyPressMsg) {
	l.Full = false
	switch {
	case key.Matches(msg, keys.left):
		l.at = max(0, l.at-1)
	case key.Matches(msg, keys.right):
		l.at = min(len(l.text), l.at+1)
	case key.Matches(msg, keys.wordLeft):
		l.at = l.wordStart()
	case key.Matches(msg, keys.wordRight):
		l.at = l.wordEnd()
	case key.Matches(msg, keys.start):
		l.at = 0
	case key.Matches(msg, keys.end):
		l.at = len(l.text)
	case key.Matches(msg, keys.deleteLeft):
		l.cut(max(0, l.at-1), l.at)
	case key.Matches(msg, keys.deleteRight):
		l.cut(l.at, min(len(l.text), l.at+1))
	case key.Matches(msg, keys.deleteWordLeft):
		l.cut(l.wordStart(), l.at)
	case key.Matches(msg, keys.deleteWordRight):
		l.cut(l.at, l.wordEnd())
	case key.Matches(msg, keys.deleteToStart):
		l.cut(0, l.at)
	case key.Matches(msg, keys.deleteToEnd):
		l.cut(l.at, len(l.text))
	default:
		l.Paste(msg.Text)
	}
}

// Paste writes text at the cursor, on one line: line ends and tabs become
// blanks, other control characters are left out.
func (l *Line) Paste(text string) {
	text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text)
	room := MaxRunes - len(l.text)
	var clean []rune
	for _, r := range text {
		if unicode.IsControl(r) {
			continue
		}
		if len(clean) == room {
			l.Full = true
			break
		}
		clean = append(clean, r)
	}
	l.text = slices.Insert(l.text, l.at, clean...)
	l.at += len(clean)
}

// Older shows the line that was taken before the one that is shown, and keeps
// the person's own.
func (l *Line) Older() {
	if l.past == nil || l.back == len(l.past.lines) {
		return
	}
	if l.back == 0 {
		l.typed = l.Value()
	}
	l.back++
	l.set(l.past.lines[len(l.past.lines)-l.back])
}

// Newer goes back towards the person's own line.
func (l *Line) Newer() {
	switch l.back {
	case 0:
		return
	case 1:
		l.set(l.typed)
	default:
		l.set(l.past.lines[len(l.past.lines)-l.back+1])
	}
	l.back--
}

// Take keeps the line in its history, once and as the latest.
func (l *Line) Take() {
	line := l.Value()
	if l.past == nil || strings.TrimSpace(line) == "" {
		return
	}
	lines := slices.DeleteFunc(l.past.lines, func(s string) bool { return s == line })
	lines = append(lines, line)
	l.past.lines = lines[max(0, len(lines)-maxHistory):]
	l.back = 0
}

func (l *Line) set(text string) {
	l.text, l.at = nil, 0
	l.Paste(text)
}

func (l *Line) cut(from, to int) {
	l.text = slices.Delete(l.text, from, to)
	l.at = from
}

// wordStart is where the word begins that ends before the cursor.
func (l *Line) wordStart() int {
	at := l.at
	for at > 0 && unicode.IsSpace(l.text[at-1]) {
		at--
	}
	for at > 0 && !unicode.IsSpace(l.text[at-1]) {
		at--
	}
	return at
}

// wordEnd is where the word ends that begins after the cursor.
func (l *Line) wordEnd() int {
	at := l.at
	for at < len(l.text) && unicode.IsSpace(l.text[at]) {
		at++
	}
	for at < len(l.text) && !unicode.IsSpace(l.text[at]) {
		at++
	}
	return at
}
