package agents_test

import (
	"fmt"
	"log"

	"obscope/loaders"
	"obscope/render"
	_ "obscope/render/agents" // registers the dialects
)

// Importing the package is all it takes: each dialect is then one of those that
// a renderer knows by name, with knobs of its own.
func Example() {
	tree := `{"role":"RootWebArea","name":"Shop","backendNodeId":1,"children":[
		{"role":"heading","name":"Cart","level":1,"backendNodeId":5},
		{"role":"button","name":"Pay","backendNodeId":7}]}`
	rec, err := loaders.LoadBytes("snapshot.json", []byte(tree), loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r := render.New(rec.Captures[0])
	for _, dialect := range []string{"chrome-devtools-mcp", "playwright-yaml"} {
		obs, err := r.Observe(render.Options{Dialect: render.Set(dialect)})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(obs.Text())
	}
	_, err = r.Observe(render.Options{Dialect: render.Set("chrome-devtools-mcp"), Knobs: render.Knobs{"version": "2"}})
	fmt.Println(err)
	// Output:
	// uid=1_0 RootWebArea "Shop"
	//   uid=1_1 heading "Cart" level="1"
	//   uid=1_2 button "Pay"
	//
	// - heading "Cart" [ref=e1]
	// - button "Pay" [ref=e2]
	// dialect chrome-devtools-mcp: --set version="2": it takes 1.11, 1.7
}
