//go:build !linux

// Command ptybench measures the real binary in a pseudo-terminal; it reads
// what Linux tells of a process.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "ptybench: it runs on Linux only")
	os.Exit(1)
}
