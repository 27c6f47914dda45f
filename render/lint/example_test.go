package lint_test

import (
	"fmt"
	"os"
	"strings"

	"obscope/loaders"
	"obscope/render"
	"obscope/render/lint"
)

func Example() {
	const file = `[
		{"role": "button", "name": "Delete", "x": 10, "y": 10, "width": 60, "height": 20},
		{"role": "button", "name": "Delete", "x": 10, "y": 40, "width": 60, "height": 20},
		{"role": "push button", "name": "Undo", "x": 10, "y": 70, "width": 60, "height": 20}
	]`
	rec, err := loaders.LoadBytes("example.json", []byte(file), loaders.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	obs, err := render.New(rec.Captures[0]).Observe(render.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(obs.Text())
	fmt.Println(strings.Repeat("-", 10))
	_ = lint.WriteText(os.Stdout, obs, lint.Check(obs, lint.Options{}))
	// Output:
	// [0] button "Delete" @(40,20)
	// [1] button "Delete" @(40,50)
	// ----------
	// warning button "Delete": 2 lines (1, 2) read the same; only their positions tell them apart · line 1 (same-lines)
	// warning 1 element to operate is left out because AutoControl keeps 15 roles only: push button (1, such as "Undo") (dropped-actionable)
	// 0 errors, 2 warnings, 0 notes
}
