package tui

import (
	"slices"
	"time"

	"obscope/model"
	"obscope/render"
	"obscope/tui/job"
	"obscope/tui/keymap"
	"obscope/tui/paint"
	"obscope/tui/pane"
	"obscope/tui/panel"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// A mode is who gets the keys.
type mode uint8

const (
	modeBrowse mode = iota
	modePrompt
	modeForm
	modeMenu
	modeHelp
	modeCopied
)

// A Model is the inspector. It implements tea.Model; make one with New.
type Model struct {
	cfg  Config
	keys keymap.KeyMap
	st   paint.Styles

	dark     bool
	profile  colorprofile.Profile
	clusters bool // the terminal counts cells by grapheme cluster
	wide     bool // the terminal gives ambiguous characters two cells
	w, h     int
	lay      layout
	split    int // per mille of the width for the tree, 0 until the divider is dragged

	rec   *model.Recording
	shots []*shot // by capture
	step  int     // the capture that is shown, from 0
	goal  int     // the capture that will be, once it is rendered

	growing *Growing // what is still being read, nil if nothing is
	grew    Growth   // how far
	touched bool     // a key was pressed, or the mouse
	changed bool     // the log changed while it was read

	pins    []panel.Pin
	panels  []panel.Panel // that p steps through
	tools   panel.Panel   // of them, that T opens
	opened  bool          // it was, if no step has a tree
	working string        // what the open panel finds out, and under which options

	history   history
	preview   *render.Options // in force while a prompt is open
	obs       *render.Observation
	shown     render.Options // those that obs was made with
	tally     tally
	beyond    beyond
	yardstick yardstick // that was asked for last
	lines     int       // of elements in the text

	sel      model.ID
	tree     pane.Tree
	text     pane.Text
	panel    panel.Pane
	focus    slot
	mode     mode
	details  bool // in their long form
	unmask   bool
	mouseOff bool
	note     note
	reading  reading
	back     backing
	verdict  render.Why // of the selected element, if it is out

	clipboard clipboard
	prompt    prompt
	find      finding
	form      form
	menu      menu
	copied    copiedText
	help      helpPage
	held      *holding
	stepping  stepping
	drag      bool              // the divider is being dragged
	ahead     []tea.KeyPressMsg // typed before there was what they are meant for
	click     lastClick

	jobs     *job.Runner[*Model]
	tasks    struct{ observe, count, json, read, back, find, sort, panel, fit, reload, held, export, beyond, work, copy, menu task }
	now      func() time.Time // tests set it
	lastView render.Viewport  // what v turns on again
}

// A shot is a capture with what is kept for it between steps.
type shot struct {
	c    *model.Capture
	r    *render.Renderer
	rows *pane.Rows
	json map[string]int      // tokens of the capture as JSON, by vocabulary
	read map[string]readCost // of a session's step, by vocabulary

	made  *render.Observation // under the options at the start, until it is shown
	unfit map[string]bool     // dialects that cannot write it, as far as they were tried

	newlines bool // whether captured text has newlines that may be written
}

// A note is a message that stands until the next key.
type note struct {
	text string
	tone paint.Tone
}

// New makes an inspector for a recording.
func New(cfg Config) *Model {
	m := &Model{
		cfg: cfg, keys: keymap.DefaultKeys(), dark: true, rec: cfg.Recording, history: newHistory(cfg.Options), growing: cfg.Growing,
		sel: model.None, now: time.Now, profile: colorprofile.TrueColor,
	}
	if m.growing != nil {
		m.grew = m.growing.So
	}
	m.jobs = job.New(m, patience)
	m.tasks.panel.Late = true
	m.restyle()
	m.shots = make([]*shot, len(m.rec.Captures))
	m.step = len(m.shots) - 1
	if cfg.Step > 0 {
		m.step = min(cfg.Step, len(m.shots)) - 1
	}
	m.text.Ghost = -1
	m.tools = panel.NewTools()
	m.panels = []panel.Panel{panel.Costs{}, panel.NewDialects(), panel.Funnel{}, &panel.Lint{}, &panel.Map{}, panel.Pins{}, &panel.Steps{}, m.tools, panel.Warnings{}}
	m.panel.Panel = m.panels[0]
	m.reveal(cfg.Unmask)
	return m
}

// reveal shows or masks the values of secure fields, in every pane.
func (m *Model) reveal(unmask bool) {
	m.unmask, m.tree.Unmask, m.text.Unmask = unmask, unmask, unmask
	m.text.Forget()
}

// Init asks for the colour of the background and makes the first observation.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.watch(), m.show(m.step), m.grow())
}

func (m *Model) restyle() {
	m.st = paint.New(m.dark, m.profile, paint.Cleaner{Ascii: m.cfg.ASCII, Clusters: m.clusters, Narrow: m.wide && !m.cfg.ASCII})
	m.text.Clean = m.st.Clean
	m.text.Forget()
}

// shot is the capture that is shown.
func (m *Model) shot() *shot { return m.shotAt(m.step) }

func (m *Model) shotAt(step int) *shot {
	if m.shots[step] == nil {
		s := newShot(m.rec.Captures[step])
		if made := m.cfg.Observation; made != nil && made.Capture() == s.c {
			s.r, s.made = made.Renderer(), made
		}
		m.shots[step] = s
	}
	return m.shots[step]
}

func newShot(c *model.Capture) *shot {
	return &shot{c: c, r: render.New(c), rows: pane.NewRows(&c.Tree), json: map[string]int{}, read: map[string]readCost{}, unfit: map[string]bool{}, newlines: pane.HasNewlines(c)}
}

// options are the options in force.
func (m *Model) options() render.Options {
	if m.preview != nil {
		return *m.preview
	}
	return m.history.now()
}

// Update is tea.Model's.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.jobs.Begin()
	cmd := m.update(msg)
	if m.panel.Misfits() {
		cmd = tea.Batch(cmd, m.panelStale())
	}
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.relayout()
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.restyle()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.restyle()
	case job.Done[*Model], job.Crashed:
		return m.jobs.Finished(msg)
	case rested:
		return m.bringBack(msg)
	case grown:
		return m.more(msg)
	case lingered:
		return m.linger(msg)
	case noShell:
		return m.warn("there is no shell to go back to; q quits")
	case reloadMsg:
		return tea.Batch(m.reload(m.cfg.Live == nil), m.watch())
	case tea.EnvMsg:
		m.clipboard.under(msg.Getenv)
		if paint.MayBeWide(msg.Getenv) && !m.cfg.ASCII {
			return tea.Raw(paint.WideAmbiguous)
		}
	case tea.CursorPositionMsg:
		m.wide = msg.X > 1
		m.restyle()
		return tea.ClearScreen // the question stands on it
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore {
			m.clusters = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
			m.restyle()
		}
	case tea.KeyPressMsg:
		m.touched = true
		return m.press(msg)
	case tea.PasteMsg:
		if m.mode == modePrompt {
			return m.pastePrompt(msg.Content)
		}
	case tea.MouseMsg:
		m.touched = true
		return m.mouse(msg)
	}
	return nil
}

// press hands a key to whoever has the keys.
func (m *Model) press(msg tea.KeyPressMsg) tea.Cmd {
	m.note = note{}
	if key.Matches(msg, m.keys.Kill) {
		return tea.Quit
	}
	if m.waits() && len(m.ahead) < maxAhead {
		switch {
		case m.mode == modeBrowse && key.Matches(msg, m.keys.Quit):
		case m.mode == modePrompt && key.Matches(msg, m.keys.Cancel):
			m.find.taken, m.ahead = false, nil
		default:
			m.ahead = append(m.ahead, msg)
			return nil
		}
	}
	switch m.mode {
	case modePrompt:
		return m.pressPrompt(msg)
	case modeForm:
		return m.pressForm(msg)
	case modeMenu:
		return m.pressMenu(msg)
	case modeHelp:
		return m.pressHelp(msg)
	case modeCopied:
		return m.pressCopied(msg)
	}
	return m.pressBrowse(msg)
}

// maxAhead bounds the keys that wait.
const maxAhead = 256

// waits reports whether keys must wait for what they are meant for: the first
// observation, or the match that a find is to go to.
func (m *Model) waits() bool {
	return m.obs == nil && m.tasks.observe.Busy || m.find.taken && m.mode == modePrompt
}

// catchUp presses the keys that had to wait.
func (m *Model) catchUp() tea.Cmd {
	var cmds []tea.Cmd
	for len(m.ahead) > 0 && m.obs != nil && !m.waits() {
		msg := m.ahead[0]
		m.ahead = m.ahead[1:]
		cmds = append(cmds, m.press(msg))
	}
	return tea.Batch(cmds...)
}

// say leaves a message.
func (m *Model) say(text string) tea.Cmd { m.note = note{text, paint.Good}; return nil }

// warn leaves a message about what did not work.
func (m *Model) warn(text string) tea.Cmd { m.note = note{text, paint.Warn}; return nil }

// relayout fits the panes into the screen.
func (m *Model) relayout() {
	details := 0
	if m.details {
		details = max(8, m.h/4)
	}
	m.lay = arrange(m.w, m.h, wants{focus: m.focus, panel: m.panel.Open, table: m.panelIsWide(), details: details, split: m.split})
	if m.lay.panes[m.focus].empty() {
		// The pane with the focus has no room in this shape of the screen.
		for _, p := range []slot{paneTree, paneText, panePanel} {
			if !m.lay.panes[p].empty() {
				m.focus = p
				break
			}
		}
	}
	m.tree.Focused, m.text.Focused, m.panel.Focused = m.focus == paneTree, m.focus == paneText, m.focus == panePanel
	set := func(p slot, size func(w, h int)) {
		if r := m.lay.panes[p]; !r.empty() {
			size(r.w, r.h)
		}
	}
	set(paneTree, m.tree.SetSize)
	set(paneText, m.text.SetSize)
	set(panePanel, m.panel.SetSize)
}

// setFocus gives the keys to a pane.
func (m *Model) setFocus(p slot) {
	m.focus = p
	m.relayout()
}

// otherPane gives the keys to the next pane that there is.
func (m *Model) otherPane() {
	order := []slot{paneTree, paneText}
	if m.panel.Open {
		order = append(order, panePanel)
	}
	at := slices.Index(order, m.focus)
	for range order {
		at = (at + 1) % len(order)
		if m.w < twoPanes || !m.lay.panes[order[at]].empty() {
			m.setFocus(order[at])
			return
		}
	}
}

func (m *Model) panelIsWide() bool { _, wide := m.panel.Panel.(panel.Wide); return wide }
