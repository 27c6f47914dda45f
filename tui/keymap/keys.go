package keymap

import "charm.land/bubbles/v2/key"

// A KeyMap is every key of the inspector. Help is made from it.
type KeyMap struct {
	// Options.
	Dialect, Viewport, EditViewport, Max, Less, More, LessTen, MoreTen, Interactive, Query, Collapse, Geometry,
	Budget, Vocabulary, Options, Fit, Undo, Redo key.Binding

	// Moving.
	OtherPane, Down, Up, Top, Bottom, HalfDown, HalfUp, PageDown, PageUp key.Binding

	// Tree.
	Fold, Unfold, Toggle, FoldSubtree, UnfoldSubtree, Depth, UnfoldAll key.Binding

	// Text.
	Left, Right, Wrap key.Binding

	// Finding.
	Find, Next, Previous, Goto, NextOut, PreviousOut, Mend, Pin key.Binding

	// Looking.
	Details, Panels, SortCost, Zoom, Unzoom, Secrets, Help key.Binding

	// Comparing.
	PreviousTree, NextTree, PreviousStep, NextStep, Difference, Hold, Dialects, Tools key.Binding

	// In the tables of dialects and tools.
	SortLeft, SortRight, Reverse key.Binding

	// Carrying.
	Copy, CopyAs, Export, Reload, Live key.Binding

	// Leaving.
	Close, Quit, Kill, Suspend, Mouse key.Binding

	// In lists and prompts.
	Accept, Cancel, ListDown, ListUp, Unset, UnsetOption, Change key.Binding
}

func bind(keys []string, shown, does string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, does))
}

func on(k, does string) key.Binding { return bind([]string{k}, k, does) }

// DefaultKeys are the keys of the inspector.
func DefaultKeys() KeyMap {
	return KeyMap{
		Dialect:      on("d", "next dialect"),
		Viewport:     on("v", "viewport on, off"),
		EditViewport: on("V", "edit the viewport"),
		Max:          on("m", "edit max elements"),
		Less:         bind([]string{"[", "-"}, "[ -", "one element less"),
		More:         bind([]string{"]", "+"}, "] +", "one element more"),
		LessTen:      on("{", "ten elements less"),
		MoreTen:      on("}", "ten elements more"),
		Interactive:  on("i", "interactive only, all roles"),
		Query:        on("/", "query: filters the text"),
		Collapse:     on("c", "collapse none, single, any"),
		Geometry:     on("o", "geometry on, off"),
		Budget:       on("b", "edit the token budget"),
		Vocabulary:   on("t", "next token vocabulary"),
		Options:      on("O", "all options as a form"),
		Fit:          on("F", "fit the budget"),
		Undo:         on("u", "undo an option"),
		Redo:         on("U", "redo"),

		OtherPane: bind([]string{"tab"}, "tab", "other pane"),
		Down:      bind([]string{"j", "down"}, "j ↓", "down"),
		Up:        bind([]string{"k", "up"}, "k ↑", "up"),
		Top:       bind([]string{"g", "home"}, "g home", "first"),
		Bottom:    bind([]string{"G", "end"}, "G end", "last"),
		HalfDown:  on("ctrl+d", "half a page down"),
		HalfUp:    on("ctrl+u", "half a page up"),
		PageDown:  bind([]string{"pgdown"}, "pgdn", "page down"),
		PageUp:    bind([]string{"pgup"}, "pgup", "page up"),

		Fold:          bind([]string{"h", "left"}, "h ←", "fold, or to the parent"),
		Unfold:        bind([]string{"l", "right"}, "l →", "unfold, or to first child"),
		Toggle:        bind([]string{"space"}, "space", "fold, unfold"),
		FoldSubtree:   on("H", "fold the subtree"),
		UnfoldSubtree: on("L", "unfold the subtree"),
		Depth:         bind([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "1-9", "unfold to depth"),
		UnfoldAll:     on("0", "unfold all"),

		Left:  bind([]string{"h", "left"}, "h ←", "left"),
		Right: bind([]string{"l", "right"}, "l →", "right"),
		Wrap:  on("W", "wrap long lines"),

		Find:        on("f", "find an element"),
		Next:        on("n", "next match"),
		Previous:    on("N", "previous match"),
		Goto:        on(":", "line, [12], ref, x,y, step 4"),
		NextOut:     on("x", "next that is out"),
		PreviousOut: on("X", "previous that is out"),

		Mend: on("=", "bring it back: do what the details say"),

		Pin: on("P", "pin: watch whether it is in"),

		Details:  bind([]string{"enter"}, "enter", "details and why"),
		Panels:   on("p", "panels: costs, dialects, funnel, lint, map, pins, steps, tools, warnings"),
		SortCost: on("s", "tree by cost"),
		Zoom:     on("z", "tree from here"),
		Unzoom:   on("Z", "whole tree"),
		Secrets:  on("S", "show secrets"),
		Help:     on("?", "help"),

		PreviousTree: on(",", "previous step with a tree"),
		NextTree:     on(".", "next step with a tree"),
		PreviousStep: on("<", "previous of all steps"),
		NextStep:     on(">", "next of all steps"),
		Difference:   on("D", "difference to previous step"),
		Hold:         on("a", "hold, compare options (A/B)"),
		Dialects:     on("C", "compare dialects"),
		Tools:        on("T", "tools: what a session cost"),

		SortLeft:  bind([]string{"h", "left"}, "h ←", "sort by the column before"),
		SortRight: bind([]string{"l", "right"}, "l →", "sort by the next column"),
		Reverse:   on("space", "the other way round"),

		Copy:   on("y", "copy the observation"),
		CopyAs: on("Y", "copy as …"),
		Export: on("e", "export to a file"),
		Reload: on("r", "reload, capture anew"),
		Live:   on("A", "capture on every change"),

		Close:   bind([]string{"esc"}, "esc", "close, clear"),
		Quit:    on("q", "close, quit"),
		Kill:    on("ctrl+c", "quit"),
		Suspend: on("ctrl+z", "suspend"),
		Mouse:   on("M", "mouse on, off"),

		Accept:      bind([]string{"enter"}, "enter", "take it"),
		Cancel:      bind([]string{"esc"}, "esc", "leave it"),
		ListDown:    bind([]string{"down", "ctrl+n"}, "↓", "down"),
		ListUp:      bind([]string{"up", "ctrl+p"}, "↑", "up"),
		Unset:       bind([]string{"backspace", "delete"}, "backspace", "unset"),
		UnsetOption: on("ctrl+x", "leave the option to its default"),
		Change:      bind([]string{"enter", "space", "l", "right"}, "enter", "change"),
	}
}

// A keyGroup is a titled list of keys in help.
type keyGroup struct {
	Title string
	Keys  []key.Binding
}

func (k KeyMap) Groups() []keyGroup {
	return []keyGroup{
		{"options", []key.Binding{k.Dialect, k.Viewport, k.EditViewport, k.Max, k.Less, k.More, k.LessTen, k.MoreTen, k.Interactive,
			k.Query, k.Collapse, k.Geometry, k.Budget, k.Vocabulary, k.Options, k.Fit, k.Undo, k.Redo}},
		{"move", []key.Binding{k.OtherPane, k.Down, k.Up, k.Top, k.Bottom, k.HalfDown, k.HalfUp, k.PageDown, k.PageUp}},
		{"tree", []key.Binding{k.Fold, k.Unfold, k.Toggle, k.FoldSubtree, k.UnfoldSubtree, k.Depth, k.UnfoldAll}},
		{"text", []key.Binding{k.Left, k.Right, k.Wrap}},
		{"find", []key.Binding{k.Find, k.Next, k.Previous, k.Goto, k.NextOut, k.PreviousOut, k.Mend, k.Pin}},
		{"look", []key.Binding{k.Details, k.Panels, k.SortCost, k.Zoom, k.Unzoom, k.Secrets, k.Help}},
		{"compare", []key.Binding{k.PreviousTree, k.NextTree, k.PreviousStep, k.NextStep, k.Difference, k.Hold, k.Dialects, k.Tools}},
		{"tables", []key.Binding{k.SortLeft, k.SortRight, k.Reverse}},
		{"carry", []key.Binding{k.Copy, k.CopyAs, k.Export, k.Reload, k.Live}},
		{"leave", []key.Binding{k.Close, k.Quit, k.Kill, k.Suspend, k.Mouse}},
	}
}

// modes lists the keys that are live together: in no mode does a key have two
// meanings.
func (k KeyMap) modes() map[string][]key.Binding {
	var everywhere []key.Binding
	var tree, text, table, options []key.Binding
	for _, g := range k.Groups() {
		switch g.Title {
		case "tree":
			tree = g.Keys
		case "text":
			text = g.Keys
		case "tables":
			table = g.Keys
		default:
			if g.Title == "options" {
				options = g.Keys
			}
			everywhere = append(everywhere, g.Keys...)
		}
	}
	join := func(lists ...[]key.Binding) []key.Binding {
		var all []key.Binding
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	// Wrapping is the text's, wherever the focus is.
	return map[string][]key.Binding{
		"tree":   join(everywhere, tree, []key.Binding{k.Wrap}),
		"text":   join(everywhere, text),
		"panel":  join(everywhere, table, []key.Binding{k.Wrap, k.Unset}),
		"prompt": {k.Accept, k.Cancel, k.ListDown, k.ListUp, k.UnsetOption, k.Kill},
		"form":   join(options, []key.Binding{k.Close, k.Quit, k.Kill, k.Down, k.Up, k.Change, k.Unset, k.UnsetOption}),
		"menu":   {k.Close, k.Quit, k.Kill, k.Down, k.Up, k.Accept},
		"help":   {k.Close, k.Quit, k.Kill, k.Down, k.Up, k.Help, k.PageDown, k.PageUp},
	}
}
