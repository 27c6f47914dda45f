package render

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"obscope/internal/jsontext"
	"obscope/model"
	"obscope/render/tokens"
)

// An OptionSpec describes one option for flags, forms, presets and MCP: the
// same name everywhere, flags with hyphens.
type OptionSpec struct {
	Name  string // max_elements
	Value string // what it takes: N or none
	About string
	Get   func(Options) (string, bool) // its spelling, false if unset
	Set   func(*Options, string) error // the error says what it takes
	Unset func(*Options)
}

// Flag is the name of the flag: --max-elements.
func (s OptionSpec) Flag() string { return strings.ReplaceAll(s.Name, "_", "-") }

// OptionSpecs lists the options in the order in which they are shown. A
// dialect's own knobs are set with --set.
func OptionSpecs() []OptionSpec { return slices.Clone(optionSpecs) }

var optionSpecs = []OptionSpec{
	{
		Name: "dialect", Value: "NAME", About: "how the text is written: indexed (AutoControl), outline (Maka), json, or another agent's",
		Get: get(func(o Options) Opt[string] { return o.Dialect }, func(s string) string { return s }),
		Set: func(o *Options, s string) error {
			o.Dialect = Set(s)
			_, err := FindDialect(s)
			return err
		},
		Unset: func(o *Options) { o.Dialect = Opt[string]{} },
	},
	{
		Name: "viewport", Value: "X,Y,W,H, capture or off", About: "keep elements whose centre is inside, edges included",
		Get: get(func(o Options) Opt[Viewport] { return o.Viewport }, Viewport.String),
		Set: func(o *Options, s string) error {
			v, err := ParseViewport(s)
			o.Viewport = Set(v)
			return err
		},
		Unset: func(o *Options) { o.Viewport = Opt[Viewport]{} },
	},
	{
		Name: "max_elements", Value: "N or none", About: "how many element lines are kept",
		Get: get(func(o Options) Opt[int] { return o.MaxElements }, limitText),
		Set: func(o *Options, s string) error {
			n, err := parseLimit("max_elements", s)
			o.MaxElements = Set(n)
			return err
		},
		Unset: func(o *Options) { o.MaxElements = Opt[int]{} },
	},
	{
		Name: "interactive", Value: "on or off", About: "keep only what can be operated, and what contains it",
		Get: get(func(o Options) Opt[bool] { return o.Interactive }, onOff),
		Set: func(o *Options, s string) error {
			on, err := parseOnOff("interactive", s)
			o.Interactive = Set(on)
			return err
		},
		Unset: func(o *Options) { o.Interactive = Opt[bool]{} },
	},
	{
		Name: "query", Value: "TEXT", About: "keep elements that hold the text, and what contains them; '' is none",
		Get:   get(func(o Options) Opt[string] { return o.Query }, func(s string) string { return s }),
		Set:   func(o *Options, s string) error { o.Query = Set(s); return nil },
		Unset: func(o *Options) { o.Query = Opt[string]{} },
	},
	{
		Name: "collapse", Value: "none, single or any", About: "lift the children of containers that say nothing",
		Get: get(func(o Options) Opt[Collapse] { return o.Collapse }, Collapse.String),
		Set: func(o *Options, s string) error {
			at := slices.Index(collapseNames[:], s)
			if at < 0 {
				return fmt.Errorf("collapse %q: it takes none, single or any", s)
			}
			o.Collapse = Set(Collapse(at))
			return nil
		},
		Unset: func(o *Options) { o.Collapse = Opt[Collapse]{} },
	},
	{
		Name: "geometry", Value: "on or off", About: "write where elements are",
		Get: get(func(o Options) Opt[bool] { return o.Geometry }, onOff),
		Set: func(o *Options, s string) error {
			on, err := parseOnOff("geometry", s)
			o.Geometry = Set(on)
			return err
		},
		Unset: func(o *Options) { o.Geometry = Opt[bool]{} },
	},
	{
		Name: "value_cap", Value: "N", About: "length of a value that outline writes, in UTF-16 units",
		Get: get(func(o Options) Opt[int] { return o.ValueCap }, limitText),
		Set: func(o *Options, s string) error {
			n, err := parseLimit("value_cap", s)
			if err == nil && n < 0 {
				err = fmt.Errorf("value_cap %s: it takes a number from 0", s)
			}
			o.ValueCap = Set(n)
			return err
		},
		Unset: func(o *Options) { o.ValueCap = Opt[int]{} },
	},
	{
		Name: "budget", Value: "N", About: "tokens that the gauge measures against",
		Get: get(func(o Options) Opt[int] { return o.Budget }, strconv.Itoa),
		Set: func(o *Options, s string) error {
			n, err := strconv.Atoi(s)
			if err != nil || n <= 0 {
				return fmt.Errorf("budget %q: it takes a number of tokens above 0", s)
			}
			o.Budget = Set(n)
			return nil
		},
		Unset: func(o *Options) { o.Budget = Opt[int]{} },
	},
	{
		Name: "tokens", Value: "NAME", About: "what tokens are counted with: " + strings.Join(tokens.Names(), ", "),
		Get: get(func(o Options) Opt[string] { return o.Tokens }, func(s string) string { return s }),
		Set: func(o *Options, s string) error {
			o.Tokens = Set(s)
			if !slices.Contains(tokens.Names(), s) {
				return fmt.Errorf("tokens %q: there are %s", s, strings.Join(tokens.Names(), ", "))
			}
			return nil
		},
		Unset: func(o *Options) { o.Tokens = Opt[string]{} },
	},
}

func get[T any](field func(Options) Opt[T], spell func(T) string) func(Options) (string, bool) {
	return func(o Options) (string, bool) {
		v := field(o)
		if !v.set {
			return "", false
		}
		return spell(v.value), true
	}
}

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

// ParseFlags reads what Flags writes.
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

// SetFlag sets the option of a flag, named without its hyphens.
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

// SetOption sets an option by its name.
func (o *Options) SetOption(name, value string) error {
	var names []string
	for _, spec := range optionSpecs {
		if spec.Name == name {
			return spec.Set(o, value)
		}
		names = append(names, spec.Name)
	}
	return fmt.Errorf("no option %q; there are %s", name, strings.Join(names, ", "))
}

// MarshalJSON writes the options that are set, numbers and booleans as such:
// {"viewport":"0,0,1280,800","max_elements":60,"interactive":true}.
func (o Options) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for _, spec := range optionSpecs {
		value, set := spec.Get(o)
		if !set {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(jsontext.AppendQuote(b, spec.Name), ':')
		switch _, err := strconv.Atoi(value); {
		case spec.Value == "on or off":
			b = strconv.AppendBool(b, value == "on")
		case err == nil && spec.Name != "query":
			b = append(b, value...)
		default:
			b = jsontext.AppendQuote(b, value)
		}
	}
	for i, name := range o.Knobs.names() {
		switch {
		case i > 0:
			b = append(b, ',')
		case len(b) > 1:
			b = append(b, `,"set":{`...)
		default:
			b = append(b, `"set":{`...)
		}
		b = append(jsontext.AppendQuote(b, name), ':')
		b = jsontext.AppendQuote(b, o.Knobs[name])
		if i == len(o.Knobs)-1 {
			b = append(b, '}')
		}
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes; null leaves an option unset.
func (o *Options) UnmarshalJSON(data []byte) error {
	v, err := jsontext.Parse(string(data))
	if err != nil {
		return err
	}
	if v.Kind != jsontext.Object {
		return errors.New("options are a JSON object")
	}
	*o = Options{}
	for _, m := range v.Members {
		switch {
		case m.Value.Kind == jsontext.Null:
			continue
		case m.Name == "set" && m.Value.Kind == jsontext.Object:
			for _, knob := range m.Value.Members {
				o.Knobs = o.Knobs.With(knob.Name, knob.Value.Text)
			}
			continue
		case m.Value.Kind == jsontext.Array && m.Name == "viewport":
			var sides []string
			for _, side := range m.Value.Items {
				sides = append(sides, side.Text)
			}
			if err := o.SetOption(m.Name, strings.Join(sides, ",")); err != nil {
				return err
			}
			continue
		case m.Value.Kind == jsontext.Array || m.Value.Kind == jsontext.Object:
			return fmt.Errorf("%s: it cannot be an %s", m.Name, m.Value.Kind)
		}
		if err := o.SetOption(m.Name, m.Value.Text); err != nil {
			return err
		}
	}
	return nil
}
