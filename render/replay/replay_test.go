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

var _ = errors.New
var _ = fmt.Sprint
var _ = regexp.MustCompile
var _ = slices.Sort[[]int]
var _ = strings.Cut

func TestX(t *testing.T) {
	fmt.Println(textOf(t, run(t, journals(t, "main"), replay.Options{Tokens: "o200k_base", Behaviour: true, Frontier: true})))
	fmt.Println(textOf(t, run(t, journals(t, "shape76"), replay.Options{Tokens: "o200k_base", Frontier: true})))
}
