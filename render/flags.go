package render

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render/tokens"
)

// An OptionSpec describes one option for flags, forms, presets and MCP: the
// same name everywhere, flags with hyphens.
type OptionSpec struct {
	Name  string // max_elements
	Type  OptionType
	Value string // what it takes, for people: N or none
	About string
	Get   func(Options) (string, bool) // its spelling, false if unset
	Set   func(*Options, string) error // the error says what it takes, and nothing is set
	Unset func(*Options)               // makes it follow the dialect and the capture again
}

// OptionType is what the value of an option is in JSON.
type OptionType uint8

// The types of options.
const (
	TextOption   OptionType = iota // a string
	NumberOption                   // a whole number
	LimitOption                    // a whole number, or none
	SwitchOption                   // true or false
	PlaceOption                    // a list of four numbers, or their spelling, or a word that Value names
)

// Flag is the name of the flag: --max-elements.
func (s OptionSpec) Flag() string { return strings.ReplaceAll(s.Name, "_", "-") }

// OptionSpecs lists the options in the order in which they are shown. A
// dialect's own knobs are set with --set.
func OptionSpecs() []OptionSpec { return slices.Clone(optionSpecs) }

var optionSpecs = []OptionSpec{
	option("dialect", TextOption, "NAME", "how the text is written: indexed (AutoControl), outline (Maka), json, or another agent's",
		func(o *Options) *Opt[string] { return &o.Dialect }, asItIs,
		func(_, s string) (string, error) {
			_, err := FindDialect(s)
			return s, err
		}),
	option("viewport", PlaceOption, "X,Y,W,H, capture or off", "keep elements whose centre is inside, edges included",
		func(o *Options) *Opt[Viewport] { return &o.Viewport }, Viewport.String,
		func(_, s string) (Viewport, error) { return ParseViewport(s) }),
	option("max_elements", LimitOption, "N or none", "how many element lines are kept",
		func(o *Options) *Opt[int] { return &o.MaxElements }, limitText, parseLimit),
	option("interactive", SwitchOption, "on or off", "keep only what can be operated, and what contains it",
		func(o *Options) *Opt[bool] { return &o.Interactive }, onOff, parseOnOff),
	option("query", TextOption, "TEXT", "keep elements that hold the text, and what contains them; '' is none",
		func(o *Options) *Opt[string] { return &o.Query }, asItIs,
		func(_, s string) (string, error) { return s, nil }),
	option("collapse", TextOption, "none, single or any", "lift the children of containers that say nothing",
		func(o *Options) *Opt[Collapse] { return &o.Collapse }, Collapse.String,
		func(_, s string) (Collapse, error) {
			at := slices.Index(collapseNames[:], s)
			if at < 0 {
				return 0, fmt.Errorf("collapse %q: it takes none, single or any", s)
			}
			return Collapse(at), nil
		}),
	option("geometry", SwitchOption, "on or off", "write where elements are",
		func(o *Options) *Opt[bool] { return &o.Geometry }, onOff, parseOnOff),
	option("value_cap", NumberOption, "N", "length of a value that outline writes, in UTF-16 units",
		func(o *Options) *Opt[int] { return &o.ValueCap }, limitText,
		func(name, s string) (int, error) {
			n, err := parseLimit(name, s)
			if err == nil && n < 0 {
				err = fmt.Errorf("%s %s: it takes a number from 0", name, s)
			}
			return n, err
		}),
	option("budget", NumberOption, "N", "tokens that the gauge measures against",
		func(o *Options) *Opt[int] { return &o.Budget }, strconv.Itoa,
		func(_, s string) (int, error) {
			n, err := strconv.Atoi(s)
			if err != nil || n <= 0 {
				return 0, fmt.Errorf("budget %q: it takes a number of tokens above 0", s)
			}
			return n, nil
		}),
	option("tokens", TextOption, "NAME", "what tokens are counted with: "+strings.Join(tokens.Names(), ", "),
		func(o *Options) *Opt[string] { return &o.Tokens }, asItIs,
		func(_, s string) (string, error) {
			if !slices.Contains(tokens.Names(), s) {
				return "", fmt.Errorf("tokens %q: there are %s", s, strings.Join(tokens.Names(), ", "))
			}
			return s, nil
		}),
}

// option describes the option that is kept in a field: how a value of it is
// spelled, and how a spelling is read; parse gets the name for its error.
func option[T any](name string, kind OptionType, value, about string,
	field func(*Options) *Opt[T], spell func(T) string, parse func(name, s string) (T, error)) OptionSpec {
	return OptionSpec{
		Name: name, Type: kind, Value: value, About: about,
		Get: func(o Options) (string, bool) {
			v := field(&o)
			if !v.set {
				return "", false
			}
			return spell(v.value), true
		},
		Set: func(o *Options, s string) error {
			v, err := parse(name, s)
			if err == nil {
				*field(o) = Set(v)
			}
			return err
		},
		Unset: func(o *Options) { *field(o) = Opt[T]{} },
	}
}

func asItIs(s string) string { return s }

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

func parseOnOff(name, s string) (bool, error) {
	switch s {
	case "on", "true", "yes":
		return true, nil
	case "off", "false", "no":
		return false, nil
	}
	return false, fmt.Errorf("%s %q: it takes on or off", name, s)
}

func limitText(n int) string {
	if n == NoCap {
		return "none"
	}
	return strconv.Itoa(n)
}

func parseLimit(name, s string) (int, error) {
	if s == "none" {
		return NoCap, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("%s %q: it takes a number or none", name, s)
	}
	return n, nil
}

// String spells a viewport as its flag takes it.
func (v Viewport) String() string {
	switch v.Mode {
	case ViewportOff:
		return "off"
	case ViewportCapture:
		return "capture"
	}
	side := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	r := v.Rect
	return side(r.X) + "," + side(r.Y) + "," + side(r.W) + "," + side(r.H)
}

// ParseViewport reads X,Y,W,H, also as X,Y WxH, or the words capture and off.
func ParseViewport(s string) (Viewport, error) {
	switch s {
	case "off", "none":
		return Viewport{}, nil
	case "capture":
		return Viewport{Mode: ViewportCapture}, nil
	}
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == ' ' || c == 'x' })
	var side [4]float64
	if len(parts) != len(side) {
		return Viewport{}, fmt.Errorf("viewport %q: it takes X,Y,W,H, capture or off", s)
	}
	for i, p := range parts {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return Viewport{}, fmt.Errorf("viewport %q: %q is not a number", s, p)
		}
		side[i] = f
	}
	return ViewportOf(model.Rect{X: side[0], Y: side[1], W: side[2], H: side[3]}), nil
}

// Flags spells the options that are set as command-line flags.
func (o Options) Flags() []string {
	var flags []string
	for _, spec := range optionSpecs {
		value, set := spec.Get(o)
		switch {
		case !set:
		case spec.Name == "interactive" && value == "on":
			flags = append(flags, "--interactive")
		case spec.Name == "interactive":
			flags = append(flags, "--all-roles")
		default:
			flags = append(flags, "--"+spec.Flag(), value)
		}
	}
	for _, name := range o.Knobs.names() {
		flags = append(flags, "--set", name+"="+o.Knobs[name])
	}
	return flags
}

func (k Knobs) names() []string {
	return slices.Sorted(maps.Keys(k))
}

// ParseFlags reads what Flags writes, and --name=value. The error names the flag
// and says what it takes.
func ParseFlags(args []string) (Options, error) {
	var o Options
	for len(args) > 0 {
		flag := args[0]
		name, value, inline := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		args = args[1:]
		switch flag {
		case "--interactive", "--all-roles":
			o.Interactive = Set(flag == "--interactive")
			continue
		}
		if !strings.HasPrefix(flag, "--") {
			return o, fmt.Errorf("%q is not an option", flag)
		}
		if !inline {
			if len(args) == 0 {
				return o, fmt.Errorf("%s needs a value", flag)
			}
			value, args = args[0], args[1:]
		}
		if err := o.SetFlag(name, value); err != nil {
			return o, err
		}
	}
	return o, nil
}

// SetFlag sets the option of a flag, named without its hyphens; set takes
// name=value of a knob.
func (o *Options) SetFlag(name, value string) error {
	if name == "set" {
		knob, v, ok := strings.Cut(value, "=")
		if !ok || knob == "" {
			return fmt.Errorf("--set %q: it takes name=value", value)
		}
		o.Knobs = o.Knobs.With(knob, v)
		return nil
	}
	return o.SetOption(strings.ReplaceAll(name, "-", "_"), value)
}

// SetOption sets an option by its name, as OptionSpecs has it. The error says what
// the option takes, or which options there are, and o stays as it was.
func (o *Options) SetOption(name, value string) error {
	var names []string
	for _, spec := range optionSpecs {
		if spec.Name == name {
			return spec.Set(o, value)
		}
		names = append(names, spec.Name)
	}
	names = append(names, "set")
	if best := words.Nearest(name, names); best != "" {
		return fmt.Errorf("no option %q; did you mean %s?", name, best)
	}
	return fmt.Errorf("no option %q; there are %s", name, strings.Join(names, ", "))
}
