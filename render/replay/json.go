package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
)

// WriteJSON writes the report in the shape of Maka's evaluator, byte for byte
// what that writes for the same journals and no further strategies. A full
// report has one member more, "obscope": all sums, exact tokens, retention by
// ref, the sweep and the behaviour. Only full reports can be merged.
func (r *Report) WriteJSON(to io.Writer, full bool) error {
	j := &jsonWriter{}
	j.open("", '{')
	j.member("files", strconv.Itoa(r.Files))
	j.member("observations", strconv.Itoa(r.Observations))
	j.open("skipped", '{')
	s := r.Skipped
	j.member("badJson", strconv.Itoa(s.BadJSON))
	j.member("observeWithoutText", strconv.Itoa(s.ObserveWithoutText))
	j.member("noHeader", strconv.Itoa(s.NoHeader))
	j.member("unfaithful", strconv.Itoa(s.Unfaithful))
	j.member("unparsedLines", strconv.Itoa(s.UnparsedLines))
	j.close('}')
	j.open("strategies", '[')
	for i, s := range r.Strategies {
		sum := r.All.Sums[i]
		j.open("", '{')
		j.member("name", jsontext.Quote(s.Name))
		j.member("what", jsontext.Quote(s.What))
		j.member("control", strconv.FormatBool(s.Control))
		j.member("tokens", strconv.Itoa(sum.Tokens))
		j.member("tokenRatio", ratio(sum.Tokens, r.All.Sums[0].Tokens))
		j.member("retention", ratio(sum.Retained, r.All.Uses))
		j.member("namedAncestorKept", ratio(sum.Ancestor, r.All.Uses))
		j.close('}')
	}
	j.close(']')
	j.open("perApp", '{')
	for _, a := range r.Apps {
		j.open(a.Name, '{')
		j.member("observations", strconv.Itoa(a.Observations))
		j.member("uses", strconv.Itoa(a.Uses))
		j.open("tokens", '{')
		for i, s := range r.Strategies {
			j.member(s.Name, strconv.Itoa(a.Sums[i].Tokens))
		}
		j.close('}')
		j.open("retention", '{')
		for _, i := range a.keptOrder() {
			j.member(r.Strategies[i].Name, ratio(a.Sums[i].Retained, a.Uses))
		}
		j.close('}')
		j.close('}')
	}
	j.close('}')
	if full {
		more, err := r.fullJSON()
		if err != nil {
			return err
		}
		j.member("obscope", more)
	}
	j.close('}')
	_, err := to.Write(append(j.b, '\n'))
	return err
}

// keptOrder lists the strategies in the order in which they first kept an
// element.
func (a *App) keptOrder() []int {
	order := make([]int, len(a.Sums))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return slices.Compare(a.FirstKept[x][:], a.FirstKept[y][:]) })
	return order
}

// ratio is a quotient as JavaScript prints it; of nothing it is null.
func ratio(n, of int) string {
	if of == 0 {
		return "null"
	}
	return jsvalue.Float(float64(n) / float64(of))
}

// A jsonWriter writes JSON as JSON.stringify does with an indent of two.
type jsonWriter struct {
	b     []byte
	depth int
	empty bool // nothing was written since the last bracket
}

func (j *jsonWriter) name(name string) {
	if j.depth == 0 {
		return
	}
	if !j.empty {
		j.b = append(j.b, ',')
	}
	j.newline()
	if name != "" {
		j.b = append(jsontext.AppendQuote(j.b, name), ": "...)
	}
}

func (j *jsonWriter) newline() {
	j.b = append(j.b, '\n')
	j.b = append(j.b, bytes.Repeat([]byte("  "), j.depth)...)
}

func (j *jsonWriter) member(name, value string) {
	j.name(name)
	j.b = append(j.b, value...)
	j.empty = false
}

func (j *jsonWriter) open(name string, bracket byte) {
	j.name(name)
	j.b = append(j.b, bracket)
	j.depth++
	j.empty = true
}

func (j *jsonWriter) close(bracket byte) {
	j.depth--
	if !j.empty {
		j.newline()
	}
	j.b = append(j.b, bracket)
	j.empty = false
}

// fullVersion changes when full reports of different versions cannot be added.
const fullVersion = 1

// fullReport is the member "obscope".
type fullReport struct {
	Version    int                 `json:"version"`
	Shards     []string            `json:"shards,omitempty"`
	Calls      int                 `json:"calls"`
	Vocabulary string              `json:"vocabulary,omitempty"`
	Strategies []StrategyInfo      `json:"strategies"`
	All        Tally               `json:"all"`
	Apps       []*App              `json:"apps"`
	FrameUnits int                 `json:"frameUnits"`
	CapUnits   [len(valueCaps)]int `json:"capUnits"`
	Samples    []Sample            `json:"samples"`
	Behaviour  *Behaviour          `json:"behaviour,omitempty"`
	Frontier   *Frontier           `json:"frontier,omitempty"`
}

func (r *Report) fullJSON() (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("  ", "  ")
	err := e.Encode(fullReport{fullVersion, r.Shards, r.Calls, r.Vocabulary, r.Strategies, r.All, r.Apps, r.FrameUnits, r.CapUnits, r.Samples, r.Behaviour, r.Frontier})
	return string(bytes.TrimSpace(b.Bytes())), err
}

// ReadReport reads a full report for Merge.
func ReadReport(from io.Reader) (*Report, error) {
	var v struct {
		Files        int         `json:"files"`
		Observations int         `json:"observations"`
		Skipped      Skipped     `json:"skipped"`
		Full         *fullReport `json:"obscope"`
	}
	switch err := json.NewDecoder(from).Decode(&v); {
	case err == io.EOF:
		return nil, errors.New("it is empty: a full report is expected (replay --full)")
	case err != nil:
		return nil, fmt.Errorf("it is not a report: %w", err)
	case v.Full == nil:
		return nil, errors.New("it has no sums to merge: only full reports have them (replay --full)")
	case v.Full.Version != fullVersion:
		return nil, fmt.Errorf("it is a report of version %d, which cannot be added to version %d", v.Full.Version, fullVersion)
	}
	f := v.Full
	r := &Report{
		Files: v.Files, Calls: f.Calls, Observations: v.Observations, Skipped: v.Skipped, Strategies: f.Strategies, Vocabulary: f.Vocabulary, All: f.All,
		Apps: f.Apps, FrameUnits: f.FrameUnits, CapUnits: f.CapUnits, Samples: f.Samples, Behaviour: f.Behaviour, Frontier: f.Frontier, Shards: f.Shards,
		apps: map[string]*App{},
	}
	if len(r.Strategies) == 0 || len(r.All.Sums) != len(r.Strategies) {
		return nil, errors.New("its sums do not fit its strategies")
	}
	for _, a := range r.Apps {
		if a == nil || len(a.Sums) != len(r.Strategies) || len(a.FirstKept) != len(r.Strategies) || r.apps[a.Name] != nil {
			return nil, errors.New("the sums of its applications do not fit its strategies")
		}
		r.apps[a.Name] = a
	}
	if r.Frontier != nil && len(r.Frontier.Points) == 0 {
		return nil, errors.New("its sweep is empty")
	}
	if b := r.Behaviour; b != nil {
		for _, a := range b.Actions {
			b.action(a.Action, a.First).Calls += a.Calls
			b.action(a.Action, a.First).Refused += a.Refused
		}
		for _, n := range b.Next {
			b.then(n.Action, n.Code, n.Then, n.First).Count += n.Count
		}
		for _, run := range b.Runs {
			if run == nil {
				return nil, errors.New("one of its runs is null")
			}
		}
	}
	return r, nil
}
