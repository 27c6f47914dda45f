package render

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"obscope/model"
)

// A Dialect is one way in which an agent's observation is written. Adding one
// is one file and one call of Register.
type Dialect interface {
	Info() Info
	// Bind prepares a capture. The error says what the capture lacks.
	Bind(c *model.Capture) (Bound, error)
}

// Info describes a dialect for flags, forms and documentation.
type Info struct {
	Name     string
	About    string   // one line: whose text it is
	Version  string   // of the original it equals
	ExactFor []string // formats for whose captures it is the original's text to the byte
	Approx   bool     // a likeness: no capture holds all that the original reads
	Hidden   bool     // offered by flag only
	Knobs    []Knob
	Stages   []string // names of its own stages, from OwnStages on
	Defects  []string // known defects of the original that it shows, one sentence each
}

// A Knob is an option that only one dialect has.
type Knob struct {
	Name    string
	About   string
	Default string
	Choices []string // the values it takes; empty: any text or number, as About says
	Number  bool     // it takes a whole number, or nothing; so do those whose Default is a number

	// Takes reports what is wrong with a value of a form of its own; nil takes
	// any text. It is not asked about nothing.
	Takes func(value string) error

	// Hides are the stages at which the knob takes elements out, and Open is the
	// value under which it takes out the fewest. Of a Limit, which is a number,
	// a larger one lets more in.
	Hides []Stage
	Open  string
	Limit bool
}

// Hiding is the knob with the stages at which it takes elements out, and the
// value that opens it.
func (k Knob) Hiding(open string, stages ...Stage) Knob {
	k.Open, k.Hides = open, stages
	return k
}

// A ValueError is a value that an option does not take.
type ValueError struct {
	What  string // the value, up to what it takes
	Takes string // it takes on or off; there are chars4, …
}

func (e *ValueError) Error() string { return e.What + e.Takes }

// WrongValue is the ValueError of a value that is told in the words of format.
func WrongValue(takes, format string, args ...any) error {
	return &ValueError{fmt.Sprintf(format, args...), takes}
}

// Check reports a value that the knob does not take.
func (k Knob) Check(value string) error {
	switch {
	case len(k.Choices) > 0:
		if !slices.Contains(k.Choices, value) {
			return WrongValue("it takes "+strings.Join(k.Choices, ", "), "%q: ", value)
		}
	case isWhole(k.Default) && !isWhole(value):
		return WrongValue("it takes a whole number", "%q: ", value)
	case k.Number && value != "" && !isWhole(value):
		return WrongValue("it takes a whole number, or nothing", "%q: ", value)
	case k.Takes != nil && value != "":
		return k.Takes(value)
	}
	return nil
}

// isWhole reports a whole number in digits, of any size.
func isWhole(s string) bool {
	digits := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Bound is a dialect at work on one capture.
type Bound interface {
	// Plan fills p.Entries and p.Verdicts: integers only.
	Plan(p *Plan)
	// AppendLine appends entry i of p as it is written, without the newline
	// that joins entries.
	AppendLine(dst []byte, p *Plan, i int) []byte
}

// A Reffer is a Bound that calls elements otherwise than the capture does.
type Reffer interface {
	// AppendRef appends what entry i calls an element that it writes, without
	// brackets, or nothing.
	AppendRef(dst []byte, p *Plan, i int, id model.ID) []byte
}

// A Refuser is a Bound that cannot apply every option.
type Refuser interface {
	// Refuse says which option it cannot apply.
	Refuse(s Settings) error
}

// A RefusedError says which option a dialect cannot apply to a capture.
type RefusedError struct {
	Dialect string
	Err     error
}

func (e *RefusedError) Error() string { return "dialect " + e.Dialect + ": " + e.Err.Error() }

// Unwrap is the reason.
func (e *RefusedError) Unwrap() error { return e.Err }

// An Entry is one piece of the text: what stands between two of the newlines
// that join entries. It may hold newlines itself.
type Entry struct {
	ID    model.ID // the element that it writes; None for headers and captions
	Depth int32    // tabs or levels of indentation
	Aux   int32    // the dialect's own
}

// A Plan is an observation in the making: a dialect reads the first three
// fields and fills the others.
type Plan struct {
	Capture *model.Capture
	Set     Settings
	Out     []Stage // the common stage that took an element out before the dialect writes; nil if none did

	Entries  []Entry
	Verdicts []Verdict             // by element; starts as {-1, Kept}
	Tail     string                // what follows the last entry, such as a final newline
	State    any                   // what the dialect needs to write entries
	Listed   []model.ID            // the elements in the order of the text, where entries do not tell: several on one line
	Said     map[model.ID]model.ID // what says already what an element would, and is why it is out
	Warnings model.Warnings        // what the original would do differently, or fail on
}

// Warn notes what the original would do differently; where it would fail, add an
// OriginalFails.
func (p *Plan) Warn(sentence string) { p.Warnings.Add(model.Noted, sentence) }

// Write adds an entry for an element and gives it its verdict.
func (p *Plan) Write(id model.ID, depth int32, aux int32) {
	if p.Verdicts[id].Line < 0 {
		p.Verdicts[id] = Verdict{int32(len(p.Entries)), Kept}
	}
	p.Entries = append(p.Entries, Entry{id, depth, aux})
}

// Note adds an entry that belongs to no element.
func (p *Plan) Note(aux int32) { p.Entries = append(p.Entries, Entry{model.None, 0, aux}) }

// Drop gives an element that is not written its verdict.
func (p *Plan) Drop(id model.ID, at Stage) {
	p.Verdicts[id] = Verdict{-1, at}
	delete(p.Said, id)
}

// DropSaid drops an element because another one says already what it would.
func (p *Plan) DropSaid(id model.ID, at Stage, by model.ID) {
	p.Drop(id, at)
	if p.Said == nil {
		p.Said = map[model.ID]model.ID{}
	}
	p.Said[id] = by
}

// Knob is the value of one of the dialect's own options.
func (p *Plan) Knob(name string) string { return p.Set.Knobs[name] }

var registry = struct {
	sync.RWMutex
	list []Dialect
}{list: []Dialect{indexedDialect{}, outlineDialect{}, jsonDialect{}}}

// Register adds a dialect; packages of further dialects call it once.
func Register(d Dialect) {
	registry.Lock()
	defer registry.Unlock()
	registry.list = append(registry.list, d)
}

// Dialects lists the dialects in the order in which they were registered.
func Dialects() []Dialect {
	registry.RLock()
	defer registry.RUnlock()
	return slices.Clone(registry.list)
}

// FindDialect finds a dialect by name; the error lists the names there are.
func FindDialect(name string) (Dialect, error) {
	var names []string
	for _, d := range Dialects() {
		if d.Info().Name == name {
			return d, nil
		}
		names = append(names, d.Info().Name)
	}
	return nil, WrongValue("there are "+strings.Join(names, ", "), "no dialect %q; ", name)
}

// IsExact reports whether the dialect writes captures of that format to the
// byte.
func (i Info) IsExact(format string) bool { return !i.Approx && slices.Contains(i.ExactFor, format) }

// CheckKnobs reports the first name, in their order, that the dialect does not
// have or whose value it does not take.
func (i Info) CheckKnobs(k Knobs) error {
	for _, name := range k.names() {
		at := slices.IndexFunc(i.Knobs, func(knob Knob) bool { return knob.Name == name })
		if at < 0 {
			var names []string
			for _, knob := range i.Knobs {
				names = append(names, knob.Name)
			}
			if len(names) == 0 {
				return fmt.Errorf("dialect %s has no options of its own, so --set %s cannot be used", i.Name, name)
			}
			return fmt.Errorf("dialect %s has no option %q; it has %s", i.Name, name, strings.Join(names, ", "))
		}
		if err := i.Knobs[at].Check(k[name]); err != nil {
			return fmt.Errorf("dialect %s: --set %s=%w", i.Name, name, err)
		}
	}
	return nil
}
