package lint

import (
	"obscope/internal/text/fingerprint"
	"obscope/internal/text/words"
	"obscope/model"
)

// cutShort reports captures that were cut, or look so by their counts.
func (c *checker) cutShort() {
	if c.c.Truncated {
		c.whole(Warning, "the capture says that it was cut short: an element that is not there may exist")
	}
	for _, w := range c.c.Warnings {
		if w.Kind == model.CutShort {
			c.whole(Warning, "the text was cut, so an element that is not there may exist: %s", w.Text)
		}
	}
	if n := len(c.c.Elements); model.SilentLimit(n) {
		c.whole(Warning, "exactly %s elements: a limit at which tools stop silently, so the tree may be cut short", words.Thousands(n))
	}
	t := &c.c.Tree
	children := make([]int32, len(c.c.Elements))
	for i, p := range t.Parent {
		if p != model.None && !echo(&c.c.Elements[i]) {
			children[p]++
		}
	}
	for _, id := range t.Order {
		if n := int(children[id]); model.SilentLimit(n) {
			c.element(Warning, id, "%s has exactly %s children: a limit at which tools stop silently, so more may exist", label(c.c.Element(id)), words.Thousands(n))
		}
	}
}

// Levels from which tools have trouble: WebDriverAgent's snapshots fail past
// 62, and what is written at outline's last indent has no parent any more.
const (
	deepLevels    = 60
	outlineIndent = 24
	pythonLevels  = 990 // AutoControl's recursion ends near 994
)

// deepTree reports trees that are deeper than tools and indentation go.
func (c *checker) deepTree() {
	t := &c.c.Tree
	deepest := model.None
	for _, id := range t.Order {
		if deepest == model.None || t.Depth[id] > t.Depth[deepest] {
			deepest = id
		}
	}
	if deepest != model.None && t.Depth[deepest] >= deepLevels {
		c.element(Note, deepest, "the tree is %s levels deep: some tools stop before that", words.Thousands(int(t.Depth[deepest])+1))
	}
	if c.o.Set.Dialect != "outline" {
		return
	}
	var flat []model.ID
	above := make([]model.ID, len(c.c.Elements)) // the nearest ancestor in the text
	for _, id := range t.Order {
		above[id] = t.Parent[id]
		if p := t.Parent[id]; p != model.None && !c.in(p) {
			above[id] = above[p]
		}
		if up := above[id]; up != model.None && c.atLastIndent(id) && c.atLastIndent(up) {
			flat = append(flat, id)
		}
	}
	if len(flat) > 0 {
		c.group(Note, flat, "%s deeper than %d levels %s written at one indent: parents and children read as siblings",
			count(len(flat), "line", "lines"), outlineIndent, is(len(flat), "is", "are"))
	}
}

func (c *checker) atLastIndent(id model.ID) bool {
	return c.in(id) && c.o.Entries[c.o.Verdicts[id].Line].Depth >= outlineIndent
}

// originalFails reports what the dialect's original would do instead.
func (c *checker) originalFails() {
	fault := c.o.Fault()
	if fault != nil {
		c.whole(Error, "AutoControl would fail on this observation: %s", fault)
	}
	for _, w := range c.o.Warnings {
		switch {
		case w.Kind != model.OriginalFails:
			c.whole(Note, "%s", w.Text)
		case fault == nil: // which the finding above tells
			c.whole(Warning, "%s", w.Text)
		}
	}
	for _, w := range c.c.Warnings {
		if c.failsHere(w) {
			c.whole(Error, "%s", w.Text)
		}
	}
	if !c.autoControl() {
		return
	}
	for _, id := range c.c.Tree.Order {
		if c.c.Tree.Depth[id] >= pythonLevels {
			c.element(Error, id, "nested %s levels deep: AutoControl raises RecursionError near 994", words.Thousands(int(c.c.Tree.Depth[id])))
			return
		}
	}
}

// autoControl reports a text that AutoControl itself would write, so that what is
// known of AutoControl holds for it.
func (c *checker) autoControl() bool {
	return c.o.Info.Name == "indexed" && c.o.Info.IsExact(c.c.Format)
}

// failsHere reports the warnings by which loaders tell that the original of this
// dialect fails on such a capture.
func (c *checker) failsHere(w model.Warning) bool {
	return w.Kind == model.OriginalFails && c.o.Info.IsExact(c.c.Format)
}

// loading passes on what the loader settled. Counts at known limits, refs and
// cuts have rules of their own, which say more.
func (c *checker) loading() {
	for _, w := range c.c.Warnings {
		if c.failsHere(w) || w.Kind == model.AtLimit || w.Kind == model.SharedRefs || w.Kind == model.CutShort {
			continue
		}
		c.whole(Note, "%s", w.Text)
	}
}

// knownDefects lists the dialect's defects.
func (c *checker) knownDefects() {
	for _, d := range c.o.Info.Defects {
		c.whole(Note, "known defect of %s: %s", c.o.Info.Name, d)
	}
}

// Repeats worth telling: subtrees of so many elements, which together are that
// part of the capture.
const (
	repeatLeast = 20
	repeatShare = 10 // percent
	repeatMost  = 5  // groups told one by one
)

// repeatedSubtree reports large subtrees that occur again unchanged but for
// refs and places, the outermost only.
func (c *checker) repeatedSubtree() {
	t := &c.c.Tree
	hash := c.subtreeHashes()
	byHash := map[uint64][]model.ID{}
	for at := 0; at < len(t.Order); at++ {
		if id := t.Order[at]; t.Size[id] >= repeatLeast {
			byHash[hash[id]] = append(byHash[hash[id]], id)
		}
	}
	told := 0
	for at := int32(0); at < int32(len(t.Order)) && told < repeatMost; {
		id := t.Order[at]
		group := byHash[hash[id]]
		if t.Size[id] < repeatLeast || len(group) < 2 || group[0] != id {
			at++
			continue
		}
		again := int(t.Size[id]) * (len(group) - 1)
		if again*100 >= len(t.Order)*repeatShare {
			told++
			c.group(Note, group, "%s with all below it (%s) occurs %s times: %s elements repeat what is there already", label(c.c.Element(id)),
				count(int(t.Size[id]), "element", "elements"), words.Thousands(len(group)), words.Thousands(again))
			at += t.Size[id]
			continue
		}
		at++
	}
}

// subtreeHashes is equal for subtrees that say the same.
func (c *checker) subtreeHashes() []uint64 {
	t := &c.c.Tree
	hash := make([]uint64, len(c.c.Elements))
	for at := len(t.Order) - 1; at >= 0; at-- {
		id := t.Order[at]
		e := c.c.Element(id)
		h := fingerprint.Mix(hash[id], uint64(e.States))
		for _, s := range [...]string{e.Role, e.Name, e.Value} {
			h = fingerprint.Mix(h, fingerprint.Text(s))
		}
		hash[id] = h
		if p := t.Parent[id]; p != model.None {
			hash[p] = fingerprint.Mix(hash[p], h)
		}
	}
	return hash
}
