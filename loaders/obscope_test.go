package loaders

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

func encoded(t *testing.T, rec *model.Recording) string {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, rec); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// again checks that a recording is the same after writing and reading it.
func again(t *testing.T, rec *model.Recording) {
	t.Helper()
	first := encoded(t, rec)
	back, err := LoadBytes("again", []byte(first), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if second := encoded(t, back); second != first {
		t.Fatalf("the second writing differs: %s", firstDifference(first, second))
	}
	for i, c := range rec.Captures {
		if i >= len(back.Captures) {
			t.Fatalf("capture %d is gone", i)
		}
		for id := range c.Elements {
			want, got := c.Elements[id], back.Captures[i].Elements[id]
			if !sameRect(want.Frame, got.Frame) {
				t.Errorf("element %d: frame %v, want %v", id, got.Frame, want.Frame)
			}
			want.Frame, got.Frame = model.Rect{}, model.Rect{}
			if !reflect.DeepEqual(want, got) {
				t.Fatalf("element %d: %+v, want %+v", id, got, want)
			}
		}
		if !reflect.DeepEqual(c.Tree, back.Captures[i].Tree) {
			t.Error("the trees differ")
		}
		want, got := *c, *back.Captures[i]
		want.Elements, got.Elements = nil, nil
		if !reflect.DeepEqual(want, got) {
			t.Errorf("capture is %+v, want %+v", got, want)
		}
	}
}

// sameRect compares bits: NaN is NaN and -0 is not 0.
func sameRect(a, b model.Rect) bool {
	x, y := [...]float64{a.X, a.Y, a.W, a.H}, [...]float64{b.X, b.Y, b.W, b.H}
	for i := range x {
		if math.Float64bits(x[i]) != math.Float64bits(y[i]) && !(math.IsNaN(x[i]) && math.IsNaN(y[i])) {
			return false
		}
	}
	return true
}

func firstDifference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[max(0, i-60):min(len(a), i+60)] + "\n…and…\n" + b[max(0, i-60):min(len(b), i+60)]
		}
	}
	return "one is longer"
}

// sampleFiles lists testdata/captures and the folders named by OBSCOPE_CAPTURES.
func sampleFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, root := range append([]string{filepath.Join("..", "testdata", "captures")}, filepath.SplitList(os.Getenv("OBSCOPE_CAPTURES"))...) {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestEverySampleIsTheSameAfterEncodeAndLoad(t *testing.T) {
	for _, path := range sampleFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if rec, err := LoadBytes(filepath.Base(path), data, Options{}); err == nil {
			t.Run(filepath.Base(path), func(t *testing.T) { again(t, rec) })
		}
	}
}

// irregularRecording has a value of every kind that a format may put into the model.
func irregularRecording() *model.Recording {
	half := string(jsontext.AppendUnit(nil, 0xD83D))
	c := &model.Capture{
		Format: "osworld", HeldStates: true, Shape: "s", Source: "a\tb", Step: 7, Unit: "points", App: half, Window: "w\x1b[31m\u202e", AX: true,
		Bounds: model.Rect{X: math.Copysign(0, -1), Y: 1}, Query: "q", Screen: model.Rect{W: math.Inf(1), H: 1e308},
		Truncated: true, HasQuery: true, Raw: `"pid": 1.0, "pid":1e999,"x":[NaN, {"a":"\ud83d"}]`, Text: "line\nline",
		Warnings: model.Warnings{{Text: "one"}, {Kind: model.OriginalFails, Text: "two"}}, Uses: []model.Use{{Element: 1, Ref: "1", Action: "click"}, {Element: model.None, Ref: "gone"}},
		Call: &model.ToolCall{ID: "i", Tool: "t", Args: `{"a":1}`, Time: "now", Who: half, From: 1, To: 3, Same: 2, Failed: true},
	}
	c.Header.ObservationID, _ = jsontext.Parse(`{"a" : 1.50}`)
	c.Header.PID, _ = jsontext.Parse("12345678901234567890")
	c.Header.Menu, _ = jsontext.Parse("null")
	c.Header.App, c.Header.WindowID, c.Header.WindowTitle, c.Header.Difference = c.Header.PID, c.Header.PID, c.Header.PID, c.Header.PID
	c.Header.RenderDifference = true
	c.Lines = []int32{3, 0, -1, 7}
	c.Extras = map[string]string{"hrefs": `{"1":"x"}`, "cursor": half}
	c.Header.Stated = model.Stated{Is: true, Elements: 3, Shown: 2, MenuDisabled: true}
	st := model.States(0)
	for i, s := range model.AllStates() {
		st.Set(s, model.Truth(i%4))
	}
	c.Elements = []model.Element{ // keys in every way: repeated, missing, its own parent
		{Key: 0, ParentKey: model.NoKey, Kind: model.KindButton, Ref: "1", Subrole: "s", Placeholder: "p", Description: "d", Given: model.HasRole, States: st, Frame: model.Rect{X: math.NaN(), Y: math.Inf(-1), W: -2147483648, H: 0.30000000000000004}},
		{Key: 3, ParentKey: 0, Name: half + "x", Value: "hunter2", Secure: true, Irregular: true, Repeat: true, Actions: []string{"", "AXPress", half}, Raw: `"a": 1`},
		{Key: model.NoKey, ParentKey: 5, Given: model.HasFrame | model.HasActions | model.HasValue},
		{Key: 3, ParentKey: 3, Role: "r", Frame: model.Rect{X: 5e-324, Y: math.MaxFloat64, W: 1 << 53, H: math.Copysign(0, -1)}, Given: model.HasFrame},
	}
	c.Elements[2].Ignored = true
	c.Parts = []model.Part{{Ref: "main", To: 2, Host: model.None, Raw: `"url":"a"`}, {Ref: "f1", From: 2, To: 4, Host: 1, Raw: `"a":1`}}
	c.DOM = []model.DOMNode{{Tag: "input", Type: "file", Clickable: true}, {}, {Tag: "#text"}, {}}
	model.Plant(c)
	d := &model.Capture{Format: "uiautomator", Step: 8, Source: "x"}
	model.Plant(d)
	return &model.Recording{Captures: []*model.Capture{c, d}, Warnings: model.Warnings{{Text: "log line 3 is broken"}},
		Session: &model.Session{Agent: "claude", Task: "go", Definitions: []model.ToolDefinition{{Name: "n", Text: "{}"}}}}
}

func TestOddValuesAreTheSameAfterEncodeAndLoad(t *testing.T) { again(t, irregularRecording()) }

func TestEncodeIsStrictJSONForOrdinaryMembers(t *testing.T) {
	rec := irregularRecording()
	rec.Captures[0].Raw = ""
	text := encoded(t, rec)
	for _, want := range []string{`"frame":["NaN","-Infinity",-2147483648,0.30000000000000004]`, `"name":"\ud83dx"`, `"key":null`, `"given":["role"]`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

func TestObscopeBadInput(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"newer", `{"obscope":2,"captures":[]}`, "version 2 and this program reads version 1"},
		{"no version", `{"captures":[{}]}`, "the version of the shape, is missing"},
		{"no captures", `{"obscope":1,"captures":[]}`, "it holds no element tree"},
		{"cut", `{"obscope":1,"captures":[{"elements":[{"ref":"a`, "byte 45: the string that starts here does not end: the JSON is cut short"},
	} {
		_, err := LoadBytes("test", []byte(test.text), Options{Format: "obscope"})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestObscopeEditedByHand(t *testing.T) {
	c := openAs(t, "obscope", `{"obscope":1,"new":{"a":[]},"captures":[{"elements":[
		{"role":"window","key":2147483647,"parent":-9,"frame":[1,2,3],"states":{"enabled":"perhaps"}},
		{"role":7,"kind":"gizmo","parent":0}, 5], "uses":[{"element":99}]}]}`)
	if len(c.Elements) != 2 || c.Elements[0].Key != model.NoKey || c.Uses[0].Element != model.None {
		t.Errorf("%+v %+v", c.Elements, c.Uses)
	}
	if !warned(c, "2 keys are out of range") || !warned(c, "became a root") {
		t.Errorf("warnings %q", c.Warnings)
	}
}

// TestEncodeKnowsEveryField fails when the model has a field that Encode does
// not write: a lossless format must follow the model.
func TestEncodeKnowsEveryField(t *testing.T) {
	rec := irregularRecording()
	c := rec.Captures[0]
	for _, v := range []any{*rec, *c, c.Header, *c.Call, *rec.Session, c.Elements[0], c.Elements[1], c.Uses[0], c.Parts[1], c.DOM[0]} {
		filled(t, v, c.Elements[2:])
	}
	again(t, rec)
}

// filled reports fields that are zero in v and in all of more.
func filled(t *testing.T, v any, more []model.Element) {
	t.Helper()
	value := reflect.ValueOf(v)
	for i := range value.NumField() {
		name := value.Type().Field(i).Name
		zero := value.Field(i).IsZero()
		if value.Type() == reflect.TypeFor[model.Element]() {
			for _, e := range append(more, irregularRecording().Captures[0].Elements...) {
				zero = zero && reflect.ValueOf(e).Field(i).IsZero()
			}
		}
		if zero {
			t.Errorf("%s.%s is zero in the test's recording: set it there, and write and read it", value.Type(), name)
		}
	}
}

func TestOwnThatIsNotJSON(t *testing.T) {
	c := &model.Capture{Format: "maka", Step: 1, Source: "x", Elements: []model.Element{{Raw: "not JSON"}, {Raw: `"a":1},{"b":2`}}}
	model.Plant(c)
	back, err := LoadBytes("again", []byte(encoded(t, one(c))), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"not JSON", `"a":1},{"b":2`} {
		if got := back.Captures[0].Elements[i].Raw; got != want {
			t.Errorf("own %q, want %q", got, want)
		}
	}
}

func FuzzLoadObscope(f *testing.F) {
	addSamples(f, "obscope")
	f.Fuzz(func(t *testing.T, text string) {
		checkLoad(t, "obscope", text)
		rec, err := LoadBytes("fuzz", []byte(text), Options{Format: "obscope"})
		if err != nil {
			return
		}
		first := encoded(t, rec)
		back, err := LoadBytes("fuzz", []byte(first), Options{Format: "obscope"})
		if err != nil {
			t.Fatal(err)
		}
		if second := encoded(t, back); second != first {
			t.Fatalf("the second writing differs: %s", firstDifference(first, second))
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	c := &model.Capture{Elements: make([]model.Element, 100_000)}
	for i := range c.Elements {
		c.Elements[i] = model.Element{Key: int32(i), ParentKey: int32(i) - 1, Ref: "e12", Role: "AXButton", Name: "Save", Given: model.HasRef | model.HasRole | model.HasName, Raw: `"role":"AXButton","name":"Save"`}
	}
	rec := one(c)
	b.ReportAllocs()
	for b.Loop() {
		_ = Encode(discard{}, rec)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
