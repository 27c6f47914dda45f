package loaders

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

func (e *encoder) header(h *model.Header) {
	at, more := len(e.buf), e.more
	e.name("header")
	e.raw("{")
	e.more = false
	for _, m := range headerMembers(h) {
		e.value(m.name, *m.value)
	}
	e.flag("renderDifference", h.RenderDifference)
	if s := h.Stated; s.Is {
		e.name("stated")
		e.raw(fmt.Sprintf(`{"elements":%d,"shown":%d,"menuDisabled":%t}`, s.Elements, s.Shown, s.MenuDisabled))
		e.more = true
	}
	if !e.more {
		e.buf, e.more = e.buf[:at], more
		return
	}
	e.raw("}")
}

type headerMember struct {
	name  string
	value *jsontext.Value
}

func headerMembers(h *model.Header) [7]headerMember {
	return [...]headerMember{
		{"observationId", &h.ObservationID}, {"app", &h.App}, {"pid", &h.PID}, {"windowId", &h.WindowID},
		{"windowTitle", &h.WindowTitle}, {"menu", &h.Menu}, {"difference", &h.Difference},
	}
}

func (e *encoder) uses(uses []model.Use) {
	if len(uses) == 0 {
		return
	}
	e.name("uses")
	for i, u := range uses {
		e.raw([...]string{"[{", ",{"}[min(i, 1)])
		e.more = false
		e.number("element", int(u.Element))
		e.text("ref", u.Ref, false)
		e.text("action", u.Action, false)
		e.raw("}")
	}
	e.raw("]")
	e.more = true
}

func (e *encoder) parts(parts []model.Part) {
	if len(parts) == 0 {
		return
	}
	e.name("parts")
	for i, p := range parts {
		e.raw([...]string{"[{", ",{"}[min(i, 1)])
		e.more = false
		e.text("ref", p.Ref, false)
		e.number("from", int(p.From))
		e.number("to", int(p.To))
		e.number("host", int(p.Host))
		e.own(p.Raw)
		e.raw("}")
	}
	e.raw("]")
	e.more = true
}

func (e *encoder) dom(dom []model.DOMNode) {
	if len(dom) == 0 {
		return
	}
	e.name("dom")
	for i, n := range dom {
		e.raw([...]string{"[{", ",{"}[min(i, 1)])
		e.more = false
		e.text("tag", n.Tag, false)
		e.text("type", n.Type, false)
		e.flag("clickable", n.Clickable)
		e.raw("}")
	}
	e.raw("]")
	e.more = true
}

// numbers writes a list if there is one.
func (e *encoder) numbers(name string, list []int32) {
	if len(list) == 0 {
		return
	}
	e.name(name)
	e.raw("[")
	for i, n := range list {
		if i > 0 {
			e.raw(",")
		}
		e.buf = strconv.AppendInt(e.buf, int64(n), 10)
	}
	e.raw("]")
	e.more = true
}

// extras writes the facts that stood beside the tree, by name.
func (e *encoder) extras(extras map[string]string) {
	if len(extras) == 0 {
		return
	}
	e.name("extras")
	e.raw("{")
	e.more = false
	for _, name := range slices.Sorted(maps.Keys(extras)) {
		e.text(name, extras[name], true)
	}
	e.raw("}")
	e.more = true
}

// warnings writes the sentences, and the positions of those that say that the
// original fails. The other kinds are found out again when the file is read.
func (e *encoder) warnings(list model.Warnings) {
	e.strings("warnings", list.Texts())
	var fails []int32
	for i, w := range list {
		if w.Kind == model.OriginalFails {
			fails = append(fails, int32(i))
		}
	}
	e.numbers("fails", fails)
}
