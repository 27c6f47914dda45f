// Command tokenizer prints the tokens of the file it is given, by
// tiktoken-go/tokenizer.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/tiktoken-go/tokenizer"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	c, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		panic(err)
	}
	n, err := c.Count(string(text))
	if err != nil {
		panic(err)
	}
	fmt.Println(n)
	_, _ = io.Copy(io.Discard, os.Stdin) // stays until its memory has been looked at
}
