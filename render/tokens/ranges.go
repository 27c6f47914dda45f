package tokens

import (
	"fmt"
	"math"
)

// A Range is what is known of a tokenizer that its vendor does not publish: by
// which factor its counts differ from those of Default. It is a bound on a
// guess, always to be shown with its note.
type Range struct {
	Name      string  // the model family
	Low, High float64 // times the count of Default
	Note      string  // where the factors are from
}

// Ranges lists the families for which factors have been published. There is
// none for Gemini: its vendor's "about four characters a token" does not hold
// for observations, and nobody has published another.
func Ranges() []Range {
	return []Range{{
		Name: "Claude",
		Low:  1.2,
		High: 1.7,
		Note: "factors quoted from third parties, not measured",
	}}
}

// Of returns the bounds for a text that is so many tokens of Default, rounded
// outwards.
func (r Range) Of(tokens int) (low, high int) {
	return int(math.Floor(r.Low * float64(tokens))), int(math.Ceil(r.High * float64(tokens)))
}

// String returns the range as it is to be shown, such as
// "Claude ~1.2–1.7× o200k_base (factors quoted from third parties, not measured)".
func (r Range) String() string {
	return fmt.Sprintf("%s ~%.1f–%.1f× %s (%s)", r.Name, r.Low, r.High, Default, r.Note)
}
