package replay

import (
	"fmt"
	"slices"
	"strings"

	"obscope/model"
	"obscope/render"
)

// A Strategy is a way to write observations that is measured.
type Strategy struct {
	Name    string
	What    string // one line
	Control bool   // known to lose elements, so that the measure is seen to fail
	Options render.Options

	// Keep filters the elements of a capture before it is written: the
	// controls take out what no option would.
	Keep func(c *model.Capture) []bool
}

// ParseStrategy reads "name: flags", where flags are what the command line
// takes: "small: --max-elements 40 --interactive". A nil parse is
// render.ParseFlags. The error repeats neither the name nor the flags that
// parse names itself.
func ParseStrategy(text string, parse func(args []string) (render.Options, error)) (Strategy, error) {
	name, flags, ok := strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	if !ok || name == "" || strings.HasPrefix(name, "-") {
		return Strategy{}, fmt.Errorf("strategy %q: it takes 'name: flags', such as 'small: --max-elements 40'", text)
	}
	args, err := splitWords(flags)
	if err != nil {
		return Strategy{}, fmt.Errorf("strategy %s: %w", name, err)
	}
	if parse == nil {
		parse = render.ParseFlags
	}
	o, err := parse(args)
	if err != nil {
		return Strategy{}, fmt.Errorf("strategy %s: %w", name, err)
	}
	what := strings.Join(args, " ")
	if what == "" {
		what = "the defaults of the dialect and the capture"
	}
	return Strategy{Name: name, What: what, Options: o}, nil
}

// splitWords splits at blanks outside single and double quotes.
func splitWords(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, in := rune(0), false
	for _, c := range s {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, in = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteRune(c)
			in = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a %c is not closed", quote)
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// strategies are Maka's two, the caller's and the controls, in the order in
// which they are told; the first is the baseline.
func (o *Options) strategies() []Strategy {
	collapse := func(c render.Collapse) render.Options { return render.Options{Collapse: render.Set(c)} }
	list := []Strategy{
		{Name: "single-child-only (previous default)", What: "collapse structural containers holding exactly one child", Options: collapse(render.CollapseSingle)},
		{Name: "current: collapse-multi-child", What: "shipped: collapse structural containers holding one child OR MORE", Options: collapse(render.CollapseAny)},
	}
	list = append(list, o.Strategies...)
	return append(list,
		Strategy{Name: "drop-unnamed-leaves (control)", What: "NEGATIVE CONTROL — drop every childless element with no label and no value",
			Control: true, Options: collapse(render.CollapseAny), Keep: dropUnnamedLeaves},
		Strategy{Name: "keep-interactive-only (control)", What: "NEGATIVE CONTROL — keep only recognised control roles, drop the containers around them",
			Control: true, Options: collapse(render.CollapseAny), Keep: keepInteractiveOnly},
	)
}

// checkStrategies reports the first strategy that cannot be measured.
func (r *runner) checkStrategies() error {
	var names []string
	for _, s := range r.report.strategies {
		if slices.Contains(names, s.Name) {
			return fmt.Errorf("strategy %s: there are two of that name", s.Name)
		}
		names = append(names, s.Name)
		if _, err := render.Settle(&model.Capture{Format: "maka"}, s.Options); err != nil {
			return fmt.Errorf("strategy %s: %w", s.Name, err)
		}
	}
	return nil
}

func dropUnnamedLeaves(c *model.Capture) []bool {
	keep := make([]bool, len(c.Elements))
	for id := range keep {
		e := &c.Elements[id]
		keep[id] = e.Name != "" || e.Has(model.HasValue) || c.Tree.Size[id] > 1
	}
	return keep
}

// controlRoles are the roles that Maka's control keeps.
var controlRoles = map[string]bool{
	"AXButton": true, "AXCheckBox": true, "AXRadioButton": true, "AXTextField": true, "AXTextArea": true, "AXMenuItem": true, "AXMenuBarItem": true,
	"AXMenuBar": true, "AXPopUpButton": true, "AXSlider": true, "AXRow": true, "AXCell": true, "AXWindow": true,
}

// keepInteractiveOnly keeps Maka's 13 roles, and in captures of other tools
// what can be operated.
func keepInteractiveOnly(c *model.Capture) []bool {
	keep := make([]bool, len(c.Elements))
	for id := range keep {
		e := &c.Elements[id]
		keep[id] = controlRoles[e.Role] || !c.AX && (e.Actionable() || e.Kind == model.KindWindow)
	}
	return keep
}

// filtered is c with the kept elements only. What hung under an element that
// is gone has no parent any more, as in Maka's controls.
func filtered(c *model.Capture, keep []bool) (*model.Capture, []model.ID) {
	f := *c
	n := 0
	for _, k := range keep {
		n += b2i(k)
	}
	f.Elements, f.Warnings = make([]model.Element, 0, n), nil
	ids := make([]model.ID, 0, n)
	for id := range c.Elements {
		if keep[id] {
			f.Elements = append(f.Elements, c.Elements[id])
			ids = append(ids, model.ID(id))
		}
	}
	model.Plant(&f)
	return &f, ids
}
