package render

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"obscope/model"
	"obscope/render/tokens"
)

// A Renderer writes one capture. It keeps what later observations need again:
// the bound dialects, lower-cased names, written parts and their token counts.
// It is safe for concurrent use.
type Renderer struct {
	c     *model.Capture
	facts facts

	preparing chan struct{} // the turn of who prepares a dialect

	mu     sync.Mutex
	bound  map[string]*boundDialect
	counts map[countKey]*partCounts
	whole  []*Observation // without a cap, the latest first; see uncapped

	baselines map[string]int // by vocabulary; see JSONTokens
}

// New makes a Renderer for c, which must not change any more.
func New(c *model.Capture) *Renderer {
	r := &Renderer{c: c, bound: map[string]*boundDialect{}, preparing: make(chan struct{}, 1), counts: map[countKey]*partCounts{}, baselines: map[string]int{}}
	r.facts.c = c
	return r
}

// Capture is the capture that r writes.
func (r *Renderer) Capture() *model.Capture { return r.c }

// DefaultDialect is the dialect of a capture where none is set.
func DefaultDialect(c *model.Capture) string {
	switch {
	case c.Call != nil:
		return "text" // of a session: the whole result, as the model read it
	case isAutoControl(c):
		return "indexed"
	}
	return "outline"
}

// Settle fills what is unset in o with the defaults of the dialect and the
// capture.
func Settle(c *model.Capture, o Options) (Settings, error) {
	s := Settings{
		Dialect:     o.Dialect.Or(DefaultDialect(c)),
		MaxElements: o.MaxElements.Or(NoCap),
		Interactive: o.Interactive.Or(false),
		Collapse:    o.Collapse.Or(CollapseNone),
		Geometry:    o.Geometry.Or(true),
		ValueCap:    o.ValueCap.Or(DefaultValueCap),
		Budget:      o.Budget.Or(DefaultBudget),
		Tokens:      o.Tokens.Or(tokens.Default),
	}
	d, err := FindDialect(s.Dialect)
	if err != nil {
		return s, err
	}
	info := d.Info()
	if err := info.CheckKnobs(o.Knobs); err != nil {
		return s, err
	}
	s.Knobs = Knobs{}
	for _, knob := range info.Knobs {
		s.Knobs[knob.Name] = knob.Default
	}
	for name, value := range o.Knobs {
		s.Knobs[name] = value
	}
	switch s.Dialect {
	case "indexed":
		s.Interactive = o.Interactive.Or(true)
		s.MaxElements = o.MaxElements.Or(DefaultCap)
	case "outline", "json":
		s.Collapse = o.Collapse.Or(CollapseAny)
		if isMaka(c) && !makaJSON(c) {
			// The text shows what was left after its own collapse: it stays
			// what the agent read until somebody asks for more.
			s.Collapse = o.Collapse.Or(CollapseNone)
		}
		s.Query, s.HasQuery = c.Query, c.HasQuery
	}
	if o.Query.IsSet() {
		s.Query, s.HasQuery = o.Query.value, o.Query.value != ""
	}
	s.Viewport, s.ViewportBy = resolveViewport(c, o.Viewport.Or(Viewport{}))
	if s.MaxElements < 0 && s.Dialect != "indexed" {
		return s, fmt.Errorf("max-elements %d: only indexed counts from the end", s.MaxElements)
	}
	return s, nil
}

// resolveViewport turns ViewportCapture into a place and says whose it is.
func resolveViewport(c *model.Capture, v Viewport) (Viewport, string) {
	if v.Mode != ViewportCapture {
		return v, ""
	}
	switch {
	case !c.Screen.Empty():
		return ViewportOf(c.Screen), "the captured screen"
	case !c.Bounds.Empty():
		return ViewportOf(c.Bounds), "the captured window"
	}
	for _, id := range c.Tree.Order {
		if f := c.Elements[id].Frame; c.Elements[id].Has(model.HasFrame) && f.OnScreen() && !f.Empty() {
			return ViewportOf(f), "the root frame"
		}
	}
	return Viewport{}, "no frame in the capture"
}

// Observe applies the options. The error says which option does not fit.
func (r *Renderer) Observe(o Options) (*Observation, error) {
	set, err := Settle(r.c, o)
	if err != nil {
		return nil, err
	}
	return r.ObserveSettings(set)
}

// ObserveContext is Observe that does not wait for the preparation of a dialect,
// which takes long on a large capture, once ctx is done; it then ends with the
// error of ctx. A preparation that has begun goes on, for later.
func (r *Renderer) ObserveContext(ctx context.Context, o Options) (*Observation, error) {
	set, err := Settle(r.c, o)
	if err != nil {
		return nil, err
	}
	return r.observe(ctx, set)
}

// ObserveSettings is Observe with everything settled.
func (r *Renderer) ObserveSettings(set Settings) (*Observation, error) {
	return r.observe(context.Background(), set)
}

func (r *Renderer) observe(ctx context.Context, set Settings) (*Observation, error) {
	b, err := r.bind(ctx, set.Dialect)
	if err != nil {
		return nil, err
	}
	if b.err != nil {
		return nil, fmt.Errorf("dialect %s: %w", set.Dialect, b.err)
	}
	if refuser, ok := b.bound.(Refuser); ok {
		if err := refuser.Refuse(set); err != nil {
			return nil, &RefusedError{set.Dialect, err}
		}
	}
	p := &Plan{Capture: r.c, Set: set, Verdicts: make([]Verdict, len(r.c.Elements))}
	for i := range p.Verdicts {
		p.Verdicts[i].Line = -1
	}
	if _, own := b.bound.(ownStages); !own {
		p.Out = r.facts.narrow(set)
	}
	b.bound.Plan(p)
	obs := &Observation{Set: set, Info: b.dialect.Info(), Entries: p.Entries, Verdicts: p.Verdicts, Warnings: p.Warnings, r: r, plan: p, bound: b.bound, total: -1}
	if _, own := b.bound.(ownStages); !own {
		obs.cap()
	}
	obs.Funnel = funnel(obs)
	return obs, nil
}

// ownStages marks the dialects of this package, which apply the common options
// themselves.
type ownStages interface{ ownStages() }

// Fits lists the dialects that can write this capture, those that are exact
// for its format first.
func (r *Renderer) Fits() []Info {
	infos, _ := r.fits(context.Background()) // which is never done
	return infos
}

func (r *Renderer) fits(ctx context.Context) ([]Info, error) {
	var infos []Info
	for _, d := range Dialects() {
		b, err := r.bind(ctx, d.Info().Name)
		if err != nil {
			return nil, err
		}
		if b.err == nil {
			infos = append(infos, d.Info())
		}
	}
	rank := func(i Info) int {
		switch {
		case i.Name == "indexed" || i.Name == "outline":
			return 0
		case i.IsExact(r.c.Format):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(infos, func(a, b Info) int { return cmp.Compare(rank(a), rank(b)) })
	return infos, nil
}

// funnel counts what each stage took out, in the order of the stages.
func funnel(o *Observation) []FunnelStep {
	var removed [256]int
	for _, v := range o.Verdicts {
		removed[v.Stage]++
	}
	left := len(o.Verdicts)
	var steps []FunnelStep
	add := func(stage Stage) {
		step := FunnelStep{Stage: stage, Name: o.StageName(stage), Active: stageActive(stage, o.Set), Removed: removed[stage]}
		if !step.Active && step.Removed == 0 {
			return
		}
		left -= step.Removed
		step.Left = left
		steps = append(steps, step)
	}
	for stage := AtRepeat; stage < AtCap; stage++ {
		add(stage)
	}
	for i := range o.Info.Stages {
		add(OwnStages + Stage(i))
	}
	add(AtCap)
	add(AtUnchanged)
	return steps
}

func stageActive(stage Stage, s Settings) bool {
	for _, spec := range optionSpecs {
		if spec.Active != nil && spec.Stage == stage {
			return spec.Active(s)
		}
	}
	return false
}
