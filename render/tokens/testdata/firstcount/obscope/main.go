// Command obscope prints the tokens of the file it is given.
package main

import (
	"fmt"
	"io"
	"os"

	"obscope/render/tokens"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	c, err := tokens.Open(tokens.Default)
	if err != nil {
		panic(err)
	}
	fmt.Println(c.CountBytes(text))
	_, _ = io.Copy(io.Discard, os.Stdin) // stays until its memory has been looked at
}
