package agents

import (
	"index/suffixarray"
	"strings"
)

// A pyFinder answers again and again whether a text contains another: a long
// text that is asked often is indexed.
type pyFinder struct {
	text  string
	spent int
	index *suffixarray.Index
}

// searchable is the number of bytes that are searched before an index pays.
const searchable = 1 << 16

func (f *pyFinder) has(part string) bool {
	if len(part) > len(f.text) {
		return false
	}
	if f.index == nil && f.spent > searchable {
		f.index = suffixarray.New([]byte(f.text))
	}
	if f.index != nil && part != "" {
		return len(f.index.Lookup([]byte(part), 1)) > 0
	}
	f.spent += len(f.text)
	return strings.Contains(f.text, part)
}
