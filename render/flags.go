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

// An OptionSpec is one option. Flags, JSON, presets, the MCP schema, the line of
// options, the form, the prompts, completion and the prices of a change are made
// from it; a flag has hyphens where the name has none.
type OptionSpec struct {
	Name    string // max_elements
	Key     string // of the inspector, that changes it; "" for the form alone
	Label   string // in the form and in prompts
	Purpose string // behind the label in a prompt, where the label may mislead
	Brief   string // the label in the line of options; "" where the value says it
	Short   string // the label where room is scarce, and stays
	Gauged  bool   // the gauge shows the value as well
	Type    OptionType
	Value   string // what it takes, for people: N or none
	Example string // of a value that is typed
	About   string

	Flags    [2]string // of a switch without a value: those that turn it on and off
	OffAbout string    // what the second of them does
	Stage    Stage     // at which it takes elements out; Kept if it takes none

	Choices func() []string              // spellings to complete; those of a ChoiceOption are all there are
	Prices  func(Settings) []string      // spellings worth a look instead of what is in force
	Active  func(Settings) bool          // whether the stage does anything
	Idle    func(Settings) string        // why the dialect makes nothing of it, "" if it does
	Show    func(Settings) string        // for the line of options, if not as Now spells it
	Now     func(Settings) string        // the spelling of what is in force
	Get     func(Options) (string, bool) // its spelling, false if unset
	Set     func(*Options, string) error // the error says what it takes, and nothing is set
	Unset   func(*Options)               // makes it follow the dialect and the capture again
}

// OptionType is how the value of an option is typed, stepped and kept in JSON.
type OptionType uint8

// The types of options.
const (
	TextOption    OptionType = iota // any string, the empty one included
	ChoiceOption                    // one of Choices
	DialectOption                   // a dialect that can write the capture
	NumberOption                    // a whole number
	LimitOption                     // a whole number, or none
	SwitchOption                    // true or false
	PlaceOption                     // a list of four numbers, or their spelling, or a word that Value names
)

// Flag is the name of the flag: --max-elements.
func (s OptionSpec) Flag() string { return strings.ReplaceAll(s.Name, "_", "-") }

// Shown is the value in force for the line of options; "" is none.
func (s OptionSpec) Shown(set Settings) string {
	if s.Show != nil {
		return s.Show(set)
	}
	return s.Now(set)
}

// Step sets o to the value after the one in force; false for an option that has
// no few values to step through.
func (s OptionSpec) Step(o *Options, set Settings) bool {
	var all []string
	switch s.Type {
	case SwitchOption:
		all = []string{"off", "on"}
	case ChoiceOption:
		all = s.Choices()
	default:
		return false
	}
	next := all[(slices.Index(all, s.Now(set))+1)%len(all)]
	return s.Set(o, next) == nil
}

// OptionSpecs lists the options in the order in which they are shown. A
// dialect's own knobs are set with --set.
func OptionSpecs() []OptionSpec { return slices.Clone(optionSpecs) }

var optionSpecs = []OptionSpec{
	option(OptionSpec{
		Name: "dialect", Key: "d", Label: "dialect", Type: DialectOption, Value: "NAME", Choices: dialectNames,
		About: "how the text is written: indexed (AutoControl), outline (Maka), json, or another agent's",
	}, func(o *Options) *Opt[string] { return &o.Dialect }, func(s Settings) string { return s.Dialect }, asItIs,
		func(_, s string) (string, error) {
			_, err := FindDialect(s)
			return s, err
		}),
	option(OptionSpec{
		Name: "viewport", Key: "v", Label: "viewport", Brief: "viewport", Short: "view", Type: PlaceOption,
		Value: "X,Y,W,H, capture or off", Example: "0,0,1280,800", About: "keep elements whose centre is inside, edges included",
		Stage: AtViewport, Active: func(s Settings) bool { return s.Viewport.Mode != ViewportOff },
		Choices: func() []string { return []string{"capture", "off"} },
		Prices: func(s Settings) []string {
			if s.Viewport.Mode == ViewportOff {
				return []string{"capture"}
			}
			return []string{"off"}
		},
		Show: func(s Settings) string { return s.Viewport.shown() },
	}, func(o *Options) *Opt[Viewport] { return &o.Viewport }, func(s Settings) Viewport { return s.Viewport }, Viewport.String,
		func(_, s string) (Viewport, error) { return ParseViewport(s) }),
	option(OptionSpec{
		Name: "max_elements", Key: "m", Label: "max elements", Brief: "max", Type: LimitOption, Value: "N or none", Example: "60",
		About: "how many element lines are kept",
		Stage: AtCap, Active: func(s Settings) bool { return s.MaxElements != NoCap },
		Prices: func(s Settings) []string {
			if s.MaxElements != NoCap {
				return []string{"none"}
			}
			return []string{strconv.Itoa(DefaultCap)}
		},
	}, func(o *Options) *Opt[int] { return &o.MaxElements }, func(s Settings) int { return s.MaxElements }, Limit, parseLimit),
	option(OptionSpec{
		Name: "interactive", Key: "i", Label: "interactive", Type: SwitchOption, Value: "on or off",
		About: "keep only what can be operated, and what contains it", Flags: [2]string{"interactive", "all-roles"}, OffAbout: "keep every role",
		Stage: AtRole, Active: func(s Settings) bool { return s.Interactive },
		Prices: func(s Settings) []string { return []string{onOff(!s.Interactive)} },
		Show: func(s Settings) string {
			if s.Interactive {
				return "interactive"
			}
			return "all roles"
		},
	}, func(o *Options) *Opt[bool] { return &o.Interactive }, func(s Settings) bool { return s.Interactive }, onOff, parseOnOff),
	option(OptionSpec{
		Name: "query", Key: "/", Label: "query", Purpose: "filters the observation", Brief: "query", Type: TextOption, Value: "TEXT", Example: "save",
		About: "keep elements that hold the text, and what contains them; '' is none",
		Stage: AtQuery, Active: func(s Settings) bool { return s.HasQuery },
		Prices: func(s Settings) []string {
			if s.HasQuery {
				return []string{""}
			}
			return nil
		},
	}, func(o *Options) *Opt[string] { return &o.Query }, func(s Settings) string { return s.Query }, asItIs,
		func(_, s string) (string, error) { return s, nil }),
	option(OptionSpec{
		Name: "collapse", Key: "c", Label: "collapse", Brief: "collapse", Type: ChoiceOption, Value: "none, single or any",
		About: "lift the children of containers that say nothing",
		Stage: AtCollapse, Active: func(s Settings) bool { return s.Collapse != CollapseNone },
		Choices: func() []string { return collapseNames[:] },
		Prices: func(s Settings) []string {
			return slices.DeleteFunc(slices.Clone(collapseNames[:]), func(name string) bool { return name == s.Collapse.String() })
		},
	}, func(o *Options) *Opt[Collapse] { return &o.Collapse }, func(s Settings) Collapse { return s.Collapse }, Collapse.String,
		func(_, s string) (Collapse, error) {
			at := slices.Index(collapseNames[:], s)
			if at < 0 {
				return 0, WrongValue("it takes none, single or any", "collapse %q: ", s)
			}
			return Collapse(at), nil
		}),
	option(OptionSpec{
		Name: "geometry", Key: "o", Label: "geometry", Brief: "geometry", Short: "geo", Type: SwitchOption, Value: "on or off",
		About: "write where elements are", Choices: func() []string { return []string{"on", "off"} },
		Prices: func(s Settings) []string { return []string{onOff(!s.Geometry)} },
	}, func(o *Options) *Opt[bool] { return &o.Geometry }, func(s Settings) bool { return s.Geometry }, onOff, parseOnOff),
	option(OptionSpec{
		Name: "value_cap", Label: "value cap", Type: NumberOption, Value: "N", Example: "256",
		About: "length of a value that outline writes, in UTF-16 units",
		Prices: func(s Settings) []string {
			if s.Dialect == "outline" && s.ValueCap > 64 {
				return []string{"64"}
			}
			return nil
		},
		Idle: func(s Settings) string {
			if s.Dialect == "indexed" {
				return "indexed writes no values"
			}
			return ""
		},
	}, func(o *Options) *Opt[int] { return &o.ValueCap }, func(s Settings) int { return s.ValueCap }, Limit,
		func(name, s string) (int, error) {
			n, err := parseLimit(name, s)
			if err == nil && n < 0 {
				err = WrongValue("it takes a number from 0", "%s %s: ", name, s)
			}
			return n, err
		}),
	option(OptionSpec{
		Name: "budget", Key: "b", Label: "token budget", Brief: "budget", Gauged: true, Type: NumberOption, Value: "N", Example: "4000",
		About: "tokens that the gauge measures against",
		Show:  func(s Settings) string { return words.Thousands(s.Budget) },
	}, func(o *Options) *Opt[int] { return &o.Budget }, func(s Settings) int { return s.Budget }, strconv.Itoa,
		func(_, s string) (int, error) {
			n, err := strconv.Atoi(s)
			if err != nil || n <= 0 {
				return 0, WrongValue("it takes a number of tokens above 0", "budget %q: ", s)
			}
			return n, nil
		}),
	option(OptionSpec{
		Name: "tokens", Key: "t", Label: "tokens", Brief: "tokens", Gauged: true, Type: ChoiceOption, Value: "NAME",
		About: "what tokens are counted with: " + strings.Join(tokens.Names(), ", "), Choices: tokens.Names,
	}, func(o *Options) *Opt[string] { return &o.Tokens }, func(s Settings) string { return s.Tokens }, asItIs,
		func(_, s string) (string, error) {
			if !slices.Contains(tokens.Names(), s) {
				return "", WrongValue("there are "+strings.Join(tokens.Names(), ", "), "tokens %q: ", s)
			}
			return s, nil
		}),
}

// option completes the row of an option that is kept in a field: how a value of
// it is spelled, and how a spelling is read; parse gets the name for its error.
func option[T any](row OptionSpec, field func(*Options) *Opt[T], settled func(Settings) T,
	spell func(T) string, parse func(name, s string) (T, error)) OptionSpec {
	row.Now = func(s Settings) string { return spell(settled(s)) }
	row.Get = func(o Options) (string, bool) {
		v := field(&o)
		if !v.set {
			return "", false
		}
		return spell(v.value), true
	}
	row.Set = func(o *Options, s string) error {
		v, err := parse(row.Name, s)
		if err == nil {
			*field(o) = Set(v)
		}
		return err
	}
	row.Unset = func(o *Options) { *field(o) = Opt[T]{} }
	return row
}

func dialectNames() []string {
	var names []string
	for _, d := range Dialects() {
		names = append(names, d.Info().Name)
	}
	return names
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
	return false, WrongValue("it takes on or off", "%s %q: ", name, s)
}

func parseLimit(name, s string) (int, error) {
	if s == "none" {
		return NoCap, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, WrongValue("it takes a number or none", "%s %q: ", name, s)
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
	return v.corner(",", ",")
}

// shown spells a viewport as X,Y WxH.
func (v Viewport) shown() string {
	if v.Mode == ViewportOff {
		return "off"
	}
	return v.corner(" ", "x")
}

// corner spells the place and, behind a separator, the size.
func (v Viewport) corner(size, by string) string {
	side := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	r := v.Rect
	return side(r.X) + "," + side(r.Y) + size + side(r.W) + by + side(r.H)
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
		return Viewport{}, WrongValue("it takes X,Y,W,H, capture or off", "viewport %q: ", s)
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
		case spec.Flags[0] != "" && value == "on":
			flags = append(flags, "--"+spec.Flags[0])
		case spec.Flags[0] != "":
			flags = append(flags, "--"+spec.Flags[1])
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
		if o.setSwitch(strings.TrimPrefix(flag, "--")) {
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

// setSwitch sets a switch by one of its two flags.
func (o *Options) setSwitch(flag string) bool {
	for _, spec := range optionSpecs {
		if at := slices.Index(spec.Flags[:], flag); at >= 0 && flag != "" {
			return spec.Set(o, onOff(at == 0)) == nil
		}
	}
	return false
}

// SetFlag sets the option of a flag, named without its hyphens; set takes
// name=value of a knob.
func (o *Options) SetFlag(name, value string) error {
	if name == "set" {
		knob, v, ok := strings.Cut(value, "=")
		if !ok || knob == "" {
			return WrongValue("it takes name=value", "--set %q: ", value)
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
	return WrongValue("there are "+strings.Join(names, ", "), "no option %q; ", name)
}
