// Shot takes a picture of a terminal program: it starts the program in a
// pseudo-terminal, plays a script of keys and mouse actions, waits until the
// screen is still, and writes what is on it.
//
//	go run ./internal/testkit/screentest/shot -size 120x40 -keys 'j j / save enter' -o out.svg -- ./obscope file
//
// The ending of the output file decides the kind: .svg, .png or .txt. The
// script is a list of words between spaces. A word is a key as Bubble Tea
// names it (j, G, space, enter, esc, ctrl+d, pgdown), or one of
//
//	click:X,Y  double:X,Y  wheel:X,Y,N  drag:X,Y,X,Y  on:TEXT   mouse; on clicks where TEXT is
//	see:TEXT   wait until TEXT is on the screen
//	type:TEXT  type TEXT, also where it is the name of a key
//	size:COLSxROWS  resize
//
// in whose TEXT an underscore stands for a space, and any other word is typed.
// Fonts for a PNG beyond Go Mono are looked for in the usual places of Debian
// and macOS, and in the files that SCREENTEST_FONTS lists.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"obscope/internal/testkit/screentest"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "shot:", err)
		}
		os.Exit(1)
	}
}

func run(args []string) (err error) {
	var c screentest.Command
	flags := flag.NewFlagSet("shot", flag.ContinueOnError)
	size := flags.String("size", "120x40", "`columns x rows` of the terminal")
	keys := flags.String("keys", "", "`script` of keys and mouse actions")
	var outputs []string
	flags.Func("o", "output `file` ending in .svg, .png or .txt; may be given again", func(name string) error {
		switch filepath.Ext(name) {
		case ".svg", ".png", ".txt":
			outputs = append(outputs, name)
			return nil
		}
		return errors.New("want .svg, .png or .txt")
	})
	flags.Func("env", "`NAME=value` for the program, or NAME to remove; may be given again", func(entry string) error {
		c.Env = append(c.Env, entry)
		return nil
	})
	flags.BoolVar(&c.Light, "light", false, "a light terminal")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if c.Args = flags.Args(); len(c.Args) == 0 || len(outputs) == 0 {
		return errors.New("want -o file and, behind --, a program")
	}
	if _, err := fmt.Sscanf(*size, "%dx%d", &c.Cols, &c.Rows); err != nil || c.Cols < 1 || c.Rows < 1 {
		return fmt.Errorf("size %q: want columns x rows, as in 120x40", *size)
	}

	s := &session{}
	defer s.end()
	defer func() {
		if r := recover(); r != nil {
			failed, ok := r.(failure)
			if !ok {
				panic(r)
			}
			err = failed
		}
	}()
	term := c.Start(s).Settle()
	for _, word := range strings.Fields(*keys) {
		if err := play(term, word); err != nil {
			return err
		}
		const breath = 60 * time.Millisecond // let the program follow before the next word
		term.Quiet(breath)
	}
	grid := term.Settle().Grid()
	for _, name := range outputs {
		if err := write(name, grid); err != nil {
			return err
		}
	}
	return nil
}

// play does what one word of the script says.
func play(term *screentest.Term, word string) error {
	name, arg, _ := strings.Cut(word, ":")
	text := strings.ReplaceAll(arg, "_", " ")
	numbers := func(n int) ([]int, error) {
		v := make([]int, n)
		pointers := make([]any, n)
		for i := range v {
			pointers[i] = &v[i]
		}
		if _, err := fmt.Sscanf(arg, strings.Repeat(",%d", n)[1:], pointers...); err != nil {
			return nil, fmt.Errorf("%s: want %d numbers with commas between them", word, n)
		}
		return v, nil
	}
	mouse := func(n int, do func(v []int)) error {
		v, err := numbers(n)
		if err == nil {
			do(v)
		}
		return err
	}
	switch {
	case arg == "":
	case name == "click":
		return mouse(2, func(v []int) { term.Click(v[0], v[1]) })
	case name == "double":
		return mouse(2, func(v []int) { term.DoubleClick(v[0], v[1]) })
	case name == "wheel":
		return mouse(3, func(v []int) { term.Wheel(v[0], v[1], v[2]) })
	case name == "drag":
		return mouse(4, func(v []int) { term.Drag(v[0], v[1], v[2], v[3]) })
	case name == "on":
		term.ClickOn(text)
		return nil
	case name == "see":
		term.See(text)
		return nil
	case name == "type":
		term.Type(text)
		return nil
	case name == "size":
		var cols, rows int
		if _, err := fmt.Sscanf(arg, "%dx%d", &cols, &rows); err != nil {
			return fmt.Errorf("%s: want columns x rows", word)
		}
		term.Resize(cols, rows)
		return nil
	}
	if screentest.IsKey(word) {
		term.Press(word)
	} else {
		term.Type(word)
	}
	return nil
}

func write(name string, grid *screentest.Grid) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	switch filepath.Ext(name) {
	case ".svg":
		err = grid.WriteSVG(file)
	case ".png":
		err = grid.WritePNG(file)
	default:
		_, err = io.WriteString(file, grid.String())
	}
	return errors.Join(err, file.Close())
}

// session is the screentest.TB of a program that is no test.
type session struct{ cleanups []func() }

type failure string

func (f failure) Error() string { return string(f) }

func (s *session) Helper()                           {}
func (s *session) Cleanup(f func())                  { s.cleanups = append(s.cleanups, f) }
func (s *session) Fatalf(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }
func (s *session) Skip(args ...any)                  { panic(failure(fmt.Sprint(args...))) }

func (s *session) end() {
	for _, f := range s.cleanups {
		f()
	}
}
