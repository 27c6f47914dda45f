package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/model"
	"obscope/tui/job"
	"obscope/tui/panel"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// An inspector is a Model that a test operates as a person would.
type inspector struct {
	*Model
	t     testing.TB
	clock time.Time
	quit  bool
	x, y  int    // of the last click
	raw   string // what was sent to the terminal past the screen
}

// inspect opens a recording on a screen of w by h cells.
func inspect(t testing.TB, cfg Config, w, h int) *inspector {
	t.Helper()
	m := New(cfg)
	m.jobs.Patience = time.Minute
	in := &inspector{Model: m, t: t, clock: time.Unix(1e9, 0)}
	m.now = func() time.Time { return in.clock }
	m.jobs.Begin()
	in.send(tea.WindowSizeMsg{Width: w, Height: h})
	in.run(m.Init())
	return in
}

func (in *inspector) send(msg tea.Msg) {
	_, cmd := in.Model.Update(msg)
	in.run(cmd)
}

func (in *inspector) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			in.run(c)
		}
	case tea.QuitMsg:
		in.quit = true
	case tea.RawMsg:
		in.raw += fmt.Sprint(msg.Msg)
	case job.Done[*Model], rested, lingered, reloadMsg, grown:
		in.send(msg)
	}
}

// press presses keys, named as Bubble Tea names them.
func (in *inspector) press(keys ...string) *inspector {
	for _, k := range keys {
		in.send(keyPress(k))
	}
	return in
}

// write types text letter by letter.
func (in *inspector) write(text string) *inspector {
	for _, r := range text {
		in.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return in
}

var specialKeys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgdown": tea.KeyPgDown,
	"pgup": tea.KeyPgUp, "backspace": tea.KeyBackspace,
}

func keyPress(k string) tea.KeyPressMsg {
	if code, ok := specialKeys[k]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if k == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if letter, ok := strings.CutPrefix(k, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	r := []rune(k)[0]
	return tea.KeyPressMsg{Code: r, Text: k}
}

// screen is the screen without colours.
func (in *inspector) screen() string { return ansi.Strip(in.Model.View().Content) }

func (in *inspector) see(want string) *inspector {
	in.t.Helper()
	if s := in.screen(); !strings.Contains(s, want) {
		in.t.Errorf("the screen does not say %q:\n%s", want, s)
	}
	return in
}

func (in *inspector) notSee(want string) *inspector {
	in.t.Helper()
	if s := in.screen(); strings.Contains(s, want) {
		in.t.Errorf("the screen says %q:\n%s", want, s)
	}
	return in
}

// click clicks on the first place where the screen says text.
func (in *inspector) click(text string) *inspector {
	in.t.Helper()
	for y, l := range strings.Split(in.screen(), "\n") {
		if at := strings.Index(l, text); at >= 0 {
			in.x, in.y = ansi.StringWidth(l[:at]), y
			return in.clickAgain()
		}
	}
	in.t.Fatalf("nowhere to click on %q:\n%s", text, in.screen())
	return in
}

// clickAgain clicks where the last click was.
func (in *inspector) clickAgain() *inspector {
	in.send(tea.MouseClickMsg{X: in.x, Y: in.y, Button: tea.MouseLeft})
	in.send(tea.MouseReleaseMsg{Button: tea.MouseLeft})
	return in
}

// selected names the selected element.
func (in *inspector) selected() string {
	if in.sel == model.None {
		return ""
	}
	e := in.shot().c.Element(in.sel)
	return e.Role + " " + e.Name
}

// node is an element in the making.
type node struct {
	role, name, value string
	x, y              float64
	width, height     float64
	secure            bool
	kids              []node
}

func window(name string, kids ...node) node {
	return node{role: "window", name: name, width: 1000, height: 800, kids: kids}
}

func group(name string, kids ...node) node { return node{role: "group", name: name, kids: kids} }

func button(name string) node { return node{role: "button", name: name} }

func textbox(name, value string) node { return node{role: "textbox", name: name, value: value} }

func (n node) place(x, y float64) node {
	n.x, n.y, n.width, n.height = x, y, 80, 20
	return n
}

func (n node) secret() node { n.secure = true; return n }

// capture makes an AutoControl capture of roots; elements without a place are
// laid out one below the other.
func capture(roots ...node) *model.Capture {
	c := &model.Capture{Format: "autocontrol", Window: "Test", Step: 1}
	var parents []model.ID
	top := 0.0
	var add func(n node, parent model.ID)
	add = func(n node, parent model.ID) {
		if n.width == 0 {
			n = n.place(10, top)
		}
		top += 30
		kind, _ := model.ParseKind(n.role)
		e := model.Element{
			Ref: fmt.Sprint(len(c.Elements)), Role: n.role, Kind: kind, Name: n.name, Value: n.value, Secure: n.secure,
			Frame: model.Rect{X: n.x, Y: n.y, W: n.width, H: n.height},
			Given: model.HasRole | model.HasName | model.HasFrame,
			Raw: fmt.Sprintf(`"role":%s,"name":%s,"x":%g,"y":%g,"width":%g,"height":%g`,
				jsontext.Quote(n.role), jsontext.Quote(n.name), n.x, n.y, n.width, n.height),
		}
		if n.value != "" {
			e.Given |= model.HasValue
		}
		id := model.ID(len(c.Elements))
		c.Elements = append(c.Elements, e)
		parents = append(parents, parent)
		for _, k := range n.kids {
			add(k, id)
		}
	}
	for _, n := range roots {
		add(n, model.None)
	}
	model.Link(c, parents)
	return c
}

func recording(captures ...*model.Capture) *model.Recording {
	for i, c := range captures {
		c.Step = i + 1
	}
	return &model.Recording{Captures: captures}
}

// sample opens a capture of testdata.
func sample(t testing.TB, name string) *model.Recording {
	t.Helper()
	rec, err := loaders.Load(testdata, name, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func (in *inspector) dialects() *panel.Dialects { return in.panels[1].(*panel.Dialects) }
