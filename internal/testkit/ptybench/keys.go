//go:build linux

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A tour is keys that are pressed in turn.
type tour struct {
	name   string
	keys   []string
	before string // pressed first, not measured
}

var tours = []tour{
	{name: "j, k: move", keys: []string{"j", "k"}},
	{name: "page down, up", keys: []string{"\x1b[6~", "\x1b[5~"}},
	{name: "G, g: last, first", keys: []string{"G", "g"}},
	{name: "j, k in the text", keys: []string{"j", "k"}, before: "\t"},
	{name: "G, g in the text", keys: []string{"G", "g"}, before: "\t"},
	{name: "h, l: fold the root", keys: []string{"h", "l"}, before: "g"},
	{name: "space: fold the root", keys: []string{" "}, before: "g"},
	{name: "3, 0: depth, all", keys: []string{"3", "0"}},
	{name: "H, L: fold all", keys: []string{"H", "L"}, before: "g"},
	{name: "i: interactive", keys: []string{"i"}},
	{name: "c: collapse", keys: []string{"c"}},
	{name: "o: geometry", keys: []string{"o"}},
	{name: "v: viewport", keys: []string{"v"}},
	{name: "[, ]: max elements", keys: []string{"[", "]"}},
	{name: "{, }: by ten", keys: []string{"{", "}"}},
	{name: "u, U: undo, redo", keys: []string{"u", "U"}},
	{name: "x, X: next out", keys: []string{"x", "X"}},
	{name: "d: dialect", keys: []string{"d"}},
	{name: "t: vocabulary", keys: []string{"t"}},
	{name: "s: tree by cost", keys: []string{"s"}},
	{name: "z, Z: re-root", keys: []string{"z", "Z"}, before: "g"},
	{name: "enter: details", keys: []string{"\r"}},
	{name: "W: wrap", keys: []string{"W"}},
	{name: "p: panels", keys: []string{"p"}},
	{name: "query, a letter at a time", keys: []string{"s", "a", "v", "e", "\x7f", "\x7f", "\x7f", "\x7f"}, before: "/"},
	{name: "find, a letter at a time", keys: []string{"s", "a", "v", "e", "\x7f", "\x7f", "\x7f", "\x7f"}, before: "f"},
	{name: "?: help", keys: []string{"?"}},
}

// keysTable measures every tour on one tree, each in a program of its own.
func keysTable(title, path string) error {
	fmt.Printf("### %s\n\n", title)
	fmt.Println("| keys | first frame, median | worst | every number, median | worst |")
	fmt.Println("|---|---:|---:|---:|---:|")
	var all []time.Duration
	for _, tour := range tours {
		if !strings.Contains(tour.name, *only) {
			continue
		}
		first, settled, err := tour.measure(path)
		if err != nil {
			return fmt.Errorf("%s: %w", tour.name, err)
		}
		if len(first) == 0 {
			fmt.Printf("| %s | nothing to draw | | | |\n", tour.name)
			continue
		}
		all = append(all, first...)
		fmt.Printf("| %s | %s | %s | %s | %s |\n", tour.name, ms(median(first)), ms(slices.Max(first)), ms(median(settled)), ms(slices.Max(settled)))
	}
	if len(all) == 0 {
		fmt.Println()
		return nil
	}
	slices.Sort(all)
	fmt.Printf("| **all %d** | **%s** | p99 %s | | |\n\n", len(all), ms(all[len(all)/2]), ms(all[len(all)*99/100]))
	return nil
}

// inspectorMark is on the inspector's first full screen.
const inspectorMark = "/ 4,000 tokens"

// measure presses the keys of a tour. A key that changes nothing on the screen
// is left out.
func (o tour) measure(path string) (first, settled []time.Duration, err error) {
	t, err := run([]string{*binary, path})
	if err != nil {
		return nil, nil, err
	}
	defer t.end()
	if _, err := t.see(time.Minute, inspectorMark); err != nil {
		return nil, nil, err
	}
	if _, err := t.settle(time.Minute); err != nil {
		return nil, nil, err
	}
	if o.before != "" {
		if _, _, err := t.press(o.before); err != nil && !errors.Is(err, errNothing) {
			return nil, nil, err
		}
	}
	for i := range *samples {
		f, s, err := t.press(o.keys[i%len(o.keys)])
		switch {
		case errors.Is(err, errNothing):
		case err != nil:
			return nil, nil, err
		default:
			first, settled = append(first, f), append(settled, s)
		}
	}
	return first, settled, nil
}
