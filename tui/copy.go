package tui

import (
	"encoding/base64"
	"errors"
	"fmt"
	"path"
	"strings"

	"obscope/internal/carry"
	"obscope/model"
	"obscope/tui/dialog"
	"obscope/tui/paint"
	"obscope/tui/panel"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// maxClipboard is how many base64 bytes terminals take in OSC 52; above it
// some cut the text in silence.
const maxClipboard = 74_000

// A clipboard is how the terminal is asked to set its clipboard.
type clipboard struct{ tmux, screen bool }

// under learns what the terminal is wrapped in.
func (c *clipboard) under(getenv func(string) string) {
	c.tmux = getenv("TMUX") != ""
	c.screen = !c.tmux && strings.HasPrefix(getenv("TERM"), "screen")
}

// screenChunk is how long a sequence may be that screen passes through.
const screenChunk = 512

// sequence sets the clipboard to s. Under tmux it is sent plainly, for a tmux
// that keeps the clipboard, and wrapped, for the terminal around it.
func (c clipboard) sequence(s string) string {
	seq := ansi.SetSystemClipboard(s)
	switch {
	case c.tmux:
		return seq + ansi.TmuxPassthrough(seq)
	case c.screen:
		return ansi.ScreenPassthrough(seq, screenChunk)
	}
	return seq
}

// copyOut asks the terminal to put s on its clipboard, and sets the buffer of
// the multiplexer around it. Terminals do not say whether they did it, so
// neither is claimed here.
func (m *Model) copyOut(s, what string) tea.Cmd {
	if m.cfg.Copied != nil {
		m.cfg.Copied(s)
	}
	if n := base64.StdEncoding.EncodedLen(len(s)); n > maxClipboard {
		return m.warn(what + " is too large for the clipboard (" + paint.Comma(n) + " bytes of at most " + paint.Comma(maxClipboard) + "); e writes it to a file")
	}
	sent := what + " to the clipboard (" + paint.Plural(len([]rune(s)), "character") + ")"
	m.say("sent " + sent + "; not there? Y shows it")
	return tea.Batch(tea.Raw(m.clipboard.sequence(s)), m.setBuffer(s, sent))
}

// setBuffer sets the buffer of the multiplexer.
func (m *Model) setBuffer(s, sent string) tea.Cmd {
	set := m.cfg.Buffer
	if set == nil {
		return nil
	}
	return m.jobs.Run(&m.tasks.copy, func() apply {
		err := set(s)
		return func(m *Model) tea.Cmd {
			if err != nil {
				m.warn("sent " + sent + ", but tmux did not take it: " + m.fault(err))
			} else {
				m.say("set tmux's buffer, and sent " + sent)
			}
			if d, open := m.dialog.(*dialog.Copied); open {
				d.Said = m.note.text
			}
			return nil
		}
	})
}

// copyText copies the observation, exactly as the agent reads it.
func (m *Model) copyText() tea.Cmd {
	if m.obs == nil {
		return nil
	}
	return m.copyOut(m.obs.Text(), "the observation")
}

// openCopyMenu offers the forms in which to carry something away.
func (m *Model) openCopyMenu() tea.Cmd {
	if m.obs == nil {
		return nil
	}
	var items []dialog.Item
	add := func(name, about string, make func() (string, error)) {
		items = append(items, dialog.Item{Name: name, About: about, Gives: make})
	}
	obs, o, sel := m.obs, m.history.now(), m.sel
	form := carry.Carry{File: m.cfg.File, Reading: m.cfg.Reading, Step: m.step + 1, Steps: len(m.shots), Options: o, Observation: obs}
	if m.cfg.Origin != nil {
		form.File, form.Step, form.Steps = m.cfg.Origin(m.step + 1)
	}
	if sel != model.None {
		add("line", "the element's line, exactly", func() (string, error) {
			if entry, ok := obs.EntryOf(sel); ok {
				return obs.Entry(entry), nil
			}
			return "", errors.New("the element is out, so it has no line")
		})
		add("path", "the element and what it is in", func() (string, error) { return rawPath(obs.Capture(), sel), nil })
		add("click point", "where an agent clicks: x,y", func() (string, error) {
			x, y, ok := obs.Center(sel)
			if !ok {
				return "", errors.New("the element has no place on screen")
			}
			return fmt.Sprintf("%d,%d", x, y), nil
		})
	}
	add("command", "obscope render with these options", form.Command)
	pins := pinned(m.pins)
	add("check", checkAbout(m.pins), func() (string, error) { return form.Check(pins) })
	add("flags", "the options as flags", func() (string, error) {
		if flags := o.Flags(); len(flags) > 0 {
			return carry.Shell(flags), nil
		}
		return "", errors.New("no option is set, so there are no flags to copy")
	})
	add("options JSON", "for --options, a preset, or the MCP server", func() (string, error) { b, err := o.MarshalJSON(); return string(b), err })
	add("Python call", "AutoControl's serialize_observation", form.Python)
	add("action JSON", "for AutoControl's executor, with the elements", form.Action)
	add("MCP call", "of AutoControl's tool, or obscope's own", form.MCP)
	add("observation", "the whole text, as the agent reads it", func() (string, error) { return obs.Text(), nil })
	m.dialog = &dialog.Menu{Title: "copy as", Items: items}
	return m.previewItem()
}

// checkAbout says what a command that is copied checks.
func checkAbout(pins []panel.Pin) string {
	switch here, all := len(pinned(pins)), len(pins); {
	case all == 0:
		return "obscope check: the budget; P pins what must be in"
	case here < all:
		return "obscope check: the budget, and " + paint.Comma(here) + " of " + paint.Plural(all, "pin") + ": the others are not here"
	}
	return "obscope check: the budget, and the pins"
}

// rawPath names an element and its ancestors, the element last.
func rawPath(c *model.Capture, id model.ID) string {
	parts := []string{c.Element(id).Label()}
	c.Tree.Ancestors(id, func(p model.ID) bool { parts = append(parts, c.Element(p).Label()); return true })
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, " > ")
}

// exportable says why no file of that name can be written.
func (c *Config) exportable(name string) error {
	if isFolder(name) && c.Save == nil {
		return errors.New("only what is captured live is saved as a folder; name a file")
	}
	switch ext := strings.ToLower(path.Ext(strings.TrimSpace(name))); ext {
	case ".html", ".htm":
		if c.Page == nil {
			return errors.New("no page can be made here; .txt, .json and .svg can")
		}
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf":
		return errors.New("no " + ext + " can be made here; the screen is written as .svg")
	}
	return nil
}

// isFolder reports whether a name that was typed is a folder's.
func isFolder(name string) bool { return strings.HasSuffix(strings.TrimSpace(name), "/") }

// exportHint says what can be written.
func (c *Config) exportHint() string {
	hint := "such as ~/seen.txt: .txt observation, .json options, .svg screen, .html page"
	if c.Save != nil {
		hint += ", folder/ what was captured"
	}
	return hint
}

// exporter says what a file or folder of that name gets, and returns the function
// that writes it and says how large it is.
func (m *Model) exporter(name string, overwrite bool) (what string, write func() (string, error), err error) {
	if isFolder(name) && m.cfg.Save != nil {
		save, step := m.cfg.Save, m.step+1
		return "the capture", func() (string, error) {
			n, err := save(step, name)
			return paint.Plural(n, "file"), err
		}, nil
	}
	what, content, err := m.exported(name)
	export := m.cfg.Export
	return what, func() (string, error) {
		data, err := content()
		if err == nil {
			err = export(name, data, overwrite)
		}
		return paint.Comma(len(data)) + " bytes", err
	}, err
}

// exported says what a file of that name gets, and returns the function that
// makes it.
func (m *Model) exported(name string) (what string, content func() ([]byte, error), err error) {
	if m.obs == nil {
		return "", nil, errors.New("there is no observation yet")
	}
	if err := m.cfg.exportable(name); err != nil {
		return "", nil, err
	}
	obs, o, unmask := m.obs, m.history.now(), m.cfg.Unmask
	switch strings.ToLower(path.Ext(name)) {
	case ".json":
		return "the options", func() ([]byte, error) { b, err := o.MarshalJSON(); return append(b, '\n'), err }, nil
	case ".svg":
		lines, w, dark := m.screenshot(), m.w, m.dark
		return "the screen", func() ([]byte, error) { return paint.SVG(lines, w, dark), nil }, nil
	case ".html", ".htm":
		page := m.cfg.Page
		return "the capture as a page", func() ([]byte, error) { return page(obs, unmask) }, nil
	}
	return "the observation", func() ([]byte, error) { return obs.AppendText(nil), nil }, nil
}

// screenshot is the screen without the prompt that asked for it. Secrets are
// in a picture only if the person started with them shown.
func (m *Model) screenshot() []string {
	open, unmask := m.dialog, m.unmask
	m.dialog = nil
	m.reveal(m.cfg.Unmask)
	lines := m.frame()
	m.dialog = open
	m.reveal(unmask)
	return lines
}
