package loaders

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/loaders/domsnap"
	"obscope/model"
)

// A domNode is a node of a page that a test makes up.
type domNode struct {
	name, value string
	kind        int
	attrs       []string // names and values in turn
	kids        []domNode
	styles      []string
	size        [6]int // of the box, of its inside, and of its content
	unboxed     bool
	clicks      bool
	role        string // in the accessibility tree; - for none
}

func el(name string, attrs string, kids ...domNode) domNode {
	n := domNode{name: strings.ToUpper(name), kind: domsnap.NodeElement, kids: kids, size: [6]int{9, 9, 9, 9, 9, 9}, role: "generic"}
	for _, a := range strings.Split(attrs, "|") {
		if name, value, _ := strings.Cut(a, "="); name != "" {
			n.attrs = append(n.attrs, name, value)
		}
	}
	return n
}

func txt(s string) domNode {
	return domNode{name: "#text", value: s, kind: domsnap.NodeText, role: "StaticText"}
}

func (n domNode) noBox() domNode             { n.unboxed, n.role = true, "-"; return n }
func (n domNode) sized(s [6]int) domNode     { n.size = s; return n }
func (n domNode) clicked() domNode           { n.clicks = true; return n }
func (n domNode) styled(s ...string) domNode { n.styles = s; return n }
func (n domNode) called(role string) domNode { n.role = role; return n }
func (n domNode) named(name string) domNode  { n.name = name; return n }
func shadow(kids ...domNode) domNode {
	return domNode{name: "#document-fragment", kind: 11, kids: kids, unboxed: true, role: "-"}
}
func page(head []domNode, body ...domNode) domNode {
	html := el("html", "", append(head, el("body", "", body...))...)
	return domNode{name: "#document", kind: domsnap.NodeDocument, kids: []domNode{html}, role: "RootWebArea"}
}

// pageFiles are the accessibility tree and the DOM snapshot of a page; the
// backend node id of a node is its place in document order, from 1.
func pageFiles(root domNode) map[string]string {
	var strs []string
	at := map[string]int{}
	str := func(s string) int {
		i, ok := at[s]
		if !ok {
			i = len(strs)
			at[s], strs = i, append(strs, s)
		}
		return i
	}
	var parent, kind, name, value, backend, attrs, clickable, checked, boxNode, bounds, client, scroll, styles, ax []string
	var grow func(n domNode, up int, axUp int)
	grow = func(n domNode, up int, axUp int) {
		self := len(backend)
		backend = append(backend, fmt.Sprint(self+1))
		parent, kind, name = append(parent, fmt.Sprint(up)), append(kind, fmt.Sprint(n.kind)), append(name, fmt.Sprint(str(n.name)))
		value = append(value, fmt.Sprint(str(n.value)))
		var list []string
		for i, a := range n.attrs {
			list = append(list, fmt.Sprint(str(a)))
			if a == "checked" && i%2 == 0 {
				checked = append(checked, fmt.Sprint(self))
			}
		}
		attrs = append(attrs, "["+strings.Join(list, ",")+"]")
		if n.clicks {
			clickable = append(clickable, fmt.Sprint(self))
		}
		if !n.unboxed {
			boxNode = append(boxNode, fmt.Sprint(self))
			s := n.size
			bounds = append(bounds, fmt.Sprintf("[0,0,%d,%d]", s[0], s[1]))
			client = append(client, fmt.Sprintf("[0,0,%d,%d]", s[2], s[3]))
			scroll = append(scroll, fmt.Sprintf("[0,0,%d,%d]", s[4], s[5]))
			list = nil
			for _, v := range n.styles {
				list = append(list, fmt.Sprint(str(v)))
			}
			styles = append(styles, "["+strings.Join(list, ",")+"]")
		}
		if n.role != "-" {
			node := fmt.Sprintf(`{"nodeId":"%d","ignored":false,"role":{"type":"role","value":%q},"backendDOMNodeId":%d`, self+1, n.role, self+1)
			if axUp > 0 {
				node += fmt.Sprintf(`,"parentId":"%d"`, axUp)
			}
			ax, axUp = append(ax, node+"}"), self+1
		}
		for _, kid := range n.kids {
			grow(kid, self, axUp)
		}
	}
	grow(root, -1, 0)
	join := func(list []string) string { return "[" + strings.Join(list, ",") + "]" }
	url := str("http://a.example/dir/page?q#f")
	var quoted []string
	for _, s := range strs {
		quoted = append(quoted, jsontext.Quote(s))
	}
	snapshot := fmt.Sprintf(`{"documents":[{"documentURL":%d,"baseURL":%d,"nodes":{"parentIndex":%s,"nodeType":%s,"nodeName":%s,"nodeValue":%s,"backendNodeId":%s,"attributes":%s,"isClickable":{"index":%s},"inputChecked":{"index":%s}},`+
		`"layout":{"nodeIndex":%s,"bounds":%s,"clientRects":%s,"scrollRects":%s,"styles":%s}}],"strings":%s}`, url, url, join(parent), join(kind), join(name), join(value), join(backend), join(attrs), join(clickable), join(checked),
		join(boxNode), join(bounds), join(client), join(scroll), join(styles), join(quoted))
	return map[string]string{"d/p.cdp-axtree.json": `{"nodes":` + join(ax) + `}`, "d/p.domsnapshot.json": snapshot}
}

// cursorLines is the list of clickable elements, one line each: the text of the
// element, kind, hints and what is hidden inside.
func cursorLines(t *testing.T, c *model.Capture) string {
	t.Helper()
	v, err := jsontext.Parse(c.Extras["cursor"])
	if err != nil {
		t.Fatalf("cursor %q: %v", c.Extras["cursor"], err)
	}
	var lines []string
	for _, m := range v.Members {
		var hints []string
		for _, h := range m.Value.Member("hints").Items {
			hints = append(hints, h.Text)
		}
		line := m.Value.Member("text").Text + ": " + m.Value.Member("kind").Text + " " + strings.Join(hints, " ")
		if h := m.Value.Member("hidden").Text; h != "" {
			line += " " + h + " " + m.Value.Member("checked").Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func style(text string) []domNode {
	return []domNode{el("head", "", el("style", "", txt(text)).noBox()).noBox()}
}

// TestClickableElementsOfADOMSnapshot has one page for each rule of
// agent-browser's search.
func TestClickableElementsOfADOMSnapshot(t *testing.T) {
	radio, box := el("input", "type=radio|checked").noBox(), el("input", "type=checkbox")
	for _, test := range []struct {
		name string
		head []domNode
		body []domNode
		want string
		open string // part of what is not told
	}{
		{"hints in order", nil, []domNode{el("div", "contenteditable|tabindex=0|onclick=x|style=cursor: pointer", txt("a"))}, "a: clickable cursor:pointer onclick tabindex contenteditable", ""},
		{"kinds", nil, []domNode{el("p", "tabindex=0", txt("a")), el("p", "contenteditable=true|tabindex=1", txt("b")), el("p", "tabindex=-1|contenteditable=false", txt("c"))}, "a: focusable tabindex; b: editable tabindex contenteditable", ""},
		{"controls are in the tree anyway", nil, []domNode{el("a", "onclick=x"), el("summary", "tabindex=0"), el("i", "role=Tab|onclick=x"), el("i", "role=dialog|onclick=x", txt("d"))}, "d: clickable onclick", ""},
		{"without size", nil, []domNode{el("div", "onclick=x").sized([6]int{9, 0}), el("div", "onclick=x").noBox()}, "", ""},
		{"hidden by attribute", nil, []domNode{el("div", "aria-hidden=true", el("div", "onclick=x")), el("div", "hidden", el("p", "tabindex=0")), el("div", "aria-hidden=false", el("p", "tabindex=0", txt("x")))}, "x: focusable tabindex", ""},
		{"the cursor is inherited", nil, []domNode{el("div", "style=cursor:pointer", txt("a"), el("b", "", txt("b")), el("b", "tabindex=0", txt("c")), el("label", "", el("b", "", txt("d"))))}, "abcd: clickable cursor:pointer; c: clickable cursor:pointer tabindex", ""},
		{"of links, too", nil, []domNode{el("a", "href=x", el("b", "", txt("a"))), el("a", "", el("b", "style=cursor:pointer", txt("b")))}, "b: clickable cursor:pointer", ""},
		{"the body is none", nil, []domNode{el("div", "style=cursor:inherit", txt("a"))}, "", ""},
		{"style attributes", nil, []domNode{
			el("i", "style=cursor:auto; CURSOR : Pointer ", txt("1")), el("i", "style=cursor:pointer;cursor:default", txt("2")), el("i", "style=cursor:pointer !important;cursor:default", txt("3")),
			el("i", "style=cursor:pointer;cursor:nonsense", txt("4")), el("i", `style=background:url("a;cursor:pointer")`, txt("5")), el("i", "style=/* x;*/cursor/**/:pointer", txt("6")), el("i", "style=cursor:url(x),pointer", txt("7")),
			el("i", "style=cursor", txt("8")), el("i", "style=cursor:var(--c)", txt("9")), el("i", "style=cursor:inherit", txt("0")),
		}, "1: clickable cursor:pointer; 3: clickable cursor:pointer; 4: clickable cursor:pointer; 6: clickable cursor:pointer", ""},
		{"shadow trees are not searched", nil, []domNode{el("x-card", "", shadow(el("div", "onclick=x", txt("in"))), el("p", "onclick=y", shadow(txt("in")), txt("out")))}, "out: clickable onclick", ""},
		{"pseudo-elements are none", nil, []domNode{el("p", "onclick=y", el("i", "", txt("no")).named("::before"), txt("yes"))}, "yes: clickable onclick", ""},
		{"the text is cut", nil, []domNode{el("p", "tabindex=0", txt(" \n"), txt("  a"), el("b", "", txt(strings.Repeat("é", 98)+"😀tail")))}, "a" + strings.Repeat("é", 98) + "\xed\xa0\xbd: focusable tabindex", ""},
		{"no text", nil, []domNode{el("p", "tabindex=0", txt(" \n")), txt("after")}, ": focusable tabindex", ""},
		{"a hidden radio button", nil, []domNode{el("label", "style=cursor:pointer", txt("a"), radio)}, "a: clickable cursor:pointer radio true", ""},
		{"a hidden checkbox", nil, []domNode{el("div", "tabindex=0", txt("a"), el("input", "type=text").noBox(), el("input", "type=CheckBox").noBox())}, "a: focusable tabindex checkbox false", "whether a hidden checkbox is indeterminate"},
		{"only the first counts", nil, []domNode{el("div", "tabindex=0", txt("a"), box, radio)}, "a: focusable tabindex", ""},
		{"hidden by attribute or visibility", nil, []domNode{el("p", "tabindex=0", txt("a"), el("input", "type=radio|hidden").noBox()), el("p", "tabindex=0|style=visibility:hidden", txt("b"), el("input", "type=radio")), el("p", "tabindex=0|style=visibility:hidden", txt("c"), el("input", "type=radio|style=visibility:visible"))},
			"a: focusable tabindex radio false; b: focusable tabindex radio false; c: focusable tabindex", ""},
		{"in what is not displayed", nil, []domNode{el("p", "tabindex=0", txt("a"), el("i", "", el("input", "type=radio").noBox()).noBox()), el("p", "tabindex=0", txt("b"), el("i", "", el("input", "type=radio|style=display:none").noBox()).noBox())}, "a: focusable tabindex; b: focusable tabindex radio false", ""},
		{"hidden by a style sheet, as the tree shows", style("input{visibility:hidden}"), []domNode{el("p", "tabindex=0", txt("a"), el("input", "type=radio").called("-")), el("p", "tabindex=0", txt("b"), el("input", "type=radio").called("radio"))}, "a: focusable tabindex radio false; b: focusable tabindex", ""},
		{"style sheets", style(".a{cursor:pointer}"), []domNode{el("p", "class=a", txt("a"))}, "", "which cursor style sheets set"},
		{"style sheets that set no cursor", style(".a{color:red}"), []domNode{el("p", "class=a", txt("a"))}, "", ""},
		{"linked style sheets", []domNode{el("head", "", el("link", "rel=alternate StyleSheet").noBox()).noBox()}, nil, "", "which cursor style sheets set"},
		{"style sheets filled by scripts", []domNode{el("head", "", el("style", "").noBox()).noBox()}, nil, "", "which cursor style sheets set"},
		{"listeners of scripts", nil, []domNode{el("p", "tabindex=0", txt("a")).clicked(), el("p", "", txt("b")).clicked()}, "a: focusable tabindex", "whether the click listeners of 2 elements are onclick properties"},
		{"listeners that are no scripts'", nil, []domNode{el("label", "").clicked(), el("p", "onmouseup=x").clicked(), el("button", "").clicked(), el("p", "contenteditable=plaintext-only", el("b", "").clicked()).clicked()}, "", ""},
		{"computed cursors", style("p{cursor:pointer}"), []domNode{el("p", "", txt("a"), el("b", "", txt("b")).styled("block", "pointer")).styled("block", "pointer"), el("p", "style=cursor:pointer", txt("c")).styled("block", "default")}, "ab: clickable cursor:pointer", ""},
		{"pointer-events are no cursors", style("p{cursor:pointer}"), []domNode{el("p", "", txt("a")).styled("auto"), el("p", "", txt("b")).styled("none")}, "", "which cursor style sheets set"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := loadBeside(t, pageFiles(page(test.head, test.body...)), Options{})
			if got := cursorLines(t, c); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			open, _ := jsontext.Parse(c.Extras["untold"])
			var said string
			for _, item := range open.Member("cursor").Items {
				said += item.Text
			}
			if !strings.Contains(said, test.open) || test.open == "" && said != "" {
				t.Errorf("not told: %q, want %q", said, test.open)
			}
		})
	}
}

func TestScrollableElementsOfADOMSnapshot(t *testing.T) {
	high, wide := [6]int{9, 9, 9, 9, 9, 99}, [6]int{9, 9, 9, 9, 99, 9}
	for _, test := range []struct {
		name string
		head []domNode
		node domNode
		want bool
		open string
	}{
		{"inline", nil, el("div", "style=overflow:auto").sized(high), true, ""},
		{"content that fits", nil, el("div", "style=overflow:scroll"), false, ""},
		{"visible", nil, el("div", "").sized(high), false, ""},
		{"hidden", nil, el("div", "style=overflow:hidden").sized(high), false, ""},
		{"the other axis", nil, el("div", "style=overflow:hidden auto").sized(wide), false, ""},
		{"its axis", nil, el("div", "style=overflow:hidden auto").sized(high), true, ""},
		{"one axis makes both clip", nil, el("div", "style=overflow-x:hidden").sized(high), true, ""},
		{"textarea", nil, el("textarea", "").sized(high), true, ""},
		{"list", nil, el("select", "size=2").sized(high), true, ""},
		{"menu", nil, el("select", "size=1").sized(high), false, ""},
		{"computed", style("div{overflow:auto}"), el("div", "").sized(high).styled("block", "auto"), true, ""},
		{"computed, not", style("div{overflow:auto}"), el("div", "", el("p", "").styled("block", "auto")).sized(high).styled("block", "visible"), false, ""},
		{"computed by axis", nil, el("div", "", el("p", "").styled("hidden", "scroll")).sized(wide).styled("hidden", "auto"), false, ""},
		{"computed shorthand", nil, el("div", "", el("p", "").styled("visible")).sized(wide).styled("auto hidden"), true, ""},
		{"style sheets", style("div{overflow-y:auto}"), el("div", "").sized(high), false, "whether style sheets let 1 element scroll"},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := page(test.head, test.node)
			if len(test.node.styles) > 0 {
				// The document and the body have styles that tell nothing apart.
				for i := range test.node.styles {
					body.styles = append(body.styles, []string{"block", "visible"}[max(0, i+2-len(test.node.styles))])
				}
				if len(test.node.styles) == 2 && test.node.styles[0] != "block" {
					body.styles = []string{"visible", "visible"}
				}
			}
			c := loadBeside(t, pageFiles(body), Options{})
			if got := strings.Contains(c.Extras["scrollable"], "true"); got != test.want {
				t.Errorf("scrollable %q, want %v", c.Extras["scrollable"], test.want)
			}
			if open := c.Extras["untold"]; !strings.Contains(open, test.open) || test.open == "" && strings.Contains(open, "scroll") {
				t.Errorf("not told: %s", open)
			}
		})
	}
}

func TestHrefsOfADOMSnapshot(t *testing.T) {
	link := func(n domNode) domNode { return n.called("link") }
	c := loadBeside(t, pageFiles(page(nil, link(el("a", "href=../x?y#z")), link(el("a", "href=")), link(el("a", "")), link(el("div", "role=link|href=x")), link(el("area", "href=#k")),
		link(el("a", "href=/svg").named("a")), link(el("a", "href=http://[bad")), el("a", "href=/no"))), Options{})
	want := `{"4":"http://a.example/x?y#z","5":"http://a.example/dir/page?q","8":"http://a.example/dir/page?q#k","10":"http://[bad"}`
	if got := c.Extras["hrefs"]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPartsOfFormControlsAreCalledAsChromiumBuildsThem(t *testing.T) {
	files := pageFiles(page(nil, el("textarea", "").called("textbox"), el("select", "").called("listbox"), el("input", "type=file").called("button"), el("p", "")))
	for host, id := range map[int]int{4: 100, 5: 101, 6: 102, 7: 103} {
		part := fmt.Sprintf(`{"nodeId":"%d","ignored":true,"role":{"type":"role","value":"none"},"backendDOMNodeId":%d,"parentId":"%d"},`, id, id, host)
		files["d/p.cdp-axtree.json"] = strings.Replace(files["d/p.cdp-axtree.json"], "]}", ","+strings.TrimSuffix(part, ",")+"]}", 1)
	}
	c := loadBeside(t, files, Options{})
	if got, want := c.Extras["tags"], `{"100":"div","101":"slot"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSnapshotsOfAnotherVisitTellNothing joins a snapshot that has none of the
// capture's nodes: what it tells is of other elements.
func TestSnapshotsOfAnotherVisitTellNothing(t *testing.T) {
	files := pageFiles(page(nil, el("div", "onclick=x")))
	files["d/p.cdp-axtree.json"] = `{"nodes":[{"nodeId":"1","ignored":false,"role":{"value":"button"},"backendDOMNodeId":7000}]}`
	c := loadBeside(t, files, Options{})
	if c.DOM != nil || c.Extras != nil || !warned(c, "another visit") {
		t.Errorf("%v %v %q", c.DOM, c.Extras, c.Warnings)
	}
}

// TestBrokenSnapshotsAreJoined reads snapshots whose lists are cut, whose nodes
// are their own ancestors, and whose numbers point nowhere.
func TestBrokenSnapshotsAreJoined(t *testing.T) {
	files := pageFiles(page(style("a{cursor:pointer}"), el("label", "style=cursor:pointer", el("input", "type=checkbox").noBox(), txt("a")), el("div", "style=overflow:auto").sized([6]int{9, 9, 9, 9, 99, 9})))
	whole := files["d/p.domsnapshot.json"]
	for name, broken := range map[string]string{
		"no parents":     strings.Replace(whole, "parentIndex", "x", 1),
		"no types":       strings.Replace(whole, "nodeType", "x", 1),
		"no names":       strings.Replace(whole, "nodeName", "x", 1),
		"no attributes":  strings.Replace(whole, "attributes", "x", 1),
		"no values":      strings.Replace(whole, "nodeValue", "x", 1),
		"no DOM rects":   strings.Replace(whole, "scrollRects", "x", 1),
		"odd attributes": strings.Replace(whole, `"attributes":[[]`, `"attributes":[5`, 1),
	} {
		files["d/p.domsnapshot.json"] = broken
		c := loadBeside(t, files, Options{})
		if c.DOM == nil {
			t.Errorf("%s: not joined", name)
		}
		if told := c.Extras["cursor"] != ""; told == (name == "no parents" || name == "no types" || name == "no names") {
			t.Errorf("%s: cursor %q", name, c.Extras["cursor"])
		}
		if name == "no DOM rects" && !strings.Contains(c.Extras["untold"], "includeDOMRects") {
			t.Errorf("%s: %s", name, c.Extras["untold"])
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		data := []byte(whole)
		for range 3 {
			if at := random.IntN(len(data)); data[at] >= '0' && data[at] <= '9' {
				data[at] = byte('0' + random.IntN(10))
			}
		}
		files["d/p.domsnapshot.json"] = string(data)
		loadBeside(t, files, Options{})
	}
}

// TestDeepSnapshotsAreJoined hangs every node under the one before it.
func TestDeepSnapshotsAreJoined(t *testing.T) {
	const n = 300_000
	var parent, kind, name, backend, attrs, boxes, bounds strings.Builder
	for i := range n {
		comma := ","
		if i == 0 {
			comma = ""
		}
		fmt.Fprintf(&parent, "%s%d", comma, i-1)
		fmt.Fprintf(&kind, "%s%d", comma, []int{9, 1}[min(i, 1)])
		fmt.Fprintf(&name, "%s%d", comma, min(i, 3))
		fmt.Fprintf(&backend, "%s%d", comma, i+1)
		attrs.WriteString(comma + "[4,5]")
		fmt.Fprintf(&boxes, "%s%d", comma, i)
		bounds.WriteString(comma + "[0,0,9,9]")
	}
	snapshot := `{"documents":[{"nodes":{"parentIndex":[` + parent.String() + `],"nodeType":[` + kind.String() + `],"nodeName":[` + name.String() + `],"backendNodeId":[` + backend.String() +
		`],"attributes":[` + attrs.String() + `]},"layout":{"nodeIndex":[` + boxes.String() + `],"bounds":[` + bounds.String() + `]}}],"strings":["#document","HTML","BODY","DIV","tabindex","0"]}`
	c := loadBeside(t, map[string]string{"d/p.cdp-axtree.json": `{"nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"backendDOMNodeId":1}]}`, "d/p.domsnapshot.json": snapshot}, Options{})
	if got := strings.Count(c.Extras["cursor"], `"focusable"`); got != n-3 {
		t.Errorf("%d elements, want %d", got, n-3)
	}
}

// TestHiddenFieldsScrollInside has long fields that are hidden from the
// accessibility tree: the box inside one is an ignored element, whose text is
// one, too; or the field is no element, and then nothing tells its box.
func TestHiddenFieldsScrollInside(t *testing.T) {
	const inside = `,{"nodeId":"100","ignored":true,"role":{"type":"role","value":"none"},"backendDOMNodeId":100,"parentId":"%d"},{"nodeId":"101","ignored":true,"role":{"type":"role","value":"none"},"backendDOMNodeId":101,"parentId":"100"}]}`
	field := el("input", "").sized([6]int{9, 9, 9, 9, 50, 9})
	for _, test := range []struct {
		field domNode
		under int
		want  string
		open  bool
	}{
		{field, 4, `{"100":true}`, false},
		{field.called("-"), 3, "", true},
	} {
		files := pageFiles(page(nil, test.field))
		files["d/p.cdp-axtree.json"] = strings.TrimSuffix(files["d/p.cdp-axtree.json"], "]}") + fmt.Sprintf(inside, test.under)
		c := loadBeside(t, files, Options{})
		if c.Extras["scrollable"] != test.want || strings.Contains(c.Extras["untold"], "long field") != test.open {
			t.Errorf("scrollable %q, want %q; not told: %s", c.Extras["scrollable"], test.want, c.Extras["untold"])
		}
	}
}
