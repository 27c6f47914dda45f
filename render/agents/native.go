package agents

import "obscope/render"

func init() {
	for _, d := range nativeTable {
		render.Register(d)
	}
}

var nativeTable = []render.Dialect{mobileMCP{}, m3a{}}
