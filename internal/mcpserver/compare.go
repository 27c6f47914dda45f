package mcpserver

import (
	"fmt"

	"obscope/model"
	"obscope/render"
)

var compareDialects = &ownTool{
	name: "compare_dialects", title: "Compare dialects", answer: CompareAnswer{}, run: compareObservation,
	params: []param{
		{name: "targets", schema: `{"type":"array","items":{"type":"string"},"description":"elements to look for in every dialect: a ref, [12], role \"name\", or x,y"}`},
		{name: "sort", schema: `{"type":"string","description":"a column to sort by: dialect, status, lines, tokens, share, elements, actionable or targets"}`},
	},
	about: "Writes a capture in every dialect that can, the words of other agents and tools, and tells of each what it costs, how much of what " +
		"can be operated is in it, and which of the targets are. The common options hold in all of them; dialect and set do not count.",
}

// CompareAnswer is what compare_dialects returns.
type CompareAnswer struct {
	Dialects []CompareRow `json:"dialects"`
	Refused  []string     `json:"refused,omitempty" jsonschema:"dialects that cannot apply the options, and why"`
}

// CompareRow is what one dialect makes of the capture.
type CompareRow struct {
	Dialect    string          `json:"dialect"`
	Version    string          `json:"version,omitempty" jsonschema:"of the original"`
	Status     string          `json:"status" jsonschema:"exact; exact, noted; other format; or approximation"`
	Lines      int             `json:"lines"`
	Tokens     int             `json:"tokens"`
	Share      float64         `json:"share_of_json" jsonschema:"of the capture as compact JSON, 0.31 for 31 %"`
	Elements   int             `json:"elements"`
	Actionable int             `json:"actionable_in" jsonschema:"of the elements that can be operated, how many are in"`
	Of         int             `json:"actionable" jsonschema:"how many elements can be operated"`
	Targets    map[string]bool `json:"targets,omitempty" jsonschema:"which of the targets are in"`
	Warnings   []string        `json:"warnings,omitempty"`
}

func compareObservation(c *call) (any, error) {
	targets, err := texts(c.args, "targets", "texts that name elements")
	if err != nil {
		return nil, err
	}
	var ids []model.ID
	for _, target := range targets {
		found, err := c.obs.Find(target)
		if err != nil {
			return nil, err
		}
		ids = append(ids, found[0])
	}
	column := ""
	if v, ok := c.args.Lookup("sort"); ok {
		column = v.Text
		if err := render.SortComparisons(nil, column, false); err != nil {
			return nil, fmt.Errorf("sort: %w", err)
		}
	}
	list, err := c.renderer.Compare(c.options, ids)
	if err != nil {
		return nil, err
	}
	if column != "" {
		if err := render.SortComparisons(list, column, false); err != nil {
			return nil, err
		}
	}
	answer := CompareAnswer{Dialects: []CompareRow{}}
	for _, row := range list {
		if row.Refused != "" {
			answer.Refused = append(answer.Refused, row.Info.Name+": "+row.Refused)
			continue
		}
		answer.Dialects = append(answer.Dialects, compareRow(&row, targets))
	}
	return answer, nil
}

func compareRow(c *render.Comparison, targets []string) CompareRow {
	row := CompareRow{
		Dialect: c.Info.Name, Version: c.Info.Version, Status: c.Fidelity().String(), Lines: c.Lines, Tokens: c.Tokens, Share: c.Share,
		Elements: c.Kept, Actionable: c.Actionable, Of: c.Of, Warnings: c.Warnings.Texts(),
	}
	for i, in := range c.Targets {
		if row.Targets == nil {
			row.Targets = map[string]bool{}
		}
		row.Targets[targets[i]] = in
	}
	return row
}
