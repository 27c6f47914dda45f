package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

var ownTools = []*ownTool{
	listSteps,
	{
		name: "render_observation", title: "Render an observation", answer: ObservationAnswer{}, run: renderObservation,
		about: "Writes a captured accessibility tree as the text that an agent reads, under the options given, with its exact token count " +
			"and how many elements each stage took out.",
	},
	{
		name: "explain_element", title: "Explain an element", answer: ExplainAnswer{}, run: explainElement,
		params: []param{{name: "target", required: true,
			schema: `{"type":"string","description":"a ref (12, e7), the index of a line ([12]), role \"name\" (button \"Save\"), or a point x,y"}`}},
		about: "Tells why an element is or is not in the text under the options given, and the smallest change of options that brings it back.",
	},
	{
		name: "fit_budget", title: "Fit a token budget", answer: FitAnswer{}, run: fitBudget,
		about: "Finds the largest max_elements whose text costs at most budget tokens, and what it leaves out.",
	},
	lintCapture,
	compareDialects,
}

// ObservationAnswer is what render_observation returns.
type ObservationAnswer struct {
	Text       string       `json:"text" jsonschema:"exactly what the agent reads"`
	Tokens     int          `json:"tokens"`
	Vocabulary string       `json:"vocabulary" jsonschema:"whose tokens they are"`
	Budget     int          `json:"budget"`
	Dialect    string       `json:"dialect"`
	Format     string       `json:"format"`
	Step       int          `json:"step"`
	Steps      int          `json:"steps" jsonschema:"captures in the recording"`
	Elements   int          `json:"elements" jsonschema:"in the capture"`
	Kept       int          `json:"kept" jsonschema:"elements in the text"`
	Funnel     []FunnelStep `json:"funnel" jsonschema:"what each stage took out, in order"`
	Warnings   []string     `json:"warnings"`
}

// FunnelStep is one stage of the funnel.
type FunnelStep struct {
	Stage   string `json:"stage"`
	Removed int    `json:"removed"`
	Left    int    `json:"left"`
}

func renderObservation(c *call) (any, error) {
	capture := c.renderer.Capture()
	a := ObservationAnswer{
		Text: jsontext.Scrub(c.obs.Text()), Tokens: c.obs.Tokens(), Vocabulary: c.obs.Set.Tokens, Budget: c.obs.Set.Budget,
		Dialect: c.obs.Set.Dialect, Format: capture.Format, Step: capture.Step, Steps: len(c.rec.Captures),
		Elements: len(capture.Elements), Kept: c.obs.Kept(), Funnel: []FunnelStep{}, Warnings: []string{},
	}
	for _, step := range c.obs.Funnel {
		a.Funnel = append(a.Funnel, FunnelStep{step.Name, step.Removed, step.Left})
	}
	a.Warnings = append(a.Warnings, slices.Concat(c.rec.Warnings, capture.Warnings, c.obs.Warnings).Texts()...)
	return a, nil
}

// ExplainAnswer is what explain_element returns.
type ExplainAnswer struct {
	Elements []Explained `json:"elements" jsonschema:"what the target names; several if it is ambiguous"`
	Omitted  int         `json:"omitted" jsonschema:"further elements that the target names"`
}

// Explained is the verdict of one element.
type Explained struct {
	Ref     string         `json:"ref"`
	Element string         `json:"element"`
	Path    []string       `json:"path" jsonschema:"from the root down"`
	In      bool           `json:"in" jsonschema:"whether the text has it"`
	Line    int            `json:"line,omitempty" jsonschema:"of the text, from 1"`
	Stage   string         `json:"stage,omitempty" jsonschema:"where it went out"`
	Fact    string         `json:"fact"`
	Back    []string       `json:"back,omitempty" jsonschema:"the smallest change of options that brings it back"`
	Price   int            `json:"price,omitempty" jsonschema:"tokens that the change adds"`
	Options map[string]any `json:"options,omitempty" jsonschema:"the options with the change"`
	Never   string         `json:"never,omitempty" jsonschema:"why no option brings it back"`
}

// mostExplained bounds how many elements of one target are explained: each may
// take several observations.
const mostExplained = 20

func explainElement(c *call) (any, error) {
	target, err := text(c.args, "target")
	if err != nil {
		return nil, err
	}
	if target == "" {
		return nil, errors.New(`target: name an element by ref, [12], role "name", or x,y`)
	}
	ids, err := c.obs.Find(target)
	if err != nil {
		return nil, err
	}
	a := ExplainAnswer{Omitted: max(0, len(ids)-mostExplained)}
	for _, id := range ids[:len(ids)-a.Omitted] {
		one, err := c.explain(id)
		if err != nil {
			return nil, err
		}
		a.Elements = append(a.Elements, one)
	}
	return a, nil
}

func (c *call) explain(id model.ID) (Explained, error) {
	capture := c.renderer.Capture()
	e := capture.Element(id)
	why := c.obs.Why(id)
	x := Explained{Ref: e.Ref, Element: e.Label(), Path: capture.Path(id), In: why.In, Line: why.Line, Fact: why.Fact}
	if why.In {
		return x, nil
	}
	x.Stage = why.Name
	back, err := c.renderer.BringBack(c.options, id)
	if err != nil {
		return x, err
	}
	if !back.Possible() {
		x.Never = back.Why
		return x, nil
	}
	x.Back, x.Price = back.Changes, back.Price
	x.Options, err = optionMembers(back.Options)
	return x, err
}

// FitAnswer is what fit_budget returns.
type FitAnswer struct {
	Budget      int            `json:"budget"`
	MaxElements *int           `json:"max_elements" jsonschema:"null if everything fits"`
	Tokens      int            `json:"tokens" jsonschema:"of the text that fits"`
	Before      int            `json:"before" jsonschema:"tokens without a cap"`
	Options     map[string]any `json:"options" jsonschema:"the options that fit"`
	Flags       []string       `json:"flags" jsonschema:"the same as flags of the command line"`
	Dropped     []string       `json:"dropped" jsonschema:"elements that the cap leaves out, in the order of the text"`
	Omitted     int            `json:"omitted" jsonschema:"further elements that it leaves out"`
}

// mostDropped bounds the dropped elements that are named.
const mostDropped = 100

func fitBudget(c *call) (any, error) {
	budget := c.obs.Set.Budget
	o, fit, err := c.renderer.Fit(c.options, budget)
	if err != nil {
		return nil, err
	}
	a := FitAnswer{Budget: budget, Tokens: fit.Tokens, Before: fit.Before, Flags: o.Flags(), Dropped: []string{}}
	if fit.MaxElements != render.NoCap {
		a.MaxElements = &fit.MaxElements
	}
	for i, id := range fit.Dropped {
		if i == mostDropped {
			a.Omitted = len(fit.Dropped) - i
			break
		}
		a.Dropped = append(a.Dropped, c.renderer.Capture().Element(id).Label())
	}
	a.Options, err = optionMembers(o)
	return a, err
}

// optionMembers are the options that are set, by name.
func optionMembers(o render.Options) (map[string]any, error) {
	text, err := o.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	members := map[string]any{}
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	return members, nil
}
