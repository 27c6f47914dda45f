package render

import (
	"fmt"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// appendHeader writes the first line. Fields that a capture of another tool
// lacks are left out; a Maka capture prints them as undefined.
func (o *outline) appendHeader(dst []byte, p *Plan) []byte {
	h := &o.c.Header
	start := len(dst)
	field := func(name, value string) {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = append(append(append(dst, name...), '='), value...)
	}
	if isMaka(o.c) {
		field("observation_id", plain(jsvalue.String(h.ObservationID)))
		field("app", plain(jsvalue.String(h.App)))
		field("pid", plain(jsvalue.String(h.PID)))
		field("window_id", plain(jsvalue.String(h.WindowID)))
	} else {
		if o.c.App != "" {
			field("app", plain(o.c.App))
		}
		if h.PID.Kind != jsontext.Missing {
			field("pid", plain(jsvalue.String(h.PID)))
		}
	}
	if title := h.WindowTitle; makaJSON(o.c) && jsvalue.Truthy(title) {
		field("window", jsvalue.JSON(title))
	} else if !makaJSON(o.c) && o.c.Window != "" {
		field("window", jsontext.Quote(o.c.Window))
	}
	st := p.State.(*outlineState)
	field("elements", fmt.Sprint(st.elements))
	showing := func(name, value string, n narrowing, rest string) {
		field(name, fmt.Sprintf("%s(showing %d of %d: %s)", value, n.left, n.of, rest))
	}
	if st.interactive.active {
		showing("interactive", "on", st.interactive, "actionable elements and the elements containing them. Turn interactive off for the rest")
	}
	if st.view.active {
		v := p.Set.Viewport.Rect
		place := strings.Join([]string{jsvalue.Float(v.X), jsvalue.Float(v.Y), jsvalue.Float(v.W), jsvalue.Float(v.H)}, ",")
		showing("viewport", place, st.view, "elements inside and the elements containing them. Observe without a viewport for the rest")
	}
	if st.query.active && p.Set.Query != "" {
		showing("query", jsontext.Quote(p.Set.Query), st.query, "matches and the elements containing them. Observe without a query for the rest")
	}
	if st.capped {
		field("max_elements", fmt.Sprintf("%d(showing %d of %d lines. Raise max_elements for the rest)", p.Set.MaxElements, p.Set.MaxElements, st.lines))
	}
	if o.c.Truncated {
		field("truncated", "true(the tree was cut short; an element you expect may exist but not be listed)")
	}
	return dst
}

// makaFormats are those of Maka's captures: its JSON, and the text that its agent
// read.
var makaFormats = []string{"maka", "maka-text"}

func isMaka(c *model.Capture) bool { return slices.Contains(makaFormats, c.Format) }

// makaJSON reports a capture of Maka that was not read back from its text.
func makaJSON(c *model.Capture) bool { return isMaka(c) && c.Text == "" }

// plain is how a part that is not quoted is written: a surrogate half cannot
// be encoded and becomes U+FFFD.
func plain(s string) string { return jsontext.Scrub(s) }

func (o *outline) appendMenuCaption(dst []byte, st *outlineState) []byte {
	menu := o.c.Header.Menu
	dst = fmt.Appendf(dst, "menu_bar=%d", st.menuItems)
	if opened := menu.Member("opened"); jsvalue.Truthy(opened) {
		dst = append(append(dst, " opened="...), jsvalue.JSON(opened)...)
	} else {
		dst = append(dst, ` not_opened(only the titles are listed; observe again with menu="<title>" to list one menu's commands)`...)
	}
	if st.menuDisabled {
		dst = append(dst, " note(a disabled command needs its application in front, which Computer Use does not do; it cannot be pressed from here)"...)
	}
	if menu.Member("truncated").IsTrue() {
		dst = append(dst, " truncated=true(this menu was cut short; a command you expect may exist but not be listed)"...)
	}
	return dst
}
