package atspi

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"obscope/internal/source"
)

// A Source is an application as a source of captures. One that has ended is
// looked for again by its name whenever a capture is asked for.
type Source struct {
	desktop *Desktop

	mu  sync.Mutex
	app App
}

// Open connects to the desktop and finds the application whose name contains
// text. Of several such applications choose says which; without it they are an
// error that names them.
func Open(ctx context.Context, text string, choose func([]App) (App, error)) (*Source, error) {
	d, err := Connect(ctx)
	if err != nil {
		return nil, err
	}
	app, err := d.one(ctx, text, choose)
	if err != nil {
		d.Close()
		return nil, err
	}
	return &Source{desktop: d, app: app}, nil
}

// one is the application that a person means.
func (d *Desktop) one(ctx context.Context, text string, choose func([]App) (App, error)) (App, error) {
	found, err := d.Find(ctx, text)
	switch {
	case err != nil:
		return App{}, err
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1 && choose != nil:
		return choose(found)
	case len(found) > 1:
		return App{}, fmt.Errorf("%d applications have %q in their name: %s", len(found), text, listed(found))
	}
	all, err := d.Apps(ctx)
	if err != nil {
		return App{}, err
	}
	if len(all) == 0 {
		return App{}, fmt.Errorf("no application is on the accessibility bus; start them with accessibility switched on (gsettings set org.gnome.desktop.interface toolkit-accessibility true)")
	}
	return App{}, fmt.Errorf("no application has %q in its name; there are %s", text, listed(all))
}

func listed(apps []App) string {
	names := make([]string, len(apps))
	for i, a := range apps {
		names[i] = a.Name
	}
	return strings.Join(names, " · ")
}

// Name is the application's name.
func (s *Source) Name() string { return s.now().Name }

// now is the application as it was found last.
func (s *Source) now() App {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.app
}

// again looks for the application by its name.
func (s *Source) again(ctx context.Context) (App, error) {
	app, err := s.desktop.one(ctx, s.Name(), nil)
	if err == nil {
		s.mu.Lock()
		s.app = app
		s.mu.Unlock()
	}
	return app, err
}

// Live is true: each capture shows the application at one moment.
func (s *Source) Live() bool { return true }

// Close ends the connection.
func (s *Source) Close() { s.desktop.Close() }

// Read captures the application.
func (s *Source) Read(ctx context.Context) (*source.Reading, error) {
	data, err := s.now().Capture(ctx)
	if errors.Is(err, ErrGone) {
		if app, found := s.again(ctx); found == nil {
			data, err = app.Capture(ctx)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return &source.Reading{Inputs: []source.Input{{Name: s.Name(), FS: source.Memory{treeFile: data}, Path: treeFile}}}, nil
}

// treeFile is what a capture is called where it is saved.
const treeFile = "app.osworld.xml"

// Changes tells when the application has changed; the channel is closed once it
// has ended.
func (s *Source) Changes(ctx context.Context) (<-chan struct{}, error) {
	app := s.now()
	if app.here(ctx) != nil {
		var err error
		if app, err = s.again(ctx); err != nil {
			return nil, err
		}
	}
	changed, gone, err := app.Changes(ctx)
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
			case <-gone:
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
