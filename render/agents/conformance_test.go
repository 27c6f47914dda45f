package agents

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// ownVectors is the folder of the vectors that the repository holds.
const ownVectors = "../../testdata/vectors/dialects"

// A vector is one recorded run of an original.
type vector struct {
	jsontext.Value
	dialect, name string
	dir           string // that input files are relative to
}

// A result is what obscope writes for a vector.
type result struct {
	text     string
	warnings model.Warnings
	skipped  bool // an input is not there
}

// fails reports whether a warning says that the original fails.
func (r result) fails() bool {
	return slices.ContainsFunc(r.warnings, func(w model.Warning) bool { return w.Kind == model.OriginalFails })
}

// runners render the vectors of each dialect, by the dialect that a file of
// vectors names. Files of tests add theirs in init.
var runners = map[string]func(v vector) (result, error){}

// TestDialectsEqualTheirOriginals renders every recorded run of an original and
// compares the texts.
func TestDialectsEqualTheirOriginals(t *testing.T) {
	excused := readExcuses(t)
	dirs := []string{ownVectors}
	if dir := os.Getenv("OBSCOPE_VECTORS"); dir != "" {
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*.json.gz"))
		if len(files) == 0 {
			t.Errorf("%s: no vectors", dir)
		}
		for _, file := range files {
			runFile(t, dir, file, excused)
		}
	}
}

// runFile runs the vectors of one file and prints what came of them.
func runFile(t *testing.T, dir, file string, excused map[string]bool) {
	data, err := readMaybeGzip(file)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	top, err := jsontext.Parse(string(data))
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	dialect := top.Member("dialect").Text
	run, ok := runners[dialect]
	if !ok {
		if dir == ownVectors {
			t.Errorf("%s: nothing runs the vectors of %s: add a runner", file, dialect)
		}
		t.Logf("%-22s nothing writes this dialect", dialect)
		return
	}
	passed, skipped, diverging, total, told := 0, 0, 0, 0, 0
	for _, item := range top.Member("vectors").Items {
		v := vector{item, dialect, item.Member("name").Text, dir}
		total++
		why, skip := judge(v, run)
		switch {
		case skip:
			skipped++
		case why == "":
			passed++
		case excused[dialect+"/"+v.name]:
			diverging++
		default:
			if told++; told <= maxTold {
				t.Errorf("%s/%s: %s", dialect, v.name, why)
			} else {
				t.Fail()
			}
		}
	}
	t.Logf("%-22s %d of %d, %d diverging, %d without their input", dialect, passed, total, diverging, skipped)
	if diverging*100 > total {
		t.Errorf("%s: %d of %d vectors diverge, more than 1 %%", dialect, diverging, total)
	}
}

// toldOtherwise are vectors in which the original fails for something that
// captures do not tell; the warning says that they do not. WebArena raises
// KeyError where the page gave no place for any element, and then
// current_viewport_only is off.
var toldOtherwise = map[string]bool{"edge-other-root-role-no-parent-error": true}

// maxTold is how many failures of one file are printed in full.
const maxTold = 6

// judge runs one vector; why is "" if it passed.
func judge(v vector, run func(vector) (result, error)) (why string, skip bool) {
	got, err := run(v)
	switch {
	case errors.Is(err, fs.ErrNotExist) || got.skipped:
		return "", true
	case err != nil:
		return err.Error(), false
	}
	if class, fails := v.Lookup("expected_error"); fails {
		if !got.fails() && !(toldOtherwise[v.name] && len(got.warnings) > 0) {
			return "the original fails with " + class.Text + ", and no warning says so", false
		}
		return "", false
	}
	want := v.Member("expected").Text
	if v.Member("expected_is_input").IsTrue() {
		input, err := v.input()
		if err != nil {
			return "", errors.Is(err, fs.ErrNotExist)
		}
		want = string(input)
	}
	if got.fails() {
		return "a warning says that the original fails, and it does not", false
	}
	if got.text == want {
		return "", false
	}
	return difference(v, got.text, want), false
}

// difference shows where two texts part.
func difference(v vector, got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	from := max(0, at-200)
	piece := func(s string) string { return fmt.Sprintf("%q", s[min(from, len(s)):min(len(s), at+200)]) }
	input := v.Member("input").Raw
	return fmt.Sprintf("differs at byte %d\ngot  …%s\nwant …%s\noptions %s\ninput %s%s", at, piece(got), piece(want),
		v.Member("options").Raw, v.Member("input_file").Text, input[:min(len(input), 1200)])
}

// input is the bytes of a vector's input.
func (v vector) input() ([]byte, error) {
	if name := v.Member("input_file"); name.Kind == jsontext.String {
		return v.file(name.Text)
	}
	if in := v.Member("input"); in.Kind == jsontext.String {
		return []byte(in.Text), nil
	}
	return []byte(v.Member("input").Raw), nil
}

// beside is the path of the DOM snapshot that a vector names, or "".
func (v vector) beside() string {
	name := v.Member("tags_from").Text
	if name == "" {
		return ""
	}
	path, _ := v.find(name)
	return path
}

// file reads a file that a vector names, gzipped or not.
func (v vector) file(name string) ([]byte, error) {
	path, err := v.find(name)
	if err != nil {
		return nil, err
	}
	return readMaybeGzip(path)
}

// find finds a file that a vector names, gzipped or not.
func (v vector) find(name string) (string, error) {
	dirs := []string{v.dir}
	if more := os.Getenv("OBSCOPE_VECTORS"); more != "" {
		dirs = append(dirs, more)
	}
	for _, more := range filepath.SplitList(os.Getenv("OBSCOPE_CAPTURES")) {
		dirs = append(dirs, more, filepath.Dir(more))
	}
	for _, dir := range dirs {
		for _, ending := range []string{"", ".gz"} {
			path := filepath.Join(dir, name+ending)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
	}
	return "", fs.ErrNotExist
}

// member is a member of a vector, or the content of the file that the member of
// the same name with _file names.
func (v vector) member(name string) (jsontext.Value, error) {
	if found, ok := v.Lookup(name); ok {
		return found, nil
	}
	file, ok := v.Lookup(name + "_file")
	if !ok {
		return jsontext.Value{}, nil
	}
	data, err := v.file(file.Text)
	if err != nil {
		return jsontext.Value{}, err
	}
	return jsontext.Parse(string(data))
}

func readMaybeGzip(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// load reads a vector's input with the loader of a format.
func (v vector) load(format string) (*model.Capture, error) { return v.loadBeside(format, "") }

// loadBeside is load with a file that tells what the DOM has, or "".
func (v vector) loadBeside(format, frames string) (*model.Capture, error) {
	data, err := v.input()
	if err != nil {
		return nil, err
	}
	rec, err := loaders.LoadBytes(v.name, data, loaders.Options{Format: format, Frames: frames})
	if err != nil {
		return nil, err
	}
	return rec.Captures[0], nil
}

// knobs are the options of a vector as settings of a dialect: a list is joined
// by commas.
func (v vector) knobs() render.Knobs {
	k := render.Knobs{}
	for _, m := range v.Member("options").Members {
		text := m.Value.Text
		if m.Value.Kind == jsontext.Array {
			var items []string
			for _, item := range m.Value.Items {
				items = append(items, item.Text)
			}
			text = strings.Join(items, ",")
		}
		k[m.Name] = text
	}
	return k
}

// observe writes a capture and checks what holds for every observation.
func observe(c *model.Capture, dialect string, knobs render.Knobs) (result, error) {
	obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(dialect), Knobs: knobs})
	if err != nil {
		return result{}, err
	}
	if err := checkVerdicts(obs); err != nil {
		return result{}, err
	}
	return result{text: obs.Text(), warnings: obs.Warnings}, nil
}

// checkVerdicts reports an element whose verdict does not fit the text.
func checkVerdicts(obs *render.Observation) error {
	written := make([]bool, len(obs.Verdicts))
	for _, e := range obs.Entries {
		if e.ID != model.None {
			written[e.ID] = true
		}
	}
	for id, verdict := range obs.Verdicts {
		switch {
		case verdict.In() && (verdict.Line < 0 || int(verdict.Line) >= len(obs.Entries)):
			return fmt.Errorf("element %d is kept on line %d of %d", id, verdict.Line, len(obs.Entries))
		case !verdict.In() && written[id]:
			return fmt.Errorf("element %d is written and counts as out at %s", id, obs.StageName(verdict.Stage))
		case !verdict.In() && obs.StageName(verdict.Stage) == "left out":
			return fmt.Errorf("element %d is out at stage %d, which has no name", id, verdict.Stage)
		}
	}
	return nil
}

// readExcuses lists the vectors that DIVERGES.md names, as dialect/name in
// backquotes at the start of an item.
func readExcuses(t *testing.T) map[string]bool {
	t.Helper()
	excused := map[string]bool{}
	data, err := os.ReadFile(filepath.Join(ownVectors, "../DIVERGES.md"))
	if err != nil {
		return excused
	}
	for _, m := range regexp.MustCompile("(?m)^[-*] `([^`]+/[^`]+)`").FindAllStringSubmatch(string(data), -1) {
		excused[m[1]] = true
	}
	return excused
}
