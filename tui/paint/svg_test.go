package paint

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Blanks at the ends of a text are dropped by browsers, and what is left would be
// stretched over the cells of all: every text is a word of the width it has.
func TestSVGStretchesNoText(t *testing.T) {
	got := string(SVG([]string{"  \x1b[1m obscope  \x1b[0mNotes · 日本 \x1b[7m x \x1b[0m"}, 40, true))
	var words []string
	for _, m := range regexp.MustCompile(`<text x="([0-9.]+)"[^>]* textLength="([0-9.]+)"[^>]*>([^<]*)</text>`).FindAllStringSubmatch(got, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		width, _ := strconv.ParseFloat(m[2], 64)
		if want := float64(Width(m[3])) * cellWidth; strings.Contains(m[3], " ") || width < want-0.1 || width > want+0.1 {
			t.Errorf("%q is %.1f wide, not %.1f", m[3], width, want)
		}
		words = append(words, strconv.Itoa(int((x-8)/cellWidth+0.5))+" "+m[3])
	}
	if got, want := strings.Join(words, ", "), "3 obscope, 12 Notes, 18 ·, 20 日本, 26 x"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
