package tui

import (
	"obscope/model"
	"obscope/tui/dialog"

	tea "charm.land/bubbletea/v2"
)

// An overlay is what lies over the screen.
type overlay struct {
	dialog dialog.Dialog // nil while the screen is browsed
	past   dialog.Lines  // that were typed
	find   dialog.Find
}

// ask opens a prompt over what is open.
func (o *overlay) ask(a dialog.Asks, label, hint, value string) *dialog.Prompt {
	p := o.past.Prompt(a, label, hint, value, o.dialog)
	o.dialog = p
	return p
}

// asking is the open prompt, nil if none is.
func (o *overlay) asking() *dialog.Prompt {
	p, _ := o.dialog.(*dialog.Prompt)
	return p
}

// leave takes the open dialog away; a prompt goes back to where it was opened.
func (o *overlay) leave() {
	if p := o.asking(); p != nil {
		o.dialog = p.Under
	} else {
		o.dialog = nil
	}
}

// dialogState is what dialogs are told.
func (m *Model) dialogState() *dialog.State {
	return &dialog.State{
		Style: &m.st, Keys: &m.keys, W: m.w, H: m.h, Obs: m.obs, Searching: m.tasks.find.Busy,
		Set: m.settings(), Options: m.options(), List: m.knobs(), Format: m.shot().c.Format, Presets: m.cfg.Presets,
	}
}

// answer does what a person wants of an open dialog.
func (m *Model) answer(a dialog.Answer) tea.Cmd {
	switch a := a.(type) {
	case dialog.Close:
		return m.cancel()
	case dialog.Typed:
		return m.typed(a.Value)
	case dialog.Take:
		return m.accept(a.Value)
	case dialog.Unset:
		return m.unset()
	case dialog.Overwrite:
		return m.export(a.Path, true)
	case dialog.Keep:
		m.leave()
		return m.say("not written")
	case dialog.Change:
		return m.changeRow(a.Row)
	case dialog.UnsetRow:
		return m.unsetRow(a.Row)
	case dialog.Pass:
		cmd, _ := m.pressKnob(a.Key)
		return cmd
	case dialog.Look:
		return m.previewItem()
	case dialog.Choose:
		m.leave()
		return m.carryAway(a.Item)
	}
	return nil
}

// previewItem makes the first rows of what the chosen item of a menu gives.
func (m *Model) previewItem() tea.Cmd {
	menu := m.dialog.(*dialog.Menu)
	at, gives := menu.At(), menu.Item().Gives
	return m.jobs.Run(&m.tasks.menu, func() apply {
		text, err := gives()
		return func(m *Model) tea.Cmd {
			if m.dialog != dialog.Dialog(menu) || menu.At() != at {
				return nil
			}
			if err != nil {
				text = m.fault(err)
			}
			menu.Preview(m.dialogState(), text, secured(m.shot().c, m.unmask))
			return nil
		}
	})
}

// carryAway copies what an item of a menu gives, and shows it in full.
func (m *Model) carryAway(item dialog.Item) tea.Cmd {
	s, err := item.Gives()
	if err != nil {
		return m.warn(err.Error())
	}
	cmd := m.copyOut(s, item.Name)
	m.dialog = &dialog.Copied{Text: s, Said: m.note.text, Secure: secured(m.shot().c, m.unmask)}
	return cmd
}

// secured lists the elements whose values are masked now.
func secured(c *model.Capture, unmask bool) (list []*model.Element) {
	if unmask {
		return nil
	}
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Secure && e.Value != "" {
			list = append(list, e)
		}
	}
	return list
}
