package loaders

import (
	"regexp"
	"strings"

	"obscope/model"
)

var browserUseFormat = Format{
	Name: "browser-use", About: "browser-use: the page as its agents read it",
	Recognised: "lines like [12]<button id=apply /> or *[12]<a>, perhaps within <browser_state>",
	Sniff:      sniffBrowserUse,
	Load:       loadBrowserUse,
	marks:      true,
}

// browserUseLine is an element: marks such as |SHADOW(open)|, the star of what
// is new, its index, its tag, and what is in the tag.
var browserUseLine = regexp.MustCompile(`^\s*(\*?)((?:\|[^|<>]+\|)*)(\*?)(?:\[([0-9]+)\](\*?))?<([A-Za-z][\w:-]*)\b(.*?)(?:/?>|$)(.*)$`)

// isBrowserUseLine reports a line that starts an element: it has an index or a
// mark, where HTML has neither.
func isBrowserUseLine(line string) bool {
	trimmed := strings.TrimLeft(line, " \t*")
	if trimmed == "" || trimmed[0] != '[' && trimmed[0] != '|' {
		return false
	}
	m := browserUseLine.FindStringSubmatch(line)
	return m != nil && (m[2] != "" || m[4] != "")
}

func sniffBrowserUse(p *Peek) Score {
	if p.JSON != 0 || strings.EqualFold(p.Root, "html") {
		return No
	}
	score := No
	textLines(p.Start, func(_ int, line string) bool {
		if isBrowserUseLine(line) {
			score = Sure
		}
		return score == No
	})
	return score
}

// What stands around the page in browser-use's message.
const (
	browserUseState = "<browser_state>"
	browserUseStart = "[Start of page]"
	browserUseEnd   = "[End of page]"
	browserUseHead  = "Interactive elements"
)

// loadBrowserUse reads the page of each message.
func loadBrowserUse(s *Source) (*model.Recording, error) {
	rec := &model.Recording{}
	mark := browserUseStart
	if strings.Contains(s.Text, browserUseState) {
		mark = browserUseState
	}
	for from, line := 0, 0; from < len(s.Text); {
		end := len(s.Text)
		if first := strings.Index(s.Text[from:], mark); first >= 0 {
			if next := strings.Index(s.Text[from+first+len(mark):], mark); next >= 0 {
				end = from + first + len(mark) + next
			}
		}
		c := &model.Capture{Format: "browser-use", Text: s.Text[from:end]}
		readBrowserUse(c)
		if end-from < len(s.Text) {
			c.Source = s.Name + ": line " + ordinal(s.line+line+1)
		}
		rec.Captures = append(rec.Captures, c)
		line += strings.Count(c.Text, "\n")
		from = end
	}
	return rec, nil
}

func readBrowserUse(c *model.Capture) {
	t := &textTree{c: c}
	within := !strings.Contains(c.Text, browserUseStart) && !strings.Contains(c.Text, browserUseHead)
	tabs := map[string]string{}
	current := ""
	textLines(c.Text, func(n int, line string) bool {
		body := strings.TrimLeft(line, " \t")
		depth := len(line) - len(body)
		switch {
		case isBrowserUseLine(line):
			within = true
			t.add(browserUseElement(line), depth, n)
		case body == browserUseStart, strings.HasPrefix(body, browserUseHead):
			within = true
		case body == browserUseEnd, strings.HasPrefix(body, "</browser_state"):
			within = false
		case strings.HasPrefix(body, "Current tab: "):
			current = strings.TrimPrefix(body, "Current tab: ")
		case strings.HasPrefix(body, "Tab ") && !within:
			name, rest, _ := strings.Cut(strings.TrimPrefix(body, "Tab "), ": ")
			tabs[name] = rest
		case !within || body == "" || strings.HasPrefix(body, "... ") && strings.HasSuffix(body, " ..."):
		default:
			t.add(textElement{Element: model.Element{Role: "text", Kind: model.KindText, Name: body, Given: model.HasRole | model.HasName}}, depth, n)
		}
		return true
	})
	address, title, _ := strings.Cut(tabs[current], " - ")
	c.App, c.Window = urlHost(address), title
	countRefless(c)
	t.finish()
	if len(c.Elements) == 0 {
		c.Warn("no line is an element ([1]<button />): the page had not loaded, or nothing on it can be operated")
	}
}

// browserUseKey is the name of an attribute; values stand bare.
var browserUseKey = regexp.MustCompile(`(?:^|\s)([A-Za-z][\w-]*)=`)

func browserUseElement(line string) textElement {
	m := browserUseLine.FindStringSubmatch(line)
	e := textElement{Element: model.Element{Role: m[6], Ref: m[4], Given: model.HasRole}}
	if m[4] != "" {
		e.Given |= model.HasRef
		e.States.Set(model.Clickable, model.Yes)
	}
	if m[1]+m[3]+m[5] != "" {
		e.own = appendFlag(e.own, "new")
	}
	for mark := range strings.SplitSeq(strings.Trim(m[2], "|"), "||") {
		if mark != "" {
			e.own = appendFlag(e.own, mark)
		}
		if strings.HasPrefix(strings.ToLower(mark), "scroll") {
			e.States.Set(model.Scrollable, model.Yes)
		}
	}
	kind := e.Role
	keys := browserUseKey.FindAllStringSubmatchIndex(m[7], -1)
	loose := m[7]
	if len(keys) > 0 {
		loose = m[7][:keys[0][0]]
	}
	for i, k := range keys {
		end := len(m[7])
		if i+1 < len(keys) {
			end = keys[i+1][0]
		}
		name, value := m[7][k[2]:k[3]], strings.TrimSpace(m[7][k[1]:end])
		if len(value) > 1 && value[0] == '\'' && value[len(value)-1] == '\'' {
			value = value[1 : len(value)-1]
		}
		e.own = appendMember(e.own, name, value)
		browserUseAttribute(&e.Element, name, value)
		if name == "role" || name == "type" && kind == "input" && (value == "checkbox" || value == "radio" || value == "submit" || value == "button" || value == "range") {
			kind = value
		}
	}
	// Older versions write the words of an element into its tag or behind it.
	words := strings.TrimSpace(loose)
	behind, _, _ := strings.Cut(m[8], "</")
	if words == "" {
		words = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(behind), "/>"))
	}
	if words != "" && !e.Has(model.HasName) {
		e.Name, e.Given = words, e.Given|model.HasName
	}
	e.Kind = browserUseKind(kind)
	return e
}

// browserUseKind is the kind of a tag, an input's type or a role.
func browserUseKind(word string) model.Kind {
	switch word {
	case "submit":
		return model.KindButton
	case "range":
		return model.KindSlider
	}
	if kind, ok := tagKinds[word]; ok {
		return kind
	}
	return webKind(word)
}

func browserUseAttribute(e *model.Element, name, value string) {
	switch name {
	case "aria-label", "ax_name", "title", "alt":
		if !e.Has(model.HasName) {
			e.Name, e.Given = value, e.Given|model.HasName
		}
	case "placeholder":
		e.Placeholder, e.Given = value, e.Given|model.HasPlaceholder
	case "value":
		e.Value, e.Given = value, e.Given|model.HasValue
	case "type":
		e.Secure = value == "password"
	default:
		setWebState(e, strings.TrimPrefix(name, "aria-"), value)
	}
}
