package loaders

import (
	"errors"
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// What people paste has come through a chat, a terminal, an editor or a mail,
// each of which puts something around it or on every line. A text that no
// format recognises is peeled of these one by one until one does; each is told.
// What is recognised as it stands is never peeled.

// A peeling takes something off a whole text.
type peeling struct {
	what string // what it took off, for people
	peel func(text string) (string, bool)
}

// peelings in the order in which they are tried: what lies outside first.
var peelings = []peeling{
	{"line ends of old Macs", carriageReturns},
	{"colours of a terminal", withoutANSI},
	{"a list of lines", joinedLines},
	{"escapes (\\n for a line end)", unescaped},
	{"HTML entities", withoutEntities},
	{"no-break spaces", withoutNoBreak},
	{"quote marks (>)", withoutQuotes},
	{"line numbers", withoutNumbers},
	{"the lines of a terminal's frame", withoutFrame},
	{"the + of a diff", withoutPlus},
	{"the tag around it", withoutTag},
}

// maxPasted bounds the texts that are peeled: nobody pastes more.
const maxPasted = 8 << 20

// openPasted opens a text that no format recognises, nil if peeling does not
// help.
func openPasted(s *Source) *model.Recording {
	if len(s.Text) > maxPasted {
		return nil
	}
	text := s.Text
	var taken []string
	for range maxWrapped {
		at := text
		for _, p := range peelings {
			inner, ok := p.peel(text)
			if !ok || inner == text || strings.TrimSpace(inner) == "" {
				continue
			}
			text, taken = inner, append(taken, p.what)
			if rec := s.part(text, 0).open(); rec != nil {
				return tellTaken(rec, taken)
			}
			break
		}
		if text == at {
			break
		}
	}
	for _, find := range []func(*Source) *model.Recording{openFences, openTrees, openValues} {
		if rec := find(s.part(text, 0)); rec != nil {
			return tellTaken(rec, taken)
		}
	}
	return nil
}

// openSquare opens a text all of whose lines are indented, or end in blanks, as
// terminals and chats copy them: within a text that goes on in the next line they
// would count.
func openSquare(s *Source) *model.Recording {
	if len(s.Text) > maxPasted || !isPlain(s.Text) {
		return nil
	}
	text, taken := s.Text, []string(nil)
	for _, p := range []peeling{{"the indentation of all lines", dedented}, {"blanks at the end of all lines", trimmed}} {
		if inner, ok := p.peel(text); ok {
			text, taken = inner, append(taken, p.what)
		}
	}
	if taken == nil {
		return nil
	}
	rec := s.part(text, 0).open()
	if rec == nil {
		return nil
	}
	return tellTaken(rec, taken)
}

// openOneLine opens a text whose line ends are those of old Macs or spelled \n:
// it is one line, of which a format might take the beginning for a tree.
func openOneLine(s *Source) *model.Recording {
	line := strings.TrimSpace(s.Text[:min(len(s.Text), maxPasted)])
	if len(s.Text) > maxPasted || line == "" || strings.Contains(line, "\n") || strings.ContainsAny(line[:1], "{<\"") ||
		line[0] == '[' && (len(line) == 1 || !isDigit(line[1]) && !isNameStart(line[1])) {
		return nil
	}
	for _, p := range []peeling{peelings[0], peelings[3]} {
		if inner, ok := p.peel(s.Text); ok {
			rec := s.part(inner, 0).open()
			if rec == nil || len(rec.Captures[0].Elements) < 2 {
				continue
			}
			if asIs := s.part(s.Text, 0).open(); asIs == nil || len(asIs.Captures[0].Elements) < len(rec.Captures[0].Elements) {
				return tellTaken(rec, []string{p.what})
			}
		}
	}
	return nil
}

func tellTaken(rec *model.Recording, taken []string) *model.Recording {
	if len(taken) > 0 {
		for _, c := range rec.Captures {
			c.Warn("taken off the text before it was read: " + strings.Join(taken, ", "))
		}
	}
	return rec
}

// part is a text out of s that starts that many lines further down.
func (s *Source) part(text string, lines int) *Source {
	inner := *s
	inner.Text, inner.line = text, s.line+lines
	return &inner
}

// open loads a text if a format is fairly sure of it and finds elements in it.
func (s *Source) open() *model.Recording {
	p, err := unwrap(s)
	if err != nil {
		return nil
	}
	f, err := recognise(p)
	if err != nil || f.Sniff(p) < Likely || s.Options.Format != "" && f.Name != s.Options.Format {
		return nil
	}
	rec, err := f.load(s)
	if err != nil || empty(rec) {
		return nil
	}
	return rec
}

// gather makes one recording of the captures of several texts in one.
type gather struct {
	rec  *model.Recording
	join joiner
}

func (g *gather) add(s *Source, rec *model.Recording) {
	if g.rec == nil {
		g.rec = &model.Recording{}
	}
	for _, c := range rec.Captures {
		if c.Source == "" {
			c.Source = fmt.Sprintf("%s: line %d", s.Name, s.line+1)
		}
		g.join.next(c)
	}
	g.rec.Captures = append(g.rec.Captures, rec.Captures...)
	g.rec.Warnings = append(g.rec.Warnings, rec.Warnings...)
}

// done is the recording, or nil; of a single capture the file is the source.
func (g *gather) done() *model.Recording {
	if g.rec != nil && len(g.rec.Captures) == 1 {
		g.rec.Captures[0].Source = ""
	}
	return g.rec
}

// openFences opens what the fences of a Markdown text hold.
func openFences(s *Source) *model.Recording {
	if !strings.Contains(s.Text, "```") && !strings.Contains(s.Text, "~~~") {
		return nil
	}
	var all gather
	start, startLine, at := -1, 0, 0
	textLines(s.Text, func(n int, line string) bool {
		if fence, _ := fenceOf(line); fence {
			if start >= 0 && start < at {
				if part := s.part(s.Text[start:at], startLine); strings.TrimSpace(part.Text) != "" {
					if rec := part.open(); rec != nil {
						all.add(part, rec)
					}
				}
			}
			start, startLine = at+lineEnd(s.Text[at:])+1, n+1
		}
		at += lineEnd(s.Text[at:]) + 1
		return true
	})
	return all.done()
}

// openTrees opens the snapshots that stand between prose, from the first on.
func openTrees(s *Source) *model.Recording {
	first := len(s.Text)
	for _, g := range grammars() {
		if trees := g.sure(s.Text); len(trees) > 0 {
			first = min(first, trees[0].from)
		}
	}
	if first == len(s.Text) || first == 0 {
		return nil
	}
	lines := strings.Count(s.Text[:first], "\n")
	rec := s.part(s.Text[first:], lines).open()
	before := strings.TrimRight(s.Text[:first], " \t\r\n")
	switch mark := before[strings.LastIndexByte(before, '\n')+1:]; {
	case rec == nil || before == "":
	case isCut(mark):
		rec.Captures[0].Warnings.Add(model.CutShort, fmt.Sprintf("line %d: %s", s.line+1+strings.Count(before, "\n"), cutHere(mark)))
	default:
		rec.Captures[0].Warn(words.Count(lines, "line", "lines") + " before the snapshot " + words.Pick(lines, "is", "are") + " no part of it")
	}
	return rec
}

// maxValues bounds how often a line is taken for the start of JSON in vain.
const maxValues = 50

// openValues opens the JSON values that stand in a text one after the other,
// with other lines between them or not.
func openValues(s *Source) *model.Recording {
	var all gather
	failed, beside := 0, 0
	for at, line := 0, 0; at < len(s.Text) && failed < maxValues; {
		rest := strings.TrimLeft(s.Text[at:], " \t\r\n,\x1e")
		line += strings.Count(s.Text[at:len(s.Text)-len(rest)], "\n")
		at = len(s.Text) - len(rest)
		if strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[") {
			r := jsontext.NewReader(rest)
			r.Skip()
			if r.Err() == nil {
				part := s.part(rest[:r.Offset()], line)
				if rec := part.open(); rec != nil {
					all.add(s.part("", line), rec)
				}
				line += strings.Count(rest[:r.Offset()], "\n")
				at += r.Offset()
				continue
			}
			failed++
		}
		if rest != "" {
			beside++
		}
		at += lineEnd(rest) + 1
		line++
	}
	rec := all.done()
	if rec != nil && beside > 0 {
		rec.Captures[0].Warn(words.Count(beside, "line", "lines") + " beside the JSON " + words.Pick(beside, "is", "are") + " no part of it")
	}
	return rec
}

// moreThanOne reports the error of JSON that is followed by something: a second
// value, or words about it.
func moreThanOne(err error) bool {
	var broken *jsontext.SyntaxError
	return errors.As(err, &broken)
}
