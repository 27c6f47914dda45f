package loaders

import (
	"net/url"

	"obscope/internal/jsontext"
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
			c.App = urlHost(webURL(e))
		}
		return
	}
}

// webURL is the address of an element, as CDP or puppeteer tells it.
func webURL(e *model.Element) string {
	if v := e.Member("url"); v.Kind == jsontext.String {
		return v.Text
	}
	for _, p := range e.Member("properties").Items {
		if p.Member("name").Text == "url" {
			return p.Member("value").Member("value").Text
		}
	}
	return ""
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
