package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render/diff"
)

// A node is an element with what is below it.
type node struct {
	e    model.Element
	kids []node
}

func el(role, name string, kids ...node) node {
	e := model.Element{Role: role, Name: name, Given: model.HasRole | model.HasName}
	e.Kind, _ = model.ParseKind(role)
	return node{e, kids}
}

func button(name string) node            { return el("button", name) }
func text(name string) node              { return el("text", name) }
func group(kids ...node) node            { return el("group", "", kids...) }
func window(name string, k ...node) node { return el("window", name, k...) }

func (n node) at(x, y, w, h float64) node {
	n.e.Frame, n.e.Given = model.Rect{X: x, Y: y, W: w, H: h}, n.e.Given|model.HasFrame
	return n
}

func (n node) ref(ref string) node {
	n.e.Ref, n.e.Given = ref, n.e.Given|model.HasRef
	return n
}

func (n node) value(v string) node {
	n.e.Value, n.e.Given = v, n.e.Given|model.HasValue
	return n
}

func (n node) secure() node {
	n.e.Secure = true
	return n
}

func (n node) is(s model.State, t model.Truth) node {
	n.e.States.Set(s, t)
	return n
}

// capture plants nodes; elements without a ref are numbered.
func capture(roots ...node) *model.Capture {
	c := &model.Capture{Format: "osworld"}
	var parents []model.ID
	type item struct {
		n  node
		up model.ID
	}
	var stack []item
	push := func(list []node, up model.ID) {
		for i := len(list) - 1; i >= 0; i-- {
			stack = append(stack, item{list[i], up})
		}
	}
	push(roots, model.None)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		id := model.ID(len(c.Elements))
		if !at.n.e.Has(model.HasRef) {
			at.n = at.n.ref(fmt.Sprint(id))
		}
		c.Elements = append(c.Elements, at.n.e)
		parents = append(parents, at.up)
		push(at.n.kids, id)
	}
	model.Link(c, parents)
	return c
}

// repeated is a text that repeats its parent.
func repeated(name string) node {
	n := text(name)
	n.e.Repeat = true
	return n
}

// row is a table row without a name: a caption and a button.
func row(name string) node { return group(text(name), button("Delete")) }

func rows(names ...string) []node {
	var list []node
	for _, n := range names {
		list = append(list, row(n))
	}
	return list
}

// TestCaptures compares pairs of captures and reads the result as a person
// does.
func TestCaptures(t *testing.T) {
	tests := []struct {
		claim      string
		prev, curr *model.Capture
		want       string
	}{
		{"nothing changed", capture(window("A", button("x"))), capture(window("A", button("x"))), `
no element changed (2 elements)`},
		{"what comes in above does not shift the others",
			capture(window("A", button("x"), button("y"))), capture(window("A", text("new"), button("x"), button("y"))), `
  window "A"
+   text "new"
1 added, 0 removed, 0 changed (3 → 4 elements)`},
		{"of alike rows the one that went is told by what is in it",
			capture(window("A", rows("a", "b", "c", "d")...)), capture(window("A", rows("a", "c", "d")...)), `
  window "A"
-   group
-     text "b"
-     button "Delete"
0 added, 3 removed, 0 changed (13 → 10 elements)`},
		{"and so it is when the window's title changes as well",
			capture(window("A", rows("a", "b", "c", "d")...)), capture(window("A*", rows("a", "c", "d")...)), `
~ window "A" → "A*"
-   group
-     text "b"
-     button "Delete"
0 added, 3 removed, 1 changed (13 → 10 elements)`},
		{"a changed row stays its row while others come in",
			capture(window("A", rows("a", "b", "c")...)), capture(window("A", rows("new", "a", "b!", "c")...)), `
  window "A"
+   group
+     text "new"
+     button "Delete"
    group
~     text "b" → "b!"
3 added, 0 removed, 1 changed (10 → 13 elements)`},
		{"an element that was moved in the tree is not a new one",
			capture(window("A", el("toolbar", "T", button("Save")), el("main", "M"))), capture(window("A", el("toolbar", "T"), el("main", "M", button("Save")))), `
  window "A"
    main "M"
~     button "Save" now in main "M"
0 added, 0 removed, 1 changed (4 → 4 elements)`},
		{"a wrapper that comes in reparents nothing",
			capture(window("A", button("Save"), button("Load"))), capture(window("A", group(button("Save"), button("Load")))), `
  window "A"
+   group
1 added, 0 removed, 0 changed (3 → 4 elements)`},
		{"a stable ref keeps a renamed element",
			capture(window("A", button("Play").ref("e7"), button("Stop").ref("e8")).ref("e1")), capture(window("A", text("x").ref("e9"), button("Pause").ref("e7"), button("Stop").ref("e8")).ref("e1")), `
  window "A"
+   text "x"
~   button "Play" → "Pause"
1 added, 0 removed, 1 changed (3 → 4 elements)`},
		{"a ref that is used again elsewhere is another element",
			capture(window("A", el("main", "M", button("a").ref("e3"), button("b").ref("e4")).ref("e2"), el("dialog", "D", button("Delete").ref("e6")).ref("e5")).ref("e1")),
			capture(window("A", el("main", "M", button("a").ref("e3"), button("b").ref("e4"), button("c").ref("e6")).ref("e2"), el("dialog", "D").ref("e5")).ref("e1")), `
  window "A"
    main "M"
+     button "c"
    dialog "D"
-     button "Delete"
1 added, 1 removed, 0 changed (6 → 6 elements)`},
		{"refs that are given anew in every capture are not believed",
			capture(window("A", button("a").ref("e2"), button("b").ref("e3"), button("c").ref("e4")).ref("e1")),
			capture(window("A", button("new").ref("e2"), button("a").ref("e3"), button("b").ref("e4"), button("c").ref("e5")).ref("e1")), `
  window "A"
+   button "new"
1 added, 0 removed, 0 changed (4 → 5 elements)`},
		{"a place tells what the tree does not",
			capture(window("A", group(button("Save").at(10, 10, 80, 20))), el("dialog", "D")), capture(window("A", group()), el("dialog", "D", button("Saved").at(12, 10, 80, 20))), `
  dialog "D"
~   button "Save" → "Saved"; moved by 2,0; now in dialog "D"
0 added, 0 removed, 1 changed (4 → 4 elements)`},
		{"what scrolls is one row, what is in it moves along",
			capture(window("A", rows("a", "b", "c")...).at(0, 0, 9, 9)), capture(window("A", rows("a", "b", "c")...).at(0, 0, 9, 9)), `
no element changed (10 elements)`},
		{"values, states and sizes",
			capture(window("A", el("textbox", "N").value("Zo").at(0, 0, 10, 10), el("checkbox", "C").is(model.Checked, model.No), button("B").is(model.Enabled, model.Yes))),
			capture(window("A", el("textbox", "N").value("Zoë").at(0, 0, 20, 10), el("checkbox", "C").is(model.Checked, model.Yes).is(model.Focused, model.No), button("B").is(model.Enabled, model.No))), `
  window "A"
~   textbox "N" value "Zo" → "Zoë"; size 10x10 → 20x10
~   checkbox "C" now checked
~   button "B" no longer enabled
0 added, 0 removed, 3 changed (4 → 4 elements)`},
		{"secrets stay out",
			capture(window("A", el("textbox", "P").value("hunter1").secure())), capture(window("A", el("textbox", "P").value("hunter2").secure())), `
  window "A"
~   textbox "P" value ••• → •••
0 added, 0 removed, 1 changed (2 → 2 elements)`},
		{"another window", capture(window("A", button("x"))), capture(el("page", "B", text("y"))), `
- window "A"
-   button "x"
+ page "B"
+   text "y"
2 added, 2 removed, 0 changed (2 → 2 elements)`},
		{"what only repeats its parent is not told",
			capture(window("A", el("text", "old", repeated("old")))), capture(window("A", el("text", "new", repeated("new"), repeated("again")))), `
  window "A"
~   text "old" → "new"
0 added, 0 removed, 1 changed (3 → 4 elements)`},
		{"nothing before", capture(), capture(button("x")), `
+ button "x"
1 added, 0 removed, 0 changed (0 → 1 element)`},
	}
	for _, tt := range tests {
		var b bytes.Buffer
		if err := diff.Captures(tt.prev, tt.curr).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(b.String()); got != strings.TrimSpace(tt.want) {
			t.Errorf("%s:\ngot:\n%s\nwant:%s", tt.claim, got, tt.want)
		}
	}
}

// scrolled is a list of rows at a scroll position.
func scrolled(by float64, names ...string) *model.Capture {
	var list []node
	for i, n := range names {
		y := float64(i)*20 - by
		list = append(list, group(text(n).at(0, y, 50, 20), button("Delete").at(60, y, 50, 20)).at(0, y, 200, 20))
	}
	return capture(window("A", list...).at(0, 0, 200, 100))
}

func TestScrollingIsOneRow(t *testing.T) {
	d := diff.Captures(scrolled(0, "a", "b", "c", "d"), scrolled(20, "a", "b", "c", "d"))
	if len(d.Added)+len(d.Removed) != 0 || len(d.Changed) != 4 || d.Carried != 8 {
		t.Fatal(d.Summary())
	}
	rows := d.Rows()
	if len(rows) != 2 || rows[1].Alike != 3 || d.Describe(rows[1]) != "group moved by 0,-20, and 3 siblings after it" {
		t.Fatalf("%+v", rows)
	}
}

// TestInvariants compares random captures: the pairing is one to one, every
// element is in one list, and every change has one row.
func TestInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		prev := random(r)
		curr := random(r)
		if r.IntN(2) == 0 {
			curr = mutate(r, prev)
		}
		checkDiff(t, diff.Captures(prev, curr))
		if d := diff.Captures(prev, prev); !d.Same() {
			var b bytes.Buffer
			_ = d.WriteText(&b)
			t.Fatalf("a capture differs from itself:\n%s", b.String())
		}
	}
}

func checkDiff(t *testing.T, d *diff.Diff) {
	t.Helper()
	pairs := 0
	for p, c := range d.To {
		if c != model.None {
			pairs++
			if d.From[c] != model.ID(p) || d.Prev.Elements[p].Role != d.Curr.Elements[c].Role {
				t.Fatalf("%d is %d, and that is %d", p, c, d.From[c])
			}
		}
	}
	if len(d.Added)+pairs != len(d.Curr.Elements) || len(d.Removed)+pairs != len(d.Prev.Elements) {
		t.Fatalf("%d pairs, %s", pairs, d.Summary())
	}
	count := map[diff.Sign]int{}
	for _, row := range d.Rows() {
		count[row.Sign] += 1 + row.Alike
	}
	if count[diff.Added] != len(d.Added) || count[diff.Removed] != len(d.Removed) || count[diff.Changed] != len(d.Changed) {
		t.Fatalf("%v rows for %s", count, d.Summary())
	}
}

func random(r *rand.Rand) *model.Capture {
	n := r.IntN(40)
	c := &model.Capture{}
	parents := make([]model.ID, n)
	for i := range n {
		e := el([]string{"button", "group", "text"}[r.IntN(3)], []string{"", "a", "b", "c"}[r.IntN(4)]).ref(fmt.Sprint("r", r.IntN(50)))
		if r.IntN(3) > 0 {
			e = e.at(float64(r.IntN(5)*10), float64(r.IntN(5)*10), float64(r.IntN(3)*10), 10)
		}
		c.Elements = append(c.Elements, e.e)
		parents[i] = model.None
		if i > 0 && r.IntN(5) > 0 {
			parents[i] = model.ID(r.IntN(i))
		}
	}
	model.Link(c, parents)
	return c
}

// mutate changes, drops and hangs elsewhere some elements of a capture.
func mutate(r *rand.Rand, of *model.Capture) *model.Capture {
	c := &model.Capture{}
	at := map[model.ID]model.ID{model.None: model.None}
	var parents []model.ID
	for id, e := range of.Elements {
		p, ok := at[of.Tree.Parent[id]]
		if !ok || r.IntN(10) == 0 {
			p = model.None
		}
		if r.IntN(12) == 0 {
			continue
		}
		if r.IntN(6) == 0 {
			e.Name = "new"
		}
		if r.IntN(6) == 0 {
			e.Frame.Y += 3
		}
		at[model.ID(id)] = model.ID(len(c.Elements))
		c.Elements = append(c.Elements, e)
		parents = append(parents, p)
	}
	model.Link(c, parents)
	return c
}

// TestNoPairIsTooOdd compares captures of very much of one thing: it must end
// soon and not run out of stack.
func TestNoPairIsTooOdd(t *testing.T) {
	deep := func(n int, name string) *model.Capture {
		inner := button(name)
		for range n {
			inner = group(inner)
		}
		return capture(inner)
	}
	stacked := func(n int, name string) *model.Capture {
		var list []node
		for i := range n {
			list = append(list, button(fmt.Sprint(name, i)).at(0, 0, 10, 10))
		}
		return capture(list...)
	}
	nan := capture(button("x").at(math.NaN(), math.Inf(1), 1e308, -1))
	pairs := [][2]*model.Capture{
		{deep(100_000, "x"), deep(100_000, "y")}, {deep(100_000, "x"), deep(50_000, "x")},
		{stacked(20_000, "a"), stacked(20_000, "b")}, {nan, nan}, {nan, capture()},
	}
	for _, p := range pairs {
		checkDiff(t, diff.Captures(p[0], p[1]))
	}
	if !diff.Captures(nan, nan).Same() {
		t.Fatal("a frame that is not a number differs from itself")
	}
}

func TestJSON(t *testing.T) {
	prev := capture(window("A", el("textbox", "N").value("Zo").at(1, 2, 3, 4).is(model.Focused, model.Yes), el("textbox", "P").value("hunter1").secure(), text("gone")))
	curr := capture(window("A", el("textbox", "N").value("Zoë").at(1, 9, 3, 4), el("textbox", "P").value("hunter2").secure(), button("in")))
	var b bytes.Buffer
	if err := diff.WriteJSON(&b, diff.Captures(prev, curr), nil); err != nil {
		t.Fatal(err)
	}
	want := `{"tree":{"elements":{"prev":4,"curr":4},"added":[{"id":3,"ref":"3","role":"button","name":"in"}],"removed":[{"id":3,"ref":"3","role":"text","name":"gone"}],` +
		`"changed":[{"prev":1,"curr":1,"ref":"1","role":"textbox","name":"N","fields":["value","states","moved"],"from":{"frame":[1,2,3,4],"states":{"focused":true},"value":"Zo"},"to":{"frame":[1,9,3,4],"states":{"focused":null},"value":"Zoë"}},` +
		`{"prev":2,"curr":2,"ref":"2","role":"textbox","name":"P","fields":["value"],"from":{"value":"•••"},"to":{"value":"•••"}}]}}`
	if got := strings.TrimSpace(b.String()); got != want {
		t.Fatalf("\n%s\n%s", got, want)
	}
	if !json.Valid(b.Bytes()) {
		t.Fatal("not JSON")
	}
}

func TestFieldsHaveNames(t *testing.T) {
	if got := (diff.Name | diff.Reparented).Names(); !slices.Equal(got, []string{"name", "reparented"}) {
		t.Fatal(got)
	}
}
