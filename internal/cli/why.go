package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/model"
	"obscope/render"
)

// WhyAnswer is what why prints with --json.
type WhyAnswer struct {
	Ref     string          `json:"ref"`
	Element string          `json:"element"`
	Path    []string        `json:"path"`
	In      bool            `json:"in"`
	Line    int             `json:"line,omitempty"`
	Stage   string          `json:"stage,omitempty"`
	Fact    string          `json:"fact"`
	Back    []string        `json:"back,omitempty"`  // the smallest change that brings it back
	Price   int             `json:"price,omitempty"` // tokens that it adds
	Options *render.Options `json:"options,omitempty"`
	Never   string          `json:"never,omitempty"` // why nothing brings it back
}

func (a *app) whyCommand() *cobra.Command {
	f := &inputFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:     "why FILE TARGET",
		Short:   "Tell why an element is or is not in the text, and what would bring it back",
		Long:    `TARGET is a ref as captured or as the text shows it (12, e7, uid=1_4, [12]), an element's place in index ([12]), role "name" (button "Save"), or a point x,y.`,
		Example: "  obscope why capture.json 'button \"More options\"' --viewport 0,0,1280,800",
		Args:    takes("FILE", "TARGET"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, obs, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			ids, err := obs.Find(args[1])
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			var answers []WhyAnswer
			for _, id := range ids {
				answer, err := explain(r, obs, f.options, id)
				if err != nil {
					return err
				}
				answers = append(answers, answer)
			}
			if asJSON {
				return a.printJSON(answers)
			}
			var texts []string
			for _, answer := range answers {
				texts = append(texts, answer.text())
			}
			return a.print([]byte(strings.Join(texts, "\n")))
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func explain(r *render.Renderer, obs *render.Observation, o render.Options, id model.ID) (WhyAnswer, error) {
	c := r.Capture()
	why := obs.Why(id)
	answer := WhyAnswer{Ref: c.Element(id).Ref, Element: c.Element(id).Label(), Path: c.Path(id), In: why.In, Line: why.Line, Fact: why.Fact}
	if why.In {
		return answer, nil
	}
	answer.Stage = why.Name
	back, err := r.BringBack(o, id)
	if err != nil {
		return answer, err
	}
	if !back.Possible() {
		answer.Never = back.Why
		return answer, nil
	}
	answer.Back, answer.Price, answer.Options = back.Changes, back.Price, &back.Options
	return answer, nil
}

func (w WhyAnswer) text() string {
	var b strings.Builder
	if w.In {
		fmt.Fprintf(&b, "%s · in: %s\n", oneLine(w.Element), oneLine(w.Fact))
	} else {
		fmt.Fprintf(&b, "%s · out at %s: %s\n", oneLine(w.Element), w.Stage, oneLine(w.Fact))
		if w.Never != "" {
			fmt.Fprintf(&b, "  %s\n", oneLine(w.Never))
		} else {
			fmt.Fprintf(&b, "  back with: %s (%+d tokens)\n", strings.Join(w.Back, ", "), w.Price)
		}
	}
	if n := len(w.Path); n > 1 {
		fmt.Fprintf(&b, "  in %s\n", oneLine(strings.Join(w.Path[:n-1], " › ")))
	}
	return b.String()
}
