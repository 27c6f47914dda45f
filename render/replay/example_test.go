package replay_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"

	"obscope/loaders"
	"obscope/model"
	"obscope/render/replay"
)

// A journal is measured as its agent read it and under further options: what
// that would have cost, and whether the elements it operated would have been
// there.
func Example() {
	const journal = `{"kind":"call","rawArgs":{"action":"observe"},"resultModelText":"observation_id=o1 app=a pid=1 window_id=2 elements=3\n1 AXWindow \"Files\"\n\t2 AXButton \"Open\" +press\n\t3 AXStaticText \"3 files\""}
{"kind":"call","rawArgs":{"action":"click_element","observation_id":"o1","element_id":"2"}}
`
	fsys := fstest.MapFS{"run.trace.jsonl": {Data: []byte(journal)}}
	run, err := loaders.OpenLog(fsys, "run.trace.jsonl", loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	first, err := replay.ParseStrategy("first line: --max-elements 1", nil)
	if err != nil {
		log.Fatal(err)
	}
	report, err := replay.Run(context.Background(), []*model.Log{run}, replay.Options{Strategies: []replay.Strategy{first}})
	if err != nil {
		log.Fatal(err)
	}
	for i, s := range report.Strategies {
		sum := report.All.Sums[i]
		fmt.Printf("%s: ~%d tokens, %d of %d operated elements kept\n", s.Name, sum.Tokens, sum.ByRef, report.All.Uses)
	}
	// Output:
	// single-child-only (previous default): ~31 tokens, 1 of 1 operated elements kept
	// current: collapse-multi-child: ~31 tokens, 1 of 1 operated elements kept
	// first line: ~36 tokens, 0 of 1 operated elements kept
	// drop-unnamed-leaves (control): ~31 tokens, 1 of 1 operated elements kept
	// keep-interactive-only (control): ~25 tokens, 1 of 1 operated elements kept
}
