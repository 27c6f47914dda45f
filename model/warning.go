package model

// A Warning is what reading a capture, or writing it as another tool does, has
// to tell people. What a program asks is its Kind; nothing reads the words.
type Warning struct {
	Kind WarningKind
	Text string // one sentence, without its full stop
}

// WarningKind is what a Warning is about.
type WarningKind uint8

// The kinds of warnings.
const (
	Noted         WarningKind = iota // something was settled, was lost, or is not known
	OriginalFails                    // the original would fail, refuse the capture or never end, where obscope goes on
	AtLimit                          // the capture has just as many elements as tools take before they stop silently
	CaptureLacks                     // the capture does not hold a fact that the original asks for
	SharedRefs                       // elements have a ref that an earlier one has
	CutShort                         // the text was cut by a tool or a person: something that was there is not in it
	Partial                          // the snapshot tells only what changed since the one before it, which is not at hand
)

// Warnings is a list of them, in the order in which they are told.
type Warnings []Warning

// Add appends a warning.
func (w *Warnings) Add(kind WarningKind, text string) { *w = append(*w, Warning{kind, text}) }

// Texts is the sentences alone, nil if there are none.
func (w Warnings) Texts() []string {
	var texts []string
	for _, one := range w {
		texts = append(texts, one.Text)
	}
	return texts
}
