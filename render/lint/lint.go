// Package lint finds what in a capture or an observation will mislead an
// agent.
//
// Check reads an observation and returns findings: a rule, the element, one
// sentence. A rule speaks once about one cause: what many elements share is
// one finding, and a rule that finds nothing unusual says nothing.
//
// WriteText and WriteJSON write findings for people and for programs; the
// JSON is
//
//	{"errors": 1, "warnings": 2, "notes": 0, "findings": [
//	  {"rule": "secret-shown", "severity": "error", "sentence": "…",
//	   "element": {"id": 12, "ref": "e12", "role": "textbox", "name": "Password", "line": 9},
//	   "related": [14, 15]}]}
//
// in which id and related are positions in the capture from 0, line is the
// line of the text from 1 and is left out for an element that is not in it,
// and element is left out for findings about the whole capture.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"obscope/model"
	"obscope/render"
)

// Severity is how much a finding matters.
type Severity uint8

// The severities, the gravest last.
const (
	Note    Severity = iota // good to know when something puzzles
	Warning                 // is likely to mislead an agent
	Error                   // the text is wrong, leaks a secret, or its original fails
)

var severityNames = [...]string{"note", "warning", "error"}

// String is the lower-case name.
func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Finding is one thing that will mislead.
type Finding struct {
	Rule     string
	Severity Severity
	ID       model.ID   // the element, the first of a group; None is the whole capture
	Related  []model.ID // the others of the group, in document order
	Sentence string     // for people; texts of the capture stand in it quoted but not cleaned for a terminal
}

// DefaultMost is how many elements a rule names one by one where Most is not
// set.
const DefaultMost = 20

// Options say which rules speak.
type Options struct {
	Off  []string // names of rules that are off
	On   []string // names of rules that are on only when asked for
	Most int      // findings per rule before the rest is told in one; 0 is DefaultMost, negative is no limit
}

// Validate reports the first name that is not a rule.
func (o Options) Validate() error {
	for _, name := range slices.Concat(o.Off, o.On) {
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.Name == name }) {
			var names []string
			for _, r := range rules {
				names = append(names, r.Name)
			}
			return fmt.Errorf("no lint rule %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// A Rule describes what a rule looks for.
type Rule struct {
	Name  string // kebab-case, for Options
	About string // what it finds, one line
	Why   string // what went wrong for whom: the reports behind it
	Asked bool   // whether it is on only if Options.On names it
}

type rule struct {
	Rule
	check func(c *checker)
}

// Rules lists the rules in the order of their importance.
func Rules() []Rule {
	list := make([]Rule, len(rules))
	for i, r := range rules {
		list[i] = r.Rule
	}
	return list
}

// Check finds what will mislead the reader of an observation: the gravest
// first, then in document order, what concerns the whole capture before its
// elements.
func Check(o *render.Observation, opts Options) []Finding {
	c := newChecker(o, opts)
	for i := range rules {
		r := &rules[i]
		if slices.Contains(opts.Off, r.Name) || r.Asked && !slices.Contains(opts.On, r.Name) {
			continue
		}
		c.rule = r.Name
		r.check(c)
	}
	pos := func(f Finding) int32 {
		if f.ID == model.None {
			return -1
		}
		return c.c.Tree.Pos[f.ID]
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(pos(a), pos(b)))
	})
	return c.found
}
