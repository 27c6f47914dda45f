package agents

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// browserGymDialect is the text of BrowserGym's flatten_axtree_to_str.
type browserGymDialect struct{}

// Its own stages.
const (
	bgIgnoredRole = render.OwnStages + iota
	bgNoName
	bgGeneric
	bgRedundant
	bgHiddenChild
	bgFiltered
	bgUnreached
)

func (browserGymDialect) Info() render.Info {
	return render.Info{
		Name: "browsergym", About: "flatten_axtree_to_str of BrowserGym: tabs for depth, ids only where the capture has them",
		Version: "2026-03", ExactFor: []string{"cdp"},
		Knobs: []render.Knob{
			flagOn("skip_generic", "leave generic elements without attributes out").Hiding("false", bgGeneric),
			flagOn("remove_redundant_static_text", "leave text out that its parent's name contains").Hiding("false", bgRedundant),
			flag("hide_all_children", "leave the children of filtered elements out").Hiding("false", bgHiddenChild),
			flag("hide_all_bids", "write no ids"),
			flag("hide_bid_if_invisible", "write the ids of visible elements only"),
			flag("filter_visible_only", "only elements of which half is visible").Hiding("false", bgFiltered, bgHiddenChild),
			flag("filter_with_bid_only", "only elements with an id").Hiding("false", bgFiltered, bgHiddenChild),
			flag("filter_som_only", "only elements of the set of marks").Hiding("false", bgFiltered, bgHiddenChild),
			flag("with_visible", "say what is visible"),
			flag("with_clickable", "say what is clickable"),
			flag("with_som", "say what is in the set of marks"),
			flag("with_center_coords", "write where the middle is"),
			flag("with_bounding_box_coords", "write the box"),
			{Name: "coord_decimals", About: "digits after the point of coordinates", Default: "0"},
			render.Knob{Name: "ignored_roles", About: "roles that are left out, separated by commas; a comma alone: none", Default: "LineBreak"}.Hiding(",", bgIgnoredRole),
			{Name: "ignored_properties", About: "properties that are left out, separated by commas", Default: "editable,readonly,level,settable,multiline,invalid,focusable"},
		},
		Stages: []string{"ignored role", "no name", "generic", "repeats the parent's name", "child of a filtered element", "filtered", "not reached"},
		Defects: []string{
			"text has no id, so an agent cannot click it (issue 101)",
			"controls made of generic elements are not shown (issue 112)",
			"today's Chromium reports inline text boxes, which are printed as well",
		},
	}
}

func (browserGymDialect) Bind(c *model.Capture) (render.Bound, error) {
	return newBrowserGym(axTreeOf(c)), nil
}

type browserGym struct {
	ax *axTree
	adjacency
	extras map[string]bgExtra // by bid; nil if there are none at all
	cycles bool
}

// A bgExtra is what BrowserGym knows of an element beside the tree.
type bgExtra struct {
	whole             bool // it has all that is asked of it
	visibility        float64
	box               []float64 // x, y, width, height; nil if it has none
	clickable, marked bool
}

func (e *bgExtra) visible() bool { return e.visibility >= 0.5 }

func newBrowserGym(ax *axTree) *browserGym {
	b := &browserGym{ax: ax, adjacency: ax.joinedChildren()}
	_, b.cycles = postorder(int32(len(ax.nodes)), b.kidsOf)
	text, ok := ax.c.Extras["extra_element_properties"]
	if !ok {
		for _, name := range [...]string{"extra_element_properties", "extra_properties"} {
			if v := model.FindMember(ax.c.Raw, name); v.Kind == jsontext.Object {
				text, ok = v.Raw, true
			}
		}
	}
	if v, err := jsontext.Parse(text); ok && err == nil && v.Kind == jsontext.Object {
		b.extras = make(map[string]bgExtra, len(v.Members))
		for _, m := range v.Members {
			b.extras[m.Name] = readBGExtra(m.Value)
		}
	}
	return b
}

func readBGExtra(v jsontext.Value) bgExtra {
	var e bgExtra
	visibility, ok1 := v.Lookup("visibility")
	box, ok2 := v.Lookup("bbox")
	clickable, ok3 := v.Lookup("clickable")
	marked, ok4 := v.Lookup("set_of_marks")
	e.whole = ok1 && ok2 && ok3 && ok4
	e.visibility = pyFloat(visibility)
	if box.Kind == jsontext.Array && len(box.Items) == 4 {
		for _, side := range box.Items {
			e.box = append(e.box, pyFloat(side))
		}
	}
	e.clickable, e.marked = pyvalue.Truthy(clickable), pyvalue.Truthy(marked)
	return e
}

// pyFloat is a JSON number as Python computes with it.
func pyFloat(v jsontext.Value) float64 {
	if v.IsTrue() {
		return 1
	}
	f, _ := strconv.ParseFloat(v.Text, 64)
	return f
}
