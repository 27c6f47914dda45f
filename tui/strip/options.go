package strip

import (
	"strings"

	"obscope/render"
	"obscope/tui/paint"
)

// Options is the line of options. Those that change nothing are dimmed.
func Options(st *paint.Styles, options []Option, w int) string {
	l := st.Line(paint.Plain, w)
	l.Put(paint.Text, " ")
	for i, k := range shownOptions(st, options, w) {
		if i > 0 && k.from-l.Used == paint.Width(st.Dot) {
			l.Put(paint.Dim, st.Dot)
		}
		l.Pad(k.from)
		l.Put(paint.Key, k.Spec.Key)
		if k.shown != "" {
			l.Put(paint.Text, " ")
		}
		tone := paint.Text
		switch {
		case k.Idle != "":
			tone = paint.Dim
		case k.Set:
			tone = paint.Title
		}
		l.Put(tone, k.shown)
	}
	if w >= 30 {
		l.Pad(w - len(helpHint) - 1)
		l.Put(paint.Key, "?")
		l.Put(paint.Dim, " help")
	}
	return l.Done()
}

// KeyAt is the key of what stands in column x of the line of options, "" if
// nothing does.
func KeyAt(st *paint.Styles, options []Option, x, w int) string {
	for _, k := range shownOptions(st, options, w) {
		if x >= k.from && x < k.to {
			return k.Spec.Key
		}
	}
	if x >= w-len(helpHint)-1 {
		return helpHint[:1]
	}
	return ""
}

// helpHint stands at the end of the options.
const helpHint = "? help"

// An Option is an option as the line of options and the form show it.
type Option struct {
	Spec  render.OptionSpec // the zero value for a dialect's own
	Raw   string            // the name of the dialect's own option
	Value string
	Set   bool   // rather than the default
	Idle  string // why it changes nothing right now, "" if it does
}

// A shownOption is an option as it is shown, and the columns that it takes.
type shownOption struct {
	Option
	shown    string
	from, to int
}

// brevities is in how many ways an option is written, from the longest.
const brevities = 6

// text is the option without its key. What the gauge says already goes first
// where room is scarce, then labels that the key and the value make clear.
func (k Option) text(brevity int) string {
	label, value := k.Spec.Brief, k.Value
	switch {
	case brevity > 0 && k.Spec.Gauged:
		value = ""
		if brevity > 2 {
			label = ""
		}
	case brevity > 1 && k.Spec.Short != "":
		label = k.Spec.Short
		if brevity > 3 && k.Spec.Type == render.PlaceOption && value != "off" {
			value = "on"
		}
	case brevity > 3:
		label = ""
	}
	return strings.Trim(label+" "+value, " ")
}

// shownOptions are the options in the line of options: all of them, if need be
// in a shorter form; else those that fit.
func shownOptions(st *paint.Styles, options []Option, w int) (list []shownOption) {
	for brevity := range brevities {
		gap := paint.Width(st.Dot)
		if brevity > 0 {
			gap = 2
		}
		if brevity == brevities-1 {
			gap = 1
		}
		at, all := 1, true
		list = list[:0]
		for _, k := range options {
			if k.Spec.Key == "" {
				continue
			}
			if len(list) > 0 {
				at += gap
			}
			shown := k.text(brevity)
			end := at + paint.Width(k.Spec.Key)
			if shown != "" {
				end += 1 + paint.Width(shown)
			}
			if end > w-len(helpHint)-2 {
				all = false
				break
			}
			list = append(list, shownOption{k, shown, at, end})
			at = end
		}
		if all {
			return list
		}
	}
	return list
}
