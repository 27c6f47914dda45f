package panel

import (
	"context"
	"fmt"

	"obscope/tui/paint"
)

// Warnings is what recording, capture and dialect have to say.
type Warnings struct{}

// Name is Panel's.
func (Warnings) Name() string { return "warnings" }

// Shows is Panel's.
func (Warnings) Shows(s State) bool { return len(s.Warnings) > 0 }

// Build lists them, wrapped.
func (Warnings) Build(s State) func(context.Context) Page {
	list, st, width := s.Warnings, s.Style, s.W
	return func(context.Context) Page {
		var rows []Row
		for _, w := range list {
			for i, piece := range paint.WrapText(st.Clean.Text(w.Text, 600), max(10, width-5)) {
				mark := st.Warn + " "
				if i > 0 {
					mark = "  "
				}
				rows = append(rows, plainRow(paint.SpanOf(paint.Warn, mark), paint.SpanOf(paint.Text, piece)))
			}
		}
		return Page{Rows: rows, Subtitle: fmt.Sprint(len(list))}
	}
}
