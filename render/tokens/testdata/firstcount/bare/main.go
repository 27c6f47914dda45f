// Command bare counts nothing: what any Go program costs.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	fmt.Println(0)
	_, _ = io.Copy(io.Discard, os.Stdin)
}
