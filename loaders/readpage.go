package loaders

import (
	"regexp"
	"strings"

	"obscope/model"
)

var readPageFormat = Format{
	Name: "claude-in-chrome", About: "Claude in Chrome: read_page",
	Recognised: `lines like button "Name" [ref_3] type="submit", indented by one blank a level`,
	Sniff:      sniffReadPage,
	Load:       loadReadPage,
}

// readPageLine is an element: its role, its name, its ref and its attributes.
var readPageLine = regexp.MustCompile(`^\s*([A-Za-z][\w-]*)(?: "(.*)")? \[(ref_[0-9]+)\](.*)$`)

// readPageAttribute is href="/x"; values are not escaped.
var readPageAttribute = regexp.MustCompile(` ([A-Za-z][\w-]*)="([^"]*)"`)

var readPageGrammar = &grammar{
	format: "claude-in-chrome", footer: "Viewport: ",
	starts: func(line string) bool { return strings.Contains(line, " [ref_") && readPageLine.MatchString(line) },
	half: func(line string) bool {
		_, rest, _ := strings.Cut(line, " [ref_")
		return strings.Count(rest, `"`)%2 == 1
	},
}

func sniffReadPage(p *Peek) Score {
	if p.JSON == 0 && readPageGrammar.starts(p.Start[:lineEnd(p.Start)]) {
		return Sure
	}
	return No
}

func loadReadPage(s *Source) (*model.Recording, error) {
	trees := readPageGrammar.split(s.Text)
	if len(trees) == 0 {
		c := &model.Capture{Format: readPageGrammar.format, Text: s.Text}
		c.Warn("no line is an element (role \"name\" [ref_1]): the page had not loaded, or this is another tool's text")
		model.Link(c, nil)
		return one(c), nil
	}
	return readPageGrammar.load(s, trees, func(c *model.Capture, body string, line int) error {
		c.Shape = ""
		t := &textTree{c: c}
		textItems(body, readPageGrammar.starts, nil, func(n int, item string) {
			t.add(readPageElement(item[:lineEnd(item)]), indentOf(item), line+n)
		})
		t.finish()
		if _, rest, ok := strings.Cut(c.Text, "\nViewport: "); ok {
			c.Raw = string(appendMember(nil, "viewport", rest[:lineEnd(rest)]))
		}
		return nil
	})
}

func readPageElement(line string) textElement {
	m := readPageLine.FindStringSubmatch(line)
	e := textElement{Element: model.Element{Role: m[1], Ref: m[3], Kind: webKind(m[1]), Given: model.HasRole | model.HasRef}}
	if strings.Contains(line, m[1]+` "`) {
		e.Name, e.Given = m[2], e.Given|model.HasName
	}
	for _, a := range readPageAttribute.FindAllStringSubmatch(m[4], -1) {
		e.own = appendMember(e.own, a[1], a[2])
		switch {
		case a[1] == "placeholder":
			e.Placeholder, e.Given = a[2], e.Given|model.HasPlaceholder
		case a[1] == "value":
			e.Value, e.Given = a[2], e.Given|model.HasValue
		case a[1] == "type" && a[2] == "password":
			e.Secure = true
		}
	}
	if rest := strings.TrimSpace(readPageAttribute.ReplaceAllString(m[4], "")); rest != "" {
		e.own = appendMember(e.own, "rest", rest)
	}
	return e
}
