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
		var out, errs strings.Builder
		Run(t.Context(), Env{Args: []string{"__complete", "render", "--" + spec.Flag(), ""}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs})
		var offered []string
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			offered = append(offered, word)
		}
		for _, choice := range spec.Choices() {
			if !slices.Contains(offered, choice) {
				t.Errorf("--%s: %s is not offered: %q", spec.Flag(), choice, offered)
			}
			var o render.Options
			if err := spec.Set(&o, choice); err != nil {
				t.Errorf("%s offers what it does not take: %v", spec.Name, err)
			}
		}
	}
}
