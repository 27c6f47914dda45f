package loaders

import (
	"net/url"

	"obscope/loaders/domsnap"
	"obscope/model"
)

// lonelyRoot reports a page whose nodes are all documents or ignored.
func lonelyRoot(c *model.Capture) bool {
	for i := range c.Elements {
		if e := &c.Elements[i]; !e.Ignored && e.Kind != model.KindDocument {
			return false
		}
	}
	return true
}

// nameWebPage takes the title of the page as the window and its host as the
// application.
func nameWebPage(c *model.Capture) {
	for i := range c.Elements {
		e := &c.Elements[i]
		if e.Kind != model.KindDocument {
			continue
		}
		c.Window = e.Name
		if c.App == "" {
			c.App = urlHost(domsnap.WebURL(e))
		}
		return
	}
}

// urlHost is the host of an address, or its scheme where it has none.
func urlHost(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return ""
	case u.Host != "":
		return u.Host
	}
	return u.Scheme
}
