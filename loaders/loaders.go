// Package loaders turns bytes in a known format into a model.Recording.
//
// Every format is one file and one row of the table. Load recognises a format
// by what the bytes hold, never by the name of the file.
package loaders

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// Options are what a person may say about a file.
type Options struct {
	Format      string // the name of a format; "" recognises it
	Frames      string // a file that tells what the capture does not: a DOM snapshot, box models or a frame tree of the page
	MaxInflated int64  // bytes that a file, a folder or a file beside the capture may have, also when it is inflated; 0 is DefaultMaxInflated
}

// DefaultMaxInflated bounds what is read and what a compressed file inflates to:
// 1 GiB. In memory a compressed file may become 2 GiB, or twice MaxInflated.
const DefaultMaxInflated = 1 << 30

// maxInflated is MaxInflated, or what it stands for.
func (o Options) maxInflated() int64 {
	if o.MaxInflated > 0 {
		return o.MaxInflated
	}
	return DefaultMaxInflated
}

// Score is how surely a text is in a format.
type Score int

// The scores of a Sniff function.
const (
	No     Score = 0
	Maybe  Score = 1 // the shape fits, and that of other formats may too
	Likely Score = 2
	Sure   Score = 3 // a mark that no other format has
)

// A Format is a kind of capture that can be opened.
type Format struct {
	Name       string
	About      string                                    // whose captures these are, one line
	Recognised string                                    // how, one line
	Sniff      func(p *Peek) Score                       // how surely a text is in the format
	Load       func(s *Source) (*model.Recording, error) // reads a text that is in it, or that a person says is

	HeldStates bool     // Capture.HeldStates of its captures
	Frames     bool     // its captures are joined with a file of frames
	InFiles    bool     // an answer may name a file that the tree went to
	Partial    bool     // a snapshot may tell only what changed since the one before
	grammar    *grammar // tells its texts apart where Load takes one for one tree; nil otherwise
	marks      bool     // it is read in lines, of which marks of cuts are none
}

// A Source is a text to load.
type Source struct {
	Name    string // for messages and Capture.Source
	Text    string // UTF-8; what was not is U+FFFD
	Options Options
	FS      fs.FS  // where sibling files are, or nil
	Path    string // within FS

	folder bool // it is one of the files of a folder that is being opened
	line   int  // the line of the file where Text starts, from 0
}

// formats are all there are, in the order in which they are listed.
var formats []Format

// The table is filled here because a format may hold captures of another.
func init() {
	formats = []Format{
		a11yforestFormat,
		a11ytestFormat,
		agentbrowserFormat,
		autocontrolFormat,
		browserUseFormat,
		browsergymFormat,
		cdpFormat,
		readPageFormat,
		sessionFormat,
		codexFormat,
		cuaFormat,
		cupFormat,
		devtoolsFormat,
		droidrunFormat,
		flutterFormat,
		harmonyFormat,
		idbFormat,
		maestroFormat,
		makaFormat,
		makatextFormat,
		mobilecliFormat,
		mobilemcpFormat,
		obscopeFormat,
		opencodexFormat,
		osworldFormat,
		peekabooFormat,
		playwrightFormat,
		puppeteerFormat,
		pywinautoFormat,
		stagehandFormat,
		ufoFormat,
		uiautomatorFormat,
		wdaFormat,
		webarenaFormat,
		winappdriverFormat,
		xctestFormat,
		xcuitestFormat,
	}
}

// Formats lists the formats by name.
func Formats() []Format {
	list := slices.Clone(formats)
	slices.SortFunc(list, func(a, b Format) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Load reads a file of fsys with what lies beside it, or the files of a folder as
// one recording. Errors say where and what to do; they do not repeat the name of
// the file. One that is read beside others only is ErrCompanion.
func Load(fsys fs.FS, name string, o Options) (*model.Recording, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, describe(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, describe(err)
	}
	if info.IsDir() {
		return loadDirectory(fsys, name, o)
	}
	return loadReader(f, info.Size(), &Source{Name: name, Options: o, FS: fsys, Path: name})
}

// loadReader loads a file of size bytes, as far as that is known.
func loadReader(f io.Reader, size int64, s *Source) (*model.Recording, error) {
	data, err := readAll(f, size, s.Options.maxInflated())
	if err != nil {
		return nil, allowMore(err)
	}
	return loadData(s, data)
}

// LoadReader reads all of r, with nothing beside it; name is for messages only.
func LoadReader(name string, r io.Reader, o Options) (*model.Recording, error) {
	return loadReader(r, 0, &Source{Name: name, Options: o})
}

// LoadBytes reads data, with nothing beside it; name is for messages only.
func LoadBytes(name string, data []byte, o Options) (*model.Recording, error) {
	return loadData(&Source{Name: name, Options: o}, string(data))
}

// describe says what a failed file operation means, without the path that the
// caller prints already.
func describe(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such file")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("it may not be read")
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func loadData(s *Source, data string) (*model.Recording, error) {
	text, warnings, err := decode(data, s.Options)
	if err != nil {
		return nil, err
	}
	s.Text = text
	rec, err := loadText(s)
	if err != nil {
		return nil, remedy(err, s.Options)
	}
	rec.Warnings = append(rec.Warnings, warnings...)
	return finish(s, rec)
}

// remedy adds what to do to an error that says only where a text stops being
// what it should be.
func remedy(err error, o Options) error {
	var broken *jsontext.SyntaxError
	var remedied brokenJSON
	switch {
	case !errors.As(err, &broken) || errors.As(err, &remedied):
		return err
	case o.Format != "":
		return fmt.Errorf("%w; leave --format %s out to have the format recognised", err, o.Format)
	}
	return fmt.Errorf("%w; the file is cut short or damaged: capture it again", err)
}

// brokenJSON is a syntax error in what can be nothing but JSON: it says so
// itself, and needs no remedy.
type brokenJSON struct{ error }

func (e brokenJSON) Error() string { return e.error.Error() + ": the JSON is cut short or broken" }
func (e brokenJSON) Unwrap() error { return e.error }

// loadText recognises the format of a text and loads it.
func loadText(s *Source) (*model.Recording, error) {
	if strings.TrimSpace(s.Text) == "" {
		return nil, errors.New("the file is empty; capture an element tree first ('obscope formats' lists what can be opened)")
	}
	if s.Options.Format != "" && !known(s.Options.Format) {
		return nil, fmt.Errorf("no format %q; there are %s", s.Options.Format, names(Formats()))
	}
	if err := foreign(s.Text); err != nil {
		return nil, err
	}
	if isLog(s.Text) || isExport(s.Text) {
		return loadSession(s)
	}
	if pasted := openOneLine(s); pasted != nil {
		return pasted, nil
	}
	if pasted := openSquare(s); pasted != nil {
		return pasted, nil
	}
	whole := *s
	rec, known, err := openAsIs(s)
	if err != nil && (s.Options.Format == "" || s.Options.Format == sessionName) {
		if session, err := openSession(&whole); session != nil || err != nil {
			return session, err
		}
	}
	var pasted *model.Recording
	switch {
	case err != nil && !known:
		pasted = openPasted(s)
	case err != nil && moreThanOne(err):
		pasted = openValues(s)
	case err == nil && isPlain(s.Text) && empty(rec):
		pasted = openPasted(s) // the marks of a format are there, its lines are not as it writes them
	}
	if pasted != nil {
		return pasted, nil
	}
	return rec, err
}

// openAsIs opens a text with nothing around it but the wrappers of programs.
// It reports whether a format knows the text, whatever comes of it.
//
// Of duplicate members the last counts, which is settled in the text itself.
// Hardly any text has some, so it is read as it stands while they are looked for,
// and once more if there are. obscope's own documents never have any.
func openAsIs(s *Source) (rec *model.Recording, known bool, err error) {
	text := strings.TrimLeft(s.Text, " \t\r\n")
	if text == "" || text[0] != '{' && text[0] != '[' || obscopeFormat.Sniff(NewPeek(s)) > No {
		return openText(s)
	}
	before := *s
	repeats := make(chan bool, 1)
	go func() { repeats <- jsontext.Repeats(text) }()
	rec, known, err = openText(s)
	if !<-repeats {
		return rec, known, err
	}
	*s = before
	s.Text = jsontext.Once(s.Text)
	return openText(s)
}

func openText(s *Source) (rec *model.Recording, known bool, err error) {
	p, err := unwrap(s)
	if err != nil {
		return nil, false, err
	}
	for _, f := range formats {
		if f.Name == s.Options.Format {
			rec, err = forced(f, s, p)
			return rec, err == nil || f.Sniff(p) > No, err
		}
	}
	f, err := recognise(p)
	if err != nil {
		return nil, false, err
	}
	rec, err = f.load(s)
	return rec, true, err
}

// forced loads a text in the format that a person named. What yields no element
// and is in another format is no empty capture but the wrong choice.
func forced(f Format, s *Source, p *Peek) (*model.Recording, error) {
	rec, err := f.load(s)
	bare := p.JSON != jsontext.Missing && len(p.Keys)+len(p.ItemKeys) == 0 // [] is nobody's
	if err != nil || bare || f.Sniff(p) > No {
		return rec, err
	}
	for _, c := range rec.Captures {
		if len(c.Elements) > 0 {
			return rec, nil
		}
	}
	other, unknown := recognise(p)
	if unknown != nil || other.Name == f.Name {
		return rec, nil
	}
	return nil, fmt.Errorf("no element of format %s is in it, it looks like %s; leave --format %s out to have the format recognised", f.Name, other.Name, f.Name)
}

func known(name string) bool { return formatOf(name).Name != "" }

// formatOf is the row of a format; without a name if there is none.
func formatOf(name string) Format {
	if at := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name }); at >= 0 {
		return formats[at]
	}
	return Format{}
}

// recognise finds the one format with the highest score.
func recognise(p *Peek) (Format, error) {
	var best []Format
	top := No
	for _, f := range formats {
		switch score := f.Sniff(p); {
		case score > top:
			top, best = score, []Format{f}
		case score == top && score > No:
			best = append(best, f)
		}
	}
	if top < Likely && p.partial {
		p.complete()
		return recognise(p)
	}
	switch len(best) {
	case 0:
		return Format{}, p.unknown()
	case 1:
		return best[0], nil
	}
	slices.SortFunc(best, func(a, b Format) int { return strings.Compare(a.Name, b.Name) })
	return Format{}, fmt.Errorf("looks like %s; choose one with --format", names(best))
}

func names(list []Format) string {
	var all []string
	for _, f := range list {
		all = append(all, f.Name)
	}
	if n := len(all); n == 2 {
		return all[0] + " or " + all[1]
	}
	return strings.Join(all, ", ")
}

// finish numbers the captures and adds the warnings that hold for all formats.
func finish(s *Source, rec *model.Recording) (*model.Recording, error) {
	if len(rec.Captures) == 0 {
		return nil, errors.New("it holds no element tree")
	}
	if format := rec.Captures[0].Format; s.Options.Frames != "" && !formatOf(format).Frames {
		take := slices.DeleteFunc(Formats(), func(f Format) bool { return !f.Frames })
		rec.Warn(fmt.Sprintf("--frames is not used: a capture in format %s has its own frames or none; %s take a file of frames", format, names(take)))
	}
	for i, c := range rec.Captures {
		c.HeldStates = formatOf(c.Format).HeldStates
		if c.Step == 0 {
			c.Step = i + 1
		}
		if c.Source == "" {
			c.Source = s.Name
		}
		warnSilentLimit(c)
	}
	return rec, nil
}

func warnSilentLimit(c *model.Capture) {
	if n := len(c.Elements); model.SilentLimit(n) {
		warnOnce(c, model.Warning{Kind: model.AtLimit, Text: fmt.Sprintf("exactly %d elements: a limit at which tools stop silently, so the tree may be cut short", n)})
	}
}

// one makes a recording of a single capture.
func one(c *model.Capture) *model.Recording {
	return &model.Recording{Captures: []*model.Capture{c}}
}
