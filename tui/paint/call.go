package paint

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// maxArgument is how many cells of an argument are drawn at most.
const maxArgument = 40

// Call names a call as people read it: the tool without its server, then short
// arguments. What no tool answered is a message.
func Call(st *Styles, call *model.ToolCall) string {
	name := st.Clean.Text(call.ShortTool(), 60)
	if name == "" {
		name = "(message)"
	}
	if args := arguments(st, call.Args); args != "" {
		name += " " + args
	}
	return name
}

// arguments writes JSON arguments as name=value; a single one needs no name.
func arguments(st *Styles, args string) string {
	if args == "" {
		return ""
	}
	v, err := jsontext.Parse(args)
	if err != nil || v.Kind != jsontext.Object {
		return st.Clean.Text(args, maxArgument)
	}
	var parts []string
	for _, m := range v.Members {
		text := m.Value.Raw
		if m.Value.Kind == jsontext.String {
			text = m.Value.Text
		}
		text = Fit(st.Clean.Text(text, maxArgument+1), maxArgument, st.Cut)
		if len(v.Members) > 1 {
			text = st.Clean.Text(m.Name, maxArgument) + "=" + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// ClockTime is the time of day of a time as logs spell it, the text itself if it is
// spelled otherwise: 2026-11-03T10:04:00.123Z is 10:04:00.
func ClockTime(st *Styles, time string) string {
	const date, clock = len("2026-11-03T"), len("10:04:00")
	if len(time) >= date+clock && (time[date-1] == 'T' || time[date-1] == ' ') && time[date+2] == ':' {
		time = time[date : date+clock]
	}
	return st.Clean.Text(time, 20)
}
