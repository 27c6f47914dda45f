package paint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// MaxClean is how many cells of one text are ever prepared for drawing where
// the caller has no narrower limit.
const MaxClean = 4096

// maxMarks bounds the combining marks that are stacked on one letter.
const maxMarks = 4

// unprintable stands for what would move the cursor, reorder or hide text.
const unprintable = '\uFFFD'

// A cleaner prepares text of a capture for drawing: nothing it returns can
// move the cursor, reorder the text around it or hide a part of it.
type Cleaner struct {
	Ascii    bool // everything outside printable ASCII is a look-alike, or "?"
	Clusters bool // the terminal counts cells by grapheme cluster
	Narrow   bool // the terminal gives ambiguous characters two cells
}

// Clean is how text from a capture is drawn: controls as pictures, a leading
// tab as two blanks, bidirectional overrides, zero-width and other invisible
// characters as U+FFFD. What is already harmless comes back unchanged.
func Clean(s string) string { return Cleaner{Clusters: true}.Text(s, MaxClean) }

// Text cleans s and cuts it to at most limit cells, ending in an ellipsis
// where something was cut.
func (c Cleaner) Text(s string, limit int) string {
	if IsPlain(s) {
		return Fit(s, limit, c.ellipsis())
	}
	var b strings.Builder
	cells, marks := 0, 0
	leading, hidden := true, false
	for i := 0; i < len(s); {
		if cells > limit {
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r == '\t' && leading {
			b.WriteString("  ")
			cells += 2
			continue
		}
		leading = false
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			if marks++; marks <= maxMarks && !isVariation(r) && !c.Ascii && !c.Narrow {
				b.WriteRune(r)
			}
			continue
		}
		marks = 0
		r = c.rune(r)
		if r == unprintable || r == '?' && c.Ascii {
			// A run of invisible characters is one mark.
			if hidden && r == unprintable {
				continue
			}
			hidden = true
		} else {
			hidden = false
		}
		if r == 0 {
			continue
		}
		if c.Narrow {
			r = narrow(r)
		}
		b.WriteRune(r)
		cells += runeWidth(r)
	}
	if c.Clusters || c.Ascii {
		return Fit(b.String(), limit, c.ellipsis())
	}
	mark := unprintable
	if c.Narrow {
		mark = '?'
	}
	return Fit(sameWidth(b.String(), mark), limit, c.ellipsis())
}

func (c Cleaner) ellipsis() string {
	if c.Ascii || c.Narrow {
		return "~"
	}
	return "…"
}

// rune returns what is drawn for r; 0 is nothing.
func (c Cleaner) rune(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7F:
		return r
	case c.Ascii:
		if r == '\u00A0' {
			return ' '
		}
		return lookAlike(r)
	case r < ' ':
		return 0x2400 + r // the control pictures: ␀ to ␟
	case r == 0x7F:
		return '\u2421'
	case r == '\u200D':
		// Joined emoji are drawn apart: terminals disagree on their width.
		return 0
	case unicode.Is(unicode.Zs, r):
		return ' '
	case !unicode.IsGraphic(r), isBlankLetter(r):
		return unprintable
	}
	return r
}

// isBlankLetter reports letters that draw nothing.
func isBlankLetter(r rune) bool {
	switch r {
	case '\u115F', '\u1160', '\u3164', '\uFFA0', '\u2800':
		return true
	}
	return false
}

// isVariation reports variation selectors: they change the width of an emoji
// in some terminals and not in others.
func isVariation(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

// IsPlain reports whether s is printable ASCII throughout.
func IsPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// Width is the number of cells that cleaned text takes.
func Width(s string) int {
	if IsPlain(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

func runeWidth(r rune) int {
	if r < 0x300 {
		return 1
	}
	return ansi.StringWidth(string(r))
}

// Fit cuts cleaned text to at most limit cells, ending in tail if it was cut.
func Fit(s string, limit int, tail string) string {
	if limit <= 0 {
		return ""
	}
	if IsPlain(s) {
		if len(s) <= limit {
			return s
		}
		if limit <= Width(tail) {
			return s[:limit]
		}
		return s[:limit-Width(tail)] + tail
	}
	if ansi.StringWidth(s) <= limit {
		return s
	}
	return ansi.Truncate(s, limit, tail)
}

// FitEnd is fit that keeps the end of s: the leaf of a path.
func FitEnd(s string, limit int, head string) string {
	w := Width(s)
	if w <= limit {
		return s
	}
	if limit <= Width(head) {
		return Fit(head, limit, "")
	}
	return ansi.TruncateLeft(s, w-limit+Width(head), head)
}
