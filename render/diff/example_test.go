package diff_test

import (
	"fmt"
	"os"

	"obscope/loaders"
	"obscope/render"
	"obscope/render/diff"
)

func Example() {
	load := func(file string) *render.Renderer {
		rec, err := loaders.LoadBytes("example.json", []byte(file), loaders.Options{})
		if err != nil {
			panic(err)
		}
		return render.New(rec.Captures[0])
	}
	prev := load(`[
		{"role": "button", "name": "Play", "x": 10, "y": 10, "width": 60, "height": 20},
		{"role": "button", "name": "Next", "x": 80, "y": 10, "width": 60, "height": 20}
	]`)
	curr := load(`[
		{"role": "button", "name": "Back", "x": 10, "y": 10, "width": 60, "height": 20},
		{"role": "button", "name": "Play", "x": 80, "y": 10, "width": 60, "height": 20},
		{"role": "button", "name": "Next", "x": 150, "y": 10, "width": 60, "height": 20}
	]`)
	_ = diff.Captures(prev.Capture(), curr.Capture()).WriteText(os.Stdout)

	before, err := prev.Observe(render.Options{})
	if err != nil {
		panic(err)
	}
	after, err := curr.Observe(render.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println()
	_ = diff.Observations(before, after).WriteText(os.Stdout, diff.ContextLines)
	// Output:
	// + button "Back"
	// ~ button "Play" moved by 70,0, and the sibling after it
	// 1 added, 0 removed, 2 changed (2 → 3 elements)
	//
	// @@ line 1 → 1 @@
	// -[0] button "Play" @(40,20)
	// -[1] button "Next" @(110,20)
	// +[0] button "Back" @(40,20)
	// +[1] button "Play" @(110,20)
	// +[2] button "Next" @(180,20)
	// 3 lines added, 2 removed, 24 → 36 tokens (+12)
}
