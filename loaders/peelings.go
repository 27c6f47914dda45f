package loaders

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
)

func carriageReturns(text string) (string, bool) {
	return strings.ReplaceAll(text, "\r", "\n"), strings.Contains(text, "\r") && !strings.Contains(text, "\n")
}

// ansi is an escape sequence: of colours and the cursor, of a window title, or
// of one character.
var ansi = regexp.MustCompile(`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])`)

func withoutANSI(text string) (string, bool) {
	if !strings.Contains(text, "\x1b") {
		return text, false
	}
	return ansi.ReplaceAllString(text, ""), true
}

// joinedLines makes a text of a JSON list of lines, as notebooks keep it.
func joinedLines(text string) (string, bool) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return text, false
	}
	v, err := jsontext.Parse(strings.TrimSpace(text))
	if err != nil || len(v.Items) == 0 {
		return text, false
	}
	var b strings.Builder
	for _, item := range v.Items {
		if item.Kind != jsontext.String {
			return text, false
		}
		b.WriteString(strings.TrimSuffix(item.Text, "\n"))
		b.WriteByte('\n')
	}
	return b.String(), true
}

// member is what stands before a text that was copied out of JSON or code.
var member = regexp.MustCompile(`^[\w"'.\[\]]*\s*[:=]\s*(?:[rbuf]?["'])`)

var escapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "", `\"`, `"`, `\'`, `'`, `\/`, "/", `\\`, `\`)

// unescaped undoes the escapes of a text that was copied out of JSON or code.
func unescaped(text string) (string, bool) {
	escaped := strings.Count(text, `\n`)
	if escaped < 1 || 4*strings.Count(strings.TrimSpace(text), "\n") > escaped {
		return text, false
	}
	inner := strings.Trim(strings.TrimSpace(text), ",;")
	if start := member.FindString(inner); start != "" {
		inner = inner[len(start)-1:]
	}
	for _, quote := range [...]string{`"`, "'", "`"} {
		if rest, ok := strings.CutPrefix(inner, quote); ok {
			inner = strings.TrimSuffix(rest, quote)
			break
		}
	}
	if v, err := jsontext.Parse(`"` + strings.ReplaceAll(inner, "\n", `\n`) + `"`); err == nil {
		return v.Text, true
	}
	return escapes.Replace(inner), true
}

func withoutEntities(text string) (string, bool) {
	for _, mark := range [...]string{"&quot;", "&gt;", "&lt;", "&#34;", "&#39;", "&#x27;", "&nbsp;"} {
		if strings.Contains(text, mark) {
			return html.UnescapeString(text), true
		}
	}
	return text, false
}

func withoutNoBreak(text string) (string, bool) {
	const noBreak = "\u00a0"
	return strings.ReplaceAll(text, noBreak, " "), strings.Contains(text, noBreak)
}

// eachLine changes the lines of a text.
func eachLine(text string, change func(line string) string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = change(line)
	}
	return strings.Join(lines, "\n")
}

// matching counts the lines that a test takes, and all that are not blank.
func matching(text string, test func(line string) bool) (taken, all int) {
	textLines(text, func(_ int, line string) bool {
		if strings.TrimSpace(line) != "" {
			all++
			if test(line) {
				taken++
			}
		}
		return true
	})
	return taken, all
}

func withoutQuotes(text string) (string, bool) {
	quotes := func(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), ">") }
	if taken, _ := matching(text, quotes); taken == 0 {
		return text, false
	}
	return eachLine(text, func(line string) string {
		if !quotes(line) {
			return line
		}
		return strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(line, " "), ">"), " ")
	}), true
}

// numbered is a line with its number, as editors, cat -n and grep -n print it.
var numbered = regexp.MustCompile(`^\s*L?([0-9]+)(?:→|\t|:|\s*[|│┃])`)

func withoutNumbers(text string) (string, bool) {
	last, blanks := -1, true
	taken, all := matching(text, func(line string) bool {
		m := numbered.FindStringSubmatch(line)
		if m == nil {
			return false
		}
		n, _ := strconv.Atoi(m[1])
		follows := last < 0 || n > last
		last = n
		if rest := line[len(m[0]):]; rest != "" {
			blanks = blanks && rest[0] == ' '
		}
		return follows
	})
	if taken == 0 || 2*taken < all {
		return text, false
	}
	return eachLine(text, func(line string) string {
		m := numbered.FindString(line)
		if m == "" {
			return line
		}
		if rest := line[len(m):]; !blanks || rest == "" {
			return rest
		}
		return line[len(m)+1:]
	}), true
}

// withoutFrame takes off the lines that programs of a terminal draw around a
// text.
func withoutFrame(text string) (string, bool) {
	if !strings.ContainsAny(text, "│┃║⎿") {
		return text, false
	}
	return eachLine(text, func(line string) string {
		body := strings.TrimLeft(line, " ")
		before := line[:len(line)-len(body)]
		for _, side := range [...]string{"│", "┃", "║"} {
			if inner, ok := strings.CutPrefix(body, side); ok {
				return strings.TrimRight(strings.TrimSuffix(strings.TrimRight(inner, " "), side), " ")
			}
		}
		if strings.Trim(body, "─━═┄╌╭╮╰╯┌┐└┘├┤┏┓┗┛╔╗╚╝ ") == "" {
			return ""
		}
		if inner, ok := strings.CutPrefix(body, "⎿"); ok {
			return before + " " + inner
		}
		return line
	}), true
}

// withoutPlus takes the new side of a diff most of whose lines are new.
func withoutPlus(text string) (string, bool) {
	plus, all := matching(text, func(line string) bool { return line[0] == '+' && !isDiffHead(line) })
	heads, _ := matching(text, isDiffHead)
	if plus == 0 || 2*plus < all-heads {
		return text, false
	}
	return eachLine(text, func(line string) string {
		switch {
		case line == "" || isDiffHead(line), line[0] != '+' && line[0] != ' ':
			return ""
		}
		return line[1:]
	}), true
}

// isDiffHead reports the lines of a diff that are of neither side.
func isDiffHead(line string) bool {
	for _, start := range [...]string{"diff ", "index ", "new file", "--- ", "+++ ", "@@ "} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// openTag is a tag before a text, with what prompts put there.
var openTag = regexp.MustCompile(`^<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?>`)

func withoutTag(text string) (string, bool) {
	trimmed := strings.TrimSpace(text)
	m := openTag.FindStringSubmatch(trimmed)
	if m == nil {
		return text, false
	}
	inner := trimmed[len(m[0]):]
	at := strings.LastIndex(inner, "</"+m[1]+">")
	if at < 0 {
		return text, false
	}
	return strings.TrimPrefix(strings.TrimRight(inner[:at], " \t\r\n"), "\n") + "\n", true
}

// dedented takes off what all lines start with: the blanks, or the tabs.
func dedented(text string) (string, bool) {
	first := strings.TrimLeft(text, "\r\n")
	margin := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
	lines := 0
	textLines(text, func(_ int, line string) bool {
		if strings.TrimSpace(line) != "" {
			lines++
			for !strings.HasPrefix(line, margin) {
				margin = margin[:len(margin)-1]
			}
		}
		return margin != ""
	})
	if margin == "" || lines < 2 {
		return text, false
	}
	return eachLine(text, func(line string) string { return strings.TrimPrefix(line, margin) }), true
}

// trimmed takes off the blanks before the ends of lines, where all have some.
func trimmed(text string) (string, bool) {
	blanks, all := matching(text, func(line string) bool {
		line = strings.TrimSuffix(line, "\r")
		return strings.TrimRight(line, " ") != line
	})
	if blanks < all || all < 2 {
		return text, false
	}
	return eachLine(text, func(line string) string { return strings.TrimRight(line, " \r") }), true
}
