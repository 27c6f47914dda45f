package loaders_test

import (
	"bufio"
	"bytes"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"obscope/internal/testkit/gentree"
	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/model"
)

// BenchmarkSession reads a log of 70 MB. scans is how often its JSON could be
// read and scanned in the time, first-ms when the first step with a tree is told; peak-trees and held-trees are the memory in use at most and
// afterwards, in what the steps with a tree alone take.
func BenchmarkSession(b *testing.B) {
	var log bytes.Buffer
	if _, err := gentree.Session(70_000_000, 600)(&log); err != nil {
		b.Fatal(err)
	}
	fsys := fstest.MapFS{"run.jsonl": {Data: log.Bytes()}}
	b.SetBytes(int64(log.Len()))
	scan := time.Hour
	for range 3 {
		start := time.Now()
		scanLines(b, log.Bytes())
		scan = min(scan, time.Since(start))
	}

	before, peak := held(), int64(0)
	rec, err := loaders.LoadSteps(fsys, "run.jsonl", loaders.Options{}, func(c *model.Capture, _ loaders.Progress) bool {
		if c.Step%50 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, int64(m.HeapAlloc)-before)
		}
		return true
	})
	if err != nil {
		b.Fatal(err)
	}
	whole := held() - before
	rec.Captures = slices.DeleteFunc(rec.Captures, func(c *model.Capture) bool { return !c.HasTree() })
	trees := float64(held() - before)
	runtime.KeepAlive(rec)
	rec = nil

	var first time.Duration
	for b.Loop() {
		start, told := time.Now(), false
		_, err := loaders.LoadSteps(fsys, "run.jsonl", loaders.Options{}, func(c *model.Capture, _ loaders.Progress) bool {
			if c.HasTree() && !told {
				first, told = time.Since(start), true
			}
			return true
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	each := b.Elapsed() / time.Duration(b.N)
	b.ReportMetric(each.Seconds()/scan.Seconds(), "scans")
	b.ReportMetric(first.Seconds()*1000, "first-ms")
	b.ReportMetric(trees/1e6, "trees-MB")
	b.ReportMetric(float64(peak)/trees, "peak-trees")
	b.ReportMetric(float64(whole)/trees, "held-trees")
}

// scanLines reads the JSON of every line, and nothing of it.
func scanLines(b *testing.B, log []byte) {
	lines := bufio.NewReader(bytes.NewReader(log))
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if _, err := jsontext.Parse(line); err != nil {
			b.Fatal(err)
		}
	}
}
