package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"obscope/internal/page"
	"obscope/internal/source"
	"obscope/internal/text/words"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	"obscope/tui"
	"obscope/tui/paint"
)

// inspectFlags are the flags of the inspector alone.
type inspectFlags struct {
	ascii, plain, secrets, watch bool
	printOnExit                  bool
	selected                     string
	pins                         []string
}

func (f *inspectFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII only")
	flags.BoolVar(&f.plain, "plain", false, "print a linear description, for screen readers")
	flags.BoolVar(&f.secrets, "secrets", false, "show the values of secure fields")
	flags.BoolVar(&f.watch, "watch", false, "reload when the file changes")
	flags.BoolVar(&f.printOnExit, "print-on-exit", false, "print what was copied last on leaving")
	flags.StringVar(&f.selected, "select", "", "the TARGET to select at the start")
	flags.StringArrayVar(&f.pins, "pin", nil, "a TARGET to watch: whether it is in shows all the time; may be given again")
}

// A subject is what the inspector is opened on.
type subject struct {
	title  string   // of the window
	name   string   // in messages
	again  []string // the words of a command line that open it again
	file   string   // for commands that are copied; "" if no file holds it alone
	origin func(step int) (file string, capture, captures int)
	source *source.Recorder // nil for the demo, which does not change
	follow bool             // reload when it changes
	live   bool             // each reading is a further step
	origins
}

// inspect opens the inspector on files, or prints the text where there is no
// terminal.
func (a *app) inspect(ctx context.Context, f *inputFlags, look *inspectFlags, names []string) error {
	if len(names) == 0 && f.optionsFile != "-" && a.piped() {
		names = []string{"-"}
	}
	for _, name := range names {
		if _, err := os.Stat(name); name != "-" && !look.watch && errors.Is(err, fs.ErrNotExist) {
			return a.noSuchWord(name)
		}
	}
	piped := slices.Contains(names, "-")
	if look.watch && (piped || len(names) == 0) {
		return errors.New("--watch needs a file: the demo and standard input do not change")
	}
	if err := a.settleOptions(f); err != nil {
		return err
	}
	s := &subject{title: title(names, a.env.Demo.Name), again: names, follow: look.watch, origins: origins{names: names}}
	s.name = s.title
	if len(names) > 0 {
		s.source = a.source(f, names...)
	}
	switch {
	case len(names) == 1:
		s.name = names[0]
		if !piped {
			s.file = names[0]
		}
	case len(names) > 1:
		s.origin = s.of
	}
	return a.show(ctx, f, look, s)
}

// load reads the subject as it is now.
func (a *app) load(ctx context.Context, f *inputFlags, s *subject) (*model.Recording, error) {
	if s.source == nil {
		return loaders.LoadBytes(a.env.Demo.Name, a.env.Demo.Data, loaders.Options{Format: f.format})
	}
	rec, counts, err := s.source.Load(ctx)
	s.set(counts)
	return rec, err
}

// show opens the inspector on a subject, or prints the text where there is no
// terminal.
func (a *app) show(ctx context.Context, f *inputFlags, look *inspectFlags, s *subject) error {
	var rec *model.Recording
	var more *tui.Growing
	var err error
	if a.canStream(f, look, s) {
		rec, more, err = s.startStream(ctx).first()
	} else {
		rec, err = a.firstLoad(ctx, f, s)
	}
	if err != nil && s.follow && !s.live && isTerminal(a.env.Stderr) {
		rec, err = a.await(ctx, f, s, err)
	}
	if err != nil {
		return err
	}
	c, err := f.pick(rec)
	if err != nil {
		return err
	}
	if more != nil {
		c = firstWithTree(rec)
	}
	options := f.options
	if s.source == nil && len(options.Flags()) == 0 {
		options = a.env.Demo.Options
	}
	obs, err := render.New(c).Observe(options)
	if err != nil {
		return err
	}
	if err := look.checkTargets(s, rec, obs, options); err != nil {
		return err
	}
	onScreen := isTerminal(a.env.Stdout) && os.Getenv("TERM") != "dumb"
	switch {
	case rec.Session != nil && !rec.LastTree().HasTree() && c == rec.LastTree() && (look.plain || !onScreen):
		return a.printSession(rec, obs.Set.Tokens, false)
	case look.plain:
		return a.describe(obs, rec, look.secrets)
	case !onScreen:
		a.warn(obs, rec.Warnings)
		return a.print([]byte(printable(obs.Text()) + "\n"))
	}
	config, err := a.configure(f, look, s)
	if err != nil {
		return err
	}
	config.Growing = more
	config.Recording, config.Step, config.Options, config.Observation = rec, slices.Index(rec.Captures, c)+1, options, obs
	return a.openScreen(ctx, f, look, s, config)
}

// slow is how long a person waits for a first capture without a word.
const slow = 100 * time.Millisecond

// firstLoad is load before there is a screen: of what takes long a person is told
// what is waited for.
func (a *app) firstLoad(ctx context.Context, f *inputFlags, s *subject) (*model.Recording, error) {
	if s.live && isTerminal(a.env.Stderr) {
		waiting := time.AfterFunc(slow, func() {
			fmt.Fprintf(a.env.Stderr, "obscope: capturing %s; ctrl+c stops\n", squeeze(s.name))
		})
		defer waiting.Stop()
	}
	return a.load(ctx, f, s)
}

// await waits until there is something to show where there was none yet: a log
// before its first observation.
func (a *app) await(ctx context.Context, f *inputFlags, s *subject, why error) (*model.Recording, error) {
	fmt.Fprintf(a.env.Stderr, "obscope: %s; waiting for the first observation, ctrl+c stops\n", squeeze(why.Error()))
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	changed := s.source.Changes(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil, why
		case <-changed:
		}
		rec, err := a.load(ctx, f, s)
		if err == nil {
			return rec, nil
		}
		why = err
	}
}

// checkTargets looks for the elements that are selected and pinned at the start.
func (look *inspectFlags) checkTargets(s *subject, rec *model.Recording, obs *render.Observation, options render.Options) error {
	for _, target := range append(slices.Clone(look.pins), look.selected) {
		if target == "" {
			continue
		}
		_, err := obs.Find(target)
		if err == nil {
			continue
		}
		c := obs.Capture()
		if n := captureWith(rec, c, options, target); n > 0 {
			return fmt.Errorf("%s: capture %d: %w; one that has it: --capture %d", s.name, slices.Index(rec.Captures, c)+1, err, n)
		}
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

// configure is what the inspector is handed besides the recording.
func (a *app) configure(f *inputFlags, look *inspectFlags, s *subject) (tui.Config, error) {
	saved, _, err := presets()
	if err != nil {
		return tui.Config{}, err
	}
	config := tui.Config{
		Title: s.title, File: s.file, Origin: s.origin, Reading: f.reading(), Select: look.selected, Pins: look.pins,
		Presets: tuiPresets(saved), ASCII: look.ascii, Unmask: look.secrets, Export: exportFile, Page: htmlPage,
		Again: append(append([]string{"obscope"}, s.again...), append(f.reading(), look.again()...)...), Buffer: tmuxBuffer(),
	}
	if s.source == nil && config.Select == "" {
		config.Select = a.env.Demo.Select
	}
	return config, nil
}

// openScreen runs the inspector.
func (a *app) openScreen(ctx context.Context, f *inputFlags, look *inspectFlags, s *subject, config tui.Config) error {
	// A terminal that hangs up must be left as it was found, too; Bubble Tea
	// sees to the other signals itself.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	if s.source != nil && !slices.Contains(s.again, "-") {
		config.Reload = func(reading context.Context) (*model.Recording, error) {
			reading, stop := context.WithCancel(reading)
			defer stop()
			defer context.AfterFunc(ctx, stop)() // nor does it go on behind a screen that was left
			return a.load(reading, f, s)
		}
		switch {
		case s.live:
			live := source.NewSwitch(ctx, s.source)
			live.Set(s.follow)
			config.Live, config.Watch = &tui.Live{Set: live.Set, On: s.follow}, live.Changes()
			config.Save = func(step int, dir string) (int, error) { return saveReading(s.source.Reading(step-1), expandHome(dir)) }
		case s.follow:
			config.Watch = s.source.Changes(ctx)
		}
	}
	copied := ""
	config.Copied = func(text string) { copied = text }
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
	err := tui.Run(ctx, config, terminal)
	switch {
	case ctx.Err() != nil:
		return errors.New("the terminal hung up")
	case look.printOnExit && copied != "":
		err = errors.Join(err, a.printText([]byte(copied+"\n")))
	}
	return err
}

// again are the flags that say how the inspector looks.
func (f *inspectFlags) again() (flags []string) {
	for _, flag := range []struct {
		name string
		on   bool
	}{{"--ascii", f.ascii}, {"--secrets", f.secrets}, {"--watch", f.watch}, {"--print-on-exit", f.printOnExit}} {
		if flag.on {
			flags = append(flags, flag.name)
		}
	}
	return flags
}

// tmuxBuffer sets the paste buffer of the tmux around, and through it the
// clipboard of the terminal around that; nil where there is no tmux.
func tmuxBuffer() func(string) error {
	if os.Getenv("TMUX") == "" {
		return nil
	}
	return func(text string) error {
		ctx, cancel := context.WithTimeout(context.Background(), tmuxPatience)
		defer cancel()
		tmux := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
		tmux.Stdin = strings.NewReader(text)
		out, err := tmux.CombinedOutput()
		if said := strings.TrimSpace(string(out)); err != nil && said != "" {
			return errors.New(said)
		}
		return err
	}
}

// tmuxPatience is how long a tmux may take that answers at all.
const tmuxPatience = 5 * time.Second

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
	name = expandHome(name)
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
	fmt.Fprintf(&b, "%s, %s capture, step %d of %d, %s.\n", oneLine(c.Source), c.Format, c.Step, len(rec.Captures), words.Count(len(c.Elements), "element", "elements"))
	fmt.Fprintf(&b, "Text in dialect %s: %s, %d of %d tokens %s.\n", obs.Set.Dialect, words.Count(len(obs.Entries), "line", "lines"), obs.Tokens(), obs.Set.Budget, obs.Set.Tokens)
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
	best := words.Nearest(word, names)
	if best != "" {
		return fmt.Errorf("%s: there is no such file or command; did you mean 'obscope %s'?", word, best)
	}
	return fmt.Errorf("%s: there is no such file", quoteEmpty(word))
}

func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}
