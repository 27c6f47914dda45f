package gentree

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"obscope/internal/text/jsontext"
)

// A Writer writes a tree of n elements in one format.
type Writer func(w io.Writer, n int) error

// Captures are the writers by the names that obscope has for their formats.
var Captures = map[string]Writer{
	"maka": Maka, "autocontrol": AutoControl, "osworld": OSWorld, "uiautomator": UIAutomator, "cdp": CDP, "playwright": Playwright,
}

// nested writes a tree whose elements hold their children: open begins an
// element, and shut ends the one that open began at that index.
func nested(w io.Writer, n int, open, shut func(out *bufio.Writer, i, depth int, e node)) error {
	out := bufio.NewWriter(w)
	list := nodes(n)
	var path []int
	pop := func() {
		at := path[len(path)-1]
		path = path[:len(path)-1]
		shut(out, at, len(path), list[at])
	}
	for i, e := range list {
		for len(path) > 0 && path[len(path)-1] != e.parent {
			pop()
		}
		open(out, i, len(path), e)
		path = append(path, i)
	}
	for len(path) > 0 {
		pop()
	}
	return out.Flush()
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder does not fail
	return b.String()
}

// OSWorld writes the XML of an accessibility tree as OSWorld reads it.
func OSWorld(w io.Writer, n int) error {
	const ns = "https://accessibility.ubuntu.example.org/ns/"
	if _, err := fmt.Fprintf(w, `<desktop-frame xmlns:st="%[1]sstate" xmlns:cp="%[1]scomponent" xmlns:act="%[1]saction">`, ns); err != nil {
		return err
	}
	tag := func(e node) string { return strings.ToLower(e.role) }
	err := nested(w, n, func(out *bufio.Writer, _, _ int, e node) {
		fmt.Fprintf(out, `<%s name="%s" st:enabled="%v" st:showing="true" st:visible="true" cp:screencoord="(%d, %d)" cp:size="(%d, %d)">%s`,
			tag(e), escaped(e.name), !e.disabled, e.x, e.y, e.width, e.height, escaped(e.value))
	}, func(out *bufio.Writer, _, _ int, e node) {
		fmt.Fprintf(out, "</%s>\n", tag(e))
	})
	if err == nil {
		_, err = io.WriteString(w, "</desktop-frame>\n")
	}
	return err
}

// UIAutomator writes an Android dump.
func UIAutomator(w io.Writer, n int) error {
	if _, err := io.WriteString(w, "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"); err != nil {
		return err
	}
	err := nested(w, n, func(out *bufio.Writer, i, _ int, e node) {
		fmt.Fprintf(out, `<node index="%d" text="%s" resource-id="" class="android.widget.%s" package="org.example" content-desc="%s" clickable="%v" enabled="%v" focused="%v" password="false" selected="false" bounds="[%d,%d][%d,%d]">`,
			i, escaped(e.value), e.role, escaped(e.name), e.role == "Button", !e.disabled, e.focused, e.x, e.y, e.x+e.width, e.y+e.height)
	}, func(out *bufio.Writer, _, _ int, _ node) {
		out.WriteString("</node>\n")
	})
	if err == nil {
		_, err = io.WriteString(w, "</hierarchy>\n")
	}
	return err
}

// CDP writes the nodes of Accessibility.getFullAXTree.
func CDP(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	list := nodes(n)
	kids := make([][]string, n)
	for i, e := range list {
		if e.parent >= 0 {
			kids[e.parent] = append(kids[e.parent], fmt.Sprintf(`"%d"`, i+1))
		}
	}
	out.WriteString(`{"nodes":[`)
	for i, e := range list {
		if i > 0 {
			out.WriteString(",\n")
		}
		role, parent := strings.ToLower(e.role), ""
		if i == 0 {
			role = "RootWebArea"
		}
		if e.parent >= 0 {
			parent = fmt.Sprintf(`"parentId":"%d",`, e.parent+1)
		}
		fmt.Fprintf(out, `{"nodeId":"%d",%s"ignored":false,"role":{"type":"role","value":%q},"name":{"type":"computedString","value":%s},"value":{"type":"string","value":%s},"properties":[],"childIds":[%s],"backendDOMNodeId":%d}`,
			i+1, parent, role, jsontext.Quote(e.name), jsontext.Quote(e.value), strings.Join(kids[i], ","), i+1)
	}
	out.WriteString("]}\n")
	return out.Flush()
}

// Playwright writes an aria snapshot.
func Playwright(w io.Writer, n int) error {
	return nested(w, n, func(out *bufio.Writer, i, depth int, e node) {
		fmt.Fprintf(out, "%s- %s", strings.Repeat("  ", depth), strings.ToLower(e.role))
		if e.name != "" {
			fmt.Fprintf(out, " %s", jsontext.Quote(e.name))
		}
		fmt.Fprintf(out, " [ref=e%d]:\n", i)
		if e.value != "" {
			fmt.Fprintf(out, "%s  - text: %s\n", strings.Repeat("  ", depth), jsontext.Quote(e.value))
		}
	}, func(*bufio.Writer, int, int, node) {})
}
