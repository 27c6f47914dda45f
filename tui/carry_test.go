package tui

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"obscope/internal/autocontrol"
	"obscope/internal/carry"
	"obscope/model"
	"obscope/render"

	"github.com/charmbracelet/x/ansi"
)

// What is carried away makes the text that is on the screen again.
func TestCarriedActionsReproduceTheText(t *testing.T) {
	for _, name := range []string{"autocontrol/galculator.autocontrol-nested.json", "autocontrol/galculator.autocontrol-axtreenode.json", "autocontrol/chromium-form.autocontrol-nested.json"} {
		for _, keys := range []string{"", "v", "m 7 enter", "m none enter"} {
			in := inspect(t, Config{Recording: sample(t, name), File: "a b.json"}, 120, 30)
			for _, k := range strings.Fields(keys) {
				switch {
				case k == "7" || k == "none":
					in.press("ctrl+u").write(k)
				default:
					in.press(k)
				}
			}
			form := carry.Carry{File: "x.json", Step: 1, Steps: 1, Options: in.history.now(), Observation: in.obs}
			action, err := form.Action()
			if in.obs.Fault() != nil {
				if err == nil {
					t.Errorf("%s %s: AutoControl would fail with %v", name, keys, in.obs.Fault())
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s %s: %v", name, keys, err)
			}
			var out strings.Builder
			if failed, err := autocontrol.Exec(action, &out); failed > 0 || err != nil {
				t.Fatalf("%s %s: %v %s", name, keys, err, out.String())
			}
			var result struct{ Observation string }
			if err := json.Unmarshal([]byte(out.String()), &result); err != nil {
				t.Fatal(err)
			}
			if result.Observation != in.obs.Text() {
				t.Errorf("%s %s: the action writes\n%s\nnot\n%s", name, keys, result.Observation, in.obs.Text())
			}
			flags, err := render.ParseFlags(in.history.now().Flags())
			if err != nil {
				t.Fatal(err)
			}
			if got := textOf(t, in, flags); got != in.obs.Text() {
				t.Errorf("%s %s: the flags write\n%s", name, keys, got)
			}
			text, _ := in.history.now().MarshalJSON()
			var o render.Options
			if err := o.UnmarshalJSON(text); err != nil || textOf(t, in, o) != in.obs.Text() {
				t.Errorf("%s %s: the options JSON writes another text (%v)", name, keys, err)
			}
		}
	}
}

func TestCarrySaysWhatAutoControlCannotDo(t *testing.T) {
	for keys, want := range map[string]string{"d": "writes indexed", "o": "always writes positions", "c": "no collapse"} {
		in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
		in.press(keys)
		form := carry.Carry{Options: in.history.now(), Observation: in.obs}
		if _, err := form.Python(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", keys, err)
		}
	}
}

func TestCommandQuotesForAShell(t *testing.T) {
	form := carry.Carry{File: "it's a form.json", Step: 1, Steps: 3, Options: render.Options{Query: render.Set("a b")}}
	got, _ := form.Command()
	if want := `obscope render 'it'\''s a form.json' --capture 1 --query 'a b'`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestNothingIsCopiedForDefaults, which would empty the clipboard.
func TestNothingIsCopiedForDefaults(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 40)
	in.press("Y").click("flags").see("no option is set")
	if in.raw != "" {
		t.Errorf("%q is sent", in.raw)
	}
	in.press("o", "Y").click("flags").see("sent flags to the clipboard")
}

// TestPicturesAreNotTexts under the name of one.
func TestPicturesAreNotTexts(t *testing.T) {
	var wrote []string
	cfg := Config{Recording: recording(orderForm()), Export: func(path string, data []byte, _ bool) error {
		wrote = append(wrote, path)
		return nil
	}}
	in := inspect(t, cfg, 120, 40)
	in.press("e", "ctrl+u").write("a.PNG").press("enter").see("no .png can be made here; the screen is written as .svg")
	in.press("ctrl+u").write("a.md").press("enter").see("wrote the observation to a.md")
	if len(wrote) != 1 {
		t.Errorf("wrote %q", wrote)
	}
}

// TestCopiedCommandsReadTheFileInTheSameWay, or say that they cannot.
func TestCopiedCommandsReadTheFileInTheSameWay(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "cdp/form.cdp-rpc.json")}, 120, 40)
	form := carry.Carry{File: "a.txt", Reading: []string{"--format", "cdp"}, Step: 1, Steps: 1, Options: in.options(), Observation: in.obs}
	for _, c := range []struct {
		get  func() (string, error)
		want string
	}{
		{form.Command, "obscope render a.txt --format cdp"},
		{func() (string, error) { return form.Check(nil) }, "obscope check a.txt --format cdp --budget 4000"},
		{form.MCP, `{"name": "render_observation", "arguments": {"file": "a.txt", "step": 1, "format": "cdp"}}`},
	} {
		if got, err := c.get(); got != c.want {
			t.Errorf("%s, %v, not %s", got, err, c.want)
		}
	}
	form.Reading = []string{"--frames", "b.json"}
	if got, err := form.MCP(); err == nil {
		t.Errorf("the server has no frames, and %s is copied", got)
	}
}

func TestTheClipboardRefusesWhatTerminalsWouldCut(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("y").see("sent the observation to the clipboard")
	if !strings.HasPrefix(in.raw, "\x1b]52;c;") {
		t.Errorf("%q", in.raw)
	}
	in.raw = ""
	in.copyOut(strings.Repeat("x", maxClipboard), "it")
	in.see("too large for the clipboard").see("e writes it")
	wrapped := clipboard{tmux: true}.sequence("hi")
	if !strings.Contains(wrapped, "\x1bPtmux;") {
		t.Errorf("%q is not wrapped for tmux", wrapped)
	}
}

func TestExportNeverOverwritesUnasked(t *testing.T) {
	files := map[string]string{"there.txt": "old"}
	export := func(path string, data []byte, overwrite bool) error {
		if _, there := files[path]; there && !overwrite {
			return fs.ErrExist
		}
		files[path] = string(data)
		return nil
	}
	in := inspect(t, Config{Recording: recording(orderForm()), Export: export}, 120, 30)
	in.press("e").write("there.txt").press("enter").see("overwrite it?")
	in.press("n").see("not written")
	if files["there.txt"] != "old" {
		t.Error("overwritten")
	}
	in.press("e").write("there.txt").press("enter", "y").see("wrote the observation")
	if files["there.txt"] != in.obs.Text() {
		t.Errorf("%q", files["there.txt"])
	}
	in.press("e").write("o.json").press("enter")
	if files["o.json"] != "{}\n" {
		t.Errorf("%q", files["o.json"])
	}
	in.press("e").write("s.svg").press("enter")
	if !strings.Contains(files["s.svg"], "<svg") || !strings.Contains(files["s.svg"], "Place</text>") || !strings.Contains(files["s.svg"], ">order") {
		t.Error("the picture does not show the screen")
	}
}

func TestCarriedMCPCallIsJSON(t *testing.T) {
	for _, o := range []render.Options{{}, {Dialect: render.Set("outline"), Query: render.Set(`a "b"`)}} {
		in := inspect(t, Config{Recording: recording(orderForm()), Options: o}, 120, 30)
		text, err := carry.Carry{File: "x.json", Step: 1, Steps: 1, Options: o, Observation: in.obs}.MCP()
		if err != nil {
			t.Fatal(err)
		}
		var call struct {
			Name      string
			Arguments map[string]any
		}
		if err := json.Unmarshal([]byte(text), &call); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		want := "ac_serialize_observation"
		if o.Dialect.IsSet() {
			want = "render_observation"
			if call.Arguments["query"] != `a "b"` || call.Arguments["file"] != "x.json" {
				t.Errorf("%s", text)
			}
		}
		if call.Name != want {
			t.Errorf("%s, not %s", call.Name, want)
		}
	}
}

func TestPicturesMaskSecrets(t *testing.T) {
	var pages []bool
	for _, shown := range []bool{false, true} {
		files := map[string]string{}
		in := inspect(t, Config{
			Recording: recording(orderForm()), Unmask: shown, Options: render.Options{Dialect: render.Set("outline")},
			Export: func(path string, data []byte, _ bool) error { files[path] = string(data); return nil },
			Page: func(_ *render.Observation, unmask bool) ([]byte, error) {
				pages = append(pages, unmask)
				return nil, nil
			},
		}, 140, 30)
		if !shown {
			in.press("S")
		}
		in.see("hunter2-secret").press("e").write("a.svg").press("enter")
		in.press("e").write("a.html").press("enter").see("hunter2-secret")
		if got := strings.Contains(files["a.svg"], "hunter2-secret"); got != shown {
			t.Errorf("secrets shown from the start: %v; in the picture: %v", shown, got)
		}
		if pages[len(pages)-1] != shown {
			t.Errorf("secrets shown from the start: %v; in the page: %v", shown, !shown)
		}
	}
}

// One message of the protocol is one line: what was captured over several is
// joined, numbers and strings as they are spelt.
func TestCarriedCallsAreOneLine(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "autocontrol/galculator.autocontrol-nested.json")}, 120, 30)
	form := carry.Carry{Options: in.history.now(), Observation: in.obs}
	for _, form := range []func() (string, error){form.MCP, form.Action} {
		if text, err := form(); err != nil || strings.Contains(text, "\n") {
			t.Errorf("%v: %.200s", err, text)
		}
	}
}

func TestCopiesNameTheFileOfTheStep(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm(), orderForm()), Origin: func(step int) (string, int, int) {
		return map[int]string{1: "one.json", 2: "two.json"}[step], 1, 1
	}}, 120, 40)
	in.press("Y").click("command")
	if !strings.Contains(in.raw, ansi.SetSystemClipboard("obscope render two.json")) {
		t.Errorf("%q", in.raw)
	}
}

func TestReasonsComeBeforeFolders(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Reload: func(context.Context) (*model.Recording, error) {
		return nil, errors.New("/a/very/long/path/that/fills/the/line/" + strings.Repeat("x", 60) + "/capture.json: byte 9: the string that starts here has no end")
	}}, 100, 30)
	in.press("r").see("not reloaded: capture.json: byte 9: the string that starts here has no end")
}
