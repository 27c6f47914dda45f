package atspi

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"

	"obscope/internal/text/pyvalue"
)

// maxDepth and maxChildren are the bounds of OSWorld's server: how deep it goes,
// and how many children of one element it takes. maxNodes is one of our own:
// an application that names an element as a child of its own would never end.
const maxDepth, maxChildren, maxNodes = 50, 1024, 500_000

// A node is an accessible as it is captured.
type node struct {
	ref
	name     string
	role     string
	states   []uint32
	ifaces   []string
	children []ref

	attributes map[string]string
	extents    *[4]int32
	text       string
	values     []float64 // current, least, greatest, step
	actions    [][3]string
	kids       []*node
}

// Capture reads the whole tree of an application as OSWorld's server writes it:
// an XML document whose root is desktop-frame.
func (a App) Capture(ctx context.Context) ([]byte, error) {
	cache, err := a.readCache(ctx)
	if err != nil {
		return nil, err
	}
	root := &node{ref: a.ref}
	total := 0
	for level, depth := []*node{root}, 1; len(level) > 0 && depth <= maxDepth; depth++ {
		if total += len(level); total > maxNodes {
			return nil, fmt.Errorf("the application has more than %d elements: its tree may have no end", maxNodes)
		}
		if err := a.readLevel(ctx, level, cache, depth); err != nil {
			return nil, err
		}
		var next []*node
		for _, n := range level {
			for i, child := range n.children {
				if i == maxChildren {
					break
				}
				if child.Path != nullPath && child.Path != "" {
					kid := &node{ref: child}
					n.kids, next = append(n.kids, kid), append(next, kid)
				}
			}
		}
		level = next
	}
	var b strings.Builder
	b.WriteString("<desktop-frame")
	for _, space := range namespaces {
		fmt.Fprintf(&b, ` xmlns:%s="https://accessibility.ubuntu.example.org/ns/%s"`, space[0], space[1])
	}
	b.WriteString(">\n")
	root.write(&b, 1)
	b.WriteString("</desktop-frame>\n")
	return []byte(b.String()), nil
}

// A cacheItem is what an application's cache tells of an accessible.
type cacheItem struct {
	Ref, App, Parent ref
	Index, Children  int32
	Ifaces           []string
	Name             string
	Role             uint32
	Description      string
	States           []uint32
}

// readCache asks the application for what it has in its cache; older toolkits
// and some applications have none. An error is an application that does not
// answer at all.
func (a App) readCache(ctx context.Context) (map[ref]*node, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var items []cacheItem
	if a.bus.Object(a.ref.Name, cachePath).CallWithContext(ctx, "org.a11y.atspi.Cache.GetItems", 0).Store(&items) != nil {
		if ctx.Err() != nil {
			return nil, explain(ctx, nil)
		}
		return nil, nil
	}
	slices.SortStableFunc(items, func(x, y cacheItem) int { return cmp.Compare(x.Index, y.Index) })
	nodes := make(map[ref]*node, len(items))
	below := map[ref][]ref{}
	for _, item := range items {
		nodes[item.Ref] = &node{name: item.Name, states: item.States, ifaces: item.Ifaces}
		below[item.Parent] = append(below[item.Parent], item.Ref)
	}
	for _, item := range items {
		if kids := below[item.Ref]; len(kids) == int(item.Children) {
			nodes[item.Ref].children = kids
		} else {
			delete(nodes, item.Ref) // it is asked itself
		}
	}
	return nodes, nil
}

// readLevel asks for everything about the elements of one level: first what the
// cache does not tell, then what depends on the interfaces that they have.
func (a App) readLevel(ctx context.Context, level []*node, cache map[ref]*node, depth int) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	q := newQueue(ctx, a.bus)
	type asked struct{ name, states, ifaces, children *dbus.Call }
	basics := make([]asked, len(level))
	for i, n := range level {
		if known := cache[n.ref]; known != nil {
			n.name, n.states, n.ifaces, n.children = known.name, known.states, known.ifaces, known.children
			continue
		}
		basics[i] = asked{
			q.get(n.ref, accessible, "Name"), q.call(n.ref, accessible+".GetState"),
			q.call(n.ref, accessible+".GetInterfaces"), q.call(n.ref, accessible+".GetChildren"),
		}
	}
	q.wait()
	for i, n := range level {
		if b := basics[i]; b.name != nil {
			n.name = text(b.name)
			b.states.Store(&n.states)
			b.ifaces.Store(&n.ifaces)
			if err := b.children.Store(&n.children); err != nil && (depth == 1 || ctx.Err() != nil) {
				return explain(ctx, err)
			}
		}
	}
	a.readDetails(ctx, level)
	if ctx.Err() != nil {
		return explain(ctx, nil)
	}
	return nil
}

// readDetails asks for what the cache never tells.
func (a App) readDetails(ctx context.Context, level []*node) {
	q := newQueue(ctx, a.bus)
	type asked struct {
		role, attributes, extents, text, actions *dbus.Call
		values                                   []*dbus.Call
	}
	calls := make([]asked, len(level))
	for i, n := range level {
		c := &calls[i]
		c.role = q.call(n.ref, accessible+".GetRoleName")
		c.attributes = q.call(n.ref, accessible+".GetAttributes")
		if n.has("Component") {
			c.extents = q.call(n.ref, "org.a11y.atspi.Component.GetExtents", uint32(0)) // on the screen
		}
		if n.has("Text") {
			c.text = q.call(n.ref, "org.a11y.atspi.Text.GetText", int32(0), int32(-1))
		}
		if n.has("Value") {
			for _, property := range []string{"CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"} {
				c.values = append(c.values, q.get(n.ref, "org.a11y.atspi.Value", property))
			}
		}
		if n.has("Action") {
			c.actions = q.get(n.ref, "org.a11y.atspi.Action", "NActions")
		}
	}
	q.wait()
	if ctx.Err() != nil {
		return
	}
	for i, n := range level {
		c := calls[i]
		c.role.Store(&n.role)
		c.attributes.Store(&n.attributes)
		var box struct{ X, Y, W, H int32 }
		if c.extents != nil && c.extents.Store(&box) == nil {
			n.extents = &[4]int32{box.X, box.Y, box.W, box.H}
		}
		if c.text != nil {
			c.text.Store(&n.text)
		}
		for _, v := range c.values {
			number, _ := value(v).(float64)
			n.values = append(n.values, number)
		}
		count, _ := value(c.actions).(int32)
		n.actions = make([][3]string, max(0, min(count, maxChildren)))
	}
	a.readActions(ctx, level)
}

// readActions asks for the actions one by one: asked for all of them at once,
// toolkits answer with other names, translated ones.
func (a App) readActions(ctx context.Context, level []*node) {
	q := newQueue(ctx, a.bus)
	type asked struct {
		to   *string
		call *dbus.Call
	}
	var calls []asked
	for _, n := range level {
		for i := range n.actions {
			for k, method := range []string{"GetName", "GetDescription", "GetKeyBinding"} {
				calls = append(calls, asked{&n.actions[i][k], q.call(n.ref, "org.a11y.atspi.Action."+method, int32(i))})
			}
		}
	}
	q.wait()
	for _, c := range calls {
		if ctx.Err() == nil {
			c.call.Store(c.to)
		}
	}
}

func (n *node) has(iface string) bool { return slices.Contains(n.ifaces, "org.a11y.atspi."+iface) }

// namespaces are the prefixes and the ends of the addresses of OSWorld's XML.
var namespaces = [][2]string{
	{"st", "state"}, {"attr", "attributes"}, {"cp", "component"}, {"doc", "document"},
	{"docattr", "document/attributes"}, {"txt", "text"}, {"val", "value"}, {"act", "action"},
}

// write writes an element and what is below it.
func (n *node) write(b *strings.Builder, depth int) {
	indent := strings.Repeat("  ", depth)
	tag := xmlName(strings.TrimSpace(n.role))
	if tag == "" {
		tag = "unknown"
	}
	b.WriteString(indent + "<" + tag)
	attribute(b, "name", n.name)
	for i, word := range stateNames {
		if i/32 < len(n.states) && n.states[i/32]&(1<<(i%32)) != 0 && word != "" {
			attribute(b, "st:"+word, "true")
		}
	}
	for _, key := range sortedKeys(n.attributes) {
		attribute(b, "attr:"+xmlName(key), n.attributes[key])
	}
	if box := n.extents; box != nil {
		attribute(b, "cp:screencoord", fmt.Sprintf("(%d, %d)", box[0], box[1]))
		attribute(b, "cp:size", fmt.Sprintf("(%d, %d)", box[2], box[3]))
	}
	for i, v := range n.values {
		attribute(b, "val:"+[]string{"value", "min", "max", "step"}[i], pyvalue.Float(v))
	}
	for _, action := range n.actions {
		if name := xmlName(action[0]); name != "" {
			attribute(b, "act:"+name+"_desc", action[1])
			attribute(b, "act:"+name+"_kb", action[2])
		}
	}
	// The marks of embedded objects are no text.
	text := strings.NewReplacer("\ufffc", "", "\ufffd", "").Replace(n.text)
	if text == "" && len(n.kids) == 0 {
		b.WriteString("/>\n")
		return
	}
	b.WriteByte('>')
	xml.EscapeText(b, []byte(text))
	if len(n.kids) > 0 {
		if text == "" {
			b.WriteByte('\n')
		}
		for _, kid := range n.kids {
			kid.write(b, depth+1)
		}
		if text == "" {
			b.WriteString(indent)
		}
	}
	b.WriteString("</" + tag + ">\n")
}

func attribute(b *strings.Builder, name, value string) {
	b.WriteString(" " + name + `="`)
	xml.EscapeText(b, []byte(value))
	b.WriteByte('"')
}

// xmlName is a word as a name in XML: what may not stand in one becomes a dash.
func xmlName(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_.-", c) {
			return c
		}
		return '-'
	}, s)
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		if k != "" {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// stateNames are the states of AT-SPI by their numbers, as OSWorld names them.
var stateNames = []string{
	"invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled", "expandable", "expanded",
	"focusable", "focused", "has_tooltip", "horizontal", "iconified", "modal", "multi_line", "multiselectable", "opaque",
	"pressed", "resizable", "selectable", "selected", "sensitive", "showing", "single_line", "stale", "transient", "vertical",
	"visible", "manages_descendants", "indeterminate", "required", "truncated", "animated", "invalid_entry",
	"supports_autocompletion", "selectable_text", "is_default", "visited", "checkable", "has_popup", "read_only",
}
