package agents

import (
	"obscope/model"
	"obscope/render"
)

// An adjacency lists the children of nodes: those of node i are
// kids[from[i]:from[i+1]].
type adjacency struct{ kids, from []int32 }

func (a *adjacency) kidsOf(i int32) []int32 { return a.kids[a.from[i]:a.from[i+1]] }

// A walker goes through nodes in pre-order as an original does that recurses: a
// node again for each parent that lists it, but never below itself, and not
// without bound. A T is what a node hands down to its children.
type walker[T any] struct {
	kids  func(node int32) []int32
	enter func(node int32, above *T) (below T, in bool) // in: its children are visited
	loop  func()                                        // a node is its own descendant

	open  []bool // by node: it is being visited; nil if no node is its own descendant
	left  int    // visits until the walk is given up
	stack []walkerFrame[T]
}

type walkerFrame[T any] struct {
	node, next int32 // next child
	below      T
}

// from walks from a root on; false means that the walk was given up.
func (w *walker[T]) from(root int32, above T) bool {
	w.visit(root, &above)
	for len(w.stack) > 0 {
		if w.left--; w.left < 0 {
			return false
		}
		top := &w.stack[len(w.stack)-1]
		if kids := w.kids(top.node); int(top.next) < len(kids) {
			top.next++
			w.visit(kids[top.next-1], &top.below)
			continue
		}
		if w.open != nil {
			w.open[top.node] = false
		}
		w.stack = w.stack[:len(w.stack)-1]
	}
	return true
}

func (w *walker[T]) visit(node int32, above *T) {
	if w.open != nil && w.open[node] {
		w.loop()
		return
	}
	below, in := w.enter(node, above)
	if !in {
		return
	}
	if w.open != nil {
		w.open[node] = true
	}
	w.stack = append(w.stack, walkerFrame[T]{node: node, below: below})
}

// mostVisits is how many visits a walk of n nodes may take: far more than any
// tree has, and few beside what nodes with many parents could make of it.
func mostVisits(n int) int { return 4*n + 1000 }

// openSet makes walker.open.
func openSet(n int, cycles bool) []bool {
	if !cycles {
		return nil
	}
	return make([]bool, n)
}

// failures are what the original would stumble over, each told once.
type failures []string

func (f *failures) add(what string) {
	for _, known := range *f {
		if known == what {
			return
		}
	}
	*f = append(*f, what)
}

// tell turns the failures into warnings.
func (f failures) tell(p *render.Plan) {
	for _, what := range f {
		p.Warnings.Add(model.OriginalFails, "the original fails: "+what)
	}
}
