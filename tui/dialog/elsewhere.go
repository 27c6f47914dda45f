package dialog

import (
	"fmt"
	"strings"

	"obscope/model"
)

// LastSeen is where another step of a session holds what a person looks for.
type LastSeen struct {
	Found bool
	Step  int      // from 0
	ID    model.ID // there
	lost  int      // the first step with a tree behind it, which no longer has it; 0 if there is none
	later bool     // it comes only after the step that is shown
}

// SeenElsewhere looks for an element in the steps before one, the nearest
// first, and then in those after it. Values are not looked into: they may be
// secrets.
func SeenElsewhere(captures []*model.Capture, step int, query string) LastSeen {
	want := strings.ToLower(strings.TrimSpace(query))
	in := func(c *model.Capture) model.ID {
		for _, id := range c.Tree.Order {
			e := c.Element(id)
			if strings.Contains(strings.ToLower(e.Role+` "`+e.Name+`" `+e.Ref), want) {
				return id
			}
		}
		return model.None
	}
	lost := 0
	for at := step; at < len(captures) && lost == 0; at++ {
		if captures[at].HasTree() {
			lost = at
		}
	}
	for at := step - 1; at >= 0; at-- {
		if !captures[at].HasTree() {
			continue
		}
		if id := in(captures[at]); id != model.None {
			return LastSeen{true, at, id, lost, false}
		}
		lost = at
	}
	for at := step + 1; at < len(captures); at++ {
		if id := in(captures[at]); id != model.None {
			return LastSeen{true, at, id, 0, true}
		}
	}
	return LastSeen{}
}

// Says tells where it was.
func (l LastSeen) Says() string {
	switch {
	case l.later:
		return fmt.Sprintf("not here; it comes in step %d", l.Step+1)
	case l.lost == 0:
		return fmt.Sprintf("not here; step %d held it last", l.Step+1)
	}
	return fmt.Sprintf("lost in step %d; step %d held it last", l.lost+1, l.Step+1)
}
