package tui

import (
	"io/fs"
	"math/rand"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/model"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// anyKeys are the keys of the inspector and of line editors, with every modifier
// that terminals send.
func anyKeys() []tea.KeyPressMsg {
	var keys []tea.KeyPressMsg
	for r := ' '; r < 0x7F; r++ {
		keys = append(keys, tea.KeyPressMsg{Code: r, Text: string(r)})
		for _, mod := range []tea.KeyMod{tea.ModCtrl, tea.ModAlt, tea.ModCtrl | tea.ModAlt} {
			if r >= 'a' && r <= 'z' && (r != 'c' || mod != tea.ModCtrl) {
				keys = append(keys, tea.KeyPressMsg{Code: r, Mod: mod})
			}
		}
	}
	for _, code := range specialKeys {
		for _, mod := range []tea.KeyMod{0, tea.ModCtrl, tea.ModAlt, tea.ModShift, tea.ModShift | tea.ModCtrl} {
			keys = append(keys, tea.KeyPressMsg{Code: code, Mod: mod}, tea.KeyPressMsg{Code: tea.KeyDelete, Mod: mod})
		}
	}
	for _, text := range []string{"猫", "\u0301", "é", "👨‍👩‍👧", "\u202e", "\x00"} {
		keys = append(keys, tea.KeyPressMsg{Code: []rune(text)[0], Text: text})
	}
	return keys
}

// pastes are what a clipboard may hold.
var pastes = []string{
	"", "12", "save", "0,0,100,100", "two\r\nlines\tand\ttabs", "\x1b[2J\x1b]52;c;AAAA\x07\u009b31m", "\xff\xfe half \xed\xa0\x80",
	strings.Repeat("猫\u0301 ", 100_000), strings.Repeat("9", 5000), "\u202e\u2066\u200b\U000e0041", strings.Repeat("\u0301", 200),
}

// TestNoKeyEndsTheInspector opens what takes keys and then presses, pastes,
// clicks, scrolls and resizes at random. Of it all only q and ctrl+c leave, and
// every frame fills the screen.
func TestNoKeyEndsTheInspector(t *testing.T) {
	keys := anyKeys()
	opening := []string{"f", "/", ":", "m", "V", "b", "e", "O", "Y", "?", "p", "C", "D", "a", "T", "<", ">"}
	for seed := range testscale.Of(60) {
		random := rand.New(rand.NewSource(int64(seed)))
		var did []string
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("seed %d: after %q: panic: %v", seed, did[max(0, len(did)-12):], r)
					panic(r)
				}
			}()
			rec := someRecording(t, seed)
			in := inspect(t, Config{Recording: rec, Step: 1 + seed%len(rec.Captures), Export: refusing(random), File: "x"}, 100, 30)
			for range 150 {
				did = append(did, anything(in, random, keys, opening))
				checkFrame(t, in, did)
				if t.Failed() {
					return
				}
			}
		}()
	}
}

func someRecording(t *testing.T, seed int) *model.Recording {
	names := []string{"osworld/chromium-form.osworld.xml", "cdp/form.cdp-rpc.json", "maka/notes.json", "logs/playwright.trace.jsonl", lostButton, "sessions/no-tree.jsonl"}
	if at := seed % (len(names) + 1); at < len(names) {
		return sample(t, names[at])
	}
	return recording(orderForm(), capture(window("Order", button("Place order"))))
}

// refusing is an export that finds a file there now and then.
func refusing(random *rand.Rand) func(string, []byte, bool) error {
	return func(_ string, _ []byte, overwrite bool) error {
		if !overwrite && random.Intn(2) == 0 {
			return fs.ErrExist
		}
		return nil
	}
}

// anything does one thing that a person may do and names it.
func anything(in *inspector, random *rand.Rand, keys []tea.KeyPressMsg, opening []string) string {
	x, y := random.Intn(in.w+2), random.Intn(in.h+2)
	switch random.Intn(20) {
	case 0:
		paste := pastes[random.Intn(len(pastes))]
		in.send(tea.PasteMsg{Content: paste})
		return "paste " + paste[:min(len(paste), 20)]
	case 1, 2:
		in.x, in.y = x, y
		in.clickAgain()
		return "click"
	case 3:
		in.send(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelDown + tea.MouseButton(random.Intn(2))})
		return "wheel"
	case 4:
		in.send(tea.WindowSizeMsg{Width: 1 + random.Intn(180), Height: 1 + random.Intn(60)})
		return "resize"
	case 5:
		if in.mode == modeBrowse {
			in.press(opening[random.Intn(len(opening))])
			return "open"
		}
		fallthrough
	default:
		k := keys[random.Intn(len(keys))]
		if in.mode != modePrompt && k.String() == "q" {
			return "no q"
		}
		in.send(k)
		return k.String()
	}
}

func checkFrame(t *testing.T, in *inspector, did []string) {
	t.Helper()
	if in.quit {
		t.Errorf("it left after %q", did)
	}
	lines := strings.Split(in.View().Content, "\n")
	if len(lines) != max(in.h, 1) {
		t.Errorf("after %q: %d lines of %d", did, len(lines), in.h)
	}
	for _, l := range lines {
		if got := ansi.StringWidth(l); got > in.w || got < in.w && in.w >= smallestWidth && in.h >= smallestHeight {
			t.Errorf("after %q on %dx%d: %d cells: %q", did, in.w, in.h, got, l)
		}
	}
}
