package loaders

import (
	"errors"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/loaders/domsnap"
	"obscope/model"
)

var puppeteerFormat = Format{
	Name: "puppeteer", About: "Puppeteer: page.accessibility.snapshot()",
	Recognised: "JSON objects with role and children whose root is a RootWebArea or that have backendNodeId",
	Frames:     true,
	Sniff:      sniffPuppeteer,
	Load:       loadPuppeteer,
}

func sniffPuppeteer(p *Peek) Score {
	switch {
	case p.Has("role", "backendNodeId"), p.ItemHas("role", "backendNodeId"):
		return Sure
	case p.Has("role"):
		if role := p.TextOf("role"); role == "RootWebArea" || role == "WebArea" {
			return Sure
		}
	}
	return No
}

func loadPuppeteer(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "puppeteer", Unit: cssPixels}
	l := &puppeteerReader{r: jsontext.NewReader(s.Text), c: c}
	if l.r.Peek() == jsontext.Array {
		for l.r.Array(); l.r.NextItem(); {
			l.tree()
		}
	} else {
		l.tree()
	}
	l.r.End()
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	if len(c.Elements) == 0 {
		return nil, errors.New("the snapshot is empty: puppeteer answers null while a page loads, or for a root that is hidden")
	}
	if l.odd > 0 {
		c.Warn(words.Count(l.odd, "child is no object and was left out", "children are not objects and were left out"))
	}
	model.Link(c, l.parent)
	if lonelyRoot(c) {
		c.Warn("only the root is in it: the page was still loading or shows nothing that is accessible")
	}
	beside, err := findBeside(s, c)
	if err != nil {
		return nil, err
	}
	beside.join(c, l.backend)
	markWebRepeats(c)
	markWebSecrets(c)
	nameWebPage(c)
	return one(c), nil
}

type puppeteerReader struct {
	r       *jsontext.Reader
	c       *model.Capture
	parent  []model.ID
	backend []int64
	open    []puppeteerNode
	odd     int
}

// A puppeteerNode is an element that is being read.
type puppeteerNode struct {
	id         model.ID
	inChildren bool
	start, end int    // of the run of members that is being read
	own        []byte // the runs before it
}

// tree reads one node with everything below it.
func (l *puppeteerReader) tree() {
	if !l.enter(model.None) {
		return
	}
	for len(l.open) > 0 && l.r.Err() == nil {
		top := &l.open[len(l.open)-1]
		switch {
		case top.inChildren && l.r.NextItem():
			l.enter(top.id)
		case top.inChildren:
			top.inChildren = false
			top.start, top.end = l.r.Offset(), l.r.Offset()
		case l.r.NextName():
			l.member(top)
		default:
			l.leave(top)
		}
	}
}

func (l *puppeteerReader) enter(parent model.ID) bool {
	if l.r.Peek() != jsontext.Object {
		if kind := l.r.Peek(); kind != jsontext.Null {
			l.odd++
		}
		l.r.Skip()
		return false
	}
	id := model.ID(len(l.c.Elements))
	l.c.Elements = append(l.c.Elements, model.Element{Ref: strconv.Itoa(int(id)), Given: model.HasRef})
	l.parent = append(l.parent, parent)
	l.backend = append(l.backend, 0)
	l.r.Object()
	l.open = append(l.open, puppeteerNode{id: id, start: l.r.Offset(), end: l.r.Offset()})
	return true
}

func (l *puppeteerReader) member(n *puppeteerNode) {
	if l.r.Name() == "children" {
		n.own = appendRun(n.own, l.r.Text(n.start, n.end))
		n.start, n.end = 0, 0
		if l.r.Peek() == jsontext.Array {
			l.r.Array()
			n.inChildren = true
			return
		}
		if l.r.Peek() != jsontext.Null {
			l.odd++
		}
		l.r.Skip()
		n.start, n.end = l.r.Offset(), l.r.Offset()
		return
	}
	l.field(n.id, l.r.Name())
	n.end = l.r.Offset()
}

func (l *puppeteerReader) field(id model.ID, name string) {
	e := &l.c.Elements[id]
	text, kind := domsnap.Scalar(l.r)
	if kind == jsontext.Null || kind == jsontext.Object || kind == jsontext.Array {
		return
	}
	switch name {
	case "role":
		e.Role, e.Given = text, e.Given|model.HasRole
	case "name":
		e.Name, e.Given = text, e.Given|model.HasName
	case "value":
		e.Value, e.Given = text, e.Given|model.HasValue
	case "description":
		e.Description, e.Given = text, e.Given|model.HasDescription
	case "backendNodeId":
		l.backend[id] = int64(domsnap.Finite(text))
	default:
		setWebState(e, name, text)
	}
}

// leave finishes an element.
func (l *puppeteerReader) leave(n *puppeteerNode) {
	e := &l.c.Elements[n.id]
	last := l.r.Text(n.start, n.end)
	if len(n.own) == 0 {
		e.Raw = strings.TrimSpace(trimMember(last))
	} else {
		e.Raw = strings.TrimSpace(string(appendRun(n.own, last)))
	}
	e.Kind = webKind(e.Role)
	// Puppeteer calls the nodes that Chromium ignores none.
	e.Ignored = e.Role == "none"
	setWebActions(e, false)
	l.open = l.open[:len(l.open)-1]
}
