package loaders

import (
	"strings"

	"obscope/model"
)

// isPlain reports a text that is neither JSON nor XML.
func isPlain(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n\uFEFF")
	return text != "" && text[0] != '{' && text[0] != '<' && (text[0] != '[' || len(text) > 1 && text[1] != '{')
}

// load reads a text in the format. One that holds several trees, marks of cuts
// or words around the tree is read tree by tree.
func (f Format) load(s *Source) (*model.Recording, error) {
	if f.grammar == nil || !isPlain(s.Text) && !strings.HasPrefix(strings.TrimLeft(s.Text, " \t\r\n"), "<app_state>") {
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
