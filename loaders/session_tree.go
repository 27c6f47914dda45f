package loaders

import (
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// treeMarks are what trees in prose, in fences and in text that tools wrap are
// known by. Text without one of them is not searched for a tree further down.
var treeMarks = []string{
	"[ref=", "uid=", "### Page", "### Snapshot", "<hierarchy", "RootWebArea", "<browser_state>", "[Start of page]", "<app_state>",
	"Found these elements", "<AppiumAUT", "<desktop-frame", "[ref_", "AXWindow", "observation_id=",
}

// outputMark ends the lines that Codex writes before what a tool printed.
const outputMark = "Output:\n"

// findTree looks for a tree in a result: in the whole of it, behind what a
// harness wrote before it, or in the strings of the JSON that it is.
func (l *session) findTree(text string) *model.Capture {
	const shortest = 8 // characters of a tree
	trimmed := strings.TrimSpace(text)
	if len(trimmed) < shortest {
		return nil
	}
	if at := strings.Index(text[:min(len(text), 1000)], outputMark); at >= 0 && strings.Contains(text[:at+1], "ime") {
		if c := l.findTree(text[at+len(outputMark):]); c != nil {
			return c
		}
	}
	if c, known := l.direct(text); known {
		return c
	}
	if trimmed[0] == '{' || trimmed[0] == '[' {
		if v, err := jsontext.Parse(trimmed); err == nil {
			return l.deepTree(v, 0)
		}
	}
	for _, mark := range treeMarks {
		if strings.Contains(text, mark) {
			if rec := openPasted(l.inner(text)); rec != nil {
				return lastOfMany(rec, 2)
			}
			break
		}
	}
	return nil
}

func (l *session) inner(text string) *Source {
	return &Source{Name: l.s.Name, Text: text, Options: l.s.Options}
}

// direct loads a text if a format knows it, which it reports; there may be no
// tree in it even so.
func (l *session) direct(text string) (c *model.Capture, known bool) {
	inner := l.inner(text)
	p, err := unwrap(inner)
	if err != nil || p.JSON == jsontext.Array && len(p.ItemKeys) == 0 {
		return nil, false
	}
	f, err := recognise(p)
	if err != nil || f.Name == sessionName || f.Sniff(p) < Likely || l.s.Options.Format != "" && l.s.Options.Format != sessionName && f.Name != l.s.Options.Format {
		return nil, false
	}
	if f.InFiles {
		inner.FS, inner.Path = l.s.FS, l.s.Path
	}
	rec, err := f.load(inner)
	if err != nil {
		l.noTree(err.Error())
		return nil, true
	}
	if c := lastOfMany(rec, 1); c != nil {
		return c, true
	}
	for _, c := range rec.Captures {
		if len(c.Warnings) > 0 && strings.Contains(text, "napshot") {
			l.noTree(c.Warnings[len(c.Warnings)-1].Text)
		}
	}
	return nil, true
}

// lastTree is the last capture with elements, nil if there is none.
func lastTree(rec *model.Recording) *model.Capture {
	if c := rec.LastTree(); c != nil && c.HasTree() {
		return c
	}
	return nil
}

// lastOfMany is the last tree of a result, with a warning if there are more. A
// tree between prose has at least two elements: a single line is an example.
func lastOfMany(rec *model.Recording, least int) *model.Capture {
	c := lastTree(rec)
	if c == nil || len(c.Elements) < least {
		return nil
	}
	trees := 0
	for _, other := range rec.Captures {
		trees += boolInt(other.HasTree())
	}
	if trees > 1 {
		c.Warn(fmt.Sprintf("the result holds %d trees; this is the last of them", trees))
	}
	return c
}

// treeMembers are the members that hold the tree in a result that is an object
// of several texts.
var treeMembers = []string{"snapshot", "inlineSnapshot", "axtree_txt", "content", "text", "output", "result", "stdout", "data"}

// deepTree looks for a tree in the strings and objects of a value.
func (l *session) deepTree(v jsontext.Value, depth int) *model.Capture {
	if depth > maxWrapped {
		return nil
	}
	switch v.Kind {
	case jsontext.String:
		return l.findTree(v.Text)
	case jsontext.Array:
		found := &model.Recording{}
		for _, item := range v.Items {
			if c := l.deepTree(item, depth+1); c != nil {
				found.Captures = append(found.Captures, c)
			}
		}
		return lastOfMany(found, 1)
	case jsontext.Object:
		if depth > 0 {
			if c, known := l.direct(v.Raw); known {
				return c
			}
		}
		for _, name := range treeMembers {
			if m, ok := v.Lookup(name); ok {
				if c := l.deepTree(m, depth+1); c != nil {
					l.pageOf(c, v)
					return c
				}
			}
		}
		for _, m := range v.Members {
			if m.Value.Kind == jsontext.Object || m.Value.Kind == jsontext.Array {
				if c := l.deepTree(m.Value, depth+1); c != nil {
					return c
				}
			}
		}
	}
	return nil
}

// pageOf takes the title and address from the member that tells them beside a
// snapshot of Playwright MCP.
func (l *session) pageOf(c *model.Capture, v jsontext.Value) {
	if page := v.Member("page"); page.Kind == jsontext.String && c.Window == "" && c.Format == "playwright" {
		header := model.Capture{Text: page.Text}
		readPlaywrightPage(&header)
		c.App, c.Window = header.App, header.Window
	}
}
