package loaders

import (
	"fmt"
	"strings"

	"obscope/model"
)

// isPlain reports a text that is no JSON.
func isPlain(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n\uFEFF")
	return text != "" && text[0] != '{' && (text[0] != '[' || len(text) > 1 && text[1] != '{')
}

// load reads a text in the format. One that holds several trees, marks of cuts
// or words around the tree is read tree by tree.
func (f Format) load(s *Source) (*model.Recording, error) {
	if !isPlain(s.Text) {
		return f.Load(s)
	}
	if docs := documents(s); len(docs) > 1 && !f.marks && (f.grammar == nil || len(f.grammar.sure(s.Text)) == 0) { // a tag around lines is no document
		return f.loadDocuments(s, docs)
	}
	if f.marks {
		return f.loadCut(s)
	}
	if f.grammar == nil {
		return f.Load(s)
	}
	trees := f.grammar.split(s.Text)
	if len(trees) == 0 {
		return f.Load(s)
	}
	all := &model.Recording{}
	from, line := 0, 0
	for i, t := range trees {
		told := &model.Capture{}
		end := f.grammar.around(s, trees, i, told)
		text := s.Text[from:end]
		before := s.Text[from:t.from]
		if i > 0 {
			before = blank(before) // it follows the tree above
		}
		part := s.part(before+t.clean(s.Text[t.from:t.to])+blank(s.Text[t.to:end]), line)
		rec, err := f.Load(part)
		if err != nil {
			return nil, err
		}
		for _, c := range rec.Captures {
			if c.Text == part.Text {
				c.Text = text
			}
			if len(trees) > 1 {
				c.Source = told.Source
			}
			c.Warnings = append(told.Warnings, c.Warnings...)
		}
		all.Captures = append(all.Captures, rec.Captures...)
		all.Warnings = append(all.Warnings, rec.Warnings...)
		line += strings.Count(text, "\n")
		from = end
	}
	return all, nil
}

// blank is as many empty lines.
func blank(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }

// loadCut reads a text whose lines are not the marks of cuts that stand among
// them or at their ends.
func (f Format) loadCut(s *Source) (*model.Recording, error) {
	lines := strings.SplitAfter(s.Text, "\n")
	clean := make([]string, len(lines))
	cuts := map[int]string{}
	for n, line := range lines {
		body := strings.TrimRight(line, "\r\n")
		mark := gluedCut(body)
		if isCut(body) {
			mark = body
		}
		if clean[n] = line; mark != "" {
			clean[n], cuts[n] = body[:len(body)-len(mark)]+line[len(body):], mark
		}
	}
	if len(cuts) == 0 {
		return f.Load(s)
	}
	rec, err := f.Load(s.part(strings.Join(clean, ""), 0))
	if err != nil {
		return nil, err
	}
	rest, line := strings.Join(clean, ""), 0
	for i, c := range rec.Captures {
		_, after, found := strings.Cut(rest, c.Text)
		from := line + strings.Count(rest[:max(0, len(rest)-len(after)-len(c.Text))], "\n")
		if !found {
			continue // the text was unescaped
		}
		to := from + strings.Count(c.Text, "\n")
		if !strings.HasSuffix(c.Text, "\n") {
			to++
		}
		c.Text = strings.Join(lines[from:min(to, len(lines))], "")
		if i > 0 {
			line = from
		}
		if i == len(rec.Captures)-1 {
			to = len(lines)
		}
		for n := line; n < to; n++ {
			if mark, cut := cuts[n]; cut {
				c.Warnings.Add(model.CutShort, fmt.Sprintf("line %d: %s", s.line+n+1, cutHere(mark)))
			}
		}
		rest, line = after, to
	}
	return rec, nil
}

// loadDocuments reads XML documents that stand one after the other.
func (f Format) loadDocuments(s *Source, docs []string) (*model.Recording, error) {
	var all gather
	line := 0
	for _, doc := range docs {
		part := s.part(doc, line)
		rec, err := f.Load(part)
		if err != nil {
			return nil, err
		}
		all.add(part, rec)
		line += strings.Count(doc, "\n")
	}
	return all.done(), nil
}

// documents cuts a text behind each root element that another of the same name
// follows.
func documents(s *Source) (docs []string) {
	if start := strings.TrimLeft(s.Text, " \t\r\n\uFEFF"); !strings.HasPrefix(start, "<") && !strings.HasPrefix(start, "UI hi") {
		return nil // tags within other texts
	}
	root := NewPeek(s).Root
	end := "</" + root + ">"
	if root == "" || strings.Count(s.Text, end) < 2 {
		return nil
	}
	from, depth := 0, 0
	for at := 0; ; {
		open := strings.IndexByte(s.Text[at:], '<')
		if open < 0 {
			break
		}
		at += open
		tag := s.Text[at:]
		switch {
		case strings.HasPrefix(tag, end):
			if depth--; depth == 0 && strings.Contains(tag[len(end):], "<"+root) {
				docs = append(docs, s.Text[from:at+len(end)])
				from = at + len(end)
			}
		case strings.HasPrefix(tag[1:], root) && !isNameByte(tag[1+len(root):]):
			if !selfClosed(tag) {
				depth++
			}
		}
		at++
	}
	if depth != 0 || len(docs) == 0 {
		return nil
	}
	return append(docs, s.Text[from:])
}

// isNameByte reports that a name goes on at the start of s.
func isNameByte(s string) bool {
	return s != "" && (isNameStart(s[0]) || isDigit(s[0]) || strings.IndexByte(".:-", s[0]) >= 0)
}

// selfClosed reports a tag that ends in />.
func selfClosed(tag string) bool {
	quote := byte(0)
	for i := 0; i < len(tag); i++ {
		switch c := tag[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i > 0 && tag[i-1] == '/'
		}
	}
	return false
}
