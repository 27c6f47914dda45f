//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
)

// A peer is a program that shows a large tree or text in a terminal.
type peer struct {
	name, format string
	args         []string
	mark         string
}

var peerPrograms = []peer{
	{"ncdu", "ncdu", []string{"-f"}, "Total disk usage"},
	{"gdu", "ncdu", []string{"-f"}, "Total disk usage"},
	{"less", "maka", []string{"-S"}, "observationId"},
}

// peerStarts starts the peers that are installed on trees of each size.
func peerStarts(dir string, ns []int) ([]startup, error) {
	var list []startup
	for _, p := range peerPrograms {
		path, err := exec.LookPath(p.name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "ptybench: %s is not installed\n", p.name)
			continue
		}
		for _, n := range ns {
			file, err := generate(dir, p.format, n)
			if err != nil {
				return nil, err
			}
			s, err := start(p.name, p.format, n, append(append([]string{path}, p.args...), file), p.mark)
			if err != nil {
				fmt.Fprintln(os.Stderr, "ptybench:", err)
				continue
			}
			list = append(list, s)
		}
	}
	return list, nil
}
