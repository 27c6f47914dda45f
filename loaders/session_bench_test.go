package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// bigSession writes a log of about that many bytes: snapshots of 250 elements,
// each of a call, with reads of files and talk between them, as agents' logs are.
func bigSession(t testing.TB, bytes int) (dir, name string) {
	dir, name = t.TempDir(), "run.jsonl"
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for written, step := 0, 1; written < bytes; step++ {
		id := fmt.Sprint("toolu_", step)
		var answer strings.Builder
		if step%2 == 0 {
			for i := range 400 {
				fmt.Fprintf(&answer, "%6d\tfunc f%d(a, b int) { return a + b * %d }\n", i, i, step)
			}
		} else {
			fmt.Fprintf(&answer, "### Page\n- Page URL: http://shop.test/%d\n- Page Title: Shop\n### Snapshot\n```yaml\n- generic [ref=e1]:\n", step)
			for i := range 250 {
				fmt.Fprintf(&answer, "  - link \"Article %d of page %d\" [ref=e%d] [cursor=pointer]:\n    - /url: /a/%d\n", i, step, i+2, i)
			}
			answer.WriteString("```\n")
		}
		shown := jsontext.Quote(answer.String())
		n, err := fmt.Fprintf(f, `{"type":"assistant","uuid":"a%[1]d","sessionId":"s","timestamp":"2026-01-02T03:04:05Z","message":{"role":"assistant","content":[{"type":"text","text":"I look at page %[1]d."},{"type":"tool_use","id":"%[2]s","name":"browser_click","input":{"ref":"e%[1]d"}}]}}`+"\n"+
			`{"type":"user","uuid":"u%[1]d","sessionId":"s","timestamp":"2026-01-02T03:04:06Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%[2]s","content":[{"type":"text","text":%[3]s}]}]},"toolUseResult":[{"type":"text","text":%[3]s}]}`+"\n", step, id, shown)
		if err != nil {
			t.Fatal(err)
		}
		written += n
	}
	return dir, name
}

const benchSession = 70 << 20

// BenchmarkSession reads a log of 70 MB; the time of BenchmarkSessionScan, in
// which its JSON is only read and scanned, is what it is measured against.
func BenchmarkSession(b *testing.B) {
	dir, name := bigSession(b, benchSession)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		trees := 0
		rec, err := LoadSteps(os.DirFS(dir), name, Options{}, func(c *model.Capture, _ Progress) bool { trees += boolInt(c.HasTree()); return true })
		if err != nil || trees == 0 {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB-held")
		b.ReportMetric(float64(trees), "trees")
		runtime.KeepAlive(rec)
	}
}

func BenchmarkSessionScan(b *testing.B) {
	dir, name := bigSession(b, benchSession)
	for b.Loop() {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		for line := range strings.SplitSeq(string(data), "\n") {
			if line == "" {
				continue
			}
			if _, err := jsontext.Parse(line); err != nil {
				b.Fatal(err)
			}
		}
	}
}
