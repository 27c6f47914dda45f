package atspi

import (
	"context"

	"github.com/godbus/dbus/v5"
)

// eventKinds are what an application is asked to tell. Changes of bounds are
// not among them: one press can bring hundreds.
var eventKinds = []string{"object:children-changed", "object:state-changed", "object:text-changed", "object:property-change", "window"}

// Changes makes the application tell when it has changed, until ctx ends. A
// value in the first channel is that something has, since the last one was
// taken; the second is closed once the application has ended.
func (a App) Changes(ctx context.Context) (changed, gone <-chan struct{}, err error) {
	for _, kind := range eventKinds {
		call := a.bus.Object(registryName, "/org/a11y/atspi/registry").CallWithContext(ctx, registryName+".RegisterEvent", 0, kind, []string{}, "")
		if call.Err != nil {
			return nil, nil, explain(ctx, call.Err)
		}
	}
	for _, match := range [][]dbus.MatchOption{
		{dbus.WithMatchSender(a.ref.Name), dbus.WithMatchInterface("org.a11y.atspi.Event.Object")},
		{dbus.WithMatchSender(a.ref.Name), dbus.WithMatchInterface("org.a11y.atspi.Event.Window")},
		{dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, a.ref.Name)},
	} {
		if err := a.bus.AddMatchSignal(match...); err != nil {
			return nil, nil, explain(ctx, err)
		}
	}
	signals := make(chan *dbus.Signal, 256)
	a.bus.Signal(signals)
	touched, ended := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer a.bus.RemoveSignal(signals)
		for {
			select {
			case <-ctx.Done():
				return
			case s, ok := <-signals:
				switch {
				case !ok, s.Name == "org.freedesktop.DBus.NameOwnerChanged" && s.Body[2] == "":
					close(ended)
					return
				case s.Sender != a.ref.Name:
					continue
				}
				select {
				case touched <- struct{}{}:
				default:
				}
			}
		}
	}()
	return touched, ended, nil
}
