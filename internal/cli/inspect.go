package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

func (a *app) addInspectFlags(cmd *cobra.Command) {}

// inspect opens the inspector, or prints the text where there is no terminal.
func (a *app) inspect(ctx context.Context, f *inputFlags, names []string) error {
	for _, name := range names {
		if _, err := os.Stat(name); name != "-" && errors.Is(err, fs.ErrNotExist) {
			return a.noSuchWord(name)
		}
	}
	if err := a.applyPreset(f); err != nil {
		return err
	}
	load := func() (*model.Recording, error) {
		if len(names) == 0 {
			return loaders.LoadBytes(a.env.Demo.Name, a.env.Demo.Data, loaders.Options{Format: f.format})
		}
		return a.openAll(f, names)
	}
	rec, err := load()
	if err != nil {
		return err
	}
	c, err := f.pick(rec)
	if err != nil {
		return err
	}
	obs, err := render.New(c).Observe(f.options)
	if err != nil {
		return err
	}
	a.warn(obs, rec.Warnings...)
	return a.print(append(obs.AppendText(nil), '\n'))
}

// noSuchWord is the error for a word that is neither file nor command.
func (a *app) noSuchWord(word string) error {
	best, distance := "", 3
	for _, cmd := range a.root().Commands() {
		if d := editDistance(word, cmd.Name()); d < distance {
			best, distance = cmd.Name(), d
		}
	}
	if best != "" {
		return fmt.Errorf("%s: there is no such file or command; did you mean 'obscope %s'?", word, best)
	}
	return fmt.Errorf("%s: there is no such file", word)
}

// editDistance counts the letters to add, drop or change.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}
