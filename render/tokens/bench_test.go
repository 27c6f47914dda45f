package tokens_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/tiktoken-go/tokenizer"
)

// The sizes are those of a real window and of the largest capture that is to
// stay fluent.
var sizes = []int{1_226, 100_000}

// observation returns a text as an agent reads it, of so many elements: mostly
// short labels, file names, sizes and dates, one in ten not in ASCII.
func observation(elements int) string {
	r := rand.New(rand.NewSource(int64(elements)))
	pick := func(from ...string) string { return from[r.Intn(len(from))] }
	roles := []string{"AXCell", "AXCell", "AXRow/TableRow", "AXImage", "AXStaticText", "AXStaticText", "AXButton",
		"AXGroup", "AXLink", "AXCheckBox", "AXTextField/SearchField", "AXMenuItem", "AXOutline"}
	words := []string{"Open", "Save", "invoice", "budget", "Documents", "Share", "Search", "New folder", "View as list",
		"sidebar", "Monday", "receipt", "résumé", "保存", "删除“未命名”", "設定を開く", "👍🏽"}
	var b strings.Builder
	for i := range elements {
		b.WriteString(strings.Repeat("\t", min(i, 1+r.Intn(6))))
		fmt.Fprintf(&b, "%d %s", i, roles[r.Intn(len(roles))])
		switch r.Intn(6) {
		case 0:
			fmt.Fprintf(&b, ` "%s"`, pick(words...))
		case 1:
			fmt.Fprintf(&b, ` "%s %s %d.%s in browser"`, pick(words...), pick(words...), r.Intn(10_000), pick("txt", "xlsx", "pdf"))
		case 2:
			fmt.Fprintf(&b, ` ="%d KB"`, r.Intn(1_000))
		case 3:
			fmt.Fprintf(&b, ` ="2026-%d-%d %d:%02d"`, 1+r.Intn(12), 1+r.Intn(28), r.Intn(24), r.Intn(60))
		}
		b.WriteString(pick("", "", "", " +open", " [focused]", " [disabled,selected]", " +scroll_up,scroll_down"))
		fmt.Fprintf(&b, " @%d,%d %dx%d\n", r.Intn(2_000), i*2, r.Intn(600), r.Intn(40))
	}
	return b.String()
}

// BenchmarkObservation counts whole observations, warm, beside two libraries.
func BenchmarkObservation(b *testing.B) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	pkoukk, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		b.Fatal(err)
	}
	other, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range sizes {
		text := observation(size)
		counters := []struct {
			name  string
			count func() int
		}{
			{"o200k_base", func() int { return open(b, "o200k_base").Count(text) }},
			{"cl100k_base", func() int { return open(b, "cl100k_base").Count(text) }},
			{"chars4", func() int { return open(b, "chars4").Count(text) }},
			{"tokenizer", func() int {
				n, err := other.Count(text)
				if err != nil {
					b.Fatal(err)
				}
				return n
			}},
			{"pkoukk", func() int { return len(pkoukk.EncodeOrdinary(text)) }},
		}
		for _, c := range counters {
			b.Run(fmt.Sprintf("elements=%d/%s", size, c.name), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				n := c.count()
				for b.Loop() {
					n = c.count()
				}
				b.ReportMetric(float64(n), "tokens")
			})
		}
	}
}

// BenchmarkLongPiece counts a megabyte that the patterns do not cut, or where a
// careless scanner or merge would take quadratic time.
func BenchmarkLongPiece(b *testing.B) {
	const size = 1 << 20
	r := rand.New(rand.NewSource(1))
	word := make([]byte, size)
	for i := range word {
		word[i] = 'a' + byte(r.Intn(26))
	}
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, piece := range []struct{ name, text string }{
		{"word", string(word)},
		{"letter", fill("a")},
		{"capitals", "字" + fill("A")},
		{"ideographs", fill("字")},
		{"spaces", fill(" ")},
		{"newlines", fill("\n")},
		{"blank-lines", fill(" \n")},
		{"digits", fill("1")},
		{"dashes", fill("-")},
		{"slashes", "!" + fill("\n/")},
		{"invalid", fill("\xff\xed\xa0\x80")},
	} {
		for _, name := range []string{"o200k_base", "cl100k_base"} {
			b.Run(piece.name+"/"+name, func(b *testing.B) {
				c := open(b, name)
				b.SetBytes(int64(len(piece.text)))
				b.ReportAllocs()
				for b.Loop() {
					c.Count(piece.text)
				}
			})
		}
	}
}
