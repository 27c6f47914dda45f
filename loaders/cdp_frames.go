package loaders

import (
	"fmt"

	"obscope/internal/text/words"
	"obscope/loaders/domsnap"
	"obscope/model"
)

// plantFrames builds the tree of a capture that may have several documents:
// the root of each further document hangs under the iframe that shows it. Which
// one that is, a DOM snapshot or a list of iframes beside the capture tells by
// id; a frame tree tells the order of the frames of one document; and where
// there is neither, documents are taken to be listed in pre-order, provided
// that there are as many as iframes.
func plantFrames(c *model.Capture, b *beside, backend []int64) {
	before := len(c.Warnings)
	model.Plant(c)
	if len(c.Parts) < 2 {
		return
	}
	p := &framePlacer{c: c, beside: b, backend: backend}
	p.listIframes()
	p.byID()
	p.byFrameTree()
	p.byOrder()
	c.Warnings = c.Warnings[:before]
	lost := 0
	for i := 1; i < len(c.Parts); i++ {
		part := &c.Parts[i]
		if part.Host == model.None {
			lost++
			continue
		}
		for id := part.From; id < part.To; id++ {
			if e := &c.Elements[id]; e.ParentKey == model.NoKey {
				e.ParentKey = c.Elements[part.Host].Key
			}
		}
	}
	if lost > 0 {
		c.Warn(fmt.Sprintf("%d of %s shown at the root: the capture has no iframe that is known to show it", lost, words.Count(len(c.Parts)-1, "frame is", "frames are")))
	}
	model.Plant(c)
}

type framePlacer struct {
	c       *model.Capture
	beside  *beside
	backend []int64
	iframes [][]model.ID // by part: its iframes in document order
	taken   map[model.ID]bool
}

func (p *framePlacer) listIframes() {
	p.iframes = make([][]model.ID, len(p.c.Parts))
	p.taken = map[model.ID]bool{}
	part := make([]int32, len(p.c.Elements))
	for i, at := range p.c.Parts {
		for id := at.From; id < at.To; id++ {
			part[id] = int32(i)
		}
	}
	for _, id := range p.c.Tree.Order {
		if e := &p.c.Elements[id]; e.Kind == model.KindIframe {
			p.iframes[part[id]] = append(p.iframes[part[id]], id)
		}
	}
}

func (p *framePlacer) host(part int, id model.ID) {
	if p.taken[id] || id >= p.c.Parts[part].From && id < p.c.Parts[part].To {
		return
	}
	p.taken[id] = true
	p.c.Parts[part].Host = id
}

// byID uses what names the iframe of a frame by its backend node id, whatever
// its role says that it is. The id is one of its own frame or, where that is not
// told, of the page's own process.
func (p *framePlacer) byID() {
	foreign := model.ForeignParts(p.c, func(id model.ID) (int64, bool) { return p.backend[id], p.backend[id] != 0 })
	iframe := map[domsnap.Host]model.ID{}
	captured := map[string]bool{}
	for i := range p.c.Parts {
		at := &p.c.Parts[i]
		captured[at.Ref] = true
		for id := at.From; id < at.To; id++ {
			if p.c.Elements[id].Ignored {
				continue // nothing is shown in it
			}
			for _, frame := range []string{at.Ref, ""} {
				host := domsnap.Host{Frame: frame, Node: p.backend[id]}
				if _, dup := iframe[host]; !dup && (frame != "" || !foreign[i]) {
					iframe[host] = id
				}
			}
		}
	}
	for i := 1; i < len(p.c.Parts); i++ {
		host := p.beside.hostOf(p.c.Parts[i].Ref)
		if !captured[host.Frame] {
			host.Frame = ""
		}
		if id, ok := iframe[host]; ok && host.Node != 0 {
			p.host(i, id)
		}
	}
}

// byFrameTree pairs the frames below a document with its iframes, in order,
// where there are as many.
func (p *framePlacer) byFrameTree() {
	if p.beside == nil || len(p.beside.childFrames) == 0 {
		return
	}
	partOf := map[string]int{}
	for i := len(p.c.Parts) - 1; i >= 0; i-- {
		partOf[p.c.Parts[i].Ref] = i
	}
	for at := range p.c.Parts {
		children := p.beside.childFrames[p.c.Parts[at].Ref]
		if partOf[p.c.Parts[at].Ref] != at || len(children) != len(p.iframes[at]) {
			continue
		}
		for i, child := range children {
			if part, ok := partOf[child]; ok && part > 0 && p.c.Parts[part].Host == model.None {
				p.host(part, p.iframes[at][i])
			}
		}
	}
}

// byOrder gives each document in turn the next iframe of the innermost document
// that has one left.
func (p *framePlacer) byOrder() {
	total := 0
	for _, list := range p.iframes {
		total += len(list)
	}
	if total != len(p.c.Parts)-1 || len(p.taken) > 0 {
		return
	}
	var open [][]model.ID
	for i := range p.c.Parts {
		for len(open) > 0 && len(open[len(open)-1]) == 0 {
			open = open[:len(open)-1]
		}
		if i > 0 {
			if len(open) == 0 {
				return
			}
			top := &open[len(open)-1]
			p.host(i, (*top)[0])
			*top = (*top)[1:]
		}
		open = append(open, p.iframes[i])
	}
}
