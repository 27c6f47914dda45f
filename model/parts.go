package model

// PartOf is the index of the part that holds an element, 0 if none does.
func (c *Capture) PartOf(id ID) int {
	at, to := 0, len(c.Parts)
	for at < to { // the last that starts at the element or before
		if mid := (at + to) / 2; c.Parts[mid].From <= id {
			at = mid + 1
		} else {
			to = mid
		}
	}
	return max(at-1, 0)
}

// ForeignParts are the parts whose nodes have ids of nodes in parts before them:
// browsers number the nodes of each process apart, so those are other nodes, and
// a list by id that does not name the frame is not of them. node is the id of an
// element's node, false if it has none.
func ForeignParts[K comparable](c *Capture, node func(ID) (K, bool)) map[int]bool {
	if len(c.Parts) < 2 {
		return nil
	}
	foreign := map[int]bool{}
	met := map[K]bool{}
	for i := range c.Parts {
		from, to := c.Parts[i].From, c.Parts[i].To
		for id := from; id < to; id++ {
			if key, ok := node(id); ok && met[key] {
				foreign[i] = true
				break
			}
		}
		for id := from; id < to && !foreign[i]; id++ {
			if key, ok := node(id); ok {
				met[key] = true
			}
		}
	}
	return foreign
}

// ExtraName is what Extras call an element's node: its id, behind that of the
// frame where another part has a node of that id.
func (c *Capture) ExtraName(id ID, node string, foreign map[int]bool) string {
	if part := c.PartOf(id); foreign[part] {
		return c.Parts[part].Ref + "/" + node
	}
	return node
}
