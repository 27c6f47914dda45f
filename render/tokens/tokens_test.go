package tokens_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"obscope/render/tokens"
)

func open(t testing.TB, name string) tokens.Counter {
	t.Helper()
	c, err := tokens.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func Example() {
	c, err := tokens.Open(tokens.Default)
	if err != nil {
		fmt.Println(err)
		return
	}
	line := `38 AXTextField/SearchField "Search" ="x" [focused] +raise @10,20 300x22`
	fmt.Println(c.Count(line), "tokens", c.Name())

	estimate, _ := tokens.Open("chars4")
	fmt.Printf("~%d %s\n", estimate.Count(line), estimate.Name())
	// Output:
	// 25 tokens o200k_base
	// ~18 chars4
}

// The vectors were computed with OpenAI's own code (npm tiktoken 1.0.22).
func TestCountsAsTiktokenDoes(t *testing.T) {
	data, err := os.ReadFile("../../testdata/vectors/tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Text   string
		O200k  int `json:"o200k_base"`
		Cl100k int `json:"cl100k_base"`
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 500 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	o200k, cl100k := open(t, "o200k_base"), open(t, "cl100k_base")
	for _, v := range vectors {
		if got := o200k.Count(v.Text); got != v.O200k {
			t.Errorf("o200k_base %q: %d tokens, want %d", v.Text, got, v.O200k)
		}
		if got := cl100k.Count(v.Text); got != v.Cl100k {
			t.Errorf("cl100k_base %q: %d tokens, want %d", v.Text, got, v.Cl100k)
		}
		if got := o200k.CountBytes([]byte(v.Text)); got != v.O200k {
			t.Errorf("o200k_base, as bytes %q: %d tokens, want %d", v.Text, got, v.O200k)
		}
		if got := cl100k.CountBytes([]byte(v.Text)); got != v.Cl100k {
			t.Errorf("cl100k_base, as bytes %q: %d tokens, want %d", v.Text, got, v.Cl100k)
		}
	}
}

func TestCharsAreUTF16Units(t *testing.T) {
	c := open(t, "chars4")
	for _, test := range []struct {
		text string
		want int
	}{
		{"", 0}, {"a", 1}, {"abcd", 1}, {"abcde", 2},
		{"保存打开", 1}, {"😀😀", 1}, {"😀😀😀", 2},
		{"\xed\xa0\x80\xed\xb0\x80\xed\xa0\x80\xed\xb0\x80", 1}, // four halves
		{"\xff\xff\xff\xff\xff", 2},
	} {
		if got := c.Count(test.text); got != test.want {
			t.Errorf("%q: %d, want %d", test.text, got, test.want)
		}
		if got := c.CountBytes([]byte(test.text)); got != test.want {
			t.Errorf("as bytes %q: %d, want %d", test.text, got, test.want)
		}
	}
}

func TestOpenKnowsItsNames(t *testing.T) {
	if tokens.Names()[0] != tokens.Default {
		t.Errorf("the first of %v is not the default", tokens.Names())
	}
	for _, name := range tokens.Names() {
		c := open(t, name)
		if c.Name() != name {
			t.Errorf("%s calls itself %s", name, c.Name())
		}
		if c.Exact() != (name != "chars4") {
			t.Errorf("%s: exact is %v", name, c.Exact())
		}
	}
	_, err := tokens.Open("p50k_base")
	if err == nil || !strings.Contains(err.Error(), "o200k_base, cl100k_base, chars4") {
		t.Errorf("the error %q does not list what is known", err)
	}
}

func TestCountsAtTheSameTime(t *testing.T) {
	text := strings.Repeat("保存 resume ", 20) + strings.Repeat("x", 500)
	for _, name := range tokens.Names() {
		want := open(t, name).Count(text)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				c := open(t, name)
				for range 20 {
					if got := c.Count(text); got != want {
						t.Errorf("%s: %d tokens, want %d", name, got, want)
					}
				}
			})
		}
		wait.Wait()
	}
}
