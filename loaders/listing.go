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
	refs       int // items with a ref
	named      int // items with a quoted name or an attribute
	telling    int // items whose role is no everyday word
	others     int // items of a list that start no element
}

// tree reports a list of elements, not one of other things that happens to use
// words like image and list.
func (l *listing) tree() bool {
	return l.items > 0 && (l.refs > 0 || l.named+l.telling > 0 && l.others <= l.items)
}

// everyday are the roles that lists of other things have for a key as well.
var everyday = map[string]bool{
	"text": true, "image": true, "img": true, "form": true, "table": true, "list": true, "link": true, "button": true, "main": true, "group": true,
	"cell": true, "row": true, "region": true, "search": true, "document": true, "code": true, "dialog": true, "alert": true, "log": true, "status": true,
	"note": true, "term": true, "time": true, "option": true, "menu": true, "tab": true, "figure": true, "article": true, "section": true, "label": true,
	"application": true, "definition": true, "heading": true, "timer": true, "feed": true, "switch": true, "window": true, "page": true,
	"title": true, "caption": true, "header": true, "footer": true, "select": true, "input": true, "icon": true, "box": true, "frame": true, "app": true,
	"picture": true, "grid": true, "tree": true, "slider": true, "browser": true, "desktop": true, "terminal": true, "keyboard": true, "banner": true,
	"component": true, "command": true, "content": true, "description": true, "unknown": true, "edit": true, "entry": true, "scale": true, "panel": true,
	"password": true, "statement": true, "meter": true, "mark": true, "outline": true, "math": true, "label-text": true, "graphic": true, "notification": true,
}

// holdsListing reports a list further down in a text that is a tree.
func holdsListing(tree string) bool {
	l := peekListing(tree)
	return l.refs > 0 || l.named > 1 && l.others == 0
}

// dashBody is an item of a list without its dash.
func dashBody(line string) (body string, ok bool) {
	trimmed := strings.TrimLeft(line, " \t")
	if trimmed == "-" {
		return "", true
	}
	return strings.CutPrefix(trimmed, "- ")
}

// halfItem reports an item whose line was cut: a quote or bracket is open, or
// its role is the beginning of one.
func halfItem(line string) bool {
	body, _ := dashBody(line)
	body = strings.TrimPrefix(body, ariaChanged)
	switch {
	case strings.HasPrefix(body, "'"):
		_, _, ok := yamlSingleQuoted(body)
		return !ok
	case strings.HasPrefix(body, `"`):
		_, _, ok := yamlQuoted(body)
		return !ok
	case strings.HasPrefix(body, "/"):
		return !strings.Contains(body, ":")
	case strings.HasPrefix(body, "ref="):
		return !strings.Contains(body, "]")
	}
	role := leadingWord(body)
	rest, ok := afterName(body[len(role):])
	return !ok || strings.LastIndexByte(rest, '[') > strings.LastIndexByte(rest, ']') && !strings.Contains(rest, ":") || rest == "" && halfRole(role)
}

// halfRole reports a word that is no role and the beginning of one.
func halfRole(role string) bool {
	word := normalRole(role)
	if webKind(role) != model.KindUnknown || word == "" {
		return false
	}
	for known := range kindTable {
		if strings.HasPrefix(known, word) {
			return true
		}
	}
	return false
}

// listingLines bounds how many lines are looked at.
const listingLines = 2000

// peekListing looks at a text for marks. A line without a mark whose children
// follow is one too: Playwright ends it with a colon.
func peekListing(text string) listing {
	var l listing
	indent, open := -1, false // of the item before; whether it could have no children
	textLines(text, func(n int, line string) bool {
		body, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "- ")
		if !ok {
			open = false
			return n < listingLines
		}
		at := len(line) - len(body)
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
			l.refs++
			l.playwright++
			return n < listingLines
		}
		role := leadingWord(body)
		rest, ok := afterName(body[len(role):])
		if !ok || role == "" || webKind(role) == model.KindUnknown || !(rest == "" || rest[0] == ':' || strings.HasPrefix(rest, " [") || agentKind(rest) != "") {
			l.others++
			return n < listingLines
		}
		l.items++
		if len(rest) < len(body)-len(role) || strings.HasPrefix(rest, " [") {
			l.named++
		}
		if !everyday[normalRole(role)] {
			l.telling++
		}
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
	if ref {
		l.refs++
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
