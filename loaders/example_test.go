package loaders_test

import (
	"bytes"
	"fmt"
	"log"

	"obscope/loaders"
)

// The format is recognised by what the text holds. Encode writes the model so
// that it can be loaded again without loss.
func Example() {
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">
		<node class="android.widget.Button" text="Pay" clickable="true" bounds="[40,2200][1040,2300]"/></node></hierarchy>`
	rec, err := loaders.LoadBytes("dump.xml", []byte(dump), loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	c := rec.Captures[0]
	fmt.Println(c.Format, len(c.Elements), c.Unit)
	fmt.Println(c.Elements[2].Label(), c.Elements[2].Kind, c.Elements[2].Frame)

	var b bytes.Buffer
	if err := loaders.Encode(&b, rec); err != nil {
		log.Fatal(err)
	}
	again, err := loaders.LoadBytes("capture.json", b.Bytes(), loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Captures[0].Format, len(again.Captures[0].Elements))

	_, err = loaders.LoadBytes("page.xml", []byte(`<feed/>`), loaders.Options{})
	fmt.Println(err)
	// Output:
	// uiautomator 3 device pixels
	// Button "Pay" button 40,2200 1000x100
	// uiautomator 3
	// XML with root <feed>: no element tree that is known; 'obscope formats' lists what can be opened, --format forces one
}
