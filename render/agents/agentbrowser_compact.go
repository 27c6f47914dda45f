package agents

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// compact chooses the lines that -c keeps and reports the rows of which any is:
// agent-browser works on the text, so a value of several lines is several lines.
func (b *agentBrowser) compact(st *abState) []bool {
	var indents []int32
	var says []bool
	first := make([]int32, len(st.rows)+1) // by row: its first line
	ends := make([]bool, len(st.rows))     // by row: it holds a carriage return, which may end a line
	var buf []byte
	for r := range st.rows {
		first[r] = int32(len(indents))
		buf = b.appendRow(buf[:0], st, int32(r))
		ends[r] = bytes.IndexByte(buf, '\r') >= 0
		for rest := buf; ; {
			line, after, more := bytes.Cut(rest, []byte{'\n'})
			indents = append(indents, indentOf(line))
			says = append(says, tells(line, st.old))
			if !more {
				break
			}
			rest = after
		}
	}
	first[len(st.rows)] = int32(len(indents))
	var keep []bool
	if st.old {
		keep = keepShallower(indents, says)
	} else {
		keep = keepAncestors(indents, says)
	}
	rows := make([]bool, len(st.rows))
	for r := range rows {
		lines := keep[first[r]:first[r+1]]
		kept := 0
		for _, k := range lines {
			if k {
				kept++
			}
		}
		rows[r] = kept > 0
		if (len(lines) > 1 || ends[r]) && kept > 0 {
			if st.lines == nil {
				st.lines = map[int32][]bool{}
			}
			st.lines[int32(r)] = lines
		}
	}
	return rows
}

// indentOf is the number of bytes of white space that a line starts with.
func indentOf(line []byte) int32 {
	n := 0
	for n < len(line) {
		c, size := utf8.DecodeRune(line[n:])
		if !unicode.IsSpace(c) {
			break
		}
		n += size
	}
	return int32(n)
}

// tells reports whether a line says something by itself.
func tells(line []byte, old bool) bool {
	if bytes.Contains(line, []byte("ref=")) || bytes.Contains(line, []byte(": ")) {
		return true
	}
	if old {
		return false
	}
	rest, ok := bytes.CutPrefix(line[indentOf(line):], []byte("- "))
	if !ok {
		return false
	}
	_, name, ok := strings.Cut(string(rest), " ")
	return ok && strings.HasPrefix(name, `"`)
}

// keepShallower is 0.33's choice: above a line that says something, every line
// of smaller indentation up to the first that has none.
func keepShallower(indents []int32, says []bool) []bool {
	keep := make([]bool, len(says))
	deepest := int32(0) // indentation of what is kept between here and the next line without any
	for i := len(says) - 1; i >= 0; i-- {
		keep[i] = says[i] || indents[i] < deepest
		if indents[i] == 0 {
			deepest = 0
		} else if says[i] {
			deepest = max(deepest, indents[i])
		}
	}
	return keep
}

// keepAncestors is 0.41's choice: above a line that says something, the next
// line of smaller indentation, and so on.
func keepAncestors(indents []int32, says []bool) []bool {
	keep := append([]bool(nil), says...)
	var path []int32 // lines of growing indentation above the present one
	for i := range says {
		for len(path) > 0 && indents[path[len(path)-1]] >= indents[i] {
			path = path[:len(path)-1]
		}
		if says[i] {
			for at := len(path) - 1; at >= 0 && !keep[path[at]]; at-- {
				keep[path[at]] = true
			}
		}
		path = append(path, int32(i))
	}
	return keep
}

// dropReturns removes the carriage returns that end lines of dst[start:], as
// Rust's lines does.
func dropReturns(dst []byte, start int) []byte {
	if bytes.IndexByte(dst[start:], '\r') < 0 {
		return dst
	}
	lines := bytes.ReplaceAll(dst[start:], []byte("\r\n"), []byte("\n"))
	return append(dst[:start], bytes.TrimSuffix(lines, []byte{'\r'})...)
}
