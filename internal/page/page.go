// Package page writes an observation as one HTML page that a teammate can open:
// tree, text, verdicts and costs, searchable, without a network.
package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"obscope/model"
	"obscope/render"
)

//go:embed page.html
var source string

var page = template.Must(template.New("page").Parse(source))

// A Writer says how text of a capture is shown.
type Writer struct {
	// Clean makes text safe to look at: nothing invisible, nothing that turns
	// the direction of the rest.
	Clean func(string) string
	// Mask hides the value of a secure element in its line; nil shows it.
	Mask func(line string, e *model.Element) string
}

// data is what the page's script reads. Rows are in the order of the tree.
type data struct {
	Rows  []row  `json:"rows"`
	Lines []line `json:"lines"`
}

type row struct {
	Depth   int32  `json:"d"`
	Label   string `json:"l"`
	Line    int    `json:"n"`           // the entry that writes it, -1 if it is out
	Stage   string `json:"s,omitempty"` // where it went out
	Fact    string `json:"f,omitempty"`
	Tokens  int    `json:"t"`
	Subtree int32  `json:"u"`
}

type line struct {
	Text string `json:"x"`
	Row  int32  `json:"r"` // -1 for headers and captions
}

// Page writes the page of an observation.
func (w Writer) Page(o *render.Observation) ([]byte, error) {
	c := o.Capture()
	subtree := o.SubtreeTokens()
	var d data
	for _, id := range c.Tree.Order {
		r := row{Depth: c.Tree.Depth[id], Label: w.show(c.Element(id).Label()), Line: -1, Tokens: o.ElementTokens(id), Subtree: subtree[id]}
		if why := o.Why(id); why.In {
			r.Line = int(o.Verdicts[id].Line)
		} else {
			r.Stage, r.Fact = why.Name, w.show(why.Fact)
		}
		d.Rows = append(d.Rows, r)
	}
	for i, e := range o.Entries {
		l := line{Text: o.Entry(i), Row: -1}
		if e.ID != model.None {
			if w.Mask != nil {
				l.Text = w.Mask(l.Text, c.Element(e.ID))
			}
			l.Row = c.Tree.Pos[e.ID]
		}
		l.Text = w.show(l.Text)
		d.Lines = append(d.Lines, l)
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	title := c.Window
	if title == "" {
		title = c.Source
	}
	costs := o.Costs()
	for _, list := range [][]render.Share{costs.Roles, costs.Windows} {
		for i := range list {
			list[i].Name = w.show(list[i].Name)
		}
	}
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{
		"Title": w.show(title), "App": w.show(c.App), "Format": c.Format, "Dialect": o.Set.Dialect,
		"Elements": len(c.Elements), "Kept": o.Kept(), "Tokens": o.Tokens(), "Budget": o.Set.Budget, "Vocabulary": o.Set.Tokens,
		"Funnel": o.Funnel, "Costs": costs, "Data": template.JS(text), "Warnings": w.showAll(slices.Concat(c.Warnings, o.Warnings).Texts()),
	})
	return out.Bytes(), err
}

// show cleans a text and makes it valid UTF-8.
func (w Writer) show(s string) string {
	if w.Clean != nil {
		s = w.Clean(s)
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

func (w Writer) showAll(list []string) []string {
	for i := range list {
		list[i] = w.show(list[i])
	}
	return list
}
