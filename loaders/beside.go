package loaders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/loaders/domsnap"
	"obscope/model"
)

// beside is what files next to a browser's capture tell: where its elements
// are, what the DOM calls them, which iframe shows which document. A nil
// *beside tells nothing.
type beside struct {
	frames      string // the file that frames come from
	snapshot    *domsnap.DomSnapshot
	boxes       map[int64]model.Rect    // by backend node id
	hosts       map[string]domsnap.Host // the iframe, by the id of the frame that it shows
	childFrames map[string][]string     // by frame id, in order
}

// captureTags are what files call a capture of the accessibility tree, before
// their ending; the longest that fits is replaced to find the files beside it.
var captureTags = []string{
	"cdp-axtree-per-frame", "puppeteer-snapshot-full", "puppeteer-snapshot", "puppeteer-full", "cdp-axtree", "cdp-frames",
	"puppeteer", "cdp-rpc", "axtree", "bgym", "cdp",
}

// besideTags are what the files beside it are called, the best frames first.
var besideTags = []string{"domsnapshot", "cdp-domsnapshot", "dom-snapshot", "cdp-boxes", "boxes"}

var frameTreeTags = []string{"cdp-frametree", "frametree"}

// findBeside reads the file that the options name, or else the siblings of the
// capture. A sibling that cannot be read, or shows another page, is a warning.
func findBeside(s *Source, c *model.Capture) (*beside, error) {
	b := &beside{}
	if name := s.Options.Frames; name != "" {
		text, err := readNamed(s, name)
		if err == nil {
			err = b.read(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.frames = path.Base(name)
		if other := b.otherPage(c); other != "" {
			c.Warn(b.frames + " shows " + other + ": its frames may be those of another page")
		}
	}
	if s.FS == nil || s.Path == "" {
		return b, nil
	}
	for _, tags := range [][]string{besideTags, frameTreeTags} {
		if b.frames != "" && &tags[0] == &besideTags[0] {
			continue
		}
		b.sibling(s, c, tags)
	}
	return b, nil
}

// sibling reads the first file there is that has one of the tags.
func (b *beside) sibling(s *Source, c *model.Capture, tags []string) {
	stem := siblingStem(s.Path)
	for _, tag := range tags {
		for _, ending := range []string{".json", ".json.gz"} {
			name := stem + tag + ending
			if name == s.Path {
				continue
			}
			text, err := readSibling(s.FS, name, s.Options)
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
				continue
			}
			found := &beside{}
			if err == nil {
				err = found.read(text)
			}
			if err != nil {
				c.Warn(path.Base(name) + " was not joined: " + err.Error())
				continue
			}
			if other := found.otherPage(c); other != "" {
				c.Warn(path.Base(name) + " was not joined: it shows " + other)
				continue
			}
			if found.childFrames != nil {
				b.childFrames = found.childFrames
				return
			}
			found.frames, found.childFrames = path.Base(name), b.childFrames
			*b = *found
			return
		}
	}
}

// siblingStem is the path of a capture up to its tag.
func siblingStem(name string) string {
	dir, base := path.Split(name)
	base = strings.TrimSuffix(base, ".gz")
	if ending := path.Ext(base); ending == ".json" || ending == ".txt" {
		base = strings.TrimSuffix(base, ending)
	}
	for _, tag := range captureTags {
		if stem, ok := strings.CutSuffix(base, tag); ok && (stem == "" || strings.ContainsAny(stem[len(stem)-1:], ".-_")) {
			return dir + stem
		}
	}
	return dir + base + "."
}

// readNamed reads a file that a person named, relative to the capture's file
// system or to where the program runs.
func readNamed(s *Source, name string) (string, error) {
	if s.FS != nil {
		text, err := readFS(s.FS, path.Clean(name), s.Options)
		if err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
			return text, err
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return "", describe(err)
	}
	return readBounded(f, s.Options)
}

// readSibling reads a file that nobody named: only a regular one, since a pipe
// may never be written to.
func readSibling(fsys fs.FS, name string, o Options) (string, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("it is not a regular file")
	}
	return readFS(fsys, name, o)
}

func readFS(fsys fs.FS, name string, o Options) (string, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", err
	}
	return readBounded(f, o)
}

// readBounded reads and closes a file beside a capture.
func readBounded(f fs.File, o Options) (string, error) {
	defer f.Close()
	data, err := readAll(f, sizeOf(f), o.maxInflated())
	if err != nil {
		return "", allowMore(err)
	}
	text, _, err := decode(data, o)
	return text, err
}

// read recognises one of the files that are joined.
func (b *beside) read(text string) error {
	p := NewPeek(&Source{Text: text})
	for range maxWrapped {
		inner, ok, err := peel(p)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		p = NewPeek(&Source{Text: inner.text})
	}
	if p.partial {
		p.complete()
	}
	switch {
	case p.Has("documents", "strings"), p.ItemHas("documents", "strings"):
		d, err := domsnap.ReadDOMSnapshot(p.text)
		b.snapshot = d
		return err
	case p.Has("rects"):
		return b.readRects(p.text)
	case p.Has("frameTree"), p.Has("frame"):
		return b.readFrameTree(p.text)
	case integerKeys(p):
		b.boxes = map[int64]model.Rect{}
		r := jsontext.NewReader(p.text)
		b.readBoxes(r)
		return r.Err()
	}
	return errors.New("neither a DOMSnapshot nor box models by backendNodeId: it tells no frames")
}

func integerKeys(p *Peek) bool {
	for _, k := range p.Keys {
		if _, err := strconv.ParseInt(k, 10, 64); err != nil {
			return false
		}
	}
	return p.JSON == jsontext.Object && len(p.Keys) > 0
}

// readBoxes reads frames by backend node id: quads of 8 numbers, as
// DOM.getBoxModel gives them, or [x, y, width, height]. What is null or an
// error text has no frame.
func (b *beside) readBoxes(r *jsontext.Reader) {
	var sides []float64
	for r.Object(); r.NextName(); {
		node, err := strconv.ParseInt(r.Name(), 10, 64)
		if err != nil || r.Peek() != jsontext.Array {
			r.Skip()
			continue
		}
		sides = domsnap.ReadFloats(r, sides[:0])
		switch len(sides) {
		case 8:
			x, y := min(sides[0], sides[2], sides[4], sides[6]), min(sides[1], sides[3], sides[5], sides[7])
			right, bottom := max(sides[0], sides[2], sides[4], sides[6]), max(sides[1], sides[3], sides[5], sides[7])
			b.boxes[node] = model.Rect{X: x, Y: y, W: right - x, H: bottom - y}
		case 4:
			b.boxes[node] = model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]}
		}
	}
}

// readRects reads client rectangles as {"rects": {id: [x, y, w, h]}, "iframes":
// {id: frameId}}.
func (b *beside) readRects(text string) error {
	r := jsontext.NewReader(text)
	for r.Object(); r.NextName(); {
		switch {
		case r.Name() == "rects" && r.Peek() == jsontext.Object:
			b.boxes = map[int64]model.Rect{}
			b.readBoxes(r)
		case r.Name() == "iframes" && r.Peek() == jsontext.Object:
			b.hosts = map[string]domsnap.Host{}
			for r.Object(); r.NextName(); {
				node, _ := strconv.ParseInt(r.Name(), 10, 64)
				frame, _ := domsnap.Scalar(r)
				b.hosts[frame] = domsnap.Host{Node: node}
			}
		default:
			r.Skip()
		}
	}
	return r.Err()
}

// readFrameTree reads what Page.getFrameTree answers, of any depth.
func (b *beside) readFrameTree(text string) error {
	v, err := jsontext.Parse(text)
	if err != nil {
		return err
	}
	if inner, ok := v.Lookup("frameTree"); ok {
		v = inner
	}
	b.childFrames = map[string][]string{}
	stack := []jsontext.Value{v}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		ref := at.Member("frame").Member("id").Text
		for _, child := range at.Member("childFrames").Items {
			b.childFrames[ref] = append(b.childFrames[ref], child.Member("frame").Member("id").Text)
			stack = append(stack, child)
		}
	}
	return nil
}

// hostOf is the iframe that shows a frame.
func (b *beside) hostOf(frame string) domsnap.Host {
	host := b.hosts[frame]
	if host.Node == 0 && b.snapshot != nil && frame != "" {
		return b.snapshot.HostOf(frame)
	}
	return host
}

// hang takes from the capture which elements show its frames, where it tells.
func (b *beside) hang(c *model.Capture) {
	for i := range c.Parts {
		p := &c.Parts[i]
		node, err := strconv.ParseInt(model.FindMember(p.Raw, "ownerBackendNodeId").Text, 10, 64)
		if err != nil || p.Ref == "" {
			continue
		}
		if b.hosts == nil {
			b.hosts = map[string]domsnap.Host{}
		}
		b.hosts[p.Ref] = domsnap.Host{Frame: model.FindMember(p.Raw, "parentFrameId").Text, Node: node}
	}
	if b.snapshot != nil {
		b.snapshot.Hang(b.hosts)
	}
}

// otherPage is the address that the snapshot shows, if the capture shows
// another.
func (b *beside) otherPage(c *model.Capture) string {
	if b.snapshot == nil || len(b.snapshot.Docs) == 0 {
		return ""
	}
	shown := b.snapshot.Docs[0].Url
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Kind == model.KindDocument {
			captured := domsnap.WebURL(e)
			if captured == "" || shown == "" || sameAddress(captured, shown) {
				return ""
			}
			return shown
		}
	}
	return ""
}

// sameAddress compares two addresses but for the place in the page.
func sameAddress(a, b string) bool {
	a, _, _ = strings.Cut(a, "#")
	b, _, _ = strings.Cut(b, "#")
	return a == b
}

// join gives the elements the frames of what lies beside. backend[id] is the
// backend node id of an element, 0 if it has none.
func (b *beside) join(c *model.Capture, backend []int64) {
	if b == nil || b.snapshot == nil && b.boxes == nil {
		return
	}
	if b.snapshot != nil {
		b.snapshot.Join(c, backend)
		if n := b.snapshot.Adrift(); n > 0 {
			c.Warn(words.Count(n, "document", "documents") + " of another process in " + b.frames + " have no place on the screen: the capture does not tell which elements show them")
		}
	}
	foreign := model.ForeignParts(c, func(id model.ID) (int64, bool) { return backend[id], backend[id] != 0 })
	if n := len(foreign); n > 0 && b.boxes != nil {
		c.Warn(words.Count(n, "frame repeats", "frames repeat") + " node ids of other frames, as those of another process do: the boxes in " + b.frames + " are not theirs")
	}
	named, without := 0, 0
	for i := range c.Elements {
		e := &c.Elements[i]
		if backend[i] == 0 {
			continue
		}
		if box, ok := b.boxes[backend[i]]; ok && !foreign[c.PartOf(model.ID(i))] {
			e.Frame, e.Given = box, e.Given|model.HasFrame
		}
		if !e.Ignored {
			named++
			if !e.Has(model.HasFrame) {
				without++
			}
		}
	}
	if without == named && named > 0 {
		c.Warn("no element has a frame in " + b.frames + ": it is of another page, or of another visit to it")
	} else if without > 0 {
		c.Warn(fmt.Sprintf("%d of %s no frame in %s: not laid out, or inside form controls", without, words.Count(named, "element has", "elements have"), b.frames))
	}
}

// readNear reads a file that a capture names, by its path or beside the
// capture. Only files of the capture's own file system are read.
func readNear(s *Source, name string) (string, error) {
	if s.FS == nil || s.Path == "" {
		return "", fs.ErrNotExist
	}
	for _, at := range []string{path.Join(path.Dir(s.Path), name), path.Join(path.Dir(s.Path), path.Base(name))} {
		if at == s.Path || !fs.ValidPath(at) {
			continue
		}
		if text, err := readSibling(s.FS, at, s.Options); err == nil {
			return text, nil
		}
	}
	return "", fs.ErrNotExist
}
