package chrome

import (
	"context"
	"fmt"
	"strings"
)

// What tells that a page has changed, as measured: the events of the DOM domain
// for nodes, attributes and texts, in shadow trees and frames, too, once the
// whole document was asked for; listeners in a world of their own for focus,
// scrolling and what is typed. The Accessibility domain tells nothing. Nothing
// tells that a script has set a property such as checked.

// world is the isolated world that the listeners run in: a page's own scripts
// see nothing of it.
const world, binding = "obscope", "obscopeChanged"

// listeners tell of what the DOM domain does not, at most every 50 ms.
var listeners = fmt.Sprintf(`(() => {
	let waiting = false;
	const tell = () => {
		if (waiting) return;
		waiting = true;
		setTimeout(() => { waiting = false; globalThis.%[1]s && %[1]s(""); }, 50);
	};
	for (const kind of ["input", "change", "focusin", "focusout", "scroll", "resize", "toggle", "transitionend", "animationend"])
		addEventListener(kind, tell, {capture: true, passive: true});
})()`, binding)

// Changes makes the page tell when it has changed. A value in the channel is
// that something has, since the last one was taken.
func (p *Page) Changes(ctx context.Context) (<-chan struct{}, error) {
	p.mu.Lock()
	p.watching = true
	p.mu.Unlock()
	for i, s := range p.all() {
		// A frame may go meanwhile; the page must not.
		if err := p.watch(ctx, s); err != nil && i == 0 {
			return nil, p.explain(err)
		}
	}
	return p.changed, nil
}

// watch makes a session tell.
func (p *Page) watch(ctx context.Context, s *session) (err error) {
	if !p.setWatched(s, true) {
		return nil
	}
	defer func() {
		if err != nil {
			p.setWatched(s, false)
		}
	}()
	for _, step := range []struct {
		method string
		params object
	}{
		{"Page.enable", nil},
		{"Runtime.enable", nil}, // without it a binding tells nobody
		{"Runtime.addBinding", object{"name": binding, "executionContextName": world}},
		{"Page.addScriptToEvaluateOnNewDocument", object{"source": listeners, "worldName": world, "runImmediately": true}},
		{"DOM.enable", nil},
	} {
		if _, err := p.conn.call(ctx, s.id, step.method, step.params); err != nil {
			return err
		}
	}
	return p.know(ctx, s)
}

// setWatched notes whether a session tells, and reports whether that is new.
func (p *Page) setWatched(s *session, on bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := s.watched
	s.watched = on
	return was != on
}

// know asks for the whole document: the browser tells changes only of nodes
// that were asked for, and what came new since was not.
func (p *Page) know(ctx context.Context, s *session) error {
	_, err := p.conn.call(ctx, s.id, "DOM.getDocument", object{"depth": -1, "pierce": true})
	return err
}

// tellsChange reports whether an event means that the page may look different.
func tellsChange(method string) bool {
	switch method {
	case "DOM.setChildNodes": // an answer
		return false
	case "Runtime.bindingCalled", "Page.frameNavigated", "Page.frameDetached", "Page.loadEventFired", "Page.navigatedWithinDocument":
		return true
	}
	return strings.HasPrefix(method, "DOM.")
}

func (p *Page) touch() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}
