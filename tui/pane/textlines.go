package pane

import (
	"sort"
	"strings"

	"obscope/model"
	"obscope/render"
)

// textLines tells lines and entries of an observation apart. An entry is one
// line, unless a dialect writes blocks or a captured newline forges lines.
type Lines struct {
	obs   *render.Observation
	multi bool // some entry has more lines than one
	Total int  // lines

	deepest int // level of indentation
}

// newTextLines numbers the lines of an observation; newlines says whether the
// capture has any that could be written.
func NewLines(obs *render.Observation, newlines bool) Lines {
	n := len(obs.Entries)
	t := Lines{obs: obs, Total: n}
	for _, e := range obs.Entries {
		t.deepest = max(t.deepest, int(e.Depth))
	}
	switch obs.Set.Dialect {
	case "indexed", "outline", "json":
		if !newlines {
			return t
		}
	}
	if n > 0 {
		t.Total = obs.Lines()
		t.multi = t.Total != n
	}
	return t
}

// HasNewlines reports whether a capture has newlines that a dialect may write
// as they are.
func HasNewlines(c *model.Capture) bool {
	if strings.Contains(c.Raw, `\n`) || strings.Contains(c.App, "\n") || strings.Contains(c.Window, "\n") {
		return true
	}
	for i := range c.Elements {
		e := &c.Elements[i]
		for _, s := range [...]string{e.Ref, e.Role, e.Subrole, e.Name, e.Value, e.Placeholder, e.Description} {
			if strings.IndexByte(s, '\n') >= 0 {
				return true
			}
		}
		for _, a := range e.Actions {
			if strings.IndexByte(a, '\n') >= 0 {
				return true
			}
		}
	}
	return false
}

// First is the line, from 0, on which an entry starts.
func (t *Lines) First(entry int) int {
	switch {
	case entry >= len(t.obs.Entries):
		return t.Total
	case t.multi:
		return t.obs.LineOf(entry) - 1
	}
	return entry
}

// At is the entry of a line, and which of the entry's lines it is.
func (t *Lines) At(line int) (entry, part int) {
	if !t.multi {
		return line, 0
	}
	entry = sort.Search(len(t.obs.Entries), func(i int) bool { return t.obs.LineOf(i)-1 > line }) - 1
	return entry, line - t.First(entry)
}
