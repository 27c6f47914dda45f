package tui

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/dialog"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

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
	value, isSet := spec.Get(m.history.now())
	if !isSet {
		value = spec.Now(m.settings())
	}
	label := spec.Label
	if spec.Purpose != "" {
		label += " (" + spec.Purpose + ")"
	}
	if spec.Type == render.TextOption {
		// A text is refined letter by letter, and an empty one is a value.
		m.ask(dialog.AskOption, label, m.optionHint(spec.Value, spec.Example, "none"), value).Spec = spec
		return nil
	}
	p := m.ask(dialog.AskOption, label, m.optionHint(spec.Value, spec.Example, "the default"), "")
	p.Spec = spec
	p.Instead(value)
	return nil
}

func (m *Model) openGoto() tea.Cmd {
	m.ask(dialog.AskGoto, "go to", `line, [12], ref, role "name" such as button "Save", x,y, or step 4`, "")
	return nil
}

func (m *Model) openExport() tea.Cmd {
	if m.cfg.Export == nil {
		return m.warn("nothing can be written from here")
	}
	m.askExport("")
	return nil
}

func (m *Model) askExport(path string) *dialog.Prompt {
	return m.ask(dialog.AskExport, "export to", m.cfg.exportHint(), path)
}

// typed follows what the line of a prompt says.
func (m *Model) typed(value string) tea.Cmd {
	p := m.asking()
	switch p.Asks {
	case dialog.AskOption:
		return m.previewOption(value)
	case dialog.AskFind:
		return m.search(value)
	case dialog.AskGoto:
		if _, is, err := m.stepNamed(value); is {
			if err != nil {
				p.Err = err.Error()
			}
		} else if _, _, err := m.target(value); err != nil && strings.TrimSpace(value) != "" {
			p.Err = err.Error()
		}
	case dialog.AskExport:
		if err := m.cfg.exportable(value); err != nil {
			p.Err = err.Error()
		}
	}
	return nil
}

// withOption is the options with the prompt's value in them.
func (m *Model) withOption(value string) (render.Options, error) {
	p, o := m.asking(), m.history.now()
	if p.Own != "" {
		o.Knobs = o.Knobs.With(p.Own, value)
		_, err := render.Settle(m.shot().c, o)
		return o, err
	}
	spec := p.Spec
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
		m.asking().Err = err.Error()
		return nil
	}
	m.preview = &o
	return m.refresh()
}

// cancel takes the open dialog away, and what it had put in force.
func (m *Model) cancel() tea.Cmd {
	m.leave()
	if m.preview != nil {
		m.preview = nil
		return m.refresh()
	}
	return nil
}

// unset leaves the prompt's option to the dialect and the capture.
func (m *Model) unset() tea.Cmd {
	p, o := m.asking(), m.history.now()
	if p.Own != "" {
		o.Knobs = o.Knobs.With(p.Own, "")
	} else {
		p.Spec.Unset(&o)
	}
	if slices.Equal(o.Flags(), m.history.now().Flags()) {
		return m.cancel()
	}
	m.leave()
	m.preview = nil
	m.say(p.Label + ": back to the default")
	return m.change(o)
}

// accept takes what a prompt was to ask for.
func (m *Model) accept(value string) tea.Cmd {
	p := m.asking()
	switch p.Asks {
	case dialog.AskFind:
		return m.takeFind()
	case dialog.AskGoto:
		return m.goTo(value)
	case dialog.AskExport:
		return m.export(value, false)
	}
	o, err := m.withOption(value)
	if err != nil {
		p.Err = err.Error()
		return nil
	}
	m.leave()
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
		return m.cancel()
	}
	if step, is, err := m.stepNamed(name); is && err == nil {
		m.leave()
		return m.goStep(step)
	} else if is {
		m.asking().Err = err.Error()
		return nil
	}
	line, ids, err := m.target(name)
	if err != nil {
		m.asking().Err = err.Error()
		return nil
	}
	m.leave()
	if line > 0 {
		entry, _ := m.text.Lines.At(line - 1)
		cmd := m.read(entry)
		m.tree.Rows.Reveal(m.sel)
		m.tree.Follow()
		return cmd
	}
	if len(ids) > 1 {
		m.find.Hits = ids
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
		return m.cancel()
	}
	what, write, err := m.exporter(path, overwrite)
	if err != nil {
		m.asking().Err = err.Error()
		return nil
	}
	if p := m.asking(); p != nil {
		p.Err, p.Hint = "", "writing"+m.st.Cut
	}
	return m.jobs.Run(&m.tasks.export, func() apply {
		size, err := write()
		return func(m *Model) tea.Cmd {
			p := m.asking()
			asked := p != nil && (p.Asks == dialog.AskExport || p.Asks == dialog.AskOverwrite)
			switch {
			case errors.Is(err, fs.ErrExist) && asked:
				m.leave()
				m.ask(dialog.AskOverwrite, m.shortPath(path)+" is there already; overwrite it?", "y or n", "").Path = path
				return nil
			case err != nil && asked:
				// The path stays, to be mended.
				m.leave()
				m.askExport(path).Err = m.fault(err)
				return nil
			case err != nil:
				return m.warn(m.fault(err))
			}
			if asked {
				m.leave()
			}
			return m.say("wrote " + what + " to " + m.shortPath(path) + " (" + size + ")")
		}
	})
}
