package gentree

import (
	"bufio"
	"fmt"
	"io"

	"obscope/internal/text/jsontext"
)

// Ncdu writes the same tree as an export of ncdu, for its peers: an element is
// a file or, with children, a directory, as large as its line.
func Ncdu(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	out.WriteString(`[1,0,{"progname":"gentree","progver":"1","timestamp":0}`)
	list := nodes(n)
	var open []int
	for i, e := range list {
		for len(open) > 0 && open[len(open)-1] != e.parent {
			out.WriteByte(']')
			open = open[:len(open)-1]
		}
		out.WriteString(",\n")
		if i+1 < n && list[i+1].parent == i {
			out.WriteByte('[')
			open = append(open, i)
		}
		name := fmt.Sprintf("%d %s %s", i, e.role, e.name)
		size := len(name) + len(e.value) + 20
		fmt.Fprintf(out, `{"name":%s,"asize":%d,"dsize":%d}`, jsontext.Quote(name), size, size)
	}
	for range open {
		out.WriteByte(']')
	}
	out.WriteString("]\n")
	return out.Flush()
}
