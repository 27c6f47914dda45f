package e2e_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	_ "obscope/render/agents"
	"obscope/render/lint"
	"obscope/render/tokens"
	"obscope/tui"
)

// captures is the folder of sample captures.
const captures = "../../../testdata/captures"

// samples are the sample captures of every format, small enough to mutate.
func samples(tb testing.TB) map[string][]byte {
	tb.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(captures, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > 200<<10 {
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = data
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// seedSize is from which size a sample, in bytes, is too slow to be fuzzed.
const seedSize = 20 << 10

// FuzzWholePath reads bytes as a capture, writes it in every dialect under
// options, and draws it.
func FuzzWholePath(f *testing.F) {
	for _, data := range samples(f) {
		if len(data) < seedSize {
			f.Add(data, uint64(1))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) { wholePath(t, data, seed) })
}

// TestWholePathOnDamagedSamples runs the whole path on every sample, as it is
// and with bytes changed.
func TestWholePathOnDamagedSamples(t *testing.T) {
	for path, data := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel() // most of the time is the inspector's own waiting
			r := rand.New(rand.NewPCG(uint64(len(data)), 12))
			if len(data) >= seedSize {
				wholePath(t, data, 1)
			}
			for i := range 3 {
				if !skipUnderRace(i > 0 || len(data) >= seedSize) {
					wholePath(t, damage(r, data), r.Uint64())
				}
			}
		})
	}
}

// hostile is what damage puts into a capture.
var hostile = []string{
	"\x1b[2J", "\x1b]52;c;aGk=\x07", "\u202e", "\u2066", "\x00", "\r\n", "\xff", "\xed\xa0\x80", `\ud83d`, "1e999", "NaN", "-2147483648",
	"null", "{}", "[]", `"`, "<", ">", "</", "&#0;", "\u200b", strings.Repeat("x", 5000), strings.Repeat("é👩‍👩‍👧", 300), "\t", "  ", "-",
}

// damage changes a few places of a text.
func damage(r *rand.Rand, data []byte) []byte {
	out := bytes.Clone(data)
	for range 1 + r.IntN(6) {
		at := r.IntN(len(out))
		switch r.IntN(4) {
		case 0:
			out = out[:at]
		case 1:
			word := hostile[r.IntN(len(hostile))]
			out = append(out[:at:at], append([]byte(word), out[at:]...)...)
		case 2:
			end := min(len(out), at+r.IntN(200))
			out = append(out[:at:at], out[end:]...)
		default:
			end := min(len(out), at+r.IntN(400))
			out = append(out[:end:end], out[at:]...)
		}
		if len(out) == 0 {
			return []byte("{")
		}
	}
	return out
}

func wholePath(t *testing.T, data []byte, seed uint64) {
	rec, err := loaders.LoadBytes("fuzz", data, loaders.Options{MaxInflated: 1 << 20})
	if err != nil {
		if text := err.Error(); text == "" || strings.ContainsAny(strings.TrimSpace(text), "\n") {
			t.Fatalf("an error of several lines: %q", text)
		}
		return
	}
	r := rand.New(rand.NewPCG(seed, 5))
	c := rec.Captures[r.IntN(len(rec.Captures))]
	if len(c.Tree.Order) != len(c.Elements) {
		t.Fatalf("the tree has %d of %d elements", len(c.Tree.Order), len(c.Elements))
	}
	renderer := render.New(c)
	for _, info := range renderer.Fits() {
		for range 2 {
			o := someOptions(r, info.Name)
			obs, err := renderer.Observe(o)
			if _, refused := errors.AsType[*render.RefusedError](err); refused {
				continue // a text without a map of its lines takes no such options
			}
			if err != nil {
				t.Fatalf("%s: %v", info.Name, err)
			}
			checkObservation(t, obs)
		}
	}
	obs, err := renderer.Observe(render.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lint.Check(obs, lint.Options{})
	checkScreen(t, rec)
}

func someOptions(r *rand.Rand, dialect string) render.Options {
	o := render.Options{Dialect: render.Set(dialect)}
	if r.IntN(2) == 0 {
		o.Interactive = render.Set(r.IntN(2) == 0)
	}
	if r.IntN(3) == 0 {
		o.Viewport = render.Set(render.Viewport{Mode: render.ViewportCapture})
	}
	if r.IntN(3) == 0 {
		o.Collapse = render.Set(render.Collapse(r.IntN(3)))
	}
	if r.IntN(3) == 0 {
		o.MaxElements = render.Set(r.IntN(50))
	}
	if r.IntN(4) == 0 {
		o.Query = render.Set("a")
	}
	return o
}

// checkObservation asserts what every observation promises.
func checkObservation(t *testing.T, obs *render.Observation) {
	t.Helper()
	text := obs.Text()
	counter, err := tokens.Open(obs.Set.Tokens)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := obs.Tokens(), counter.Count(text); got != want {
		t.Fatalf("%s: the total is %d, the text has %d tokens", obs.Info.Name, got, want)
	}
	for id, v := range obs.Verdicts {
		if v.In() != (v.Line >= 0) || v.In() && int(v.Line) >= len(obs.Entries) {
			t.Fatalf("%s: element %d has the verdict %+v of %d entries", obs.Info.Name, id, v, len(obs.Entries))
		}
		if obs.Why(model.ID(id)).Fact == "" {
			t.Fatalf("%s: element %d at %s: no fact", obs.Info.Name, id, obs.StageName(v.Stage))
		}
	}
	for i, e := range obs.Entries {
		if e.ID != model.None && !obs.Verdicts[e.ID].In() {
			t.Fatalf("%s: entry %d writes an element that is out at %s", obs.Info.Name, i, obs.StageName(obs.Verdicts[e.ID].Stage))
		}
	}
}

// checkScreen draws the inspector and asserts that nothing of the capture
// reaches the terminal raw.
func checkScreen(t *testing.T, rec *model.Recording) {
	t.Helper()
	var mod tea.Model = tui.New(tui.Config{Recording: rec, Title: "fuzz"})
	mod = settle(mod, mod.Init())
	mod, _ = mod.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	for _, k := range []tea.KeyPressMsg{{Code: 'j', Text: "j"}, {Code: tea.KeyTab}, {Code: 'd', Text: "d"}, {Code: 'x', Text: "x"}, {Code: tea.KeyEnter}} {
		next, cmd := mod.Update(k)
		mod = settle(next, cmd)
		if err := harmless(mod.View().Content); err != nil {
			t.Fatalf("after %s: %v", k, err)
		}
	}
}

// settle runs commands until there are none left, as the program would.
func settle(m tea.Model, cmd tea.Cmd) tea.Model {
	if cmd == nil {
		return m
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			m = settle(m, c)
		}
	default:
		var next tea.Cmd
		m, next = m.Update(msg)
		return settle(m, next)
	}
	return m
}

// harmless reports what could do more than colour a terminal.
func harmless(frame string) error {
	for i, line := range strings.Split(frame, "\n") {
		rest := line
		for rest != "" {
			seq, _, n, _ := ansi.DecodeSequence(rest, ansi.NormalState, nil)
			if strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") {
				rest = rest[n:]
				continue
			}
			c, _ := utf8.DecodeRuneInString(seq)
			if c < 0x20 || c >= 0x7F && c < 0xA0 || c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 || c == utf8.RuneError && len(seq) == 1 {
				return fmt.Errorf("row %d holds %q", i, seq)
			}
			rest = rest[n:]
		}
		if w := ansi.StringWidth(line); w > 100 {
			return fmt.Errorf("row %d is %d cells wide", i, w)
		}
	}
	return nil
}

// skipUnderRace leaves repetitions out under the race detector: it slows the
// program down five times, and finds a race in the first case as in the tenth.
func skipUnderRace(repetition bool) bool { return raceEnabled && repetition }
