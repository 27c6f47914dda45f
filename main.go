// Command obscope shows the text observation that an agent reads of a captured
// element tree, what it costs, and why an element is not in it.
package main

import (
	_ "embed"
	"os"

	"obscope/internal/cli"
	"obscope/render"
)

// demo is what obscope opens when no file is named: a form in Chromium, read
// over AT-SPI.
//
//go:embed testdata/captures/osworld/chromium-form.osworld.xml
var demo []byte

func main() {
	os.Exit(cli.Main(cli.Demo{
		Name: "demo: chromium-form.osworld.xml",
		Data: demo,
		// With these a budget, a funnel and a missing button are to be seen.
		Options: render.Options{Interactive: render.Set(true), MaxElements: render.Set(100)},
		Select:  `push-button "More options"`,
	}))
}
