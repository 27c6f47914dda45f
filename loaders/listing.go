package loaders

import (
	"strings"

	"obscope/model"
)

// Playwright and agent-browser both print a tree as a list of "- role" lines.
// What only one of them prints tells them apart.

// A listing is what the beginning of such a text shows.
type listing struct {
	items      int // lines that start an element
	playwright int // marks of Playwright
	agent      int // marks of agent-browser
}

// listingLines bounds how many lines are looked at.
const listingLines = 2000

// peekListing looks at a text for marks. A line without a mark whose children
// follow is one too: Playwright ends it with a colon.
func peekListing(text string) listing {
	var l listing
	indent, open := -1, false // of the item before; whether it could have no children
	textLines(text, func(n int, line string) bool {
		body, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "- ")
		if !ok {
			open = false
			return n < listingLines
		}
		at := indentOf(line)
		if open && at > indent {
			l.agent++
		}
		indent, open = at, false
		switch {
		case strings.HasPrefix(body, "/") && strings.Contains(body, ":"), strings.HasPrefix(body, "'"), strings.HasPrefix(body, "text:"):
			l.playwright++
			return n < listingLines
		case strings.HasPrefix(body, ariaChanged), strings.HasPrefix(body, "ref=") && strings.Contains(body, "[unchanged]"):
			l.items++
			l.playwright++
			return n < listingLines
		}
		role := leadingWord(body)
		if role == "" || webKind(role) == model.KindUnknown {
			return n < listingLines
		}
		rest, ok := afterName(body[len(role):])
		if !ok {
			return n < listingLines
		}
		l.items++
		l.mark(role, rest, len(rest) < len(body)-len(role))
		open = rest == "" || strings.HasSuffix(rest, "]")
		return n < listingLines
	})
	return l
}

// afterName cuts a quoted name or a pattern off what follows a role.
func afterName(s string) (string, bool) {
	rest, ok := strings.CutPrefix(s, " ")
	switch {
	case !ok:
		return s, s == "" || s[0] == ':'
	case strings.HasPrefix(rest, `"`):
		_, rest, ok = cutQuoted(rest)
		return rest, ok
	case strings.HasPrefix(rest, "/"):
		end := strings.LastIndexByte(rest, '/')
		return rest[end+1:], end > 0
	}
	return s, true
}

// mark judges what follows the name: attributes in brackets of their own are
// Playwright's, several in one bracket are agent-browser's.
func (l *listing) mark(role, rest string, named bool) {
	if role != strings.ToLower(role) {
		l.agent++ // StaticText, LabelText
	}
	ref := false
	for count := 0; ; count++ {
		inside, after, ok := cutBracket(strings.TrimPrefix(rest, " "))
		if !ok {
			break
		}
		rest = after
		name, value, _ := strings.Cut(inside, "=")
		ref = ref || strings.Contains(inside, "ref=")
		switch {
		case name == "box" || name == "active" || name == "cursor" || strings.HasPrefix(value, "f") && name == "ref", count > 0:
			l.playwright++
		case strings.Contains(inside, ", "), strings.HasPrefix(inside, "checked=true"), strings.HasPrefix(inside, "checked=false"), strings.HasPrefix(inside, "expanded="):
			l.agent++
		}
	}
	if rest == ":" {
		l.playwright++
	}
	if !ref && (webKind(role).Interactive() || named && agentContent[role]) || role == "img" || role == "iframe" {
		l.playwright++ // agent-browser gives these a ref, and spells the last two otherwise
	}
	for _, kind := range agentKinds {
		if strings.HasPrefix(rest, " "+kind+" [") {
			l.agent++
		}
	}
}

// agentContent are the roles that get a ref from agent-browser if they have a
// name.
var agentContent = map[string]bool{
	"heading": true, "cell": true, "gridcell": true, "columnheader": true, "rowheader": true, "listitem": true,
	"article": true, "region": true, "main": true, "navigation": true,
}

// agentKinds are the words by which agent-browser says what its look at the
// page's listeners found.
var agentKinds = []string{"clickable", "editable", "focusable"}
