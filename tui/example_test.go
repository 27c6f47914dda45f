package tui_test

import (
	"fmt"
	"log"

	"obscope/internal/carry"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// What was found by turning the knobs is carried back to the agent or to CI: as
// a command, a call of AutoControl, or a check that keeps an element in the text.
func ExampleCarry() {
	capture := `[
		{"role": "button", "name": "Save", "x": 10, "y": 10, "width": 40, "height": 20},
		{"role": "button", "name": "Quit", "x": 900, "y": 10, "width": 40, "height": 20}]`
	rec, err := loaders.LoadBytes("form.json", []byte(capture), loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := render.Options{
		Viewport:    render.Set(render.ViewportOf(model.Rect{W: 640, H: 480})),
		MaxElements: render.Set(20),
	}
	obs, err := render.New(rec.Captures[0]).Observe(o)
	if err != nil {
		log.Fatal(err)
	}
	k := carry.Carry{File: "form.json", Step: 1, Steps: 1, Options: o, Observation: obs}
	save := func() (string, error) { return k.Check([]model.ID{0}) }
	for _, as := range []func() (string, error){k.Command, k.Python, k.Action, save} {
		text, err := as()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(text)
	}
	// Output:
	// obscope render form.json --viewport 0,0,640,480 --max-elements 20
	// serialize_observation(json.load(open("form.json", encoding="utf-8")), viewport=[0, 0, 640, 480], max_elements=20)
	// [["AC_serialize_observation", {"elements": [{"role": "button", "name": "Save", "x": 10, "y": 10, "width": 40, "height": 20}, {"role": "button", "name": "Quit", "x": 900, "y": 10, "width": 40, "height": 20}], "viewport": [0, 0, 640, 480], "max_elements": 20}]]
	// obscope check form.json --viewport 0,0,640,480 --max-elements 20 --budget 4000 --must 'button "Save"'
}

// Texts of captures cannot move the cursor, hide, or reverse what stands beside
// them.
func ExampleClean() {
	fmt.Println(paint.Clean("Save\x1b[2J\u202Egpj.exe"))
	// Output:
	// Save␛[2J�gpj.exe
}
