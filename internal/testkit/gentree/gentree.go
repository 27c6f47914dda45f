// Package gentree writes element trees of any size for benchmarks and tests.
// The same size gives the same tree.
package gentree

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"obscope/internal/text/jsontext"
)

// A node is one element of a generated tree.
type node struct {
	parent              int
	role, name, value   string
	x, y, width, height int
	disabled, focused   bool
}

var (
	roles = []string{"Button", "Link", "TextField", "CheckBox", "Cell", "Row", "StaticText", "Image", "Group", "Group", "Group", "MenuItem", "Tab", "Heading"}
	words = strings.Fields("Save Open File Edit Search Settings Account Order Total Invoice Next Back Cancel Submit Name Email Phone Street City Delete Copy Paste View Help 確認 保存 キャンセル 文件 编辑 Größe Año пример 🙂 مرحبا")
)

// nodes makes a tree that is shaped like an application's: mostly siblings,
// some of it deep.
func nodes(n int) []node {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	list := make([]node, n)
	spine := []int{}
	for i := range list {
		keep := len(spine)
		switch dice := r.IntN(100); {
		case dice < 45 && keep < 40:
		case dice < 85:
			keep = max(min(1, keep), keep-1)
		default:
			keep = max(min(1, keep), keep-1-r.IntN(6))
		}
		spine = spine[:keep]
		e := node{parent: -1, role: roles[r.IntN(len(roles))], x: r.IntN(2400) - 200, y: r.IntN(12200) - 200, width: 4 + r.IntN(600), height: 4 + r.IntN(80)}
		if keep > 0 {
			e.parent = spine[keep-1]
		}
		if e.role != "Group" || r.IntN(10) < 3 {
			name := make([]string, 1+r.IntN(4))
			for j := range name {
				name[j] = words[r.IntN(len(words))]
			}
			e.name = strings.Join(name, " ")
		}
		if e.role == "TextField" {
			e.value = strings.Repeat(words[r.IntN(len(words))]+" ", []int{1, 3, 80}[r.IntN(3)])
		}
		e.disabled, e.focused = r.IntN(20) == 0, r.IntN(200) == 0
		list[i] = e
		spine = append(spine, i)
	}
	if n > 0 {
		list[0].role, list[0].name = "Window", "Generated"
	}
	return list
}

// Maka writes a Maka observation of n elements.
func Maka(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, `{"observationId":"obs-1","appId":"dev.example.generated","pid":1,"windowId":1,"windowTitle":"Generated","elements":[`)
	for i, e := range nodes(n) {
		if i > 0 {
			out.WriteString(",\n")
		}
		fmt.Fprintf(out, `{"elementId":"%d","role":"AX%s"`, i, e.role)
		if e.parent >= 0 {
			fmt.Fprintf(out, `,"parentElementId":"%d"`, e.parent)
		}
		if e.name != "" {
			fmt.Fprintf(out, `,"label":%s`, jsontext.Quote(e.name))
		}
		if e.value != "" {
			fmt.Fprintf(out, `,"value":%s`, jsontext.Quote(e.value))
		}
		if e.role == "Button" {
			out.WriteString(`,"actions":["press"]`)
		}
		if e.disabled {
			out.WriteString(`,"enabled":false`)
		}
		if e.focused {
			out.WriteString(`,"focused":true`)
		}
		fmt.Fprintf(out, `,"frame":{"x":%d,"y":%d,"width":%d,"height":%d}}`, e.x, e.y, e.width, e.height)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

// AutoControl writes AutoControl observation dicts of n elements, nested.
func AutoControl(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	out.WriteByte('[')
	list := nodes(n)
	var open []int
	for i, e := range list {
		for len(open) > 0 && open[len(open)-1] != e.parent {
			out.WriteString("]}")
			open = open[:len(open)-1]
		}
		if i > 0 && list[i-1].parent == e.parent || i > 0 && e.parent != i-1 {
			out.WriteString(",\n")
		}
		fmt.Fprintf(out, `{"role":%q,"name":%s,"x":%d,"y":%d,"width":%d,"height":%d,"children":[`,
			strings.ToLower(e.role), jsontext.Quote(e.name), e.x, e.y, e.width, e.height)
		open = append(open, i)
	}
	for range open {
		out.WriteString("]}")
	}
	out.WriteString("]\n")
	return out.Flush()
}

// Text is what one of the writers writes.
func Text(write func(io.Writer, int) error, n int) string {
	var b strings.Builder
	if err := write(&b, n); err != nil {
		panic(err) // a strings.Builder does not fail
	}
	return b.String()
}
