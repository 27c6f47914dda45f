package cli

import (
	"strings"
	"testing"
)

func TestComparePrintsWhyADialectRefuses(t *testing.T) {
	rows := []ComparedDialect{{Dialect: "text", Status: "refused", Refused: "query cannot be applied"}, {Dialect: "outline", Status: "exact", Lines: 2}}
	lines := strings.Split(compareTable(rows, []string{"x"}), "\n")
	if lines[1] != "text                   refused        query cannot be applied" || !strings.Contains(lines[2], "outline") {
		t.Errorf("%q", lines)
	}
}
