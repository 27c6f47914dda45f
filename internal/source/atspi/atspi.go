// Package atspi captures applications of a Linux desktop over AT-SPI, the
// accessibility bus, in the shape that OSWorld captures have (XML, one element
// an accessible), so that the loader and the dialect are those there are.
//
// A capture goes down the tree a level at a time. All questions about a level
// are asked at once and then the answers are awaited, since a round trip for
// each would take most of the time. What the application's cache knows
// (org.a11y.atspi.Cache) is not asked again; where it lacks children of an
// element, the element is asked.
package atspi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	registryName = "org.a11y.atspi.Registry"
	rootPath     = "/org/a11y/atspi/accessible/root"
	cachePath    = "/org/a11y/atspi/cache"
	accessible   = "org.a11y.atspi.Accessible"
)

// answerTime is how long an application may take for one level of its tree,
// nameTime for its name, which all are asked for.
const (
	answerTime = 10 * time.Second
	nameTime   = 2 * time.Second
)

// ErrNoBus is a machine without an accessibility bus.
var ErrNoBus = errors.New("there is no accessibility bus; run it within the desktop session (DBUS_SESSION_BUS_ADDRESS), with at-spi2-core installed")

// ErrSilent is an application that does not answer in time.
var ErrSilent = errors.New("the application does not answer")

// ErrGone is an application that has ended.
var ErrGone = errors.New("the application has ended")

// A Desktop is a connection to the accessibility bus.
type Desktop struct{ bus *dbus.Conn }

// An App is an application that is on the bus.
type App struct {
	Name string
	ref  ref
	bus  *dbus.Conn
}

// A ref is how the bus names an accessible.
type ref struct {
	Name string // of the application's connection
	Path dbus.ObjectPath
}

// nullPath is the path of no accessible.
const nullPath = "/org/a11y/atspi/null"

// Connect connects to the accessibility bus of the desktop session.
func Connect(ctx context.Context) (*Desktop, error) {
	// A bus is looked for and none is started, which would stay behind.
	session, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return nil, ErrNoBus
	}
	defer session.Close()
	if session.Auth(nil) != nil || session.Hello() != nil {
		return nil, ErrNoBus
	}
	var address string
	if err := session.Object("org.a11y.Bus", "/org/a11y/bus").CallWithContext(ctx, "org.a11y.Bus.GetAddress", 0).Store(&address); err != nil || address == "" {
		return nil, ErrNoBus
	}
	bus, err := dbus.Connect(address)
	if err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrNoBus, err)
	}
	return &Desktop{bus}, nil
}

// Close ends the connection.
func (d *Desktop) Close() { d.bus.Close() }

// Apps lists the applications, by the name that they give themselves.
func (d *Desktop) Apps(ctx context.Context) ([]App, error) {
	ctx, cancel := context.WithTimeout(ctx, nameTime)
	defer cancel()
	var refs []ref
	root := d.bus.Object(registryName, rootPath)
	if err := root.CallWithContext(ctx, accessible+".GetChildren", 0).Store(&refs); err != nil {
		return nil, explain(ctx, err)
	}
	q := newQueue(ctx, d.bus)
	names := make([]*dbus.Call, len(refs))
	for i, r := range refs {
		names[i] = q.get(r, accessible, "Name")
	}
	q.wait() // those that are not there by then do not answer at all
	var apps []App
	for i, r := range refs {
		if name := text(names[i]); name != "" {
			apps = append(apps, App{name, r, d.bus})
		}
	}
	return apps, nil
}

// Find returns the applications whose name contains text, in any case of
// letters.
func (d *Desktop) Find(ctx context.Context, text string) ([]App, error) {
	apps, err := d.Apps(ctx)
	text = strings.ToLower(text)
	return slices.DeleteFunc(apps, func(a App) bool { return !strings.Contains(strings.ToLower(a.Name), text) }), err
}

// here asks whether the application is still on the bus: an error is why not.
func (a App) here(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if call := a.bus.Object(a.ref.Name, a.ref.Path).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, accessible, "Name"); call.Err != nil {
		return explain(ctx, call.Err)
	}
	return nil
}

// explain is an error of the bus by what a person can do about it.
func explain(ctx context.Context, err error) error {
	var told dbus.Error
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return ErrSilent
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &told) && (strings.HasSuffix(told.Name, ".ServiceUnknown") || strings.HasSuffix(told.Name, ".NoReply") || strings.HasSuffix(told.Name, ".NameHasNoOwner")):
		return ErrGone
	}
	return err
}

// A queue is questions that are asked at once.
type queue struct {
	ctx   context.Context
	bus   *dbus.Conn
	calls []*dbus.Call
}

func newQueue(ctx context.Context, bus *dbus.Conn) *queue { return &queue{ctx: ctx, bus: bus} }

func (q *queue) call(r ref, method string, args ...any) *dbus.Call {
	c := q.bus.Object(r.Name, r.Path).GoWithContext(q.ctx, method, 0, nil, args...)
	q.calls = append(q.calls, c)
	return c
}

func (q *queue) get(r ref, iface, property string) *dbus.Call {
	return q.call(r, "org.freedesktop.DBus.Properties.Get", iface, property)
}

// wait waits for all answers, or until the context ends.
func (q *queue) wait() {
	for _, c := range q.calls {
		select {
		case <-c.Done:
		case <-q.ctx.Done():
			return
		}
	}
}

// value is what a property holds, nil if it could not be read.
func value(c *dbus.Call) any {
	var v dbus.Variant
	if c == nil || c.Store(&v) != nil {
		return nil
	}
	return v.Value()
}

func text(c *dbus.Call) string {
	s, _ := value(c).(string)
	return s
}
