package agents

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"obscope/model"
	"obscope/render"
)

// windowsMCP is a likeness of the state that Windows-MCP tells (MIT; a snapshot
// of 2025, later versions write otherwise).
type windowsMCP struct{}

const (
	windowsMCPMute    = render.OwnStages + iota // neither to be operated, nor text, nor scrollable
	windowsMCPNoPlace                           // to be operated, and without a place
)

func (windowsMCP) Info() render.Info {
	return render.Info{
		Name: "windows-mcp", About: "a likeness of Windows-MCP's three lists: interactive, informative and scrollable elements", Version: "2025",
		Approx: true,
		Stages: []string{"neither to be operated, nor text, nor scrollable", "without a place on the screen"},
		Defects: []string{
			"the hierarchy is lost: nothing says what belongs to which dialog or row",
			"coordinates may be off where the screen is scaled (CursorTouch/Windows-MCP#82)",
		},
	}
}

type windowsMCPBound struct {
	c     *model.Capture
	list  []uint8 // by element
	stage []render.Stage
	app   []string // by element: the application or window that it is in
}

// The lists.
const (
	windowsInteractive = iota
	windowsInformative
	windowsScrollable
	windowsLists
)

var windowsMCPHeadings = [windowsLists]string{"List of Interactive Elements:", "List of Informative Elements:", "List of Scrollable Elements:"}

func (windowsMCP) Bind(c *model.Capture) (render.Bound, error) {
	if !anyFrame(c) {
		return nil, errors.New("it gives coordinates to click, and this capture has no frames; outline and indexed need none")
	}
	n := len(c.Elements)
	b := &windowsMCPBound{c: c, list: make([]uint8, n), stage: make([]render.Stage, n), app: make([]string, n)}
	for _, id := range c.Tree.Order {
		e := &c.Elements[id]
		if up := c.Tree.Parent[id]; up != model.None {
			b.app[id] = b.app[up]
		}
		if b.app[id] == "" && (e.Kind == model.KindApplication || e.Kind == model.KindWindow) {
			b.app[id] = e.Name
		}
		placed := e.Has(model.HasFrame) && e.Frame.OnScreen() && !e.Frame.Empty()
		switch {
		case e.Ignored || e.Repeat || e.States.Is(model.Offscreen) == model.Yes:
			b.stage[id] = windowsMCPMute
		case e.Actionable() && e.States.Is(model.Enabled) != model.No:
			b.list[id] = windowsInteractive
			if !placed {
				b.stage[id] = windowsMCPNoPlace
			}
		case e.Kind == model.KindText && e.Name != "":
			b.list[id] = windowsInformative
		case e.States.Is(model.Scrollable) == model.Yes && placed:
			b.list[id] = windowsScrollable
		default:
			b.stage[id] = windowsMCPMute
		}
	}
	return b, nil
}

func (b *windowsMCPBound) Plan(p *render.Plan) {
	label := int32(0)
	for list := range uint8(windowsLists) {
		if list > 0 {
			p.Note(-1)
		}
		p.Note(int32(list))
		for _, id := range b.c.Tree.Order {
			switch {
			case p.Out != nil && p.Out[id] != render.Kept:
				p.Drop(id, p.Out[id])
			case b.stage[id] != render.Kept:
				dropMute(p, id, b.stage[id])
			case b.list[id] == list:
				p.Write(id, 0, label)
				if list != windowsInformative {
					label++
				}
			}
		}
	}
}

func (b *windowsMCPBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	entry := p.Entries[i]
	if entry.ID == model.None {
		if entry.Aux < 0 {
			return dst
		}
		return append(dst, windowsMCPHeadings[entry.Aux]...)
	}
	e := &b.c.Elements[entry.ID]
	app := b.app[entry.ID]
	if b.list[entry.ID] == windowsInformative {
		return fmt.Appendf(dst, "App Name: %s Name: %s", app, e.Name)
	}
	x, y := e.Frame.Center()
	dst = strconv.AppendInt(append(dst, "Label: "...), int64(entry.Aux), 10)
	dst = fmt.Appendf(dst, " App Name: %s ControlType: %s Control Name: %s", app, e.Role, e.Name)
	if b.list[entry.ID] == windowsInteractive {
		dst = append(dst, " Shortcut: "...)
	}
	dst = fmt.Appendf(dst, " Cordinates: (%d,%d)", int64(math.Round(x)), int64(math.Round(y)))
	if b.list[entry.ID] == windowsScrollable {
		dst = append(dst, " Horizontal Scrollable: ? Vertical Scrollable: ?"...)
	}
	return dst
}

// AppendRef appends the label.
func (b *windowsMCPBound) AppendRef(dst []byte, p *render.Plan, i int, id model.ID) []byte {
	if b.list[id] == windowsInformative {
		return dst
	}
	return strconv.AppendInt(dst, int64(p.Entries[i].Aux), 10)
}
