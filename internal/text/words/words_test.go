package words_test

import (
	"testing"

	"obscope/internal/text/words"
)

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -123: "-123", -4567: "-4,567"} {
		if got := words.Thousands(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 boxes", 1: "1 box", 1200: "1200 boxes"} {
		if got := words.Count(n, "box", "boxes"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestArticle(t *testing.T) {
	for noun, want := range map[string]string{"array": "an array", "object": "an object", "string": "a string", "": "a "} {
		if got := words.Article(noun); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
