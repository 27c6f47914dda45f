package render

import (
	"fmt"
	"testing"

	"obscope/render/tokens"
)

// An index is counted by its number of digits.
func TestIndexesAreCountedByTheirLength(t *testing.T) {
	for _, name := range tokens.Names() {
		counter, err := tokens.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		table := partCounts{indexes: countIndexes(counter)}
		for i := range 12_345 {
			if got, want := table.indexCost(i), tokens.Part(counter, fmt.Sprintf("[%d]", i)); got != want {
				t.Fatalf("%s: [%d] is %d, not %d", name, i, want, got)
			}
		}
	}
}
