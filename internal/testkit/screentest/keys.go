package screentest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Modifier bits as terminals count them; one is added on the wire.
const (
	shift = 1 << iota
	alt
	ctrl
	super
	hyper
	meta
)

var modifiers = []struct {
	prefix string
	bit    int
}{{"ctrl+", ctrl}, {"alt+", alt}, {"shift+", shift}, {"meta+", meta}, {"hyper+", hyper}, {"super+", super}}

// Keys that every terminal sends as CSI letter, and CSI 1 ; modifier letter.
var letterKeys = map[string]byte{
	"up": 'A', "down": 'B', "right": 'C', "left": 'D', "begin": 'E', "end": 'F', "home": 'H',
	"f1": 'P', "f2": 'Q', "f3": 'R', "f4": 'S',
}

// Keys sent as CSI number ~, and CSI number ; modifier ~.
var numberKeys = map[string]int{
	"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6,
	"f5": 15, "f6": 17, "f7": 18, "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
}

// Keys that are a control character.
var controlKeys = map[string]rune{"enter": '\r', "tab": '\t', "esc": 0x1b, "backspace": 0x7f, "space": ' '}

// IsKey reports whether Press knows the name of a key.
func IsKey(name string) bool {
	_, err := keyboard{kitty: true}.encode(name)
	return err == nil
}

// keyboard is what decides how a key is sent.
type keyboard struct {
	appCursor bool // mode 1: arrows are SS3 letter
	kitty     bool // esc and modified keys are CSI u
}

// encode gives the bytes of a key named as Bubble Tea prints it: "j", "G",
// "esc", "ctrl+d", "shift+tab", "alt+left".
func (k keyboard) encode(name string) (string, error) {
	mods, key := 0, name
	for again := true; again; {
		again = false
		for _, m := range modifiers {
			if rest, ok := strings.CutPrefix(key, m.prefix); ok && rest != "" {
				mods, key, again = mods|m.bit, rest, true
			}
		}
	}
	if letter, ok := letterKeys[key]; ok {
		switch {
		case mods != 0:
			return fmt.Sprintf("\x1b[1;%d%c", mods+1, letter), nil
		case key == "f3" && k.kitty: // CSI R would be a cursor report
			return "\x1b[13~", nil
		case !k.kitty && (letter >= 'P' || k.appCursor):
			return fmt.Sprintf("\x1bO%c", letter), nil
		}
		return fmt.Sprintf("\x1b[%c", letter), nil
	}
	if number, ok := numberKeys[key]; ok {
		if mods != 0 {
			return fmt.Sprintf("\x1b[%d;%d~", number, mods+1), nil
		}
		return fmt.Sprintf("\x1b[%d~", number), nil
	}
	code, named := controlKeys[key]
	if !named {
		var size int
		if code, size = utf8.DecodeRuneInString(key); size == 0 || size != len(key) || !unicode.IsPrint(code) {
			return "", fmt.Errorf("no key is named %q", name)
		}
	}
	if k.kitty && (mods&^shift != 0 || named && code != ' ' && mods != 0 || code == 0x1b) {
		return fmt.Sprintf("\x1b[%d;%du", code, mods+1), nil
	}
	return legacy(name, code, mods)
}

// legacy encodes the keys that older terminals send as one byte. Some share
// their byte and some have none; asking for those is an error in the test.
func legacy(name string, code rune, mods int) (string, error) {
	impossible := fmt.Errorf("a plain terminal has no %q; see Command.Kitty", name)
	prefix := ""
	if mods&alt != 0 {
		prefix, mods = "\x1b", mods&^alt
	}
	isText := code > ' ' && code != 0x7f
	switch {
	case mods == 0:
	case mods == shift && code == '\t':
		return prefix + "\x1b[Z", nil
	case mods == shift && isText:
		code = unicode.ToUpper(code)
	case mods == ctrl && code == ' ':
		code = 0
	case mods == ctrl && strings.ContainsRune("im[", code): // tab, enter, esc
		return "", impossible
	case mods == ctrl && (code >= '@' && code <= '_' || code >= 'a' && code <= 'z'):
		code &= 0x1f
	default:
		return "", impossible
	}
	return prefix + string(code), nil
}
