package render_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render"
	"obscope/render/tokens"
)

// nasty are texts that break counting by parts where they may not be cut.
var nasty = []string{
	"", " ", "Save", "/", "//x", "\n", "a\nb", " \n \n", "\r", "x\r", "\t", "\u00a0", "\u3000", "é", "日本語", "👩‍👩‍👧", "12", "1234567",
	"'s", "don't", "<|endoftext|>", "\x7f", "\u2028", "x ", " x", "…", "\"", "\\", "\n/", ";\n//", "a/\n", "button", "AXButton", "AXGroup",
	"[0]", "=\"\"", "مرحبا", "\u0301", "e\u0301", "0", "7", "\ufeff", "\u0085",
}

func pick(r *rand.Rand) string { return nasty[r.IntN(len(nasty))] }

// randomCapture makes a capture whose texts are nasty and whose tree is random.
func randomCapture(r *rand.Rand, format string, n int) *model.Capture {
	c := &model.Capture{Format: format, AX: format == "maka", App: pick(r), Window: pick(r)}
	parent := make([]model.ID, n)
	for i := range n {
		e := model.Element{Ref: fmt.Sprint(i), Role: "AXButton", Given: model.HasRef | model.HasRole | model.HasName, Name: pick(r)}
		if r.IntN(4) == 0 {
			e.Ref = pick(r)
		}
		switch r.IntN(4) {
		case 0:
			e.Role = pick(r)
		case 1:
			e.Role, e.Kind = "AXGroup", model.KindGeneric
			if r.IntN(2) == 0 {
				e.Name = ""
			}
		}
		if r.IntN(3) == 0 {
			e.Value, e.Given = strings.Repeat(pick(r), 1+r.IntN(200)), e.Given|model.HasValue
		}
		if r.IntN(3) == 0 {
			e.Actions = []string{pick(r), "press"}
		}
		if r.IntN(3) > 0 {
			e.Frame = model.Rect{X: float64(r.IntN(3000) - 500), Y: float64(r.IntN(2000)), W: float64(r.IntN(300)), H: float64(r.IntN(60))}
			e.Given |= model.HasFrame
		}
		e.States.Set(model.Enabled, model.Truth(r.IntN(3)))
		e.States.Set(model.Focused, model.Truth(r.IntN(3)))
		e.Repeat = r.IntN(20) == 0
		parent[i] = model.None
		if i > 0 && r.IntN(10) > 0 {
			parent[i] = model.ID(r.IntN(i))
		}
		c.Elements = append(c.Elements, e)
	}
	model.Link(c, parent)
	return c
}

func randomOptions(r *rand.Rand) render.Options {
	var o render.Options
	if r.IntN(2) == 0 {
		o.Dialect = render.Set([]string{"indexed", "outline", "json"}[r.IntN(3)])
	}
	if r.IntN(3) == 0 {
		o.Viewport = render.Set(render.ViewportOf(model.Rect{W: 1280, H: float64(r.IntN(1500))}))
	}
	if r.IntN(3) == 0 {
		o.MaxElements = render.Set(r.IntN(60))
	}
	if r.IntN(3) == 0 {
		o.Interactive = render.Set(r.IntN(2) == 0)
	}
	if r.IntN(4) == 0 {
		o.Query = render.Set(pick(r))
	}
	if r.IntN(2) == 0 {
		o.Collapse = render.Set(render.Collapse(r.IntN(3)))
	}
	if r.IntN(3) == 0 {
		o.Geometry = render.Set(false)
	}
	if r.IntN(4) == 0 {
		o.ValueCap = render.Set(r.IntN(300))
	}
	o.Tokens = render.Set(tokens.Names()[r.IntN(len(tokens.Names()))])
	return o
}

// TestObservationInvariants checks on random captures and options what every
// observation promises.
func TestObservationInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		format := []string{"maka", "autocontrol", "osworld"}[round%3]
		c := randomCapture(r, format, 1+r.IntN(60))
		renderer := render.New(c)
		for range 6 {
			o := randomOptions(r)
			obs, err := renderer.Observe(o)
			if err != nil {
				t.Fatal(err)
			}
			text := obs.Text()
			counter, _ := tokens.Open(obs.Set.Tokens)
			if got, want := obs.Tokens(), counter.Count(text); got != want {
				t.Fatalf("%s %+v: the sum of parts is %d, the text has %d tokens:\n%q", format, obs.Set, got, want, text)
			}
			checkVerdicts(t, obs)
		}
	}
}

// checkVerdicts asserts one verdict per element and one line per kept element.
func checkVerdicts(t *testing.T, obs *render.Observation) {
	t.Helper()
	lines := map[model.ID]int{}
	for i, e := range obs.Entries {
		if e.ID != model.None {
			lines[e.ID]++
			if v := obs.Verdicts[e.ID]; !v.In() || int(v.Line) != i {
				t.Fatalf("entry %d writes element %d, whose verdict is %+v", i, e.ID, v)
			}
		}
	}
	for id, v := range obs.Verdicts {
		if v.In() != (lines[model.ID(id)] == 1) || !v.In() && v.Line >= 0 {
			t.Fatalf("element %d: verdict %+v, written %d times", id, v, lines[model.ID(id)])
		}
	}
	left := len(obs.Verdicts)
	for _, step := range obs.Funnel {
		left -= step.Removed
		if step.Left != left {
			t.Fatalf("the funnel says %d left after %s, there are %d", step.Left, step.Name, left)
		}
	}
	if left != obs.Kept() {
		t.Fatalf("the funnel ends at %d, %d are kept", left, obs.Kept())
	}
}

// The baseline is the same whether the parts of the json dialect are counted
// or the text is.
func TestJSONTokensAreThoseOfTheText(t *testing.T) {
	c := randomCapture(rand.New(rand.NewPCG(9, 9)), "maka", 900)
	whole := render.Options{Dialect: render.Set("json"), Collapse: render.Set(render.CollapseNone), Query: render.Set(""), ValueCap: render.Set(render.NoCap)}
	for _, name := range tokens.Names() {
		whole.Tokens = render.Set(name)
		counter, _ := tokens.Open(name)
		r := render.New(c)
		obs, err := r.Observe(whole)
		if err != nil {
			t.Fatal(err)
		}
		want := counter.Count(obs.Text())
		if got := r.JSONTokens(name); got != want {
			t.Errorf("%s: %d tokens, the text has %d", name, got, want)
		}
		if got := obs.Tokens(); got != want {
			t.Errorf("%s: the parts make %d tokens, the text has %d", name, got, want)
		}
		r = render.New(c)
		if obs, err = r.Observe(whole); err != nil {
			t.Fatal(err)
		}
		obs.Tokens()
		if got := r.JSONTokens(name); got != want {
			t.Errorf("%s: %d tokens once the parts are counted, the text has %d", name, got, want)
		}
	}
}
