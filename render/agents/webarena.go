package agents

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// webArenaDialect is WebArena's accessibility_tree observation.
type webArenaDialect struct{}

// Its own stages.
const (
	waOutside = render.OwnStages + iota
	waInvalid
	waCleaned
	waUnreached
	waCut
)

func (webArenaDialect) Info() render.Info {
	return render.Info{
		Name: "webarena", About: "accessibility_tree of WebArena: tabs for depth, node ids, text cleaned of repetitions",
		Version: "browser_env/processors.py", ExactFor: []string{"cdp"},
		Knobs: []render.Knob{
			flag("current_viewport_only", "only what is in the window; needs the places of elements").Hiding("false", waOutside, waUnreached, waCleaned),
			{Name: "screen_width", About: "of window.screen, in CSS pixels", Default: "1280"},
			{Name: "screen_height", About: "of window.screen, in CSS pixels", Default: "720"},
			{Name: "tabs", About: `the tabs for the first line, as JSON: [{"title": "a", "current": true}, …]`, Takes: takesTabs},
			limitOf("max_obs_length", "cl100k_base tokens kept of the text, as run.py passes it; 0: all", "1920", "0", waCut),
		},
		Stages: []string{"outside the window", "says nothing", "cleaned text", "not reached", cutStage},
		Defects: []string{
			"the share of an element in the window is multiplied by its height squared: one pixel row of a tall box is enough, and a box lower than 0.775 pixels never is (issue 178)",
			"a line of any role whose text has the word StaticText is taken for a text and mostly lost",
			"a text vanishes if the three lines before it contain it, be it the digit of an id",
			"values of fields are not printed",
		},
	}
}

func (webArenaDialect) Bind(c *model.Capture) (render.Bound, error) {
	special := specialWarning(c)
	return withCut(newWebArena(axTreeOf(c)), waCut, func(p *render.Plan) cut {
		n, ok := wholeNumber(p, "max_obs_length")
		if !ok || n == 0 {
			return cut{limit: -1}
		}
		if special != "" {
			p.Warnings.Add(model.OriginalFails, special)
		}
		return cut{limit: n}
	}), nil
}

type webArena struct {
	ax *axTree
	adjacency
	text   []string // by node: its line without indentation; "" if it is not valid
	framed bool     // some element has a place
	cycles bool
	fails  failures // what the original stumbles over whatever the options
}

func newWebArena(ax *axTree) *webArena {
	w := &webArena{ax: ax, adjacency: ax.children(ax.first), text: make([]string, len(ax.nodes))}
	var buf []byte
	noRole := false
	for i := range ax.nodes {
		n := &ax.nodes[i]
		buf = w.appendText(buf[:0], n)
		w.text[i] = string(buf)
		w.framed = w.framed || ax.c.Elements[i].Has(model.HasFrame)
		noRole = noRole || n.role.kind == jsontext.Missing && n.backend.kind != jsontext.Missing
	}
	_, w.cycles = postorder(int32(len(ax.nodes)), w.kidsOf)
	if noRole {
		w.fails = append(w.fails, "KeyError: a node has no role")
	}
	if len(ax.nodes) == 0 {
		w.fails = append(w.fails, "IndexError: there are no nodes")
	}
	return w
}

// waHidden are properties that are not printed.
var waHidden = commaSet("focusable,editable,readonly,level,settable,multiline,invalid")

// waEmpty are roles that say nothing without a name and properties.
var waEmpty = commaSet("generic,img,list,strong,paragraph,banner,navigation,Section,LabelText,Legend,listitem")

// appendText writes the line of a node without indentation; nothing if it is
// not valid.
func (w *webArena) appendText(dst []byte, n *axNode) []byte {
	start := len(dst)
	if n.role.kind == jsontext.Missing || n.name.kind != jsontext.String {
		return dst
	}
	dst = append(append(append(dst, '['), n.nodeID.py()...), "] "...)
	dst = append(append(append(dst, n.role.py()...), ' '), pyvalue.ReprString(n.name.text)...)
	bare := true
	for _, q := range w.ax.propsOf(n) {
		if q.value.kind == jsontext.Missing || waHidden.has(q.name) {
			continue
		}
		bare = false
		dst = append(append(append(dst, ' '), q.name...), ": "...)
		dst = append(dst, q.value.py()...)
	}
	if pyvalue.Strip(n.name.text) == "" && (bare && n.role.kind == jsontext.String && waEmpty.has(n.role.text) || n.role.is("listitem")) {
		return dst[:start]
	}
	return dst
}

// static reports whether a line counts as one that only holds a text, and the
// text that must be new for it to stay: what the pattern "[digits] StaticText
// (.+)" finds, without its first and last character.
func waStatic(line string) (text string, static bool) {
	if !hasFold(line, "statictext") {
		return "", false
	}
	const mark = "] StaticText "
	for from := 0; ; {
		at := strings.Index(line[from:], mark)
		if at < 0 {
			return "", true
		}
		at += from
		from = at + 1
		digits := strings.TrimRightFunc(line[:at], unicode.IsDigit)
		rest := line[at+len(mark):]
		if len(digits) == at || !strings.HasSuffix(digits, "[") || rest == "" {
			continue
		}
		_, first := jsontext.DecodeRune(rest)
		rest = rest[first:]
		return rest[:len(rest)-lastSize(rest)], true
	}
}

// lastSize is the length in bytes of the last code point of s.
func lastSize(s string) int {
	if s == "" {
		return 0
	}
	if len(s) >= 3 && jsontext.HasHalf(s[len(s)-3:]) {
		return 3
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return n
}

// hasFold reports whether s contains the lower-case ASCII word in any case.
func hasFold(s, word string) bool {
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i]|0x20 == word[0] && strings.EqualFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

func takesTabs(value string) error {
	if v, err := jsontext.Parse(value); err != nil || v.Kind != jsontext.Array {
		return render.WrongValue("it takes a JSON list of tabs: [{\"title\": \"a\", \"current\": true}]", "%q: ", value)
	}
	return nil
}
