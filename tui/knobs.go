package tui

import (
	"context"
	"errors"
	"slices"
	"strings"

	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/strip"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// pressKnob is the keys that change the options.
func (m *Model) pressKnob(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	k := &m.keys
	is := func(b key.Binding) bool { return key.Matches(msg, b) }
	switch {
	case is(k.Undo):
		if !m.history.undo() {
			return m.warn("nothing to undo"), true
		}
		return m.refresh(), true
	case is(k.Redo):
		if !m.history.redo() {
			return m.warn("nothing to redo"), true
		}
		return m.refresh(), true
	case is(k.Options):
		return m.openForm(), true
	}
	if m.obs == nil {
		return nil, false
	}
	switch {
	case is(k.EditViewport):
		return m.openOption(optionOf(render.PlaceOption)), true
	case is(k.Less):
		return m.nudge(-1), true
	case is(k.More):
		return m.nudge(1), true
	case is(k.LessTen):
		return m.nudge(-10), true
	case is(k.MoreTen):
		return m.nudge(10), true
	case is(k.Fit):
		return m.fit(), true
	}
	for _, spec := range render.OptionSpecs() {
		if spec.Key == "" || spec.Key != msg.String() {
			continue
		}
		switch o, set := m.history.now(), m.settings(); spec.Type {
		case render.PlaceOption:
			return m.change(m.flipViewport(o, set)), true
		case render.DialectOption:
			return m.nextDialect(set.Dialect, false), true
		default:
			return m.turn(spec), true
		}
	}
	return nil, false
}

// optionOf is the option of a type of which there is one.
func optionOf(t render.OptionType) render.OptionSpec {
	all := render.OptionSpecs()
	return all[slices.IndexFunc(all, func(s render.OptionSpec) bool { return s.Type == t })]
}

// turn steps an option with a few values, or asks for its value.
func (m *Model) turn(spec render.OptionSpec) tea.Cmd {
	o, set := m.history.now(), m.settings()
	switch {
	case spec.Type == render.DialectOption:
		return m.nextDialect(set.Dialect, true)
	case spec.Step(&o, set):
		return m.change(o)
	}
	return m.openOption(spec)
}

// settings are the options in force with the defaults filled in.
func (m *Model) settings() render.Settings {
	set, err := render.Settle(m.shot().c, m.options())
	if err != nil && m.obs != nil {
		return m.obs.Set
	}
	return set
}

// change puts options in force as one step of the history.
func (m *Model) change(o render.Options) tea.Cmd {
	m.history.set(o)
	return m.refresh()
}

// nextDialect steps through the dialects that are exact for this capture, and
// indexed and outline always; with all set through every one. Which of them can
// write the capture shows when they are asked to: preparing all of them takes
// long on a large one.
func (m *Model) nextDialect(from string, all bool) tea.Cmd {
	o, now := m.history.now(), m.settings().Dialect
	names := m.dialectNames(all)
	at := slices.Index(names, from)
	for i := range names {
		name := names[(at+1+i)%len(names)]
		if name == now || m.shot().unfit[name] {
			continue
		}
		o.Dialect = render.Set(name)
		o.Knobs = nil
		m.stepping = stepping{on: true, all: all}
		return m.change(o)
	}
	return m.warn("no other dialect fits this capture")
}

// A stepping is a step to the next dialect that is not on the screen yet.
type stepping struct{ on, all bool }

// dialectNames lists those that nextDialect steps through, in its order.
func (m *Model) dialectNames(all bool) []string {
	format := m.shot().c.Format
	var lists [3][]string
	for _, d := range render.Dialects() {
		switch info := d.Info(); {
		case info.Name == "indexed" || info.Name == "outline":
			lists[0] = append(lists[0], info.Name)
		case info.IsExact(format) && !info.Hidden:
			lists[1] = append(lists[1], info.Name)
		case all:
			lists[2] = append(lists[2], info.Name)
		}
	}
	return slices.Concat(lists[:]...)
}

// flipViewport turns the viewport off, or on as it was last: at first as
// captured.
func (m *Model) flipViewport(o render.Options, set render.Settings) render.Options {
	if set.Viewport.Mode != render.ViewportOff {
		m.lastView = o.Viewport.Or(set.Viewport)
		o.Viewport = render.Set(render.Viewport{})
		return o
	}
	v := m.lastView
	if v.Mode == render.ViewportOff {
		v.Mode = render.ViewportCapture
	}
	o.Viewport = render.Set(v)
	if now, err := render.Settle(m.shot().c, o); err == nil {
		switch {
		case now.Viewport.Mode == render.ViewportOff:
			m.warn("the capture has no screen, window or frame to take a viewport from; V sets one")
		case now.ViewportBy != "":
			m.say("viewport: " + now.ViewportBy)
		}
	}
	return o
}

// nudge steps max_elements.
func (m *Model) nudge(by int) tea.Cmd {
	o, set := m.history.now(), m.settings()
	n := set.MaxElements
	if n == render.NoCap {
		if by > 0 {
			return m.say("there is no cap: every element is kept")
		}
		n = m.lines
	}
	if n >= 0 {
		n = max(0, n+by)
	} else {
		n += by
	}
	o.MaxElements = render.Set(n)
	m.history.step(o, "max_elements", m.now())
	return m.refresh()
}

// fit finds the largest max_elements within the budget.
func (m *Model) fit() tea.Cmd {
	r, o, budget := m.shot().r, m.history.now(), m.settings().Budget
	m.say("fitting " + paint.Comma(budget) + " tokens" + m.st.Cut + " esc stops it")
	ctx := m.tasks.fit.Context()
	return m.jobs.Run(&m.tasks.fit, func() apply {
		fitted, result, err := r.FitContext(ctx, o, budget)
		return func(m *Model) tea.Cmd {
			m.tasks.fit.Halt()
			switch {
			case errors.Is(err, context.Canceled):
				return nil
			case err != nil:
				return m.warn(err.Error())
			case result.MaxElements == render.NoCap:
				m.say("everything fits: " + paint.Comma(result.Tokens) + " tokens, no cap needed")
			default:
				m.say("max elements " + paint.Comma(result.MaxElements) + " fits with " + paint.Comma(result.Tokens) + " tokens; " +
					paint.Plural(len(result.Dropped), "element") + " fell off (x walks them, u undoes)")
			}
			return m.change(fitted)
		}
	})
}

// knobs lists the options in the order of the footer: those without a key last.
func (m *Model) knobs() []strip.Option {
	set, o := m.settings(), m.options()
	none := "–"
	if m.st.Plain() {
		none = "-"
	}
	specs := render.OptionSpecs()
	slices.SortStableFunc(specs, func(a, b render.OptionSpec) int { return strings.Compare(b.Key, "") - strings.Compare(a.Key, "") })
	var list []strip.Option
	for _, spec := range specs {
		_, isSet := spec.Get(o)
		value := spec.Shown(set)
		switch {
		case spec.Type == render.TextOption && !spec.Active(set):
			value = none
		case spec.Type == render.TextOption:
			value = m.st.Clean.Text(value, 40)
		}
		list = append(list, strip.Option{Spec: spec, Value: value, Set: isSet, Idle: m.idle(spec, set)})
	}
	return list
}

// idle says why an option that is on changes nothing right now.
func (m *Model) idle(spec render.OptionSpec, set render.Settings) string {
	if spec.Idle != nil {
		return spec.Idle(set)
	}
	stage := spec.Stage
	if stage == render.Kept || m.obs == nil {
		return ""
	}
	before := ""
	for _, step := range m.obs.Funnel {
		if step.Stage == stage {
			switch {
			case !step.Active || step.Removed > 0:
				return ""
			case stage == render.AtCap:
				return "not reached"
			case before != "":
				return before + " already drops what it would"
			}
			return "nothing to drop"
		}
		if step.Removed > 0 {
			before = step.Name
		}
	}
	return ""
}
