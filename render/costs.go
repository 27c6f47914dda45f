package render

import (
	"cmp"
	"context"
	"slices"

	"obscope/model"
	"obscope/render/tokens"
)

// A Share is what something costs.
type Share struct {
	Name   string
	Tokens int
	Count  int // elements, where they are counted
}

// Costs is where the tokens of an observation went. Each list is sorted, the
// most expensive first, and adds up to the total: what shares cannot have is the
// last of it, under the name Rounding.
type Costs struct {
	Parts   []Share // refs, roles, names, values, geometry, indentation …
	Roles   []Share
	Windows []Share // by application or window; one share if there is one
}

// Rounding is the share of what belongs to no part alone: a token that two lines
// have in common is counted with both and taken off here, and so are the fractions
// of estimates.
const Rounding = "rounding: tokens that lines share"

// Costs tells where the tokens went.
func (o *Observation) Costs() Costs {
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return Costs{}
	}
	var parts [numParts]int
	roles := map[string]*Share{}
	windows := map[string]*Share{}
	owner := o.windowNames()
	lc, t, _ := o.lineTable(context.Background())
	own := o.inline()
	apart := 0                        // cost of what is no element's
	_ = o.Count(context.Background()) // entry by entry it is there then
	share := func(id model.ID, cost int) {
		addShare(roles, o.r.c.Elements[id].Role, cost)
		addShare(windows, owner[id], cost)
	}
	for i, e := range o.Entries {
		cost := o.entryPart(counter, i)
		switch {
		case t != nil:
			lc.split(t, o.plan, i, i < len(o.Entries)-1, &parts)
		case e.ID == model.None:
			parts[PartHeader] += cost
		default:
			parts[PartLine] += cost
		}
		if e.ID != model.None {
			share(e.ID, cost)
		} else {
			apart += cost
		}
	}
	if own != nil {
		for _, id := range o.plan.Listed {
			share(id, int(own[id]))
			apart -= int(own[id])
			parts[PartHeader] -= int(own[id])
			parts[PartLine] += int(own[id])
		}
	}
	if apart != 0 {
		roles[elsewhere] = &Share{Name: PartHeader.String(), Tokens: apart}
		windows[elsewhere] = &Share{Name: PartHeader.String(), Tokens: apart}
	}
	var c Costs
	for at, n := range parts {
		if n != 0 {
			c.Parts = append(c.Parts, Share{Name: Part(at).String(), Tokens: tokens.Total(counter, n)})
		}
	}
	c.Roles, c.Windows = shares(counter, roles), shares(counter, windows)
	slices.SortStableFunc(c.Parts, func(a, b Share) int { return cmp.Compare(b.Tokens, a.Tokens) })
	for _, list := range []*[]Share{&c.Parts, &c.Roles, &c.Windows} {
		*list = rounded(*list, o.Tokens())
	}
	return c
}

// elsewhere is the key of what is no element's: no role or window has it.
const elsewhere = "\x00"

// rounded adds what shares lack to add up to a total.
func rounded(list []Share, total int) []Share {
	for _, s := range list {
		total -= s.Tokens
	}
	if total == 0 {
		return list
	}
	return append(list, Share{Name: Rounding, Tokens: total})
}

func addShare(to map[string]*Share, name string, cost int) {
	s := to[name]
	if s == nil {
		s = &Share{Name: name}
		to[name] = s
	}
	s.Tokens += cost
	s.Count++
}

func shares(counter tokens.Counter, from map[string]*Share) []Share {
	list := make([]Share, 0, len(from))
	for _, s := range from {
		s.Tokens = tokens.Total(counter, s.Tokens)
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// windowNames names for every element the application and window it is in:
// its topmost ancestor of these kinds, or its root.
func (o *Observation) windowNames() []string {
	c := o.r.c
	owner := make([]string, len(c.Elements))
	for _, id := range c.Tree.Order {
		e := &c.Elements[id]
		if p := c.Tree.Parent[id]; p != model.None && owner[p] != "" {
			owner[id] = owner[p]
			continue
		}
		desktop := e.Role == "desktop-frame" || e.Role == "desktop"
		if e.Kind == model.KindApplication || e.Kind == model.KindWindow && !desktop || c.Tree.Parent[id] == model.None && !desktop && e.Kind != model.KindUnknown {
			owner[id] = e.Role
			if e.Name != "" {
				owner[id] = e.Name
			}
		}
	}
	for id := range owner {
		if owner[id] == "" {
			owner[id] = "outside any window"
		}
	}
	return owner
}

// JSONTokens is what the whole capture would cost as compact JSON, one object
// per line: the baseline of what the text saves.
func (r *Renderer) JSONTokens(vocabulary string) int {
	n, _ := r.JSONTokensContext(context.Background(), vocabulary) // without a vocabulary it is 0
	return n
}

// JSONTokensContext is JSONTokens that ends with the error of ctx once that is
// done.
func (r *Renderer) JSONTokensContext(ctx context.Context, vocabulary string) (int, error) {
	r.mu.Lock()
	n, known := r.baselines[vocabulary]
	r.mu.Unlock()
	if known {
		return n, nil
	}
	n, err := r.countJSON(ctx, vocabulary)
	if err == nil {
		r.mu.Lock()
		r.baselines[vocabulary] = n
		r.mu.Unlock()
	}
	return n, err
}

func (r *Renderer) countJSON(ctx context.Context, vocabulary string) (int, error) {
	obs, err := r.Observe(Options{
		Dialect: Set("json"), Collapse: Set(CollapseNone), Query: Set(""), Tokens: Set(vocabulary), ValueCap: Set(NoCap),
	})
	if err != nil {
		return 0, err
	}
	if obs.tabled() {
		return obs.tokens(ctx)
	}
	counter, err := tokens.Open(vocabulary)
	if err != nil {
		return 0, err
	}
	// Nobody asks for the parts of these lines: one pass over the text is a
	// quarter of the work and keeps nothing.
	costs, err := obs.countEntries(ctx, counter)
	if err != nil {
		return 0, err
	}
	return tokens.Total(counter, costs.sum), nil
}
