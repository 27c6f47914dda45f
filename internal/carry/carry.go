// Package carry says an observation in the words of others, so that it can be
// made again elsewhere: as a shell command, a check for CI, a call of
// AutoControl's in Python, an action for its executor, a call over MCP.
package carry

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// A Carry is an observation with what made it, to be made again elsewhere.
type Carry struct {
	File        string   // that was opened, "" if none was
	Reading     []string // the flags that it was read with
	Step, Steps int
	Options     render.Options
	Observation *render.Observation
}

// Command is the shell command that prints the observation.
func (k Carry) Command() (string, error) {
	file := k.File
	if file == "" {
		file = "-"
	}
	words := append([]string{"obscope", "render", file}, k.Reading...)
	if isLog := k.Observation != nil && k.Observation.Capture().Call != nil; k.Steps > 1 && (k.Step < k.Steps || isLog) { // the last of a log is the last with a tree
		words = append(words, "--capture", strconv.Itoa(k.Step))
	}
	return Shell(append(words, k.Options.Flags()...)), nil
}

// Check is the shell command that passes while the text is within the budget
// and the elements are in it.
func (k Carry) Check(ids []model.ID) (string, error) {
	if k.File == "" {
		return "", errors.New("there is no file to check")
	}
	words := append([]string{"obscope", "check", k.File}, k.Reading...)
	if k.Steps > 1 {
		words = append(words, "--capture", strconv.Itoa(k.Step))
	}
	flags := k.Options.Flags()
	if !k.Options.Budget.IsSet() {
		flags = append(flags, "--budget", strconv.Itoa(k.Observation.Set.Budget))
	}
	words = append(words, flags...)
	for _, id := range ids {
		name, ok := Target(k.Observation, id)
		if !ok {
			return "", fmt.Errorf("%s: nothing names it alone", k.Observation.Capture().Element(id).Label())
		}
		words = append(words, "--must", name)
	}
	return Shell(words), nil
}

// Target is how a command line names an element so that it finds this one;
// false if nothing names it alone.
func Target(obs *render.Observation, id model.ID) (string, bool) {
	e := obs.Capture().Element(id)
	var names []string
	if e.Name != "" {
		names = append(names, strings.TrimSpace(e.Role+" "+jsontext.Quote(e.Name)))
	}
	names = append(names, e.Ref)
	if x, y, ok := obs.Center(id); ok {
		names = append(names, fmt.Sprintf("%d,%d", x, y))
	}
	for _, name := range names {
		if ids, err := obs.Find(name); err == nil && ids[0] == id {
			return name, true
		}
	}
	return "", false
}

// Shell joins words so that a POSIX shell reads them back.
func Shell(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(shellWord(w))
	}
	return b.String()
}

func shellWord(w string) string {
	plain := w != ""
	for _, r := range w {
		if actsOnTerminals(r) {
			return escapedWord(w)
		}
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:=@%+", r)) {
			plain = false
		}
	}
	if plain {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// actsOnTerminals reports characters that are not drawn, and bytes that are no
// text.
func actsOnTerminals(r rune) bool {
	return r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// escapedWord writes a word as $'…', which shells read back: a command line is
// printed, and must not act on the terminal.
func escapedWord(w string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(w); {
		r, n := utf8.DecodeRuneInString(w[i:])
		switch {
		case actsOnTerminals(r):
			for _, c := range []byte(w[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
		i += n
	}
	b.WriteString("'")
	return b.String()
}

// autocontrol is the arguments with which AutoControl writes the same text; the
// error says what it cannot do.
func (k Carry) autocontrol() (viewport []int, limit int, err error) {
	set := k.Observation.Set
	c := k.Observation.Capture()
	switch {
	case set.Dialect != "indexed":
		return nil, 0, fmt.Errorf("AutoControl writes indexed, not %s", set.Dialect)
	case !k.Observation.Info.IsExact(c.Format):
		return nil, 0, fmt.Errorf("AutoControl cannot read captures in format %s", c.Format)
	case set.HasQuery:
		return nil, 0, errors.New("AutoControl has no query")
	case set.Collapse != render.CollapseNone:
		return nil, 0, errors.New("AutoControl has no collapse")
	case !set.Geometry:
		return nil, 0, errors.New("AutoControl always writes positions")
	case set.Knobs["row_tol"] != "" && set.Knobs["row_tol"] != "12":
		return nil, 0, errors.New("AutoControl's serializer has a fixed row tolerance")
	}
	if fault := k.Observation.Fault(); fault != nil {
		return nil, 0, fmt.Errorf("AutoControl fails on this capture: %w", fault)
	}
	if set.Viewport.Mode == render.ViewportAt {
		r := set.Viewport.Rect
		for _, f := range [...]float64{r.X, r.Y, r.W, r.H} {
			if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
				return nil, 0, errors.New("AutoControl's viewport takes whole numbers")
			}
			viewport = append(viewport, int(f))
		}
	}
	limit = set.MaxElements
	if limit == render.NoCap {
		limit = len(c.Elements)
	}
	return viewport, limit, nil
}

// Python is the call of AutoControl's serializer.
func (k Carry) Python() (string, error) {
	viewport, limit, err := k.autocontrol()
	if err != nil {
		return "", err
	}
	for i := range k.Observation.Capture().Elements {
		if e := &k.Observation.Capture().Elements[i]; withPlace(e) != e.Raw {
			return "", errors.New("AutoControl reads x, y, width and height, and this file has bounds; the action JSON has both")
		}
	}
	source := "elements"
	if k.File != "" {
		source = "json.load(open(" + string(jsontext.AppendQuote(nil, k.File)) + `, encoding="utf-8"))`
	}
	args := []string{source}
	if viewport != nil {
		args = append(args, "viewport="+intList(viewport))
	}
	if !k.Observation.Set.Interactive {
		args = append(args, "interactive_only=False")
	}
	args = append(args, "max_elements="+strconv.Itoa(limit))
	return "serialize_observation(" + strings.Join(args, ", ") + ")", nil
}

func intList(list []int) string {
	var words []string
	for _, n := range list {
		words = append(words, strconv.Itoa(n))
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// arguments is the JSON object that both the executor and the MCP tool take.
func (k Carry) arguments() (string, error) {
	viewport, limit, err := k.autocontrol()
	if err != nil {
		return "", err
	}
	if !k.Observation.Set.Interactive {
		return "", errors.New("AutoControl's action keeps interactive elements only; the Python call takes all roles")
	}
	var b strings.Builder
	b.WriteString(`{"elements": [`)
	c := k.Observation.Capture()
	for i, id := range c.Tree.Order {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("{" + onOneLine(withPlace(c.Element(id))) + "}")
	}
	b.WriteString("]")
	if viewport != nil {
		b.WriteString(`, "viewport": ` + intList(viewport))
	}
	b.WriteString(`, "max_elements": ` + strconv.Itoa(limit) + "}")
	return b.String(), nil
}

// withPlace is an element's members, with the four that AutoControl reads a
// place from: some of its own shapes have bounds instead.
func withPlace(e *model.Element) string {
	if !e.Has(model.HasFrame) || e.Member("x").Kind != jsontext.Missing {
		return e.Raw
	}
	own := e.Raw
	for i, name := range [...]string{"x", "y", "width", "height"} {
		side := [...]float64{e.Frame.X, e.Frame.Y, e.Frame.W, e.Frame.H}[i]
		if own != "" {
			own += ", "
		}
		own += `"` + name + `": ` + strconv.FormatFloat(side, 'f', -1, 64)
	}
	return own
}

// onOneLine leaves out the white space between the tokens of JSON, but for a
// blank after each comma and colon; strings and numbers stay as they are.
func onOneLine(json string) string {
	b := make([]byte, 0, len(json))
	for i := 0; i < len(json); i++ {
		switch c := json[i]; c {
		case ' ', '\t', '\n', '\r':
		case ',', ':':
			b = append(b, c, ' ')
		case '"':
			n := jsontext.QuotedLen(json[i:])
			b = append(b, json[i:i+n]...)
			i += n - 1
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// Action is the list for AutoControl's executor.
func (k Carry) Action() (string, error) {
	args, err := k.arguments()
	if err != nil {
		return "", err
	}
	return `[["AC_serialize_observation", ` + args + "]]", nil
}

// MCP is the parameters of a tools/call that answers with the text: of
// AutoControl's tool where it can write it, else of obscope's own.
func (k Carry) MCP() (string, error) {
	args, err := k.arguments()
	if err == nil {
		return `{"name": "ac_serialize_observation", "arguments": ` + args + "}", nil
	}
	if k.File == "" {
		return "", fmt.Errorf("%w, and without a file there is nothing for render_observation", err)
	}
	options, err := k.Options.MarshalJSON()
	if err != nil {
		return "", err
	}
	b := `{"name": "render_observation", "arguments": {"file": ` + jsontext.Quote(k.File) + `, "step": ` + strconv.Itoa(max(1, k.Step))
	for i := 0; i+1 < len(k.Reading); i += 2 {
		if k.Reading[i] != "--format" {
			return "", fmt.Errorf("render_observation has nothing for %s", k.Reading[i])
		}
		b += `, "format": ` + jsontext.Quote(k.Reading[i+1])
	}
	if rest := strings.TrimPrefix(string(options), "{"); rest != "}" {
		b += ", " + rest
	} else {
		b += "}"
	}
	return b + "}", nil
}
