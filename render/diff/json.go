package diff

import (
	"encoding/json"
	"io"
	"math"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

type jsonDiff struct {
	Tree *jsonTree `json:"tree,omitempty"`
	Text *jsonText `json:"text,omitempty"`
}

type jsonTree struct {
	Elements struct {
		Prev int `json:"prev"`
		Curr int `json:"curr"`
	} `json:"elements"`
	Added   []jsonElement `json:"added"`
	Removed []jsonElement `json:"removed"`
	Changed []jsonChange  `json:"changed"`
}

type jsonElement struct {
	ID   model.ID `json:"id"`
	Ref  string   `json:"ref"`
	Role string   `json:"role"`
	Name string   `json:"name"`
}

type jsonChange struct {
	Prev   model.ID       `json:"prev"`
	Curr   model.ID       `json:"curr"`
	Ref    string         `json:"ref"`
	Role   string         `json:"role"`
	Name   string         `json:"name"`
	Fields []string       `json:"fields"`
	From   map[string]any `json:"from"`
	To     map[string]any `json:"to"`
}

type jsonText struct {
	Tokens struct {
		Prev       int    `json:"prev"`
		Curr       int    `json:"curr"`
		Change     int    `json:"change"`
		Vocabulary string `json:"vocabulary"`
	} `json:"tokens"`
	Lines struct {
		Added      int `json:"added"`
		Removed    int `json:"removed"`
		Unchanged  int `json:"unchanged"`
		Renumbered int `json:"renumbered"`
	} `json:"lines"`
	Hunks []jsonHunk `json:"hunks"`
}

type jsonHunk struct {
	Prev  int32    `json:"prev"`
	Curr  int32    `json:"curr"`
	Lines []string `json:"lines"`
}

// WriteJSON writes a tree difference, a text difference or both as one JSON
// object, as the package comment describes it.
func WriteJSON(w io.Writer, d *Diff, t *TextDiff) error {
	var out jsonDiff
	if d != nil {
		out.Tree = d.json()
	}
	if t != nil {
		out.Text = t.json()
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func (d *Diff) json() *jsonTree {
	j := &jsonTree{Added: []jsonElement{}, Removed: []jsonElement{}, Changed: []jsonChange{}}
	j.Elements.Prev, j.Elements.Curr = len(d.Prev.Elements), len(d.Curr.Elements)
	element := func(c *model.Capture, id model.ID) jsonElement {
		e := c.Element(id)
		return jsonElement{id, jsontext.Scrub(e.Ref), jsontext.Scrub(e.Role), jsontext.Scrub(e.Name)}
	}
	for _, id := range d.Added {
		j.Added = append(j.Added, element(d.Curr, id))
	}
	for _, id := range d.Removed {
		j.Removed = append(j.Removed, element(d.Prev, id))
	}
	for _, c := range d.Changed {
		e := element(d.Curr, c.Curr)
		j.Changed = append(j.Changed, jsonChange{c.Prev, c.Curr, e.Ref, e.Role, e.Name, c.What.Names(),
			d.facts(d.Prev, c.Prev, c), d.facts(d.Curr, c.Curr, c)})
	}
	return j
}

// facts is what the changed fields of an element hold in one capture.
func (d *Diff) facts(in *model.Capture, id model.ID, c Change) map[string]any {
	e := in.Element(id)
	facts := map[string]any{}
	for f := Name; f < 1<<numFields; f <<= 1 {
		if c.What&f == 0 {
			continue
		}
		switch f {
		case Name:
			facts["name"] = jsontext.Scrub(e.Name)
		case Value:
			facts["value"] = jsontext.Scrub(e.Value)
			if e.Secure && e.Value != "" {
				facts["value"] = mask
			}
		case Placeholder:
			facts["placeholder"] = jsontext.Scrub(e.Placeholder)
		case Description:
			facts["description"] = jsontext.Scrub(e.Description)
		case States:
			facts["states"] = statesOf(e.States, changedStates(d.Prev.Element(c.Prev).States, d.Curr.Element(c.Curr).States))
		case Actions:
			actions := make([]string, len(e.Actions))
			for i, a := range e.Actions {
				actions[i] = jsontext.Scrub(a)
			}
			facts["actions"] = actions
		case Moved, Resized:
			facts["frame"] = frameOf(e)
		case Reparented:
			facts["parent"] = nil
			if p := in.Tree.Parent[id]; p != model.None {
				facts["parent"] = p
			}
		}
	}
	return facts
}

// statesOf is what is said of states: true, false, "mixed", or null for
// nothing.
func statesOf(st model.States, which []model.State) map[string]any {
	said := map[string]any{}
	for _, s := range which {
		switch st.Is(s) {
		case model.Yes:
			said[s.String()] = true
		case model.No:
			said[s.String()] = false
		case model.Mixed:
			said[s.String()] = "mixed"
		default:
			said[s.String()] = nil
		}
	}
	return said
}

// frameOf is x, y, width, height; null for an element without a place.
func frameOf(e *model.Element) any {
	f := e.Frame
	if !e.Has(model.HasFrame) || math.IsNaN(0*(f.X+f.Y+f.W+f.H)) { // JSON has no NaN and no infinity
		return nil
	}
	return [4]float64{f.X, f.Y, f.W, f.H}
}

func (t *TextDiff) json() *jsonText {
	j := &jsonText{Hunks: []jsonHunk{}}
	j.Tokens.Prev, j.Tokens.Curr, j.Tokens.Change, j.Tokens.Vocabulary = t.PrevTokens, t.CurrTokens, t.CurrTokens-t.PrevTokens, t.Tokens
	j.Lines.Added, j.Lines.Removed, j.Lines.Renumbered = t.Added, t.Removed, t.Renumbered
	j.Lines.Unchanged = len(t.Lines) - t.Added - t.Removed - t.Renumbered
	for _, h := range t.Hunks(ContextLines) {
		hunk := jsonHunk{}
		hunk.Prev, hunk.Curr = t.start(h)
		for _, l := range t.Lines[h.From:h.To] {
			hunk.Lines = append(hunk.Lines, string(rune(l.Sign))+jsontext.Scrub(t.Text(l)))
		}
		j.Hunks = append(j.Hunks, hunk)
	}
	return j
}
