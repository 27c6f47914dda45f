package tui

import (
	"slices"
	"time"

	"obscope/model"
	"obscope/render"

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
)

// A Model is the inspector. It implements tea.Model; make one with New.
type Model struct {
	cfg  Config
	keys KeyMap
	st   styles

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

	pins     []pin
	dialects dialectTable

	stepCosts []stepCost // of every step under stepFlags
	stepFlags string

	history   history
	preview   *render.Options // in force while a prompt is open
	obs       *render.Observation
	shown     render.Options // those that obs was made with
	tally     tally
	beyond    beyond
	yardstick yardstick // that was asked for last
	lines     int       // of elements in the text

	sel      model.ID
	tree     treePane
	text     textPane
	panel    panelPane
	focus    pane
	mode     mode
	details  bool // in their long form
	unmask   bool
	mouseOff bool
	note     note
	back     backing
	verdict  render.Why // of the selected element, if it is out

	clipboard clipboard
	prompt    prompt
	find      finding
	form      form
	menu      menu
	help      helpPage
	held      *holding
	rulesOff  []string // of lint
	stepping  stepping
	drag      bool              // the divider is being dragged
	ahead     []tea.KeyPressMsg // typed before there was what they are meant for
	click     lastClick

	quiet    chan struct{} // the turn of a job that nobody asked for
	tasks    struct{ observe, count, json, back, find, sort, panel, fit, reload, steps, held, export, beyond, compare task }
	deadline time.Time        // until when this Update waits for its jobs
	patience time.Duration    // tests wait longer
	now      func() time.Time // tests set it
	lastView render.Viewport  // what v turns on again
}

// A shot is a capture with what is kept for it between steps.
type shot struct {
	c    *model.Capture
	r    *render.Renderer
	rows *rows
	json map[string]int // tokens of the capture as JSON, by vocabulary

	made  *render.Observation // under the options at the start, until it is shown
	unfit map[string]bool     // dialects that cannot write it, as far as they were tried

	newlines bool // whether captured text has newlines that may be written
}

// A note is a message that stands until the next key.
type note struct {
	text string
	tone tone
}

// New makes an inspector for a recording.
func New(cfg Config) *Model {
	m := &Model{
		cfg: cfg, keys: DefaultKeys(), dark: true, rec: cfg.Recording, history: newHistory(cfg.Options),
		sel: model.None, patience: patience, now: time.Now, profile: colorprofile.TrueColor,
	}
	m.quiet = make(chan struct{}, 1)
	m.restyle()
	m.prompt = newPrompt()
	m.shots = make([]*shot, len(m.rec.Captures))
	m.step = len(m.shots) - 1
	if cfg.Step > 0 {
		m.step = min(cfg.Step, len(m.shots)) - 1
	}
	m.text.ghost = -1
	m.dialects.by = -1
	m.reveal(cfg.Unmask)
	return m
}

// reveal shows or masks the values of secure fields, in every pane.
func (m *Model) reveal(unmask bool) {
	m.unmask, m.tree.unmask, m.text.unmask = unmask, unmask, unmask
	m.text.forget()
}

// Init asks for the colour of the background and makes the first observation.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.watch(), m.show(m.step))
}

func (m *Model) restyle() {
	m.st = newStyles(m.dark, m.profile, cleaner{ascii: m.cfg.ASCII, clusters: m.clusters, narrow: m.wide && !m.cfg.ASCII})
	m.text.clean = m.st.clean
	m.text.forget()
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
	return &shot{c: c, r: render.New(c), rows: newRows(&c.Tree), json: map[string]int{}, unfit: map[string]bool{}, newlines: hasNewlines(c)}
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
	m.deadline = time.Now().Add(m.patience)
	return m, m.update(msg)
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.relayout()
		return m.resized()
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.restyle()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.restyle()
	case jobDone, crashed:
		return m.finished(msg)
	case rested:
		return m.bringBack(msg)
	case lingered:
		return m.linger(msg)
	case noShell:
		return m.warn("there is no shell to go back to; q quits")
	case reloadMsg:
		return tea.Batch(m.reload(), m.watch())
	case tea.EnvMsg:
		m.clipboard.under(msg.Getenv)
		if mayBeWide(msg.Getenv) && !m.cfg.ASCII {
			return tea.Raw(wideAmbiguous)
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
		return m.press(msg)
	case tea.PasteMsg:
		if m.mode == modePrompt {
			return m.typed(msg)
		}
	case tea.MouseMsg:
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
	}
	return m.pressBrowse(msg)
}

// maxAhead bounds the keys that wait.
const maxAhead = 256

// waits reports whether keys must wait for what they are meant for: the first
// observation, or the match that a find is to go to.
func (m *Model) waits() bool {
	return m.obs == nil && m.tasks.observe.busy || m.find.taken && m.mode == modePrompt
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
func (m *Model) say(text string) tea.Cmd { m.note = note{text, toneGood}; return nil }

// warn leaves a message about what did not work.
func (m *Model) warn(text string) tea.Cmd { m.note = note{text, toneWarn}; return nil }

// relayout fits the panes into the screen.
func (m *Model) relayout() {
	details := 0
	if m.details {
		details = max(8, m.h/4)
	}
	m.lay = arrange(m.w, m.h, wants{focus: m.focus, panel: m.panel.open, table: m.panel.kind == panelDialects, details: details, split: m.split})
	if m.lay.panes[m.focus].empty() {
		// The pane with the focus has no room in this shape of the screen.
		for _, p := range []pane{paneTree, paneText, panePanel} {
			if !m.lay.panes[p].empty() {
				m.focus = p
				break
			}
		}
	}
	m.tree.focused, m.text.focused, m.panel.focused = m.focus == paneTree, m.focus == paneText, m.focus == panePanel
	set := func(p pane, size func(w, h int)) {
		if r := m.lay.panes[p]; !r.empty() {
			size(r.w, r.h)
		}
	}
	set(paneTree, m.tree.setSize)
	set(paneText, m.text.setSize)
	set(panePanel, m.panel.setSize)
}

// resized redraws what depends on the size of its pane.
func (m *Model) resized() tea.Cmd {
	if m.panel.open && (m.panel.kind == panelMap || m.panel.kind == panelCosts || m.panel.kind == panelDialects) {
		return m.panelStale()
	}
	return nil
}

// setFocus gives the keys to a pane.
func (m *Model) setFocus(p pane) {
	m.focus = p
	m.relayout()
}

// otherPane gives the keys to the next pane that there is.
func (m *Model) otherPane() {
	order := []pane{paneTree, paneText}
	if m.panel.open {
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
