package tui

import (
	"strings"

	"obscope/tui/paint"

	"github.com/charmbracelet/colorprofile"
)

// A screen is the terminal: its size, how it draws and what it can.
type screen struct {
	w, h int
	st   paint.Styles

	dark      bool
	profile   colorprofile.Profile
	clusters  bool // it counts cells by grapheme cluster
	wide      bool // it gives ambiguous characters two cells
	mouseOff  bool
	clipboard clipboard
}

// styles are what is drawn with.
func (s *screen) styles(ascii bool) paint.Styles {
	return paint.New(s.dark, s.profile, paint.Cleaner{Ascii: ascii, Clusters: s.clusters, Narrow: s.wide && !ascii})
}

// shortPath is a path of which only the end is kept if it is long.
func (s *screen) shortPath(path string) string {
	return paint.FitEnd(s.st.Clean.Text(path, paint.MaxClean), max(16, s.w/3), s.st.Cut)
}

// fault words an error. A file in front of it is named without its folders:
// what is wrong must have room.
func (s *screen) fault(err error) string {
	text := err.Error()
	for _, lead := range [...]string{"", "open ", "read ", "stat ", "write "} {
		rest, has := strings.CutPrefix(text, lead)
		if name, what, ok := strings.Cut(rest, ": "); has && ok && strings.ContainsAny(name, `/\`) && !strings.Contains(name, " ") {
			text = lead + name[strings.LastIndexAny(name, `/\`)+1:] + ": " + what
			break
		}
	}
	return s.st.Clean.Text(text, 300)
}
