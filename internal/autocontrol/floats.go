package autocontrol

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// numberToFloat is float() of a JSON number or boolean. An integer too large for
// a double is an error; a number with a fraction or an exponent was read as a
// double already and is infinite.
func numberToFloat(v jsontext.Value) (float64, error) {
	if v.Kind == jsontext.Bool {
		if v.Text == "true" {
			return 1, nil
		}
		return 0, nil
	}
	f, _ := strconv.ParseFloat(v.Text, 64)
	if math.IsInf(f, 0) && pyvalue.IsIntSpelling(v.Text) {
		return 0, pyvalue.Errorf("OverflowError", "int too large to convert to float")
	}
	return f, nil
}

// parseFloat is float() of a string: white space around it and single
// underscores between digits are allowed, digits of any script count, and there
// are no hexadecimal floats.
func parseFloat(s string) (float64, error) {
	invalid := func() error {
		return pyvalue.Errorf("ValueError", "could not convert string to float: %s", pyvalue.ReprString(s))
	}
	var b strings.Builder
	body := pyvalue.Strip(s)
	for i, c := range body {
		switch {
		case c == '_':
			if i == 0 || i == len(body)-1 || !isDigit(body[i-1]) || !isDigit(body[i+1]) {
				return 0, invalid()
			}
		case c >= 0x80:
			d, err := pyvalue.ParseInt(string(c))
			if !unicode.Is(unicode.Nd, c) || err != nil {
				return 0, invalid()
			}
			b.WriteString(d.String())
		default:
			b.WriteRune(c)
		}
	}
	text := b.String()
	if strings.ContainsAny(text, "xXpP") {
		return 0, invalid()
	}
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case "inf", "infinity", "nan":
		if len(text)-len(strings.TrimLeft(text, "+-")) > 1 {
			return 0, invalid()
		}
		if strings.HasSuffix(strings.ToLower(text), "nan") {
			return math.NaN(), nil
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, invalid()
	}
	return f, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' || c >= 0x80 }

// round4 is round(f, 4) printed as repr prints it.
func round4(f float64) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', 4, 64), 64)
	return pyvalue.Float(rounded)
}
