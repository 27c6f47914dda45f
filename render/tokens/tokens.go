// Package tokens counts what a text costs an agent, exactly and fast enough to
// recount on every key press.
//
// o200k_base and cl100k_base are counted exactly, as OpenAI's tiktoken counts
// ordinary text: no special token is recognised, so "<|endoftext|>" costs what
// its characters cost. Chat framing and images are not part of a count.
//
// Bytes that are not UTF-8 are counted as they are, each a symbol of its own;
// they never make a count fail.
package tokens

import (
	"fmt"
	"strings"
	"sync"
)

//go:generate go run gen_vocab.go
//go:generate go run gen_classes.go -from=$UCD

// A Counter says what a text costs in one encoding. All methods are safe for
// concurrent use.
type Counter interface {
	// Name is the encoding's name, such as "o200k_base".
	Name() string
	// Exact reports whether the count is the encoding's own. An estimate, such
	// as chars4, is to be shown with "~" and its name.
	Exact() bool
	// Count returns the tokens of text.
	Count(text string) int
	// CountBytes is Count for a byte slice, which it does not copy or keep.
	CountBytes(text []byte) int
}

// Default is the encoding to count with unless the user names another: that of
// GPT-4o, GPT-4.1, the o-series and GPT-5.
const Default = "o200k_base"

// encodings holds every counter there is, in the order Names lists them.
var encodings = []struct {
	name string
	open func() Counter
}{
	{"o200k_base", sync.OnceValue(newO200k)},
	{"cl100k_base", sync.OnceValue(newCl100k)},
	{"chars4", func() Counter { return chars4{} }},
}

// Open returns the counter of the named encoding. The first call for an
// encoding builds its vocabulary, some milliseconds; later calls are free. The
// error for an unknown name lists the known ones.
func Open(name string) (Counter, error) {
	for _, e := range encodings {
		if e.name == name {
			return e.open(), nil
		}
	}
	return nil, fmt.Errorf("no token encoding %q; known are %s", name, strings.Join(Names(), ", "))
}

// Names lists the encodings Open knows, the default first.
func Names() []string {
	names := make([]string, len(encodings))
	for i, e := range encodings {
		names[i] = e.name
	}
	return names
}

// text is what the scanners read; they are compiled once for each, so neither
// Count nor CountBytes converts.
type text interface{ string | []byte }

// bpe is an exact counter: a scanner that cuts the text into pieces, and the
// vocabulary that says how many tokens a piece is.
type bpe struct {
	name  string
	vocab *vocabulary
	// cased says that pieces are cut by o200k's pattern, which ends a word
	// where an upper-case letter follows a lower-case one; else by cl100k's.
	cased bool
}

func (b *bpe) Name() string               { return b.name }
func (b *bpe) Exact() bool                { return true }
func (b *bpe) Count(text string) int      { return count(b, text) }
func (b *bpe) CountBytes(text []byte) int { return count(b, text) }

func count[T text](b *bpe, s T) int {
	var w workspace
	defer w.free()
	n := 0
	if b.cased {
		for at := 0; at < len(s); {
			end := endO200k(s, at)
			n += tokensOf(b.vocab, s[at:end], &w)
			at = end
		}
		return n
	}
	for at := 0; at < len(s); {
		end := endCl100k(s, at)
		n += tokensOf(b.vocab, s[at:end], &w)
		at = end
	}
	return n
}

// end returns where the piece that begins at p ends.
func (b *bpe) end(s []byte, p int) int {
	if b.cased {
		return endO200k(s, p)
	}
	return endCl100k(s, p)
}

func newO200k() Counter {
	return &bpe{name: "o200k_base", vocab: newVocabulary(o200kBlob, 19), cased: true}
}

func newCl100k() Counter {
	return &bpe{name: "cl100k_base", vocab: newVocabulary(cl100kBlob, 18)}
}
