// Package agents writes a capture in the words of other agents: one file for
// each dialect, each equal to its original byte for byte on the captures that
// the original reads.
//
// Importing the package registers the dialects with package render.
package agents

import (
	"strings"

	"obscope/render"
)

// table lists the dialects in the order in which they are offered.
var table = []render.Dialect{
	devtoolsDialect{},
	agentBrowserDialect{},
	browserGymDialect{},
	webArenaDialect{},
	stagehandDialect{},
	playwrightDialect{},
	osworld{},
	mobileMCP{},
	m3a{},
	cua{},
	openCodex{},
	text{},
	tokenCut{},
	browserUse{},
	peekaboo{},
	windowsMCP{},
}

func init() {
	for _, d := range table {
		render.Register(d)
	}
}

// isOn reads a knob that is true or false.
func isOn(p *render.Plan, name string) bool { return p.Knob(name) == "true" }

// onOff are the values of a knob that is on or off.
var onOff = []string{"true", "false"}

// flag declares a knob that is off unless it is set.
func flag(name, about string) render.Knob {
	return render.Knob{Name: name, About: about, Default: "false", Choices: onOff}
}

// limitOf declares a knob that is a number, and takes out at a stage what is
// beyond it; open is a value that takes out nothing.
func limitOf(name, about, unset, open string, stage render.Stage) render.Knob {
	k := render.Knob{Name: name, About: about, Default: unset, Number: unset == ""}.Hiding(open, stage)
	k.Limit = true
	return k
}

// noLimit is a limit that nothing reaches.
const noLimit = "1000000000"

// flagOn declares a knob that is on unless it is unset.
func flagOn(name, about string) render.Knob {
	return render.Knob{Name: name, About: about, Default: "true", Choices: onOff}
}

// A nameSet is a few names that are looked for again and again; so few that
// comparing is faster than hashing.
type nameSet []string

func (set nameSet) has(name string) bool {
	for _, n := range set {
		if n == name {
			return true
		}
	}
	return false
}

// commaSet reads a list separated by commas.
func commaSet(list string) nameSet {
	var set nameSet
	for _, item := range strings.Split(list, ",") {
		if item = strings.TrimSpace(item); item != "" && !set.has(item) {
			set = append(set, item)
		}
	}
	return set
}
