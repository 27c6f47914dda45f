package tui

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/edit"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// asks is what a prompt is for.
type asks uint8

const (
	askOption asks = iota
	askFind
	askGoto
	askExport
	askOverwrite
)

// A prompt is the one line into which a person types.
type prompt struct {
	line  edit.Line
	asks  asks
	label string
	hint  string
	spec  render.OptionSpec // for askOption
	knob  string            // for askOption: the dialect's own option instead
	err   string
	back  mode // where it returns to
	path  string

	// was is the value in force while nothing was pressed yet: it is shown as
	// selected, and what is typed takes its place.
	was   string
	fresh bool

	pasts map[string]*edit.History // what was typed before, by label
}

// ask opens the prompt.
func (m *Model) ask(a asks, label, hint, value string) tea.Cmd {
	p := &m.prompt
	p.asks, p.label, p.hint, p.err, p.back = a, label, hint, "", m.mode
	p.was, p.fresh = "", false
	if p.pasts == nil {
		p.pasts = map[string]*edit.History{}
	}
	if p.pasts[label] == nil {
		p.pasts[label] = &edit.History{}
	}
	p.line = edit.New(value, p.pasts[label])
	m.mode = modePrompt
	return nil
}

// askInstead opens the prompt with the value in force selected.
func (m *Model) askInstead(label, hint, was string) tea.Cmd {
	cmd := m.ask(askOption, label, hint, "")
	m.prompt.was, m.prompt.fresh = was, true
	return cmd
}

// optionHint says what an option takes, and how it is left to its default.
func (m *Model) optionHint(takes, example, empty string) string {
	hint := takes
	if example != "" {
		hint += ", such as " + example
	}
	return hint + m.st.Dot + "empty: " + empty + m.st.Dot + m.keys.UnsetOption.Help().Key + " unsets"
}

// openOption edits one option; what is typed is in force at once.
func (m *Model) openOption(spec render.OptionSpec) tea.Cmd {
	m.prompt.spec, m.prompt.knob = spec, ""
	value, isSet := spec.Get(m.history.now())
	if !isSet {
		value = spec.Now(m.settings())
	}
	label, empty, ask := spec.Label, "the default", m.askInstead
	if spec.Purpose != "" {
		label += " (" + spec.Purpose + ")"
	}
	if spec.Type == render.TextOption {
		// A text is refined letter by letter, and an empty one is a value.
		empty = "none"
		ask = func(label, hint, value string) tea.Cmd { return m.ask(askOption, label, hint, value) }
	}
	return ask(label, m.optionHint(spec.Value, spec.Example, empty), value)
}

func (m *Model) openGoto() tea.Cmd {
	return m.ask(askGoto, "go to", `line, [12], ref, role "name" such as button "Save", x,y, or step 4`, "")
}

func (m *Model) openExport() tea.Cmd {
	if m.cfg.Export == nil {
		return m.warn("nothing can be written from here")
	}
	return m.askExport("")
}

func (m *Model) askExport(path string) tea.Cmd {
	return m.ask(askExport, "export to", m.exportHint(), path)
}

// pressPrompt is the keys of a prompt.
func (m *Model) pressPrompt(msg tea.KeyPressMsg) tea.Cmd {
	k, p := &m.keys, &m.prompt
	switch {
	case key.Matches(msg, k.Cancel):
		return m.cancelPrompt()
	case p.asks == askOverwrite:
		return m.answerOverwrite(msg.String())
	case key.Matches(msg, k.Accept) && p.fresh:
		return m.cancelPrompt() // nothing was changed
	case key.Matches(msg, k.Accept):
		return m.acceptPrompt()
	case p.asks == askOption && key.Matches(msg, k.UnsetOption):
		return m.unsetPrompt()
	case p.asks == askFind && key.Matches(msg, k.ListDown) && m.find.at < len(m.find.found)-1:
		m.find.move(1)
		return nil
	case p.asks == askFind && key.Matches(msg, k.ListUp) && m.find.at > 0:
		m.find.move(-1)
		return nil
	case key.Matches(msg, k.ListDown):
		return m.edited(p.line.Newer)
	case key.Matches(msg, k.ListUp):
		return m.edited(p.line.Older)
	}
	if p.fresh && edit.Moves(msg) {
		// The selected value is edited, rather than replaced.
		p.line.Paste(p.was)
	}
	return m.edited(func() { p.line.Press(msg) })
}

// pastePrompt writes what the terminal pastes into the line.
func (m *Model) pastePrompt(text string) tea.Cmd {
	if m.prompt.asks == askOverwrite {
		return nil
	}
	return m.edited(func() { m.prompt.line.Paste(text) })
}

// edited changes the line and follows what it says.
func (m *Model) edited(change func()) tea.Cmd {
	p := &m.prompt
	before, fresh := p.line.Value(), p.fresh
	p.fresh = false
	change()
	value := p.line.Value()
	if value == before && !fresh && !p.line.Full {
		return nil
	}
	p.err = ""
	if p.line.Full {
		p.err = "the line is full: at most " + paint.Comma(edit.MaxRunes) + " characters"
	}
	switch p.asks {
	case askOption:
		return m.previewOption(value)
	case askFind:
		return m.search(value)
	case askGoto:
		if _, is, err := m.stepNamed(value); is {
			if err != nil {
				p.err = err.Error()
			}
		} else if _, _, err := m.target(value); err != nil && strings.TrimSpace(value) != "" {
			p.err = err.Error()
		}
	case askExport:
		if err := m.exportable(value); err != nil {
			p.err = err.Error()
		}
	}
	return nil
}

// withOption is the options with the prompt's value in them.
func (m *Model) withOption(value string) (render.Options, error) {
	o := m.history.now()
	if m.prompt.knob != "" {
		o.Knobs = o.Knobs.With(m.prompt.knob, value)
		_, err := render.Settle(m.shot().c, o)
		return o, err
	}
	spec := m.prompt.spec
	if spec.Type == render.TextOption {
		return o, spec.Set(&o, value)
	}
	if value == "" {
		spec.Unset(&o)
		return o, nil
	}
	if err := spec.Set(&o, strings.TrimSpace(value)); err != nil {
		return o, err
	}
	_, err := render.Settle(m.shot().c, o)
	return o, err
}

// previewOption puts what is typed in force while the prompt is open.
func (m *Model) previewOption(value string) tea.Cmd {
	o, err := m.withOption(value)
	if err != nil {
		m.prompt.err = err.Error()
		return nil
	}
	m.preview = &o
	return m.refresh()
}

func (m *Model) cancelPrompt() tea.Cmd {
	m.leavePrompt()
	if m.preview != nil {
		m.preview = nil
		return m.refresh()
	}
	return nil
}

func (m *Model) leavePrompt() { m.mode = m.prompt.back }

// unsetPrompt leaves the option to the dialect and the capture.
func (m *Model) unsetPrompt() tea.Cmd {
	o := m.history.now()
	if m.prompt.knob != "" {
		o.Knobs = o.Knobs.With(m.prompt.knob, "")
	} else {
		m.prompt.spec.Unset(&o)
	}
	if slices.Equal(o.Flags(), m.history.now().Flags()) {
		return m.cancelPrompt()
	}
	m.leavePrompt()
	m.preview = nil
	m.say(m.prompt.label + ": back to the default")
	return m.change(o)
}

func (m *Model) acceptPrompt() tea.Cmd {
	value := m.prompt.line.Value()
	m.prompt.line.Take()
	switch m.prompt.asks {
	case askFind:
		return m.takeFind()
	case askGoto:
		return m.goTo(value)
	case askExport:
		return m.export(value, false)
	}
	o, err := m.withOption(value)
	if err != nil {
		m.prompt.err = err.Error()
		return nil
	}
	m.leavePrompt()
	m.preview = nil
	return m.change(o)
}

// target is what a person named: a line of the text by its number, from 1, else
// elements as render.Observation.Find takes them.
func (m *Model) target(name string) (line int, ids []model.ID, err error) {
	name = strings.TrimSpace(name)
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= m.text.Lines.Total {
		if _, isRef := m.shot().c.ByRef(name); !isRef || m.focus == paneText {
			return n, nil, nil
		}
	}
	if m.obs == nil {
		return 0, nil, errors.New("there is no observation yet")
	}
	ids, err = m.obs.Find(name)
	return 0, ids, err
}

// goTo selects what a target names.
func (m *Model) goTo(name string) tea.Cmd {
	if strings.TrimSpace(name) == "" {
		return m.cancelPrompt()
	}
	if step, is, err := m.stepNamed(name); is && err == nil {
		m.leavePrompt()
		return m.goStep(step)
	} else if is {
		m.prompt.err = err.Error()
		return nil
	}
	line, ids, err := m.target(name)
	if err != nil {
		m.prompt.err = err.Error()
		return nil
	}
	m.leavePrompt()
	if line > 0 {
		entry, _ := m.text.Lines.At(line - 1)
		cmd := m.read(entry)
		m.tree.Rows.Reveal(m.sel)
		m.tree.Follow()
		return cmd
	}
	if len(ids) > 1 {
		m.find.hits = ids
		m.tree.Matches = marked(len(m.shot().c.Elements), ids)
		m.say(paint.Plural(len(ids), "element") + " there; n goes to the next")
	}
	return m.choose(ids[0], true)
}

// marked is the set of some of n elements; nil is the empty one.
func marked(n int, ids []model.ID) []bool {
	if len(ids) == 0 {
		return nil
	}
	set := make([]bool, n)
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// export writes what the file's ending asks for.
func (m *Model) export(path string, overwrite bool) tea.Cmd {
	path = strings.TrimSpace(path)
	if path == "" {
		return m.cancelPrompt()
	}
	what, write, err := m.exporter(path, overwrite)
	if err != nil {
		m.prompt.err = err.Error()
		return nil
	}
	m.prompt.err, m.prompt.hint = "", "writing"+m.st.Cut
	return m.jobs.Run(&m.tasks.export, func() apply {
		size, err := write()
		return func(m *Model) tea.Cmd {
			asked := m.mode == modePrompt && (m.prompt.asks == askExport || m.prompt.asks == askOverwrite)
			switch {
			case errors.Is(err, fs.ErrExist) && asked:
				m.leavePrompt()
				cmd := m.ask(askOverwrite, m.shortPath(path)+" is there already; overwrite it?", "y or n", "")
				m.prompt.path = path
				return cmd
			case err != nil && asked:
				// The path stays, to be mended.
				m.leavePrompt()
				cmd := m.askExport(path)
				m.prompt.err = m.fault(err)
				return cmd
			case err != nil:
				return m.warn(m.fault(err))
			}
			if asked {
				m.leavePrompt()
			}
			return m.say("wrote " + what + " to " + m.shortPath(path) + " (" + size + ")")
		}
	})
}

// shortPath is a path of which only the end is kept if it is long.
func (m *Model) shortPath(path string) string {
	return paint.FitEnd(m.st.Clean.Text(path, paint.MaxClean), max(16, m.w/3), m.st.Cut)
}

// fault words an error. A file in front of it is named without its folders:
// what is wrong must have room.
func (m *Model) fault(err error) string {
	text := err.Error()
	for _, lead := range [...]string{"", "open ", "read ", "stat ", "write "} {
		rest, has := strings.CutPrefix(text, lead)
		if name, what, ok := strings.Cut(rest, ": "); has && ok && strings.ContainsAny(name, `/\`) && !strings.Contains(name, " ") {
			text = lead + name[strings.LastIndexAny(name, `/\`)+1:] + ": " + what
			break
		}
	}
	return m.st.Clean.Text(text, 300)
}

// answerOverwrite waits for one of the two letters.
func (m *Model) answerOverwrite(answer string) tea.Cmd {
	switch answer {
	case "y", "Y":
		return m.export(m.prompt.path, true)
	case "n", "N":
		m.leavePrompt()
		return m.say("not written")
	}
	m.prompt.err = "y overwrites it, n or esc leaves it"
	return nil
}
