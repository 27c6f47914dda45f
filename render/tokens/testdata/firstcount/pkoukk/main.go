// Command pkoukk prints the tokens of the file it is given, by pkoukk/tiktoken-go.
package main

import (
	"fmt"
	"io"
	"os"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	c, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		panic(err)
	}
	fmt.Println(len(c.EncodeOrdinary(string(text))))
	_, _ = io.Copy(io.Discard, os.Stdin) // stays until its memory has been looked at
}
