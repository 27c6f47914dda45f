//go:build unix

package screentest

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"syscall"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

func TestKeysArriveByTheirName(t *testing.T) {
	for _, kitty := range []bool{false, true} {
		t.Run(fmt.Sprintf("kitty=%v", kitty), func(t *testing.T) {
			term := start(t, "events", func(c *Command) { c.Kitty = kitty }).See("0 events")
			if kitty {
				term.Until("the keyboard protocol", func(*Grid) bool { return term.Modes().Kitty > 0 }).See("kitty ")
			}
			for _, key := range []string{
				"j", "G", "?", "[", "+", "é", "space", "enter", "tab", "shift+tab", "backspace", "esc", "a",
				"up", "down", "left", "right", "home", "end", "pgup", "pgdown", "insert", "delete",
				"ctrl+d", "ctrl+c", "ctrl+space", "alt+x", "alt+up", "shift+down", "ctrl+right", "f1", "f3", "f5", "f12",
			} {
				term.Press(key).SeeMatch(`(?m)^key ` + strings.NewReplacer("?", `\?`, "[", `\[`, "+", `\+`).Replace(key) + `\n+\z`)
			}
		})
	}
}

func TestSomeKeysNeedTheKittyKeyboard(t *testing.T) {
	start(t, "events", func(c *Command) { c.Kitty = true }).See("kitty 1").
		Press("ctrl+i", "shift+enter", "ctrl+shift+a").See("key ctrl+i\nkey shift+enter\nkey ctrl+shift+a")

	for _, key := range []string{"ctrl+i", "ctrl+m", "shift+enter", "ctrl+shift+a", "nokey", ""} {
		if bytes, err := (keyboard{}).encode(key); err == nil {
			t.Errorf("%q is sent as %q; want an error", key, bytes)
		}
	}
}

// The key after esc is held back for longer than Bubble Tea waits for the rest
// of a sequence. How soon the program reads it is the machine's affair, so the
// program itself is asked for the one key before it gets the next.
func TestEscIsNotTakenForAlt(t *testing.T) {
	start(t, "events").See("0 events").Press("esc").See("key esc").Press("j").See("key esc\nkey j")
	if escPause <= uv.DefaultEscTimeout {
		t.Errorf("esc is followed by %v of silence, and a program waits %v", escPause, uv.DefaultEscTimeout)
	}
	box, times := newOutbox(), make(chan time.Time, 2)
	box.send(parcel{bytes: []byte("\x1b"), pause: escPause})
	box.send(parcel{bytes: []byte("j")})
	go box.deliver(writing(func([]byte) { times <- time.Now() }))
	first := <-times
	if pause := (<-times).Sub(first); pause < escPause {
		t.Errorf("the next key comes after %v", pause)
	}
	box.close()
}

type writing func([]byte)

func (w writing) Write(b []byte) (int, error) { w(b); return len(b), nil }

func TestTypedTextArrivesKeyByKey(t *testing.T) {
	start(t, "events").See("0 events").Type("save 日").See("key s\nkey a\nkey v\nkey e\nkey space\nkey 日")
}

func TestPasteArrivesAsOne(t *testing.T) {
	start(t, "events").See("0 events").Paste("some text").See("paste some text")
}

func TestMouse(t *testing.T) {
	term := start(t, "events").See("0 events")
	term.Click(4, 2).See("click left 4,2\nrelease 4,2")
	term.RightClick(0, 13).See("click right 0,13")
	term.DoubleClick(59, 0).See("click left 59,0\nrelease 59,0\nclick left 59,0\nrelease 59,0")
	term.Wheel(3, 3, 2).See("wheel wheeldown 3,3\nwheel wheeldown 3,3")
	term.Wheel(3, 3, -1).See("wheel wheelup 3,3")
	term.Drag(10, 5, 12, 6).See("click left 10,5\ndrag 11,5\ndrag 12,6\nrelease 12,6")
	term.ClickOn("|é|").See("click left 6,1")
}

func TestMouseFailsWhenNobodyListens(t *testing.T) {
	short := func(c *Command) { c.Timeout = slower(100 * time.Millisecond) }
	message := failure(t, func(t TB) {
		start(t, "parts", short, with("ready")).See("ready").Click(1, 1)
	})
	if !strings.Contains(message, "has not asked for the mouse") {
		t.Error(message)
	}
	message = failure(t, func(t TB) {
		start(t, "parts", with("ready")).See("ready").Click(60, 1)
	})
	if !strings.Contains(message, "outside the screen of 60x14") {
		t.Error(message)
	}
}

func TestResize(t *testing.T) {
	term := start(t, "events").See("size 60x14")
	term.Resize(100, 30).See("size 100x30")
	term.Resize(1, 1).Until("one cell", func(g *Grid) bool { return g.String() == "s\n" })
	term.Resize(40, 20).See("size 40x20")
	if got := len(term.Screen()); got != 20 {
		t.Errorf("%d lines", got)
	}
}

func TestSizeIsKnownFromTheStart(t *testing.T) {
	start(t, "events", func(c *Command) { c.Cols, c.Rows = 33, 7 }).See("size 33x7")
}

func TestTerminalAnswers(t *testing.T) {
	term := start(t, "events").See("dark true").Press("j").See("key j")
	if !bytes.Contains(term.Raw(), []byte(ansi.SetModeSynchronizedOutput)) {
		t.Error("no frame was synchronized although the terminal offers it")
	}
	if !term.Modes().GraphemeWidths {
		t.Error("grapheme widths were not taken although the terminal offers them")
	}
	start(t, "events", func(c *Command) { c.Light = true }).See("dark false")
}

func TestSilentTerminalAnswersNothing(t *testing.T) {
	term := start(t, "events", func(c *Command) { c.Silent = true }).See("0 events").Press("j").See("key j").Unseen("dark")
	if bytes.Contains(term.Raw(), []byte(ansi.SetModeSynchronizedOutput)) {
		t.Error("a frame was synchronized although the terminal never said that it can")
	}
}

func TestCells(t *testing.T) {
	term := start(t, "events").See("|end")
	term.See("日本語|é|👩‍👩‍👧|end")
	if c := term.Cell(2, 1); c.Text != "本" || c.Width != 2 {
		t.Errorf("%+v", c)
	}
	if c := term.Cell(3, 1); c.Text != "" || c.Width != 0 {
		t.Errorf("right half of a wide cell: %+v", c)
	}
	if c := term.Cell(9, 1); c.Text != "👩‍👩‍👧" || c.Width != 2 {
		t.Errorf("a family is one cell: %+v", c)
	}
	if x, y, ok := term.Grid().Find("end"); x != 12 || y != 1 || !ok {
		t.Errorf("end is at %d,%d %v", x, y, ok)
	}
	if c := term.Cell(0, 2); !c.Bold || c.Fg != ansi.Red || c.Bg != nil {
		t.Errorf("%+v", c)
	}
	if c := term.Cell(5, 2); !c.Reverse || c.Bold {
		t.Errorf("%+v", c)
	}
	if c := term.Cell(13, 2); color.RGBAModel.Convert(c.Fg) != (color.RGBA{1, 2, 3, 255}) {
		t.Errorf("%+v", c)
	}
	if c := term.Cell(18, 2); c.Link != "https://go.dev" {
		t.Errorf("%+v", c)
	}
	if c := term.Cell(60, 2); c != (Cell{}) {
		t.Errorf("%+v", c)
	}
	if c := term.Cursor(); c.X != 3 || c.Y != 2 || !c.Visible {
		t.Errorf("%+v", c)
	}
	if title := term.Title(); title != "events" {
		t.Error(title)
	}
}

func TestClipboard(t *testing.T) {
	term := start(t, "events").See("0 events").Press("y")
	term.Until("a copy", func(*Grid) bool { return term.Clipboard() == "copied text" })
}

func TestTerminalIsRestored(t *testing.T) {
	for _, kitty := range []bool{false, true} {
		term := start(t, "events", func(c *Command) { c.Kitty = kitty }).See("0 events")
		m := term.Modes()
		if !m.AltScreen || !m.Mouse || !m.MouseSGR || !m.BracketedPaste || !m.Raw || !m.ModifyOtherKeys || m.Kitty == 0 {
			t.Errorf("while running: %+v", m)
		}
		if code := term.Press("q").ExitCode(); code != 0 {
			t.Errorf("exit code %d", code)
		}
		if m := term.Modes(); m != (Modes{}) {
			t.Errorf("left behind: %+v", m)
		}
		term.Unseen("events")
	}
}

func TestExitCode(t *testing.T) {
	if code := start(t, "events").See("0 events").Press("X").ExitCode(); code != 3 {
		t.Error(code)
	}
}

func TestSignals(t *testing.T) {
	term := start(t, "events").See("0 events").Signal(syscall.SIGTERM)
	if code := term.ExitCode(); code != 1 && code != 0 {
		t.Errorf("exit code %d", code)
	}
	if m := term.Modes(); m != (Modes{}) {
		t.Errorf("left behind: %+v", m)
	}

	term = start(t, "events").See("0 events").Signal(syscall.SIGKILL)
	if code := term.ExitCode(); code != 128+9 {
		t.Errorf("exit code %d", code)
	}
	if m := term.Modes(); !m.AltScreen || !m.Raw || !m.Mouse {
		t.Errorf("a killed program cannot have restored this: %+v", m)
	}
}

func TestInputFromAPipe(t *testing.T) {
	term := start(t, "input", func(c *Command) { c.Stdin = strings.NewReader(strings.Repeat("x", 100_000)) })
	term.See("100000 bytes").ExitCode()

	term = start(t, "events", func(c *Command) { c.Stdin = strings.NewReader("x") })
	term.See("0 events").Press("j").See("key j").Press("q").ExitCode()
}

func TestAllOutputIsReadBeforeTheEnd(t *testing.T) {
	term := start(t, "many")
	if code := term.ExitCode(); code != 0 {
		t.Fatal(code)
	}
	if n := len(term.Raw()); n < 100_000 {
		t.Errorf("%d bytes", n)
	}
	want := strings.Repeat("👩‍👩‍👧é", 20)
	for y, line := range term.Screen()[:13] {
		if line != want {
			t.Errorf("line %d: %q", y, line)
		}
	}
	term.See("frame 49.")
}

func TestHalfAFrameIsNotSeen(t *testing.T) {
	term := start(t, "parts", with("one\x1b[?2026h\x1b[H||two||\x1b[5;5Hthree"))
	term.Until("the whole frame", func(*Grid) bool { return bytes.Contains(term.Raw(), []byte("three")) })
	if got := term.Screen()[0]; got != "one" {
		t.Errorf("seen in the middle of a frame: %q", got)
	}
	term.Press("enter").ExitCode()
	term.See("two") // a terminal does not hold a frame back for ever
}

func TestCharactersInPartsStayWhole(t *testing.T) {
	term := start(t, "parts", with("a\xe6||\x97\xa5 👩||\u200d👩 .")).See(".")
	if got := term.Screen()[0]; got != "a日 👩\u200d👩 ." {
		t.Errorf("%q", got)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("TERM_PROGRAM", "Apple_Terminal")
	t.Setenv("KEEP", "kept")
	got := strings.Join(Command{Env: []string{"TERM=dumb", "NEW=1", "GONE"}}.environment(), " ") + " "
	for _, want := range []string{"TERM=dumb ", "NEW=1 ", "KEEP=kept ", "COLORTERM=truecolor "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(got, "TERM_PROGRAM") || strings.Contains(got, "GONE") {
		t.Error(got)
	}
}

func TestFailuresShowTheScreen(t *testing.T) {
	message := failure(t, func(t TB) {
		short := func(c *Command) { c.Timeout = slower(500 * time.Millisecond) }
		start(t, "events", short).See("0 events").Press("j", "k").See("nowhere")
	})
	for _, want := range []string{`not seen: "nowhere"`, "still running", "pressed: j k", "│日本語|é|", "key k"} {
		if !strings.Contains(message, want) {
			t.Errorf("no %q in\n%s", want, message)
		}
	}
	began := time.Now()
	message = failure(t, func(t TB) { start(t, "print", with("bye")).See("nowhere") })
	if !strings.Contains(message, "ended with 0") || !strings.Contains(message, "│bye") {
		t.Error(message)
	}
	if time.Since(began) > defaultTimeout/2 {
		t.Error("See waited for a program that had ended")
	}
	message = failure(t, func(t TB) { Start(t, 80, 24, "/nowhere/at/all") })
	if !strings.Contains(message, "/nowhere/at/all") {
		t.Error(message)
	}
}
