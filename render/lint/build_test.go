package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render"
	"obscope/render/lint"
)

// A node is an element with what is below it.
type node struct {
	e    model.Element
	kids []node
}

func el(kind model.Kind, name string, kids ...node) node {
	e := model.Element{Role: kind.String(), Kind: kind, Given: model.HasRole}
	if name != "" {
		e.Name, e.Given = name, e.Given|model.HasName
	}
	return node{e, kids}
}

func button(name string) node            { return el(model.KindButton, name) }
func text(name string) node              { return el(model.KindText, name) }
func group(name string, k ...node) node  { return el(model.KindGroup, name, k...) }
func generic(k ...node) node             { return el(model.KindGeneric, "", k...) }
func textbox(name, value string) node    { return el(model.KindTextbox, name).value(value) }
func window(name string, k ...node) node { return el(model.KindWindow, name, k...).at(0, 0, 1000, 800) }
func (n node) with(f func(*model.Element)) node {
	f(&n.e)
	return n
}
func (n node) value(v string) node {
	return n.with(func(e *model.Element) { e.Value, e.Given = v, e.Given|model.HasValue })
}
func (n node) at(x, y, w, h float64) node {
	return n.with(func(e *model.Element) {
		e.Frame, e.Given = model.Rect{X: x, Y: y, W: w, H: h}, e.Given|model.HasFrame
	})
}
func (n node) ref(ref string) node {
	return n.with(func(e *model.Element) { e.Ref, e.Given = ref, e.Given|model.HasRef })
}
func (n node) is(s model.State, t model.Truth) node {
	return n.with(func(e *model.Element) { e.States.Set(s, t) })
}
func (n node) does(actions ...string) node {
	return n.with(func(e *model.Element) { e.Actions, e.Given = actions, e.Given|model.HasActions })
}

// capture plants nodes; elements without a ref are numbered.
func capture(format string, roots ...node) *model.Capture {
	c := &model.Capture{Format: format, HeldStates: format == "osworld"}
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

// check lints a capture under options.
func check(t testing.TB, c *model.Capture, o render.Options) ([]lint.Finding, *render.Observation) {
	t.Helper()
	obs, err := render.New(c).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	return lint.Check(obs, lint.Options{}), obs
}

func of(found []lint.Finding, rule string) []lint.Finding {
	var list []lint.Finding
	for _, f := range found {
		if f.Rule == rule {
			list = append(list, f)
		}
	}
	return list
}

func sentences(found []lint.Finding) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s %s %d %v: %s\n", f.Severity, f.Rule, f.ID, f.Related, f.Sentence)
	}
	return b.String()
}

var (
	indexed = render.Options{Dialect: render.Set("indexed")}
	outline = render.Options{Dialect: render.Set("outline")}
)

func (n node) own(members string) node {
	return n.with(func(e *model.Element) { e.Raw = members })
}

// points makes a capture one of iOS.
func points(c *model.Capture) *model.Capture {
	c.Unit = "points"
	return c
}
