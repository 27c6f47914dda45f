package chrome

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"obscope/internal/source"
)

// A Source is a page of a browser as a source of captures. A page or browser
// that is gone is looked for again whenever a capture is asked for.
type Source struct {
	address string

	mu      sync.Mutex
	target  Target
	browser *Browser
	page    *Page
}

// Open connects to a browser at an address, as Dial takes it, and attaches to
// its page whose title or address contains text. Of several such pages choose
// says which; without it they are an error that names them.
func Open(ctx context.Context, address, text string, choose func([]Target) (Target, error)) (*Source, error) {
	b, err := Dial(ctx, address)
	if err != nil {
		return nil, err
	}
	targets, err := b.Targets(ctx, text)
	switch {
	case err != nil:
	case len(targets) == 0 && text != "":
		err = fmt.Errorf("no page has %q in its title or address", text)
	case len(targets) == 0:
		err = errors.New("the browser shows no page")
	case len(targets) > 1 && choose == nil:
		err = fmt.Errorf("it shows %d pages; choose one with --page TEXT: %s", len(targets), listed(targets))
	}
	var target Target
	if err == nil {
		target = targets[0]
		if len(targets) > 1 {
			target, err = choose(targets)
		}
	}
	s := &Source{address: address, target: target, browser: b}
	if err == nil {
		s.page, err = b.Attach(ctx, target)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return s, nil
}

// listed is the titles of pages in one line.
func listed(targets []Target) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = t.Label()
	}
	return strings.Join(names, " · ")
}

// Label is what a person knows a page by.
func (t Target) Label() string {
	switch {
	case t.Title == "" && t.URL == "":
		return "page"
	case t.Title == "" || t.Title == t.URL:
		return t.URL
	}
	return fmt.Sprintf("%q %s", t.Title, t.URL)
}

// Name is the page's title or address.
func (s *Source) Name() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.target.Label()
}

// Live is true: each capture shows the page at one moment.
func (s *Source) Live() bool { return true }

// Close ends the connection; the page stays as it is.
func (s *Source) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browser.Close()
}

// Read captures the page.
func (s *Source) Read(ctx context.Context) (*source.Reading, error) {
	page, err := s.attached(ctx)
	if err != nil {
		return nil, err
	}
	c, err := page.Capture(ctx)
	if err != nil {
		return nil, err
	}
	in := source.Input{Name: s.Name(), FS: source.Memory(c.Files), Path: TreeFile}
	return &source.Reading{Inputs: []source.Input{in}, Notes: c.Notes}, nil
}

// Changes tells when the page has changed; the channel is closed once it is
// gone.
func (s *Source) Changes(ctx context.Context) (<-chan struct{}, error) {
	page, err := s.attached(ctx)
	if err != nil {
		return nil, err
	}
	quick, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	changed, err := page.Changes(quick)
	if err != nil {
		return nil, err
	}
	told := make(chan struct{})
	go func() {
		defer close(told)
		for {
			select {
			case <-ctx.Done():
				return
			case <-page.Gone():
				return
			case <-page.conn.closed:
				return
			case <-changed:
				select {
				case told <- struct{}{}:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return told, nil
}

// attached is the page, attached to again if it was gone and is back.
func (s *Source) attached(ctx context.Context) (*Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.page.Cause() == nil && !isClosed(s.page.conn.closed) {
		return s.page, nil
	}
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	gone := func(why string) error {
		return fmt.Errorf("%s: %s; it is attached to again when it is back", s.target.Label(), why)
	}
	if isClosed(s.browser.conn.closed) {
		b, err := Dial(ctx, s.address)
		switch {
		case err != nil && s.browser.page:
			return nil, gone("the page was closed, or its browser")
		case err != nil:
			return nil, gone("the browser has ended")
		}
		s.browser = b
	}
	targets, err := s.browser.Targets(ctx, "")
	if err != nil {
		return nil, gone("the browser does not answer")
	}
	target, ok := s.again(targets)
	if !ok {
		return nil, gone("the page was closed")
	}
	page, err := s.browser.Attach(ctx, target)
	var refused *ProtocolError
	switch {
	case errors.As(err, &refused):
		return nil, gone("the page was closed")
	case err != nil:
		return nil, gone(err.Error())
	}
	if s.page.conn == page.conn {
		s.page.leave()
	}
	s.page, s.target = page, target
	return page, nil
}

// again is the page among those there are: itself, or one at the same address.
func (s *Source) again(targets []Target) (Target, bool) {
	for _, same := range []func(Target) bool{
		func(t Target) bool { return t.ID == s.target.ID },
		func(t Target) bool { return t.URL == s.target.URL },
	} {
		for _, t := range targets {
			if same(t) {
				return t, true
			}
		}
	}
	return Target{}, false
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
