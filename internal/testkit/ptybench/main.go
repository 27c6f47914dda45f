//go:build linux

// Command ptybench measures the real binary in a pseudo-terminal, as a person
// meets it: from the command to the first screen, from a key to the screen,
// memory, and what it does while nobody does anything. It runs the programs
// that are nearest to it on the same trees where they are installed.
//
//	go run ./internal/testkit/ptybench -sizes 1000,10000,100000,1000000 -peers
//
// The tables are Markdown.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"obscope/internal/testkit/gentree"
	"obscope/internal/text/words"
)

var (
	sizes   = flag.String("sizes", "1000,10000,100000", "`numbers` of elements")
	formats = flag.String("formats", "maka,autocontrol", "`names` of gentree's formats")
	samples = flag.Int("samples", 15, "`times` that each key is pressed")
	only    = flag.String("tours", "", "a `part` of the names of the tours to take; all otherwise")
	runs    = flag.Int("runs", 3, "`times` that each program is started; the median counts")
	peers   = flag.Bool("peers", false, "measure ncdu, gdu and less as well, where installed")
	files   = flag.String("files", "", "captures to measure instead of generated `trees`")
	session = flag.Int("session", 0, "measure the log of an agent of so many `megabytes` instead of trees")
	binary  = flag.String("binary", "", "the `program` to measure; built from this module otherwise")
)

func main() {
	flag.Parse()
	if err := bench(); err != nil {
		fmt.Fprintln(os.Stderr, "ptybench:", err)
		os.Exit(1)
	}
}

func bench() error {
	dir, err := os.MkdirTemp("", "ptybench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *binary == "" {
		*binary = filepath.Join(dir, "obscope")
		if out, err := exec.Command("go", "build", "-o", *binary, "obscope").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	var ns []int
	for word := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("-sizes: %w", err)
		}
		ns = append(ns, n)
	}
	switch {
	case *session > 0:
		return benchSession(dir)
	case *files != "":
		return benchFiles()
	}
	var starts []startup
	for format := range strings.SplitSeq(*formats, ",") {
		for _, n := range ns {
			path, err := generate(dir, format, n)
			if err != nil {
				return err
			}
			s, err := start("obscope", format, n, []string{*binary, path}, inspectorMark)
			if err != nil {
				return err
			}
			starts = append(starts, s)
			if err := keysTable(fmt.Sprintf("Keys at %s elements, %s", words.Thousands(n), format), path); err != nil {
				return err
			}
		}
	}
	if *peers {
		more, err := peerStarts(dir, ns)
		if err != nil {
			return err
		}
		starts = append(starts, more...)
	}
	startTable(starts)
	growthTable(starts)
	return nil
}

// benchFiles measures captures that there are.
func benchFiles() error {
	var starts []startup
	for path := range strings.SplitSeq(*files, ",") {
		s, err := start("obscope", filepath.Base(path), 0, []string{*binary, path}, inspectorMark)
		if err != nil {
			return err
		}
		starts = append(starts, s)
		if err := keysTable("Keys in "+filepath.Base(path), path); err != nil {
			return err
		}
	}
	startTable(starts)
	return nil
}

// benchSession measures a log whose first step is shown while the rest is read.
// Each run ends with the last step with a tree on the screen.
func benchSession(dir string) error {
	path := filepath.Join(dir, "run.jsonl")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	steps, err := gentree.Session(*session*1_000_000, 600)(file)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	debug.FreeOSMemory() // what is measured shall have it
	var first, whole, used []time.Duration
	var memory []float64
	for range *runs {
		t, err := run([]string{*binary, path})
		if err != nil {
			return err
		}
		shown, err := t.see(time.Minute, inspectorMark)
		if err == nil {
			var read time.Time
			if read, err = t.see(time.Minute, fmt.Sprintf("step %d/%d", steps/8*8, steps)); err == nil {
				first, whole = append(first, shown.Sub(t.began)), append(whole, read.Sub(t.began))
				used, memory = append(used, t.processorTime()), append(memory, t.resident())
			}
		}
		t.end()
		if err != nil {
			return err
		}
	}
	fmt.Println("| steps | first screen | its last step | CPU until then | peak memory |")
	fmt.Println("|---:|---:|---:|---:|---:|")
	fmt.Printf("| %s | %s | %s | %s | %.0f MiB |\n", words.Thousands(steps), ms(median(first)), ms(median(whole)), ms(median(used)), median(memory))
	return nil
}

var writers = map[string]func(io.Writer, int) error{
	"maka": gentree.Maka, "autocontrol": gentree.AutoControl, "ncdu": gentree.Ncdu,
}

// generate writes a tree, once.
func generate(dir, format string, n int) (string, error) {
	write, ok := writers[format]
	if !ok {
		return "", fmt.Errorf("-formats: there is no %s", format)
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%d.json", format, n))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	if err := write(file, n); err != nil {
		return "", err
	}
	debug.FreeOSMemory() // what is measured shall have it
	return path, file.Close()
}

// A startup is what a program needs until it can be used.
type startup struct {
	program, format string
	n               int
	size            int64         // of the file, in bytes
	first, settled  time.Duration // the screen with elements on it; with every number on it
	memory          float64       // MiB, the most
	used            time.Duration // of the processor until then
	idle            time.Duration // of the processor in two seconds
	idleBytes       int           // written in them
}

// start starts a program a few times; mark is on its first full screen.
func start(program, format string, n int, argv []string, mark string) (startup, error) {
	info, err := os.Stat(argv[len(argv)-1])
	if err != nil {
		return startup{}, err
	}
	s := startup{program: program, format: format, n: n, size: info.Size()}
	var first, settled, used []time.Duration
	var memory []float64
	for i := range *runs {
		t, err := run(argv)
		if err != nil {
			return s, err
		}
		at, err := t.see(time.Minute, mark)
		if err != nil {
			t.end()
			return s, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
		}
		first = append(first, at.Sub(t.began))
		last, err := t.settle(time.Minute)
		if err != nil {
			t.end()
			return s, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
		}
		if last.IsZero() {
			last = at
		}
		settled = append(settled, last.Sub(t.began))
		used = append(used, t.processorTime())
		memory = append(memory, t.resident())
		if i == 0 {
			s.idle, s.idleBytes = t.rest()
		}
		t.end()
	}
	s.first, s.settled, s.used, s.memory = median(first), median(settled), median(used), median(memory)
	return s, nil
}

// rest watches a program for two seconds in which nobody does anything.
func (t *terminal) rest() (used time.Duration, written int) {
	before := t.processorTime()
	after := time.After(2 * time.Second)
	for {
		select {
		case c, more := <-t.chunks:
			if !more {
				return 0, written
			}
			written += len(c.bytes)
		case <-after:
			return t.processorTime() - before, written
		}
	}
}

func median[T time.Duration | float64](list []T) T {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

func startTable(starts []startup) {
	fmt.Println("### From the command to the screen")
	fmt.Println()
	fmt.Println("| program | tree | elements | file | first screen | every number | CPU until then | memory | idle: CPU, bytes in 2 s |")
	fmt.Println("|---|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, s := range starts {
		fmt.Printf("| %s | %s | %s | %s | %s | %s | %s | %.0f MiB | %s, %d |\n", s.program, s.format, words.Thousands(s.n), megabytes(s.size), ms(s.first), ms(s.settled), ms(s.used), s.memory, ms(s.idle), s.idleBytes)
	}
	fmt.Println()
}

// growthTable gives the exponent with which time and memory grow from one size
// to the next: 1 is in step with the tree.
func growthTable(starts []startup) {
	fmt.Println("### How it grows: the exponent from one size to the next")
	fmt.Println()
	fmt.Println("| program | tree | elements | first screen | every number | memory |")
	fmt.Println("|---|---|---:|---:|---:|---:|")
	for i := 1; i < len(starts); i++ {
		a, b := starts[i-1], starts[i]
		if a.program != b.program || a.format != b.format || a.n >= b.n {
			continue
		}
		grows := func(from, to float64) float64 { return math.Log(to/from) / math.Log(float64(b.n)/float64(a.n)) }
		fmt.Printf("| %s | %s | %s → %s | %.2f | %.2f | %.2f |\n", b.program, b.format, words.Thousands(a.n), words.Thousands(b.n),
			grows(float64(a.first), float64(b.first)), grows(float64(a.settled), float64(b.settled)), grows(a.memory, b.memory))
	}
	fmt.Println()
}

func ms(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// grouped writes a number with commas.
