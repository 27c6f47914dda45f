package chrome

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"obscope/internal/text/jsontext"
)

// The files of a capture, whose names loaders know.
const (
	TreeFile       = "page.cdp-axtree-per-frame.json" // [{"frameId", "url", "nodes", "parentFrameId", "ownerBackendNodeId"}, …]
	SnapshotFile   = "page.domsnapshot.json"          // of the page's own process, or a list of those of all processes
	ScreenshotFile = "page.png"
)

// answerTime is how long one question may take, screenTime a screenshot: one of
// a page in the background may never come. Once it did not, it is asked for again
// with hiddenTime, so that following such a page does not wait for nothing.
const (
	answerTime = 30 * time.Second
	screenTime = 2 * time.Second
	hiddenTime = 100 * time.Millisecond
)

// A Capture is a page at a moment.
type Capture struct {
	Files map[string][]byte
	Notes []string // what could not be captured, a sentence each
}

// A frameTree is what Page.getFrameTree answers.
type frameTree struct {
	Frame struct {
		ID       string `json:"id"`
		ParentID string `json:"parentId"`
		URL      string `json:"url"`
	} `json:"frame"`
	Children []frameTree `json:"childFrames"`
}

// Capture captures every frame of the page. Frames that come or go meanwhile
// are left out with a note; the page itself must answer.
func (p *Page) Capture(ctx context.Context) (*Capture, error) {
	if cause := p.Cause(); cause != nil {
		return nil, cause
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	defer p.whileHere(cancel)()
	p.settle(ctx)
	c := &Capture{Files: map[string][]byte{}}
	tree, snapshots := []byte{'['}, []string(nil)
	for i, s := range p.all() {
		err := p.captureSession(ctx, s, c, &tree, &snapshots)
		switch {
		case err == nil:
		case i == 0 || ctx.Err() != nil:
			return nil, p.explain(err)
		default:
			c.Notes = append(c.Notes, fmt.Sprintf("a frame in another process was left out: %v", err))
		}
	}
	c.Files[TreeFile] = append(tree, ']')
	c.Files[SnapshotFile] = snapshotFile(snapshots)
	if err := p.screenshot(ctx, c); err != nil {
		c.Notes = append(c.Notes, "there is no screenshot: the page lies in the background, or the browser gives none")
	}
	return c, nil
}

// whileHere calls stop once the page is gone, until what it returns is called: no
// answer comes of one that has crashed.
func (p *Page) whileHere(stop func()) (end func()) {
	over := make(chan struct{})
	go func() {
		select {
		case <-p.gone:
			stop()
		case <-over:
		}
	}()
	return func() { close(over) }
}

// explain is the error of a capture that failed, by what is known of the page.
func (p *Page) explain(err error) error {
	if cause := p.Cause(); cause != nil {
		return cause
	}
	return err
}

// captureSession adds the frames of one process.
func (p *Page) captureSession(ctx context.Context, s *session, c *Capture, tree *[]byte, snapshots *[]string) error {
	var frames struct {
		Tree frameTree `json:"frameTree"`
	}
	if err := p.conn.ask(ctx, s.id, "Page.getFrameTree", nil, &frames); err != nil {
		return err
	}
	if s.frame != "" {
		frames.Tree.Frame.ID = s.frame
	}
	for todo := []frameTree{frames.Tree}; len(todo) > 0; {
		f := todo[0]
		todo = append(todo[1:], f.Children...)
		part, err := p.captureFrame(ctx, s, f)
		switch {
		case err == nil:
			if len(*tree) > 1 {
				*tree = append(*tree, ',')
			}
			*tree = append(*tree, part...)
		case f.Frame.ID == frames.Tree.Frame.ID || ctx.Err() != nil:
			return err
		default:
			c.Notes = append(c.Notes, fmt.Sprintf("the frame %s was left out: %v", f.Frame.URL, err))
		}
	}
	snapshot, err := p.conn.call(ctx, s.id, "DOMSnapshot.captureSnapshot", object{
		"computedStyles": []string{"cursor", "visibility", "overflow-x", "overflow-y"}, "includeDOMRects": true,
	})
	if err != nil {
		return err
	}
	*snapshots = append(*snapshots, snapshot)
	if p.isWatching() {
		return p.know(ctx, s)
	}
	return nil
}

// captureFrame is the tree of one frame, and what of its parent it hangs on.
func (p *Page) captureFrame(ctx context.Context, s *session, f frameTree) ([]byte, error) {
	answer, err := p.conn.call(ctx, s.id, "Accessibility.getFullAXTree", object{"frameId": f.Frame.ID})
	if err != nil {
		return nil, err
	}
	nodes := member(answer, "nodes")
	if nodes == "" {
		return nil, errors.New("Accessibility.getFullAXTree: the answer holds no nodes")
	}
	part := append([]byte(`{"frameId":`), jsontext.Quote(f.Frame.ID)...)
	part = append(append(part, `,"url":`...), jsontext.Quote(f.Frame.URL)...)
	if f.Frame.ParentID != "" || s.frame != "" {
		in := s.id
		if f.Frame.ID == s.frame {
			in = s.parent
		}
		var owner struct {
			Backend int64 `json:"backendNodeId"`
		}
		if err := p.conn.ask(ctx, in, "DOM.getFrameOwner", object{"frameId": f.Frame.ID}, &owner); err == nil {
			part = fmt.Appendf(part, `,"parentFrameId":%s,"ownerBackendNodeId":%d`, jsontext.Quote(f.Frame.ParentID), owner.Backend)
		}
	}
	part = append(append(part, `,"nodes":`...), nodes...)
	return append(part, '}'), nil
}

// member is the text of a member of an object, "" if there is none.
func member(text, name string) (value string) {
	r := jsontext.NewReader(text)
	for r.Object(); r.NextName(); {
		if v := r.Name(); v == name {
			value = r.Skip()
		} else {
			r.Skip()
		}
	}
	return value
}

// snapshotFile is one snapshot as it is, and several as a list.
func snapshotFile(snapshots []string) []byte {
	if len(snapshots) == 1 {
		return []byte(snapshots[0])
	}
	file := []byte{'['}
	for i, s := range snapshots {
		if i > 0 {
			file = append(file, ',')
		}
		file = append(file, s...)
	}
	return append(file, ']')
}

// screenshot adds a picture of what the page shows.
func (p *Page) screenshot(ctx context.Context, c *Capture) error {
	patience := screenTime
	if p.hidden.Load() {
		patience = hiddenTime
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := p.conn.call(ctx, p.all()[0].id, "Page.captureScreenshot", object{"format": "png"})
	p.hidden.Store(errors.Is(err, ErrSilent))
	if err != nil {
		return err
	}
	var shot struct{ Data string }
	if err := json.Unmarshal([]byte(text), &shot); err != nil {
		return err
	}
	png, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return err
	}
	c.Files[ScreenshotFile] = png
	return nil
}

func (p *Page) isWatching() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.watching
}
