package cli

import (
	"slices"
	"strings"
	"testing"

	"obscope/render"
)

// TestCompletionKnowsTheChoices asks the shell's question for every option: what
// is offered is what the option takes.
func TestCompletionKnowsTheChoices(t *testing.T) {
	for _, spec := range render.OptionSpecs() {
		if spec.Choices == nil || spec.Flags[0] != "" {
			continue
		}
		offered := completions(t, "render", "--"+spec.Flag(), "")
		deeper := completions(t, "attach", "exec", "--"+spec.Flag(), "")
		for _, choice := range spec.Choices() {
			if !slices.Contains(offered, choice) || !slices.Contains(deeper, choice) {
				t.Errorf("--%s: %s is not offered: %q, %q", spec.Flag(), choice, offered, deeper)
			}
			var o render.Options
			if err := spec.Set(&o, choice); err != nil {
				t.Errorf("%s offers what it does not take: %v", spec.Name, err)
			}
		}
	}
}

// completions is what a shell is offered behind words.
func completions(t *testing.T, words ...string) (offered []string) {
	t.Helper()
	var out, errs strings.Builder
	Run(t.Context(), Env{Args: append([]string{"__complete"}, words...), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs})
	for line := range strings.Lines(out.String()) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		offered = append(offered, word)
	}
	return offered
}
