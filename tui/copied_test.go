package tui

import (
	"errors"
	"strings"
	"testing"
)

// The terminal does not tell whether it took what it was sent: nothing says
// that it did, and what was sent can be seen and selected.
func TestACopyIsShownInFullAndPreviewed(t *testing.T) {
	var copied string
	in := inspect(t, Config{Recording: recording(orderForm()), Copied: func(s string) { copied = s }}, 100, 30)
	in.press("y").see("sent the observation to the clipboard").notSee("copied")
	if copied != in.obs.Text() {
		t.Errorf("told of %q", copied)
	}
	in.press("j", "j", "Y", "down").see(`window "Order" > group "Customer" > textbox "Full name"`).press("enter")
	in.see(`window "Order" > group "Customer" > textbox "Full name"`).see("sent path to the clipboard").notSee("┌")
	if in.View().MouseMode != 0 {
		t.Error("the mouse is not the terminal's")
	}
	in.press("esc").see("┌─ tree")
}

func TestAShownCopyMasksSecretsAndScrolls(t *testing.T) {
	c := orderForm()
	c.Elements[3].Raw += `,"value":"hunter2-secret"`
	in := inspect(t, Config{Recording: recording(c)}, 60, 10)
	in.press("Y").press("down", "down", "down", "down", "down", "down", "down", "down").press("enter").see("AC_serialize_observation").notSee("hunter2")
	was := in.screen()
	if in.press("j", "pgdown"); in.screen() == was {
		t.Error("it does not scroll")
	}
	in.press("G", "g")
	if in.screen() != was {
		t.Error("g does not go back to the start")
	}
}

func TestTmuxHasTheCopyToo(t *testing.T) {
	var buffer string
	var fault error
	in := inspect(t, Config{Recording: recording(orderForm()), Buffer: func(s string) error { buffer = s; return fault }}, 120, 30)
	in.press("y").see("set tmux's buffer, and sent the observation to the clipboard")
	if buffer != in.obs.Text() {
		t.Errorf("tmux has %q", buffer)
	}
	fault = errors.New("no server")
	in.press("y").see("but tmux did not take it: no server")
	if !strings.Contains(in.raw, "\x1b]52;c;") {
		t.Error("nothing was sent to the terminal")
	}
}
