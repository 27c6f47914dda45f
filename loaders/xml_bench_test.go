package loaders

import (
	"strings"
	"testing"
)

// BenchmarkUIAutomator loads a dump of 20,000 nodes, about 10 MB.
func BenchmarkUIAutomator(b *testing.B) {
	const node = `<node index="0" text="Crème &amp; co" resource-id="com.android.settings:id/title" class="android.widget.TextView" package="com.android.settings" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[42,1449][200,1533]" />` + "\n"
	data := []byte(`<hierarchy rotation="0">` + strings.Repeat(node, 20_000) + `</hierarchy>`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := LoadBytes("bench", data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
