// Package tools tells what a session cost: a row per step and per tool, what
// the definitions of the tools cost, and where the agent acted on what it could
// not see.
package tools

import (
	"cmp"
	"slices"

	"obscope/model"
	"obscope/render/tokens"
)

// A Report is what a session cost, in tokens of one vocabulary.
type Report struct {
	Agent       string       `json:"agent,omitempty"`
	Task        string       `json:"task,omitempty"`
	Vocabulary  string       `json:"vocabulary"`
	Tokens      int          `json:"tokens"`       // of all results, as the model read them
	TreeTokens  int          `json:"tree_tokens"`  // of the results with a tree
	Trees       int          `json:"trees"`        // steps with a tree
	Repeated    int          `json:"repeated"`     // tokens of results that were there before
	Definitions []Definition `json:"definitions"`  // what the model was offered, on every request
	DefTokens   int          `json:"def_tokens"`   // of all definitions, on each request
	Steps       []Step       `json:"steps"`        // all, in order
	Tools       []Tool       `json:"tools"`        // the most expensive first
	UnknownRefs []Ref        `json:"unknown_refs"` // used, and no observation held them
	Lost        []Ref        `json:"lost"`         // used, and gone from the observation by then
	Warnings    []string     `json:"warnings,omitempty"`
}

// A Step is one result.
type Step struct {
	Step     int      `json:"step"`
	Call     string   `json:"call"` // the tool; "" is what the agent was told without asking
	Args     string   `json:"args,omitempty"`
	Time     string   `json:"time,omitempty"`
	Who      string   `json:"who,omitempty"` // the sub agent
	Format   string   `json:"format,omitempty"`
	Tokens   int      `json:"tokens"`
	Elements int      `json:"elements"`
	Uses     []string `json:"uses,omitempty"` // what was used next: action and ref
	SameAs   int      `json:"same_as,omitempty"`
	Failed   bool     `json:"failed,omitempty"`
}

// A Tool is what the calls of one tool cost.
type Tool struct {
	Name      string  `json:"name"`
	Calls     int     `json:"calls"`
	Tokens    int     `json:"tokens"`
	Median    int     `json:"median"`
	Worst     int     `json:"worst"`
	WorstStep int     `json:"worst_step"`
	Share     float64 `json:"share"` // of the session's tokens, 0 to 1
	Repeats   int     `json:"repeats"`
	Errors    int     `json:"errors"`
}

// A Definition is what the description of a tool costs.
type Definition struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

// A Ref is a use of what the observation at that step did not hold.
type Ref struct {
	Step   int    `json:"step"`
	Ref    string `json:"ref"`
	Action string `json:"action,omitempty"`
	SeenAt int    `json:"seen_at,omitempty"` // the last step that held it
}

// Of reports on a recording; what is no session has a step per capture.
func Of(rec *model.Recording, vocabulary string) (*Report, error) {
	counter, err := tokens.Open(vocabulary)
	if err != nil {
		return nil, err
	}
	counts := make([]int, len(rec.Captures))
	for i, c := range rec.Captures {
		counts[i] = counter.Count(c.Text)
	}
	return With(rec, counter, counts), nil
}

// With is Of for steps whose texts were counted by counter already.
func With(rec *model.Recording, counter tokens.Counter, counts []int) *Report {
	r := &Report{Vocabulary: counter.Name(), Steps: []Step{}, Tools: []Tool{}, Definitions: []Definition{}, UnknownRefs: []Ref{}, Lost: []Ref{}}
	if s := rec.Session; s != nil {
		r.Agent, r.Task = s.Agent, s.Task
		for _, d := range s.Definitions {
			n := counter.Count(d.Text)
			r.Definitions = append(r.Definitions, Definition{d.Name, n})
			r.DefTokens += n
		}
		slices.SortStableFunc(r.Definitions, func(a, b Definition) int { return cmp.Compare(b.Tokens, a.Tokens) })
	}
	seen := map[string]int{} // by ref: the last step that held it
	for i, c := range rec.Captures {
		step := Step{Step: c.Step, Format: c.Format, Elements: len(c.Elements), Tokens: counts[i]}
		if call := c.Call; call != nil {
			step.Call, step.Args, step.Time, step.Who, step.SameAs, step.Failed = call.Tool, call.Args, call.Time, call.Who, call.Same, call.Failed
			if call.Same > 0 {
				r.Repeated += step.Tokens
			}
		}
		for id := range c.Elements {
			if ref := c.Elements[id].Ref; ref != "" {
				seen[ref] = c.Step
			}
		}
		for _, u := range c.Uses {
			step.Uses = append(step.Uses, u.Action+" "+u.Ref)
			if u.Element != model.None {
				continue
			}
			if at := seen[u.Ref]; at > 0 {
				r.Lost = append(r.Lost, Ref{c.Step, u.Ref, u.Action, at})
			} else {
				r.UnknownRefs = append(r.UnknownRefs, Ref{Step: c.Step, Ref: u.Ref, Action: u.Action})
			}
		}
		r.Tokens += step.Tokens
		if c.HasTree() {
			r.TreeTokens += step.Tokens
			r.Trees++
		}
		r.Steps = append(r.Steps, step)
	}
	r.Tools = byTool(r.Steps, r.Tokens)
	r.Warnings = rec.Warnings.Texts()
	return r
}

// byTool sums the steps of each tool, the most expensive first.
func byTool(steps []Step, all int) []Tool {
	at := map[string]int{}
	counts := map[string][]int{}
	list := []Tool{}
	for _, s := range steps {
		i, known := at[s.Call]
		if !known {
			i = len(list)
			at[s.Call] = i
			list = append(list, Tool{Name: s.Call})
		}
		t := &list[i]
		t.Calls++
		t.Tokens += s.Tokens
		if s.Tokens > t.Worst || t.WorstStep == 0 {
			t.Worst, t.WorstStep = s.Tokens, s.Step
		}
		if s.SameAs > 0 {
			t.Repeats++
		}
		if s.Failed {
			t.Errors++
		}
		counts[s.Call] = append(counts[s.Call], s.Tokens)
	}
	for i := range list {
		n := counts[list[i].Name]
		slices.Sort(n)
		list[i].Median = n[len(n)/2]
		if all > 0 {
			list[i].Share = float64(list[i].Tokens) / float64(all)
		}
	}
	slices.SortStableFunc(list, func(a, b Tool) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return list
}
