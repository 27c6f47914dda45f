package lint

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// Counts is how many findings there are of each severity.
func Counts(found []Finding) (errors, warnings, notes int) {
	for _, f := range found {
		switch f.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		default:
			notes++
		}
	}
	return errors, warnings, notes
}

// Summary is one line: 1 error, 2 warnings, 0 notes; or that nothing was found.
func Summary(found []Finding) string {
	if len(found) == 0 {
		return "nothing found that would mislead an agent"
	}
	e, w, n := Counts(found)
	return strings.Join([]string{count(e, "error", "errors"), count(w, "warning", "warnings"), count(n, "note", "notes")}, ", ")
}

// WriteText writes one line per finding, with the line of the text where
// there is one, and the summary. Texts of the capture are written as they are.
func WriteText(w io.Writer, o *render.Observation, found []Finding) error {
	b := bufio.NewWriter(w)
	for _, f := range found {
		fmt.Fprintf(b, "%-7s %s", f.Severity, lineBreaks.Replace(f.Sentence))
		if line := f.Line(o); line > 0 {
			fmt.Fprintf(b, " · line %d", line)
		}
		fmt.Fprintf(b, " (%s)\n", f.Rule)
	}
	fmt.Fprintln(b, Summary(found))
	return b.Flush()
}

// lineBreaks keeps a finding on its line, whatever a role holds.
var lineBreaks = strings.NewReplacer("\n", `\n`, "\r", `\r`)

// Line is the line of the text, from 1, on which the finding's element is; 0
// if it is in none.
func (f Finding) Line(o *render.Observation) int {
	if f.ID == model.None || !o.Verdicts[f.ID].In() {
		return 0
	}
	return o.LineOf(int(o.Verdicts[f.ID].Line))
}

type jsonReport struct {
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Notes    int           `json:"notes"`
	Findings []jsonFinding `json:"findings"`
}

type jsonFinding struct {
	Rule     string       `json:"rule"`
	Severity Severity     `json:"severity"`
	Sentence string       `json:"sentence"`
	Element  *jsonElement `json:"element,omitempty"`
	Related  []model.ID   `json:"related,omitempty"`
}

type jsonElement struct {
	ID   model.ID `json:"id"`
	Ref  string   `json:"ref"`
	Role string   `json:"role"`
	Name string   `json:"name"`
	Line int      `json:"line,omitempty"`
}

// WriteJSON writes the findings as one JSON object, as the package comment
// describes it.
func WriteJSON(w io.Writer, o *render.Observation, found []Finding) error {
	report := jsonReport{Findings: make([]jsonFinding, 0, len(found))}
	report.Errors, report.Warnings, report.Notes = Counts(found)
	for _, f := range found {
		j := jsonFinding{Rule: f.Rule, Severity: f.Severity, Sentence: jsontext.Scrub(f.Sentence), Related: f.Related}
		if f.ID != model.None {
			e := o.Capture().Element(f.ID)
			j.Element = &jsonElement{f.ID, jsontext.Scrub(e.Ref), jsontext.Scrub(e.Role), jsontext.Scrub(e.Name), f.Line(o)}
		}
		report.Findings = append(report.Findings, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(report)
}
