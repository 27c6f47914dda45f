package render

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"

	"obscope/internal/text/words"
)

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
		case spec.Type == SwitchOption:
			b = strconv.AppendBool(b, value == "on")
		case err == nil && (spec.Type == NumberOption || spec.Type == LimitOption):
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

// UnmarshalJSON reads what MarshalJSON writes; null leaves an option unset, and a
// viewport may be a list of four numbers. The error names the option and says what
// it takes.
func (o *Options) UnmarshalJSON(data []byte) error {
	v, err := jsontext.Parse(string(data))
	if err != nil {
		return err
	}
	if v.Kind != jsontext.Object {
		return errors.New(`options are a JSON object, such as {"max_elements": 60}`)
	}
	*o = Options{}
	for _, m := range v.Members {
		switch {
		case m.Value.Kind == jsontext.Null:
			continue
		case m.Name == "set" && m.Value.Kind != jsontext.Object:
			return fmt.Errorf("set: it takes an object of the dialect's own options: {\"name\": value}")
		case m.Name == "set":
			for _, knob := range m.Value.Members {
				switch knob.Value.Kind {
				case jsontext.Array, jsontext.Object, jsontext.Null:
					return fmt.Errorf("set: %s: it takes a text, a number, true or false", knob.Name)
				}
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
			return fmt.Errorf("%s: it cannot be %s", m.Name, words.Article(m.Value.Kind.String()))
		}
		if err := o.SetOption(m.Name, m.Value.Text); err != nil {
			return err
		}
	}
	return nil
}

// Over lays the options that are set in o over those of base.
func (o Options) Over(base Options) Options {
	for _, spec := range optionSpecs {
		if value, set := spec.Get(o); set {
			// A value that was taken once is taken again.
			_ = spec.Set(&base, value)
		}
	}
	for name, value := range o.Knobs {
		base.Knobs = base.Knobs.With(name, value)
	}
	return base
}
