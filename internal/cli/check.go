package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"obscope/internal/text/words"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	"obscope/render/lint"
)

// CheckAnswer is what check prints with --json, one per capture.
type CheckAnswer struct {
	File    string   `json:"file"`
	Step    int      `json:"step"`
	Passed  bool     `json:"passed"`
	Tokens  int      `json:"tokens"`
	Budget  int      `json:"budget"`
	Kept    int      `json:"kept"`
	Reasons []string `json:"reasons"` // why it failed
}

// A baseline keeps what captures cost, by file and step, to notice growth.
type baseline map[string]int

type checkFlags struct {
	inputFlags
	must, mustNot []string
	baseline      string
	update        bool
	growth        float64
	sessionBudget int
	maxLint       int
	rules         lintFlags
	asJSON        bool
	oneOnly       bool // --capture is given: that one, not all of a recording
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:     "check FILE…",
		Short:   "Pass or fail for CI: a token budget, and elements that must or must not be in the text",
		Example: "  obscope check captures/*.json --budget 4000 --must 'button \"Save\"'\n  obscope check captures/*.json --baseline tokens.json --update-baseline",
		Args:    takes("FILE…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.oneOnly = cmd.Flags().Changed("capture")
			return a.check(f, args)
		},
	}
	f.addTo(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.must, "must", nil, "a TARGET that must be in the text of every capture; may be given again")
	flags.StringArrayVar(&f.mustNot, "must-not", nil, "a TARGET that must not be in the text; may be given again")
	flags.StringVar(&f.baseline, "baseline", "", "a FILE of earlier token counts; growth beyond --max-growth fails")
	flags.Float64Var(&f.growth, "max-growth", 5, "how many PERCENT a capture may grow over its baseline")
	flags.IntVar(&f.sessionBudget, "session-budget", 0, "how many TOKENS all steps of a file may have together; 0 does not look")
	flags.BoolVar(&f.update, "update-baseline", false, "write the counts of this run to the file of --baseline")
	flags.IntVar(&f.maxLint, "max-lint", -1, "how many errors and warnings of lint are allowed; -1 does not look")
	f.rules.addTo(cmd)
	flags.BoolVar(&f.asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) check(f *checkFlags, names []string) error {
	before := baseline{}
	if f.update && f.baseline == "" {
		return errors.New("--update-baseline needs --baseline FILE: the file to write")
	}
	if f.baseline != "" {
		data, err := readFile(f.baseline)
		switch {
		case err == nil:
			if err := json.Unmarshal([]byte(data), &before); err != nil {
				return fmt.Errorf("%s: no baseline, which is a JSON object of token counts; name another file, which --update-baseline writes", f.baseline)
			}
		case !errors.Is(err, os.ErrNotExist):
			return fileError([]string{f.baseline}, err)
		case !f.update:
			fmt.Fprintf(a.env.Stderr, "obscope: warning: %s: there is no baseline yet, so growth is not checked; --update-baseline writes it\n", squeeze(f.baseline))
		}
	}
	if err := a.settleOptions(&f.inputFlags); err != nil {
		return err
	}
	now := baseline{}
	var answers []CheckAnswer
	for _, name := range names {
		rec, err := a.open(&f.inputFlags, name)
		if errors.Is(err, loaders.ErrCompanion) && len(names) > 1 {
			continue // a pattern such as captures/*.json names it, too
		}
		if err != nil {
			return err
		}
		captures := rec.Captures
		if f.oneOnly {
			c, err := f.pick(rec)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			captures = []*model.Capture{c}
		}
		sum, first := 0, len(answers)
		for _, c := range captures {
			answer, err := f.checkCapture(name, c, before)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			now[answer.key()] = answer.Tokens
			sum += answer.Tokens
			answers = append(answers, answer)
		}
		if last := len(answers) - 1; f.sessionBudget > 0 && sum > f.sessionBudget {
			answers[last].Passed = false
			answers[last].Reasons = append(answers[last].Reasons, fmt.Sprintf("the %d steps have %d tokens, %d over the session's budget of %d",
				len(answers)-first, sum, sum-f.sessionBudget, f.sessionBudget))
		}
	}
	if len(answers) == 0 {
		return fmt.Errorf("%s and %d more: none of them holds an element tree, they belong to captures of pages", names[0], len(names)-1)
	}
	if f.update && f.baseline != "" {
		if err := writeBaseline(f.baseline, now); err != nil {
			return err
		}
	}
	return a.printChecks(f, answers)
}

func (c CheckAnswer) key() string { return fmt.Sprintf("%s#%d", c.File, c.Step) }

func (f *checkFlags) checkCapture(name string, c *model.Capture, before baseline) (CheckAnswer, error) {
	r := render.New(c)
	obs, err := r.Observe(f.options)
	if err != nil {
		return CheckAnswer{}, err
	}
	answer := CheckAnswer{File: name, Step: c.Step, Tokens: obs.Tokens(), Budget: obs.Set.Budget, Kept: obs.Kept(), Reasons: []string{}}
	fail := func(format string, args ...any) {
		answer.Reasons = append(answer.Reasons, fmt.Sprintf(format, args...))
	}
	if answer.Tokens > answer.Budget {
		fail("%s %d over the budget of %d", words.Count(answer.Tokens, "token is", "tokens are"), answer.Tokens-answer.Budget, answer.Budget)
	}
	for _, target := range f.must {
		ids, err := obs.Find(target)
		if err != nil {
			fail("must %v", err)
			continue
		}
		if !slices.ContainsFunc(ids, func(id model.ID) bool { return obs.Verdicts[id].In() }) {
			why := obs.Why(ids[0])
			fail("must %s: out at %s: %s", target, why.Name, why.Fact)
		}
	}
	for _, target := range f.mustNot {
		ids, err := obs.Find(target)
		if err != nil {
			continue
		}
		if at := slices.IndexFunc(ids, func(id model.ID) bool { return obs.Verdicts[id].In() }); at >= 0 {
			fail("must not %s: it is on line %d", target, obs.Why(ids[at]).Line)
		}
	}
	if old, ok := before[answer.key()]; ok && !f.update && float64(answer.Tokens) > float64(old)*(1+f.growth/100) {
		fail("%s more than %g %% over the baseline of %d", words.Count(answer.Tokens, "token is", "tokens are"), f.growth, old)
	}
	if f.maxLint >= 0 {
		options, err := f.rules.options()
		if err != nil {
			return answer, err
		}
		errors, warnings, _ := lint.Counts(lint.Check(obs, options))
		if errors+warnings > f.maxLint {
			fail("lint finds %s and %s, %s allowed; see 'obscope lint'", words.Count(errors, "error", "errors"), words.Count(warnings, "warning", "warnings"), words.Count(f.maxLint, "is", "are"))
		}
	}
	answer.Passed = len(answer.Reasons) == 0
	return answer, nil
}

func writeBaseline(name string, now baseline) error {
	data, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(name, append(data, '\n'))
}

func (a *app) printChecks(f *checkFlags, answers []CheckAnswer) error {
	failed := 0
	for _, c := range answers {
		if !c.Passed {
			failed++
		}
	}
	if f.asJSON {
		if err := a.printJSON(answers); err != nil {
			return err
		}
	} else {
		var b strings.Builder
		for _, c := range answers {
			verdict := "ok  "
			if !c.Passed {
				verdict = "FAIL"
			}
			fmt.Fprintf(&b, "%s %s step %d: %d of %d tokens, %s\n", verdict, oneLine(c.File), c.Step, c.Tokens, c.Budget, words.Count(c.Kept, "element", "elements"))
			for _, reason := range c.Reasons {
				fmt.Fprintf(&b, "     %s\n", oneLine(reason))
			}
		}
		if err := a.print([]byte(b.String())); err != nil {
			return err
		}
	}
	if failed > 0 {
		return errFailed
	}
	return nil
}

// readFile reads a file, which may be a device without end.
func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return loaders.ReadAll(f)
}
