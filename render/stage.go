package render

// A Stage is where an element's way into the text ended. All dialects share
// one order; a dialect leaves out what it does not do, and further dialects
// add stages of their own after these.
type Stage uint8

// The stages in their order. Kept is not a stage: the element is in the text.
const (
	Kept        Stage = iota
	AtRepeat          // repeats its parent
	AtIgnored         // the capture says that it is not part of the accessibility tree
	AtMenu            // a menu container that only holds its commands
	AtRole            // not actionable, under interactive
	AtViewport        // outside the viewport
	AtQuery           // neither a match nor above one
	AtCollapse        // a container that says nothing
	AtSeparator       // a menu separator
	AtDuplicate       // a second element with a ref that was written already
	AtSharedRef       // shares its ref with a collapsed container and went with it
	AtCap             // beyond max_elements
	AtUnchanged       // not part of the difference that is written
	OwnStages         // a dialect's own stages start here
)

var stageNames = [OwnStages]string{
	"kept", "repeat", "ignored", "menu", "interactive", "viewport", "query", "collapse", "separator", "duplicate", "shared ref", "cap", "unchanged",
}

// A Verdict says whether an element is in the text and, if not, where it went
// out. Every element has exactly one.
type Verdict struct {
	Line  int32 // the entry that writes the element, from 0; -1 if it is out
	Stage Stage
}

// In reports whether the element is in the text.
func (v Verdict) In() bool { return v.Stage == Kept }

// A FunnelStep is what one stage took out.
type FunnelStep struct {
	Stage   Stage
	Name    string
	Active  bool // whether the stage does anything under these options
	Removed int  // elements
	Left    int  // elements after the stage
}
