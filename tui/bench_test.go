package tui

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"obscope/internal/testkit/gentree"
	"obscope/loaders"
	"obscope/tui/dialog"
	"obscope/tui/paint"
)

// large opens a generated capture as a person would, with counts and all that
// runs behind done.
func large(b *testing.B, write func(io.Writer, int) error, n int) *inspector {
	b.Helper()
	b.Cleanup(spareProcessor())
	rec, err := loaders.LoadBytes("large", []byte(gentree.Text(write, n)), loaders.Options{})
	if err != nil {
		b.Fatal(err)
	}
	in := inspect(b, Config{Recording: rec}, 120, 40)
	in.jobs.Patience = patience
	return in
}

// pressed measures Update and View of keys.
func pressed(b *testing.B, in *inspector, keys string) {
	var took []time.Duration
	var behind time.Duration
	b.ResetTimer()
	for range b.N {
		for _, k := range strings.Fields(keys) {
			start := time.Now()
			_, cmd := in.Update(keyPress(k))
			in.View()
			took = append(took, time.Since(start))
			start = time.Now()
			in.run(cmd)
			behind = max(behind, time.Since(start))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(behind.Microseconds()), "behind-µs")
}

// BenchmarkSessionKey is BenchmarkKey in a session of 50,000 steps.
func BenchmarkSessionKey(b *testing.B) {
	var log bytes.Buffer
	if _, err := gentree.Session(50_000_000, 20)(&log); err != nil {
		b.Fatal(err)
	}
	rec, err := loaders.LoadBytes("run.jsonl", log.Bytes(), loaders.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(spareProcessor())
	in := inspect(b, Config{Recording: rec}, 120, 40)
	in.jobs.Patience = patience
	for _, keys := range []string{"T T", ", .", "< >", "T l space T", "D"} {
		b.Run(strings.ReplaceAll(keys, " ", ""), func(b *testing.B) { pressed(b, in, keys) })
	}
}

// BenchmarkKey measures Update and View of single keys at 100,000 elements, as
// the median and the 99th percentile in microseconds. What runs behind is done
// between the keys.
func BenchmarkKey(b *testing.B) {
	for _, tree := range []struct {
		name  string
		write func(io.Writer, int) error
	}{{"autocontrol", gentree.AutoControl}, {"maka", gentree.Maka}} {
		in := large(b, tree.write, 100_000)
		for _, keys := range []string{"j", "pgdown", "G g", "tab j", "h l", "space", "H L", "3 0", "i", "v", "c", "o", "[", "}", "d", "t", "u U", "x", "s", "z Z", "enter", "p", "/ e esc", "f e esc", "D", "a a esc"} {
			b.Run(tree.name+"/"+strings.ReplaceAll(keys, " ", ""), func(b *testing.B) { pressed(b, in, keys) })
		}
	}
}

// BenchmarkView measures a frame by itself.
func BenchmarkView(b *testing.B) {
	in := large(b, gentree.Maka, 100_000)
	for b.Loop() {
		in.View()
	}
}

// BenchmarkFind looks among 100,000 elements for what was typed, a letter at a
// time; "sve" and "xqz" are in no text as they stand, so letters in order are
// looked for.
func BenchmarkFind(b *testing.B) {
	rec, err := loaders.LoadBytes("large", []byte(gentree.Text(gentree.Maka, 100_000)), loaders.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c := rec.Captures[0]
	b.Run("prepare", func(b *testing.B) {
		for b.Loop() {
			dialog.NewCorpus(c, paint.Cleaner{})
		}
	})
	k := dialog.NewCorpus(c, paint.Cleaner{})
	for _, query := range []string{"s", "sa", "sav", "save", "save f", "保", "e", "sve", "xqz"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				_, all := k.Find(query)
				marked(len(c.Elements), all)
			}
		})
	}
}
