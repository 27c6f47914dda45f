package screentest

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// TestMain lets the test binary be the program under test as well: with
// SCREENTEST_PROGRAM set it runs that program instead of the tests.
func TestMain(m *testing.M) {
	if name := os.Getenv("SCREENTEST_PROGRAM"); name != "" {
		program, ok := programs[name]
		if !ok {
			fmt.Fprintln(os.Stderr, "no program", name)
			os.Exit(2)
		}
		os.Exit(program())
	}
	os.Exit(m.Run())
}

// start runs one of the programs below.
func start(t TB, program string, change ...func(*Command)) *Term {
	c := Command{
		Args: []string{os.Args[0]}, Cols: 60, Rows: 14,
		Env: []string{"SCREENTEST_PROGRAM=" + program, "GORACE=atexit_sleep_ms=0"},
	}
	for _, f := range change {
		f(&c)
	}
	return c.Start(t)
}

func with(arg string) func(*Command) {
	return func(c *Command) { c.Env = append(c.Env, "SCREENTEST_ARG="+arg) }
}

var programs = map[string]func() int{
	"events": func() int {
		m, err := tea.NewProgram(events{}).Run()
		if err != nil {
			fmt.Println("ended:", err)
			return 1
		}
		return m.(events).code
	},
	// print writes its argument as it is and ends.
	"print": func() int {
		fmt.Print(os.Getenv("SCREENTEST_ARG"))
		return 0
	},
	// parts writes its argument in the parts between two bars, with a moment
	// between them, and then waits for a line.
	"parts": func() int {
		for part := range strings.SplitSeq(os.Getenv("SCREENTEST_ARG"), "||") {
			fmt.Print(part)
			time.Sleep(time.Millisecond)
		}
		_, _ = fmt.Scanln()
		return 0
	},
	"input": func() int {
		data, _ := io.ReadAll(os.Stdin)
		fmt.Printf("%d bytes", len(data))
		return 0
	},
	// many paints a full screen of wide characters many times over.
	"many": func() int {
		for i := range 50 {
			var b strings.Builder
			b.WriteString("\x1b[H")
			for range 13 {
				b.WriteString(strings.Repeat("👩‍👩‍👧é", 20) + "\r\n")
			}
			fmt.Fprintf(&b, "frame %d.", i)
			fmt.Print(b.String())
		}
		return 0
	},
}

// events is a Bubble Tea program that shows what it is told.
type events struct {
	cols, rows int
	dark       string
	last       []string
	off        bool
	code       int
}

func (m events) Init() tea.Cmd { return tea.RequestBackgroundColor }

func (m events) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.cols, m.rows = msg.Width, msg.Height
		return m, nil
	case tea.BackgroundColorMsg:
		m.dark = fmt.Sprintf("dark %v", msg.IsDark())
		return m, nil
	case tea.KeyPressMsg:
		switch msg.String() {
		case "q":
			return m, tea.Quit
		case "X":
			m.code = 3
			return m, tea.Quit
		case "y":
			return m, tea.SetClipboard("copied text")
		case "M":
			m.off = !m.off
		}
		m.last = append(m.last, "key "+msg.String())
	case tea.PasteMsg:
		m.last = append(m.last, "paste "+msg.Content)
	case tea.MouseClickMsg:
		m.last = append(m.last, fmt.Sprintf("click %v %d,%d", msg.Button, msg.X, msg.Y))
	case tea.MouseReleaseMsg:
		m.last = append(m.last, fmt.Sprintf("release %d,%d", msg.X, msg.Y))
	case tea.MouseMotionMsg:
		m.last = append(m.last, fmt.Sprintf("drag %d,%d", msg.X, msg.Y))
	case tea.MouseWheelMsg:
		m.last = append(m.last, fmt.Sprintf("wheel %v %d,%d", msg.Button, msg.X, msg.Y))
	case tea.KeyboardEnhancementsMsg:
		m.last = append(m.last, fmt.Sprintf("kitty %d", msg.Flags))
	}
	return m, nil
}

func (m events) View() tea.View {
	const shown = 8
	lines := []string{
		fmt.Sprintf("size %dx%d %s", m.cols, m.rows, m.dark),
		"日本語|é|👩‍👩‍👧|end",
		"\x1b[1;31mbold\x1b[0m \x1b[7mreverse\x1b[0m \x1b[38;2;1;2;3mtrue\x1b[0m \x1b]8;;https://go.dev\x1b\\link\x1b]8;;\x1b\\",
		fmt.Sprintf("%d events", len(m.last)),
	}
	lines = append(lines, m.last[max(0, len(m.last)-shown):]...)
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.WindowTitle = true, "events"
	v.Cursor = tea.NewCursor(3, 2)
	if !m.off {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// failure runs a test that must fail and returns what it says.
func failure(t *testing.T, test func(TB)) string {
	t.Helper()
	fake := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil && r != any(fake) {
				panic(r)
			}
		}()
		test(fake)
	}()
	<-done
	if fake.message == "" {
		t.Error("the test did not fail")
	}
	return fake.message
}

type recorder struct {
	TB
	message string
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.message = fmt.Sprintf(format, args...)
	panic(r)
}
