package loaders

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// A session is the log of an agent's run: calls of tools, their results, and
// messages, in any of the shapes that agents, protocols and exports write. One
// walker reads them all: it looks at every object, takes what is a call or a
// result by its members, and joins the two by id, or by order where there is
// none. Each result is a step, with a tree if a format knows one in it.
//
//	{"type":"tool_use","id":"a","name":"click","input":{"ref":"e4"}}   a call: e4 is used in the step before
//	{"type":"tool_result","tool_use_id":"a","content":"### Page …"}    its result: the next step
//
// A log that holds no call, result or message is read line by line for captures.
type session struct {
	s    *Source
	rec  *model.Recording
	line int // that is being read, from 1

	agents map[string]*sessionAgent
	calls  map[string]*sessionCall // by id
	steps  map[string]*sessionStep // by the id of the call
	texts  map[uint64]int          // by hash of a result: its first step
	tools  map[string]bool         // the definitions there are
	lists  [][]uint64              // hashes of the messages of each conversation, as last logged
	order  *sessionCall            // the last call without an id whose result is to come

	attachments map[string]string // by hash: what stands for itself in a run of Inspect AI

	looks    int // bytes of a record that may still be looked at for captures
	parts    int // calls, results and messages found
	generic  int // steps that come from no known result or message
	lastRPC  string
	observed map[string]*model.Capture // Maka: the last capture with that observation id
	refs     map[string]model.ID       // of the capture that refsOf names
	refsOf   *model.Capture

	treeless, firstTreeless int // answers that look like a snapshot and hold no tree
	why                     string

	yield func(*model.Capture) bool // told of each step that is complete; nil tells nobody
	told  int
	ended bool
}

// A sessionAgent is the main agent or one that it called.
type sessionAgent struct {
	last *sessionStep // its last step
	seen *sessionStep // its last step with a tree
	join joiner
}

// A sessionCall is a call whose result may be to come.
type sessionCall struct {
	id, tool, time string
	args           jsontext.Value
	answered       bool
}

// A sessionStep is a step that may still be replaced: a native copy by what the
// model was shown.
type sessionStep struct {
	c       *model.Capture
	agent   *sessionAgent
	native  bool
	settled bool // its tree was looked for
}

// A place is what the objects around a value say of it.
type place struct {
	who, time, role string
	depth           int
}

func newSession(s *Source) *session {
	return &session{s: s, rec: &model.Recording{Session: &model.Session{}}, agents: map[string]*sessionAgent{}, calls: map[string]*sessionCall{},
		steps: map[string]*sessionStep{}, texts: map[uint64]int{}, tools: map[string]bool{}, observed: map[string]*model.Capture{}}
}

// record reads one value of the log: a line, or the whole document.
func (l *session) record(v jsontext.Value) {
	before := l.parts
	at := place{}
	if msg, ok := v.Lookup("msg"); ok && msg.Kind == jsontext.Object && v.Member("dir").Kind == jsontext.String {
		at.time = timeOf(v)
		v = msg // a trace that notes the direction
	}
	l.walk(v, at)
	if l.parts == before && v.Kind != jsontext.Missing {
		l.loose(v, at)
	}
}

// agent is the main agent (""), or a sub agent.
func (l *session) agent(who string) *sessionAgent {
	a := l.agents[who]
	if a == nil {
		a = &sessionAgent{}
		l.agents[who] = a
	}
	return a
}

// call notes a call, and what it names as used in the step before it.
func (l *session) call(c sessionCall, at place) *sessionCall {
	l.parts++
	if c.args.Kind == jsontext.String {
		if args, err := jsontext.Parse(c.args.Text); err == nil {
			c.args = args
		}
	}
	if old := l.calls[c.id]; c.id != "" && old != nil && (!old.answered || old.tool == c.tool && old.args.Raw == c.args.Raw) {
		if old.tool == "" || old.args.Kind == jsontext.Missing {
			old.tool, old.args = c.tool, c.args
		}
		return old // told again: a native copy, or the history of a request
	}
	if c.time == "" {
		c.time = at.time
	}
	known := &c
	if c.id != "" {
		l.calls[c.id] = known
		delete(l.steps, c.id)
	} else {
		l.order = known
	}
	l.use(l.agent(at.who), logCall{c.tool, refsIn(c.args)}, c.args)
	return known
}

// use settles the step before a call, and adds to it what the call names.
func (l *session) use(a *sessionAgent, call logCall, args jsontext.Value) {
	l.settle(a.last)
	if a.seen == nil {
		return
	}
	if len(call.refs) == 0 {
		call.refs = l.placesIn(a.seen.c, args)
	}
	l.useIn(a.seen.c, call)
}

// result notes what came back from the call with that id. A native copy gives
// way to the text that the model was shown.
func (l *session) result(id, text string, native, failed bool, at place) {
	l.parts++
	text = l.attached(text)
	c := l.calls[id]
	if id == "" || c == nil && l.order != nil && l.steps[id] == nil {
		c, l.order = l.order, nil
	}
	if old := l.steps[id]; id != "" && old != nil {
		same := old.c.Text == text
		switch {
		case same:
			old.native = old.native && native
			return // told again
		case native:
			return
		case old.native:
			l.replace(old, text)
			old.native = false
			return
		}
	}
	call := &model.ToolCall{ID: id, Time: at.time, Who: at.who, Failed: failed}
	if c != nil {
		c.answered = true
		call.Tool = c.tool
		if c.args.Kind != jsontext.Missing {
			call.Args = model.MaskSecrets(c.args)
		}
		if call.Time == "" {
			call.Time = c.time
		}
	}
	st := l.add(call, text, at)
	st.native = native
	if id != "" {
		l.steps[id] = st
	}
}

var textSeed = maphash.MakeSeed()

// add appends a step whose tree is looked for when the next one begins: until
// then its text may be replaced.
func (l *session) add(call *model.ToolCall, text string, at place) *sessionStep {
	a := l.agent(at.who)
	l.settle(a.last)
	l.tell(false)
	c := &model.Capture{Format: sessionName, Step: len(l.rec.Captures) + 1, Call: call, Text: text, Source: l.source()}
	l.rec.Captures = append(l.rec.Captures, c)
	a.last = &sessionStep{c: c, agent: a}
	return a.last
}

// source says where in the file the step is.
func (l *session) source() string {
	if l.line == 0 {
		return l.s.Name
	}
	return fmt.Sprintf("%s: line %d", l.s.Name, l.line)
}

// replace puts the text that the model was shown in the place of a native copy.
func (l *session) replace(st *sessionStep, text string) {
	old := *st.c
	*st.c = model.Capture{Format: sessionName, Step: old.Step, Call: old.Call, Text: text, Source: old.Source}
	if st.settled {
		st.settled = false
		l.settle(st)
		for _, u := range old.Uses {
			l.useIn(st.c, logCall{u.Action, []logRef{{ref: u.Ref, sure: true}}})
		}
	}
}

// settle looks for the tree of a step, once.
func (l *session) settle(st *sessionStep) {
	if st == nil || st.settled {
		return
	}
	st.settled = true
	c := st.c
	hash := maphash.String(textSeed, c.Text)
	if first := l.texts[hash]; first > 0 && l.rec.Captures[first-1].Text == c.Text && c.Text != "" {
		c.Call.Same = first
	} else {
		l.texts[hash] = c.Step
	}
	var tree *model.Capture
	if !explains(c.Call) {
		tree = l.findTree(c.Text)
	}
	if tree == nil {
		model.Link(c, nil)
		return
	}
	l.plant(c, tree)
	st.agent.join.next(c)
	c.Call.Tool = strings.TrimSpace(c.Call.Tool)
	st.agent.seen = st
	l.refsOf = nil
	if id := c.Header.ObservationID.Text; id != "" {
		l.observed[id] = c
	}
}

// plant gives a step the tree that was found in its text: the lines of the tree
// become lines of the whole.
func (l *session) plant(c, tree *model.Capture) {
	whole, call, step, source := c.Text, c.Call, c.Step, c.Source
	if tree.Source != "" && tree.Source != l.s.Name {
		source += " (" + tree.Source + ")"
	}
	part, lines := tree.Text, tree.Lines
	*c = *tree
	c.Text, c.Call, c.Step, c.Source = whole, call, step, source
	at := strings.Index(whole, part)
	switch {
	case part == "" || at < 0 && strings.Count(part, "\n") != strings.Count(whole, "\n"):
		c.Lines, call.From, call.To = nil, 0, len(whole)
	case at < 0: // something was taken off every line
		call.From, call.To = 0, len(whole)
	default:
		call.From, call.To = at, at+len(part)
		before := int32(strings.Count(whole[:at], "\n"))
		if before > 0 {
			c.Lines = slices.Clone(lines)
			for i := range c.Lines {
				if c.Lines[i] >= 0 {
					c.Lines[i] += before
				}
			}
		}
	}
	call.From, call.To = treeBounds(whole, c.Lines, call.From, call.To)
}

// treeBounds narrows the bytes that a tree was read from to the lines of its
// elements, where they are known: heads and fences around a snapshot are the
// tool's. What is indented below the last line is its own.
func treeBounds(text string, lines []int32, from, to int) (int, int) {
	least, most := int32(-1), int32(-1)
	for _, n := range lines {
		if n >= 0 && (least < 0 || n < least) {
			least = n
		}
		most = max(most, n)
	}
	if least < 0 {
		return from, to
	}
	n, at, start, deep := int32(0), 0, from, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		indented := len(line) - len(strings.TrimLeft(line, " \t"))
		switch {
		case n == least:
			start = at
			fallthrough
		case n <= most:
			deep = indented
		case indented <= deep || strings.TrimSpace(line) == "":
			return max(from, start), min(to, at)
		}
		n, at = n+1, at+len(line)
	}
	return max(from, start), min(to, at)
}

// tell hands over the steps that nothing changes any more: all, at the end, or
// those before the last of every agent.
func (l *session) tell(all bool) {
	if l.yield == nil || l.ended {
		return
	}
	open := len(l.rec.Captures)
	if !all {
		for _, a := range l.agents {
			if a.last != nil && a.last.c.Step <= open {
				open = a.last.c.Step - 1
			}
			if a.seen != nil && a.seen.c.Step <= open {
				open = a.seen.c.Step - 1
			}
		}
	}
	for ; l.told < open && !l.ended; l.told++ {
		l.ended = !l.yield(l.rec.Captures[l.told])
	}
}

// finish settles what is open and says what the recording is. It is an error if
// it holds nothing that is known.
func (l *session) finish() (*model.Recording, error) {
	for _, c := range l.rec.Captures {
		for _, a := range l.agents {
			if a.last != nil && a.last.c == c {
				l.settle(a.last)
			}
		}
	}
	if l.treeless > 0 {
		l.rec.Warn(fmt.Sprintf("%s no tree; the first is on line %d: %s", words.Count(l.treeless, "answer looks like a snapshot and holds", "answers look like snapshots and hold"), l.firstTreeless, l.why))
	}
	if l.parts == l.generic {
		l.rec.Session = nil
		for _, c := range l.rec.Captures {
			c.Call = nil
		}
	}
	if len(l.rec.Captures) == 0 {
		if l.treeless > 0 {
			return nil, fmt.Errorf("line %d: %s", l.firstTreeless, l.why)
		}
		if l.parts > 0 {
			return nil, ErrNoSteps
		}
		return nil, errNoSession
	}
	l.tell(true)
	return l.rec, nil
}

// ErrNoSteps says that a log is an agent's and holds no result yet.
var ErrNoSteps = errors.New("the log of a session in which no tool has answered yet: there is nothing to show before the first answer")

var errNoSession = errors.New("a log of JSON lines in which no line holds an element tree that is known")

func (l *session) noTree(why string) {
	if l.treeless == 0 {
		l.firstTreeless, l.why = max(l.line, 1), why
	}
	l.treeless++
}
