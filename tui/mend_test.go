package tui

import (
	"testing"

	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// clipped shows the order form with a viewport that leaves More options out.
func clipped(t *testing.T, pins ...string) *inspector {
	o := render.Options{}
	if err := o.SetOption("viewport", "0,0,1000,800"); err != nil {
		t.Fatal(err)
	}
	return inspect(t, Config{Recording: recording(orderForm()), Options: o, Pins: pins}, 120, 30)
}

func TestOneKeyBringsAnElementBack(t *testing.T) {
	in := clipped(t)
	in.press("f").write("more").press("enter").see("out at viewport").see("= back with viewport off (+")
	in.press("=").see(`● button "More options" · line`).see("back with viewport off (+").see("u undoes")
	in.press("u").see("out at viewport")
	in.press("f").write("place").press("enter", "=").see("it is in the text")
}

func TestAClickOnTheRemedyDoesIt(t *testing.T) {
	in := clipped(t)
	in.press("f").write("more").press("enter").see("= back with viewport off")
	d := in.lay.details
	in.send(tea.MouseClickMsg{X: d.x + 6, Y: d.y + 1, Button: tea.MouseLeft})
	in.see(`● button "More options" · line`)
}

func TestAPinThatIsOutIsBroughtBack(t *testing.T) {
	in := clipped(t, `button "More options"`)
	in.see("out").press("f").write("place").press("enter", "=").see("pin in").see(`● button "More options"`)
	in.press("u").see(`More options" out`)
	g := in.lay.gauge
	in.send(tea.MouseClickMsg{X: g.x + g.w - 4, Y: g.y, Button: tea.MouseLeft})
	in.see("pin in")
}

func TestWhatNoOptionBringsBackIsSaid(t *testing.T) {
	in := clipped(t)
	before := in.options()
	in.run(in.applyRemedy(render.BringBack{Options: before, Why: "a rule of the dialect"}))
	in.see("no option brings it back: a rule of the dialect")
	if in.history.at != 0 {
		t.Error("a remedy that there is not was put in force")
	}
}
