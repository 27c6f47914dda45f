package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"obscope/internal/page"
	spell "obscope/internal/text/words"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	"obscope/tui"
	"obscope/tui/paint"
)

// inspectFlags are the flags of the inspector alone.
type inspectFlags struct {
	ascii, plain, secrets, watch bool
	selected                     string
	pins                         []string
}

func (f *inspectFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII only")
	flags.BoolVar(&f.plain, "plain", false, "print a linear description, for screen readers")
	flags.BoolVar(&f.secrets, "secrets", false, "show the values of secure fields")
	flags.BoolVar(&f.watch, "watch", false, "reload when the file changes")
	flags.StringVar(&f.selected, "select", "", "the TARGET to select at the start")
	flags.StringArrayVar(&f.pins, "pin", nil, "a TARGET to watch: whether it is in shows all the time; may be given again")
}

// inspect opens the inspector, or prints the text where there is no terminal.
func (a *app) inspect(ctx context.Context, f *inputFlags, look *inspectFlags, names []string) error {
	if len(names) == 0 && a.piped() {
		names = []string{"-"}
	}
	for _, name := range names {
		if _, err := os.Stat(name); name != "-" && errors.Is(err, fs.ErrNotExist) {
			return a.noSuchWord(name)
		}
	}
	if err := a.applyPreset(f); err != nil {
		return err
	}
	origins := &origins{names: names}
	load := func() (*model.Recording, error) {
		if len(names) == 0 {
			return loaders.LoadBytes(a.env.Demo.Name, a.env.Demo.Data, loaders.Options{Format: f.format})
		}
		rec, counts, err := a.openAll(f, names)
		origins.set(counts)
		return rec, err
	}
	was := stamps(names)
	rec, err := load()
	if err != nil {
		return err
	}
	c, err := f.pick(rec)
	if err != nil {
		return err
	}
	options := f.options
	if len(names) == 0 && len(options.Flags()) == 0 {
		options = a.env.Demo.Options
	}
	obs, err := render.New(c).Observe(options)
	if err != nil {
		return err
	}
	for _, target := range append(slices.Clone(look.pins), look.selected) {
		if target == "" {
			continue
		}
		if _, err := obs.Find(target); err != nil {
			where := title(names, a.env.Demo.Name)
			if len(names) == 1 {
				where = names[0]
			}
			if n := captureWith(rec, c, options, target); n > 0 {
				return fmt.Errorf("%s: capture %d: %w; one that has it: --capture %d", where, slices.Index(rec.Captures, c)+1, err, n)
			}
			return fmt.Errorf("%s: %w", where, err)
		}
	}
	switch {
	case look.plain:
		return a.describe(obs, rec, look.secrets)
	case !isTerminal(a.env.Stdout) || os.Getenv("TERM") == "dumb":
		a.warn(obs, rec.Warnings)
		return a.print(append(obs.AppendText(nil), '\n'))
	}
	// A terminal that hangs up must be left as it was found, too; Bubble Tea
	// sees to the other signals itself.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	saved, _, err := presets()
	if err != nil {
		return err
	}
	config := tui.Config{
		Recording: rec, Title: title(names, a.env.Demo.Name), Step: c.Step, Options: options, Observation: obs,
		Presets: tuiPresets(saved), ASCII: look.ascii, Unmask: look.secrets, Export: exportFile, Page: htmlPage,
	}
	config.Select, config.Pins, config.Reading = look.selected, look.pins, f.reading()
	if len(names) == 0 && config.Select == "" {
		config.Select = a.env.Demo.Select
	}
	if len(names) == 1 && names[0] != "-" {
		config.File = names[0]
	} else if len(names) > 1 {
		config.Origin = origins.of
	}
	if len(names) > 0 && !slices.Contains(names, "-") {
		config.Reload = load
		if look.watch {
			config.Watch = watch(ctx, names, was)
		}
	} else if look.watch {
		return errors.New("--watch needs a file: the demo and standard input do not change")
	}
	terminal := tui.Terminal{Input: a.env.Stdin, Output: a.env.Stdout}
	if !isTerminal(a.env.Stdin) {
		// A capture comes, or came, through standard input: the keys are those
		// of the terminal behind the screen.
		keys, err := openKeyboard()
		if err != nil {
			return fmt.Errorf("there is no terminal to read keys from: %w; write the text with 'obscope render'", err)
		}
		defer keys.Close()
		terminal.Input = keys
	}
	err = tui.Run(ctx, config, terminal)
	if ctx.Err() != nil {
		return errors.New("the terminal hung up")
	}
	return err
}

// captureWith is the first capture of a recording, besides c, that has the
// target, from 1; 0 if there is none.
func captureWith(rec *model.Recording, c *model.Capture, o render.Options, target string) int {
	for i, other := range rec.Captures {
		if other == c {
			continue
		}
		if obs, err := render.New(other).Observe(o); err == nil {
			if _, err := obs.Find(target); err == nil {
				return i + 1
			}
		}
	}
	return 0
}

// origins tells which file a step of a recording is in. It is safe for
// concurrent use: a recording is read again away from the screen.
type origins struct {
	mu     sync.Mutex
	names  []string
	counts []int // captures of each file
}

func (o *origins) set(counts []int) {
	if counts == nil {
		return // it could not be read; what was read before is still shown
	}
	o.mu.Lock()
	o.counts = counts
	o.mu.Unlock()
}

// of is the file of a step, and which of the file's captures it is, all
// counted from 1.
func (o *origins) of(step int) (file string, capture, captures int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, n := range o.counts {
		if step <= n {
			return o.names[i], step, n
		}
		step -= n
	}
	return "", 0, 0
}

func title(names []string, demo string) string {
	switch len(names) {
	case 0:
		return demo
	case 1:
		return filepath.Base(names[0])
	}
	return fmt.Sprintf("%s and %d more", filepath.Base(names[0]), len(names)-1)
}

func tuiPresets(saved map[string]render.Options) []tui.Preset {
	var list []tui.Preset
	for name, o := range saved {
		list = append(list, tui.Preset{Name: name, Options: o})
	}
	slices.SortFunc(list, func(a, b tui.Preset) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// htmlPage is the page that a teammate can open.
func htmlPage(o *render.Observation, unmask bool) ([]byte, error) {
	w := page.Writer{Clean: paint.Clean, Mask: paint.Mask}
	if unmask {
		w.Mask = nil
	}
	return w.Page(o)
}

// exportFile writes a file that a person named, and overwrites only on demand.
func exportFile(name string, data []byte, overwrite bool) error {
	if _, err := os.Stat(name); err == nil && !overwrite {
		return fs.ErrExist
	}
	return writeFile(name, data)
}

// describe prints an observation line by line with what became of the rest:
// for screen readers and terminals that cannot draw.
// Values of secure fields are masked unless secrets are asked for.
func (a *app) describe(obs *render.Observation, rec *model.Recording, secrets bool) error {
	c := obs.Capture()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s capture, step %d of %d, %s.\n", oneLine(c.Source), c.Format, c.Step, len(rec.Captures), spell.Count(len(c.Elements), "element", "elements"))
	fmt.Fprintf(&b, "Text in dialect %s: %s, %d of %d tokens %s.\n", obs.Set.Dialect, spell.Count(len(obs.Entries), "line", "lines"), obs.Tokens(), obs.Set.Budget, obs.Set.Tokens)
	for _, step := range obs.Funnel {
		fmt.Fprintf(&b, "Stage %s takes out %d, leaves %d.\n", step.Name, step.Removed, step.Left)
	}
	for i, entry := range obs.Entries {
		text := strings.TrimLeft(obs.Entry(i), "\t ")
		if entry.ID != model.None && !secrets {
			text = paint.Mask(text, c.Element(entry.ID))
		}
		fmt.Fprintf(&b, "Line %d: %s\n", obs.LineOf(i), oneLine(text))
	}
	for _, id := range c.Tree.Order {
		if why := obs.Why(id); !why.In {
			fmt.Fprintf(&b, "Out at %s: %s: %s.\n", why.Name, oneLine(c.Element(id).Label()), oneLine(why.Fact))
		}
	}
	for _, w := range slices.Concat(rec.Warnings, c.Warnings, obs.Warnings) {
		fmt.Fprintf(&b, "Warning: %s.\n", oneLine(w.Text))
	}
	return a.print([]byte(b.String()))
}

// noSuchWord is the error for a word that is neither file nor command.
func (a *app) noSuchWord(word string) error {
	var names []string
	for _, cmd := range a.root().Commands() {
		names = append(names, cmd.Name())
	}
	best := nearest(word, names)
	if best != "" {
		return fmt.Errorf("%s: there is no such file or command; did you mean 'obscope %s'?", word, best)
	}
	return fmt.Errorf("%s: there is no such file", quoteEmpty(word))
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
