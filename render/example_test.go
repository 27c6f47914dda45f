package render_test

import (
	"fmt"
	"log"

	"obscope/loaders"
	"obscope/render"
)

// A capture is bound to a renderer once; each set of options gives an
// observation: the exact text, its tokens, and a verdict for every element.
func Example() {
	capture := `[
		{"role": "button", "name": "Save", "x": 10, "y": 10, "width": 40, "height": 20},
		{"role": "pane", "name": "Sidebar", "x": 0, "y": 0, "width": 200, "height": 600}]`
	rec, err := loaders.LoadBytes("example", []byte(capture), loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r := render.New(rec.Captures[0])
	obs, err := r.Observe(render.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(obs.Text())
	fmt.Println(obs.Tokens(), "tokens")
	fmt.Println(obs.Why(1).Fact)
	back, err := r.BringBack(render.Options{}, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %+d tokens\n", back.Changes[0], back.Price)
	// Output:
	// [0] button "Save" @(30,20)
	// 12 tokens
	// role "pane" is not one of AutoControl's 15
	// interactive off: +12 tokens
}
