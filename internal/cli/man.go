package cli

import (
	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

// manSections are what the manual page says besides the commands and flags.
var manSections = []struct{ title, text string }{
	{"Exit status", "0: done. 1: a check failed, or an action of exec; the reasons are printed. " +
		"2: bad input or usage; one line on standard error says where and what to do."},
	{"Files", "$XDG_CONFIG_HOME/obscope/config.toml, else obscope/config.toml in the user's config folder: presets, " +
		"each a table [presets.NAME] of options with the names that they have in JSON (max_elements = 60). It must be an ordinary file of at most 1 MiB. " +
		"A flag wins over --options FILE, that over --preset NAME."},
	{"Environment", "XDG_CONFIG_HOME, HOME: where the config is. TERM: with dumb the inspector prints the text. " +
		"NO_COLOR: no colours. COLORTERM: truecolor is used where it says so. TMUX: what is copied goes into tmux's buffer, too."},
}

// manCommand writes the manual page.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Write the manual page",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, err := mango.NewManPage(1, cmd.Root())
			if err != nil {
				return err
			}
			for _, s := range manSections {
				page = page.WithSection(s.title, s.text)
			}
			return a.print([]byte(page.Build(roff.NewDocument())))
		},
	}
}
