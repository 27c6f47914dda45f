package agents

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"obscope/model"
	"obscope/render"
)

// peekaboo is a likeness of what Peekaboo's see tells of a macOS window (MIT;
// from reading its source).
type peekaboo struct{}

const peekabooNoSize = render.OwnStages // without a place or size

func (peekaboo) Info() render.Info {
	return render.Info{
		Name: "peekaboo", About: "a likeness of Peekaboo's list of a window's elements, by role", Version: "2025",
		Approx: true,
		Stages: []string{"no size, or not part of the accessibility tree"},
		Defects: []string{
			"elements stand by role, so what belongs together on the screen stands apart",
		},
	}
}

type peekabooBound struct{ c *model.Capture }

// A peekabooState is what the lines between the elements say.
type peekabooState struct{ notes []string }

func (peekaboo) Bind(c *model.Capture) (render.Bound, error) {
	if !anyFrame(c) {
		return nil, errors.New("it lists what has a place in the window, and this capture has no frames; outline and indexed need none")
	}
	return &peekabooBound{c}, nil
}

func (b *peekabooBound) Plan(p *render.Plan) {
	byRole := map[string][]model.ID{}
	var roles []string
	found := 0
	for id := range b.c.Elements {
		e := &b.c.Elements[id]
		stage := render.Kept
		if !e.Has(model.HasFrame) || !e.Frame.OnScreen() || e.Frame.Empty() || e.Ignored || e.Repeat {
			stage = peekabooNoSize
		}
		if p.Out != nil && p.Out[id] != render.Kept {
			stage = p.Out[id]
		}
		if stage != render.Kept {
			dropMute(p, model.ID(id), stage)
			continue
		}
		if byRole[e.Role] == nil {
			roles = append(roles, e.Role)
		}
		byRole[e.Role] = append(byRole[e.Role], model.ID(id))
		found++
	}
	slices.Sort(roles)
	var s peekabooState
	note := func(text string) {
		p.Note(int32(len(s.notes)))
		s.notes = append(s.notes, text)
	}
	if b.c.App != "" {
		note("Application: " + b.c.App)
	}
	if b.c.Window != "" {
		note("Window: " + b.c.Window)
	}
	note("Elements found: " + strconv.Itoa(found))
	for _, role := range roles {
		actionable := 0
		for _, id := range byRole[role] {
			if peekabooActs(&b.c.Elements[id]) {
				actionable++
			}
		}
		note("")
		note(fmt.Sprintf("%s (%d found, %d actionable):", role, len(byRole[role]), actionable))
		for _, id := range byRole[role] {
			p.Write(id, 1, 0)
		}
	}
	p.State = s
}

func peekabooActs(e *model.Element) bool {
	return e.Actionable() && e.States.Is(model.Enabled) != model.No
}

func (b *peekabooBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	id := p.Entries[i].ID
	if id == model.None {
		return append(dst, p.State.(peekabooState).notes[p.Entries[i].Aux]...)
	}
	e := &b.c.Elements[id]
	part := func(before, s, after string) {
		if s != "" {
			dst = append(append(append(dst, before...), s...), after...)
		}
	}
	part("  ", e.Ref, "")
	part(` - "`, e.Name, `"`)
	whole := func(f float64) int64 { return int64(math.Round(f)) }
	dst = fmt.Appendf(dst, " - at (%d, %d) size %d×%d", whole(e.Frame.X), whole(e.Frame.Y), whole(e.Frame.W), whole(e.Frame.H))
	if !e.Secure {
		part(" - value: ", e.Value, "")
	}
	part(" - desc: ", e.Description, "")
	if !peekabooActs(e) {
		dst = append(dst, " - [not actionable]"...)
	}
	return dst
}

// AppendRef appends the ref that was captured.
func (b *peekabooBound) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	return append(dst, b.c.Elements[id].Ref...)
}
