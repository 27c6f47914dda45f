package loaders

import (
	"regexp"
	"strings"
)

// cutWords are what tools and people write where they leave something out.
var cutWords = []string{"truncat", "omitted", "clipped", "elided", "snip", "cut off", "cut short", "shortened", "abbreviated", "more line", "more char", "more token", "more element", "more node", "lines hidden", "collapsed lines"}

// cutCount is … +120 lines, [12 lines], (40 more) and the like.
var cutCount = regexp.MustCompile(`^[\[(<{]*\s*(…|\.\.\.)?\s*\+?\s*[0-9][0-9,.]*\s*[kKM]?B?\s+(more\b|other\b|lines?\b|chars?\b|characters?\b|tokens?\b|bytes?\b|elements?\b|nodes?\b)`)

// cutLine bounds a line that says that something is missing.
const cutLine = 240

// isCut reports a line that stands for what was cut out of a text: "...",
// "[truncated 12000 characters]", "… +120 lines". It is no prose about cuts: it
// starts with a mark.
func isCut(line string) bool {
	s := strings.TrimSpace(line)
	if s == "" || len(s) > cutLine || surelyWhole(s) {
		return false
	}
	if strings.Trim(s, ".…[](){}<>#*-/ ") == "" {
		return strings.Contains(s, "...") || strings.Contains(s, "…")
	}
	if s[0] == '#' && !strings.ContainsAny(s, "…(") && !strings.Contains(s, "...") {
		return false // a heading
	}
	marked := strings.ContainsAny(s[:1], "[(<{.*-#=+/~|!") || strings.HasPrefix(s, "…") || isDigit(s[0])
	if strings.HasPrefix(s, "- ") && !strings.HasPrefix(s, "- ...") && !strings.HasPrefix(s, "- […") && !strings.HasPrefix(s, "- [...") {
		return false // an item of a list
	}
	lower := strings.ToLower(s)
	if marked && cutCount.MatchString(lower) && (strings.ContainsAny(lower[:1], "[(<{.+") || strings.HasPrefix(lower, "…") || strings.Contains(lower, " more") || strings.Contains(lower, " other")) {
		return true
	}
	for _, word := range cutWords {
		if strings.Contains(lower, word) {
			return marked || strings.HasPrefix(lower, "warning") || strings.HasPrefix(lower, "output ") || strings.HasPrefix(lower, "note: ") || strings.HasPrefix(lower, "truncated") || strings.HasSuffix(lower, "truncated")
		}
	}
	return false
}

// surelyWhole reports what most lines of trees are: items of a list that begin
// with a word, and words that no note of a cut begins with. It keeps the search
// for marks away from them.
func surelyWhole(s string) bool {
	if len(s) > 2 && s[0] == '-' && s[1] == ' ' {
		return isLetter(s[2])
	}
	return isLetter(s[0]) && strings.IndexByte("wWoOnNtT", s[0]) < 0 && s[len(s)-1] != 'd' && s[len(s)-1] != 'D'
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// glued is the mark of a cut at the end of a line that it broke off, of which no
// name or text of an application is made.
var glued = regexp.MustCompile(`(?i)(?:\.\.\.|…)?\s*[\[(<{][^\[\](){}<>"]*\b(?:truncated|omitted|clipped|elided)\b[^\[\](){}<>"]*[\])>}]\s*(?:\.\.\.|…)?$|(?:\.\.\.|…)[^"…]*\btruncated\b[^"…]*(?:\.\.\.|…)$`)

// gluedCut is the mark of a cut at the end of a line, or "".
func gluedCut(line string) string {
	if line == "" || !strings.HasSuffix(line, "…") && strings.IndexByte("].)>}", line[len(line)-1]) < 0 {
		return ""
	}
	tail := line
	if c := line[len(line)-1]; c != '.' && c < 0x80 {
		tail = line[max(0, strings.LastIndexAny(line, "[(<{")):] // a ref, most often
	}
	if tail = strings.ToLower(tail); !strings.Contains(tail, "truncated") && !strings.Contains(tail, "omitted") && !strings.Contains(tail, "clipped") && !strings.Contains(tail, "elided") {
		return ""
	}
	if mark := glued.FindString(line); isCut(mark) {
		return mark
	}
	return ""
}
