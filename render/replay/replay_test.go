package replay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render/replay"
)

// journals opens the recorded runs of a corpus.
func journals(t testing.TB, corpus string) []*model.Log {
	t.Helper()
	fsys := os.DirFS("../../testdata/vectors/eval")
	paths, err := filepath.Glob("../../testdata/vectors/eval/" + corpus + "/*.trace.jsonl.gz")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no journals in %s: %v", corpus, err)
	}
	var logs []*model.Log
	for _, p := range paths {
		log, err := loaders.OpenLog(fsys, path.Join(corpus, filepath.Base(p)), loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, log)
	}
	return logs
}

func run(t testing.TB, logs []*model.Log, o replay.Options) *replay.Report {
	t.Helper()
	r, err := replay.Run(context.Background(), logs, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func jsonOf(t testing.TB, r *replay.Report, full bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b, full); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func textOf(t testing.TB, r *replay.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func expected(t testing.TB, corpus, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/vectors/eval/" + corpus + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestJSONEqualsMakasEvaluator(t *testing.T) {
	for _, corpus := range []string{"main", "shape76"} {
		got := jsonOf(t, run(t, journals(t, corpus), replay.Options{}), false)
		if want := expected(t, corpus, "expected.report.json"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", corpus, got, want)
		}
	}
}

var numbers = regexp.MustCompile(`\d+(\.\d+)?`)

// figures are the numbers of a line, without those in the strategy's name.
func figures(line string) string { return strings.Join(numbers.FindAllString(line, -1), " ") }

// lineWith finds the line of a section that starts with a word.
func lineWith(section, start string) string {
	for line := range strings.Lines(section) {
		if strings.HasPrefix(strings.TrimSpace(line), start) {
			return line
		}
	}
	return ""
}

// TestTextHasMakasFigures compares every number of the expected table.
func TestTextHasMakasFigures(t *testing.T) {
	for _, corpus := range []string{"main", "shape76"} {
		got := textOf(t, run(t, journals(t, corpus), replay.Options{}))
		want := expected(t, corpus, "expected.report.txt")
		titles := regexp.MustCompile(`(?m)^(\S.*)  \(\d+ observations.*$`)
		compared := 0
		for _, at := range titles.FindAllStringIndex(want, -1) {
			title := want[at[0]:at[1]]
			start := strings.Index(got, title)
			if start < 0 {
				t.Errorf("%s: no section %q", corpus, title)
				continue
			}
			section, _, _ := strings.Cut(want[at[1]:], "\n\n")
			ours, _, _ := strings.Cut(got[start+len(title):], "\n\n")
			for line := range strings.Lines(section) {
				if !strings.Contains(line, "%") {
					continue
				}
				name := strings.TrimSpace(regexp.MustCompile(` +\d.*`).ReplaceAllString(line, ""))
				row := strings.Fields(lineWith(ours, name))
				// The column of retention by ref is ours.
				row = slices.Delete(row, len(row)-3, len(row)-2)
				if g, w := figures(strings.Join(row, " ")), figures(line); g != w {
					t.Errorf("%s, %s, %s: %s, want %s", corpus, title, name, g, w)
				}
				compared++
			}
		}
		if compared < 16 {
			t.Errorf("%s: only %d rows compared", corpus, compared)
		}
		for _, start := range []string{"corpus:", "dropped:", "element frames", "value cap 128", "value cap  96", "value cap  64", "stored:", "ours  :", "unparsed:"} {
			if g, w := figures(lineWith(got, start)), figures(lineWith(want, start)); g != w {
				t.Errorf("%s: %s %s, want %s", corpus, start, g, w)
			}
		}
	}
}

// TestBehaviourHasMakasFigures compares every line of the analyser's output
// by its names and numbers; the sentences are ours.
func TestBehaviourHasMakasFigures(t *testing.T) {
	got := textOf(t, run(t, journals(t, "main"), replay.Options{Behaviour: true}))
	got = got[strings.Index(got, "=== "):]
	phrase := regexp.MustCompile(`([A-Z]{2,}) — [^:\n]*?(\d*)[^:\n\d]*(:.*)?\n`)
	facts := func(text string) []string {
		var lines []string
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "across ") {
				line, _, _ = strings.Cut(line, " dead ends")
			}
			if m := regexp.MustCompile(`^\d+ result`).FindString(line); m != "" {
				line = m
			}
			line = strings.TrimSpace(strings.ReplaceAll(phrase.ReplaceAllString(line, "$1 $2$3"), ".gz", ""))
			line = regexp.MustCompile(`UNCLASSIFIED.*?(\d+).*`).ReplaceAllString(line, "UNCLASSIFIED $1")
			line = strings.Join(strings.Fields(line), " ")
			if line != "" && !strings.HasPrefix(line, "and ") {
				lines = append(lines, line)
			}
		}
		return lines
	}
	want := facts(expected(t, "main", "expected.analyse.txt"))
	have := facts(got)
	if len(want) != 45 {
		t.Fatalf("%d facts\n%s", len(want), strings.Join(want, "\n"))
	}
	for i, line := range want {
		if i >= len(have) || have[i] != line {
			t.Fatalf("line %d: %q, want %q", i, have[min(i, len(have)-1)], line)
		}
	}
}

func TestShardsMergeToTheWhole(t *testing.T) {
	o := replay.Options{Tokens: "o200k_base", Behaviour: true, Frontier: true, Caps: []int{40, 10}}
	logs := slices.Concat(journals(t, "main"), journals(t, "shape76"))
	whole := run(t, logs, o)
	for _, n := range []int{1, 3, 11} {
		var parts []*replay.Report
		for i := n; i >= 1; i-- {
			o := o
			o.Shard, o.Shards = i, n
			part, err := replay.ReadReport(strings.NewReader(jsonOf(t, run(t, logs, o), true)))
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		merged, err := replay.Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := jsonOf(t, merged, true), jsonOf(t, whole, true); got != want {
			t.Errorf("%d shards: the JSON differs\n%s", n, firstDifference(got, want))
		}
		if got, want := textOf(t, merged), textOf(t, whole); got != want {
			t.Errorf("%d shards: the text differs\n%s", n, firstDifference(got, want))
		}
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %s\nwant: %s", i+1, x[i], y[i])
		}
	}
	return "one is longer"
}

func TestMergeRefusesWhatDoesNotAddUp(t *testing.T) {
	shard := func(i int, o replay.Options) *replay.Report {
		o.Shard, o.Shards = i, 3
		return run(t, journals(t, "main"), o)
	}
	small, err := replay.ParseStrategy("small: --max-elements 5", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		parts []*replay.Report
		want  string
	}{
		{nil, "nothing to merge"},
		{[]*replay.Report{shard(1, replay.Options{}), shard(1, replay.Options{})}, "shard 1/3, which was there already"},
		{[]*replay.Report{shard(1, replay.Options{}), shard(2, replay.Options{Tokens: "o200k_base"})}, "other exact tokens"},
		{[]*replay.Report{shard(1, replay.Options{}), shard(2, replay.Options{Behaviour: true})}, "--behaviour"},
		{[]*replay.Report{shard(1, replay.Options{}), shard(2, replay.Options{Frontier: true, Caps: []int{3}})}, "other sweep"},
		{[]*replay.Report{shard(1, replay.Options{}), shard(2, replay.Options{Strategies: []replay.Strategy{small}})}, "other strategies"},
	} {
		if _, err := replay.Merge(tt.parts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	part, err := replay.Merge([]*replay.Report{shard(3, replay.Options{}), shard(1, replay.Options{})})
	if err != nil || !strings.HasPrefix(textOf(t, part), "shard 1/3, 3/3 of the corpus\n") {
		t.Errorf("a merge that lacks a shard does not say so: %v", err)
	}
	for _, text := range []string{"", "{", "[]", `{"files":1}`, `{"obscope":{"version":99}}`, `{"obscope":{"version":1,"strategies":[{"name":"a"}],"all":{"sums":[]}}}`} {
		if _, err := replay.ReadReport(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as a report", text)
		}
	}
}

// TestFrontierEqualsStrategies runs points of the sweep as strategies of their
// own.
func TestFrontierEqualsStrategies(t *testing.T) {
	logs := journals(t, "main")
	f := run(t, logs, replay.Options{Frontier: true, Tokens: "cl100k_base"}).Frontier
	for i, p := range f.Points {
		if i%13 != 0 {
			continue
		}
		s, err := replay.ParseStrategy("point: "+p.Flags, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := run(t, logs, replay.Options{Strategies: []replay.Strategy{s}, Tokens: "cl100k_base"})
		if got := r.All.Sums[2]; got != p.Sum {
			t.Errorf("%s: %+v in the sweep, %+v as a strategy", p.Flags, p.Sum, got)
		}
	}
	best := f.Best()
	for i := 1; i < len(best); i++ {
		if best[i].Exact <= best[i-1].Exact || best[i].ByRef <= best[i-1].ByRef {
			t.Errorf("%s keeps %d for %d tokens, after %d for %d", best[i].Flags, best[i].ByRef, best[i].Exact, best[i-1].ByRef, best[i-1].Exact)
		}
	}
	cheapest, ok := f.Cheapest(true)
	if !ok || cheapest.ByRef != f.Uses || cheapest.Exact != best[len(best)-1].Exact {
		t.Errorf("cheapest %+v, %t; the last of the best is %+v", cheapest, ok, best[len(best)-1])
	}
	for _, p := range f.Points {
		if p.ByRef == f.Uses && p.Exact < cheapest.Exact {
			t.Errorf("%s is cheaper than %s", p.Flags, cheapest.Flags)
		}
	}
}

func TestParseStrategy(t *testing.T) {
	s, err := replay.ParseStrategy(`small ones: --max-elements 40 --query 'sign in' --interactive`, nil)
	if err != nil || s.Name != "small ones" || strings.Join(s.Options.Flags(), "|") != "--max-elements|40|--interactive|--query|sign in" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := replay.ParseStrategy("plain:", nil); err != nil || s.What == "" {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"":                          "it takes 'name: flags'",
		"--max-elements 4":          "it takes 'name: flags'",
		": --max-elements 4":        "it takes 'name: flags'",
		"a: --max-elements":         "strategy a: --max-elements needs a value",
		"a: --no-such 1":            "strategy a: no option",
		"a: --query 'open":          "strategy a: a ' is not closed",
		"a: --max-elements fifteen": "strategy a: max_elements",
	} {
		if _, err := replay.ParseStrategy(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestStrategiesThatCannotBeMeasured(t *testing.T) {
	twice, _ := replay.ParseStrategy("a: --max-elements 4", nil)
	negative, _ := replay.ParseStrategy("b: --max-elements -4", nil)
	for _, tt := range []struct {
		o    replay.Options
		want string
	}{
		{replay.Options{Strategies: []replay.Strategy{twice, twice}}, "strategy a: there are two of that name"},
		{replay.Options{Strategies: []replay.Strategy{negative}}, "strategy b: max-elements -4"},
		{replay.Options{Tokens: "gpt2"}, "gpt2"},
		{replay.Options{Shard: 4, Shards: 3}, "shard 4/3"},
		{replay.Options{Shard: 0, Shards: 3}, "shard 0/3"},
	} {
		if _, err := replay.Run(context.Background(), journals(t, "main"), tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

func TestProgressAndCancel(t *testing.T) {
	logs := journals(t, "shape76")
	var last replay.Progress
	run(t, logs, replay.Options{Progress: func(p replay.Progress) { last = p }})
	if last.Logs != 5 || last.OfLogs != 5 || last.Observations != 76 || last.Bytes != last.OfBytes || last.Bytes == 0 {
		t.Errorf("progress ends at %+v", last)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := replay.Run(ctx, slices.Repeat(logs, 50), replay.Options{Progress: func(replay.Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// BenchmarkReplay measures 93 observations of the recorded runs per op.
func BenchmarkReplay(b *testing.B) {
	logs := slices.Concat(journals(b, "main"), journals(b, "shape76"))
	for _, vocabulary := range []string{"", "o200k_base"} {
		b.Run("tokens="+vocabulary, func(b *testing.B) {
			observations := 0
			for b.Loop() {
				observations += run(b, slices.Repeat(logs, 10), replay.Options{Tokens: vocabulary}).Observations
			}
			b.ReportMetric(float64(observations)/b.Elapsed().Seconds(), "observations/s")
		})
	}
}
