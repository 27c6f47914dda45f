package keymap

import (
	"reflect"
	"testing"

	"charm.land/bubbles/v2/key"
)

func TestNoModeHasAKeyTwice(t *testing.T) {
	for mode, bindings := range DefaultKeys().modes() {
		taken := map[string]string{}
		for _, b := range bindings {
			for _, k := range b.Keys() {
				if other, twice := taken[k]; twice {
					t.Errorf("in %s, %q is both %q and %q", mode, k, other, b.Help().Desc)
				}
				taken[k] = b.Help().Desc
			}
		}
	}
}

// Help is made from groups, so a key that is in no group has no entry.
func TestEveryKeyIsInHelp(t *testing.T) {
	keys := DefaultKeys()
	inHelp := map[string]bool{}
	for _, g := range keys.Groups() {
		for _, b := range g.Keys {
			inHelp[b.Help().Key+b.Help().Desc] = true
		}
	}
	lists := map[string]bool{"Accept": true, "Cancel": true, "ListDown": true, "ListUp": true, "Unset": true, "UnsetOption": true, "Change": true}
	v := reflect.ValueOf(keys)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		b := v.Field(i).Interface().(key.Binding)
		if b.Help().Key == "" || b.Help().Desc == "" {
			t.Errorf("%s has no help", name)
		}
		if !lists[name] && !inHelp[b.Help().Key+b.Help().Desc] {
			t.Errorf("%s is in no group of help", name)
		}
	}
}
