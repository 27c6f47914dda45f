package gentree

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// TestWritersWriteEveryElement in JSON that parses, the same every time.
func TestWritersWriteEveryElement(t *testing.T) {
	const n = 3000
	for name, c := range map[string]struct {
		write func(io.Writer, int) error
		mark  string // once for every element
	}{"cdp": {CDP, `"nodeId":`}, "maka": {Maka, `"elementId":`}, "autocontrol": {AutoControl, `"role":`}, "ncdu": {Ncdu, `"asize":`}} {
		text := Text(c.write, n)
		if !json.Valid([]byte(text)) {
			t.Errorf("%s is no JSON", name)
		}
		if got := strings.Count(text, c.mark); got != n {
			t.Errorf("%s has %d elements, not %d", name, got, n)
		}
		if text != Text(c.write, n) {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
}
