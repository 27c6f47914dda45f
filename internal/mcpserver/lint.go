package mcpserver

import (
	"bytes"
	"fmt"

	"obscope/internal/text/jsontext"
	"obscope/render/lint"
)

var lintCapture = &ownTool{
	name: "lint_capture", title: "Lint a capture", answer: LintAnswer{}, run: lintObservation,
	params: []param{
		{name: "rules_off", schema: `{"type":"array","items":{"type":"string"},"description":"names of rules that are off"}`},
		{name: "rules_on", schema: `{"type":"array","items":{"type":"string"},"description":"names of rules that speak only when asked"}`},
	},
	about: "Finds what in a capture, or in its text under the options given, will mislead an agent: names that forge lines, shared refs, " +
		"secrets, silent limits and the like. Each finding is a sentence with the element it is about.",
}

// LintAnswer is what lint_capture returns: the JSON of package lint.
type LintAnswer struct {
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Notes    int           `json:"notes"`
	Findings []LintFinding `json:"findings"`
}

// LintFinding is one thing that will mislead.
type LintFinding struct {
	Rule     string       `json:"rule"`
	Severity string       `json:"severity" jsonschema:"error, warning or note"`
	Sentence string       `json:"sentence"`
	Element  *LintElement `json:"element,omitempty"`
	Related  []int        `json:"related,omitempty" jsonschema:"positions in the capture of the other elements, from 0"`
}

// LintElement is what a finding is about.
type LintElement struct {
	ID   int    `json:"id" jsonschema:"position in the capture, from 0"`
	Ref  string `json:"ref"`
	Role string `json:"role"`
	Name string `json:"name"`
	Line int    `json:"line,omitempty" jsonschema:"of the text, from 1"`
}

func lintObservation(c *call) (any, error) {
	var o lint.Options
	var err error
	if o.Off, err = texts(c.args, "rules_off", "rule names"); err != nil {
		return nil, err
	}
	if o.On, err = texts(c.args, "rules_on", "rule names"); err != nil {
		return nil, err
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	var report bytes.Buffer
	if err := lint.WriteJSON(&report, c.obs, lint.Check(c.obs, o)); err != nil {
		return nil, err
	}
	return jsonAnswer(bytes.TrimSpace(report.Bytes())), nil
}

// jsonAnswer is an answer that is JSON text already.
type jsonAnswer []byte

// MarshalJSON returns the text.
func (j jsonAnswer) MarshalJSON() ([]byte, error) { return j, nil }

// texts is an argument that must be a list of strings if it is there; of says
// what they are.
func texts(args jsontext.Value, name, of string) ([]string, error) {
	v, ok := args.Lookup(name)
	if !ok {
		return nil, nil
	}
	var list []string
	for _, item := range v.Items {
		list = append(list, item.Text)
		if item.Kind != jsontext.String {
			v.Kind = jsontext.Missing
		}
	}
	if v.Kind != jsontext.Array {
		return nil, fmt.Errorf("%s: it takes a list of %s", name, of)
	}
	return list, nil
}
