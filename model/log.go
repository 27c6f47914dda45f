package model

import (
	"errors"
	"iter"

	"obscope/internal/text/jsontext"
)

// A Log is a recorded run that is read call by call, so that its size does not
// matter.
type Log struct {
	Name string // for messages: a file name
	Size int64  // bytes, for progress; 0 if not known

	// Calls yields what the agent did, in order. A line that cannot be read is
	// yielded as an error that wraps ErrBrokenLine, and reading goes on; any
	// other error is the last thing yielded. The call is the receiver's.
	Calls func() iter.Seq2[*Call, error]
}

// ErrBrokenLine marks a line of a log that could not be read.
var ErrBrokenLine = errors.New("broken line")

// A Call is one call of an agent's tool as a log recorded it.
type Call struct {
	Line    int            // where the log has it, from 1
	Action  string         // what was called for: observe, click_element
	Args    jsontext.Value // as they were sent; an Object, or Missing
	Text    string         // what the agent read back
	Result  string         // what the tool returned, where the log tells it apart from Text
	Error   string         // the code or message of a failure; "" if the log has none
	Refused bool           // the log says that it failed
	Observe bool           // the call asked for an observation

	// Capture is the observation that came back, nil if none did. FromText says
	// that it was read from the text that the agent saw: Lines are then the lines
	// that wrote its elements, and Unparsed those that were not understood.
	Capture  *Capture
	Lines    []string
	Unparsed []string
	FromText bool
}
