package screentest

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Modes is what the program has changed about the terminal. The zero value is
// a terminal as the shell left it, so a program that cleaned up gives
//
//	term.ExitCode()
//	if left := term.Modes(); left != (screentest.Modes{}) { … }
type Modes struct {
	AltScreen       bool // 1049, 1047 or 47
	Mouse           bool // 1000, 1002 or 1003: clicks and the wheel are reported
	MouseMotion     bool // 1003: motion without a button is reported too
	MouseSGR        bool // 1006: the mouse encoding that Click uses
	BracketedPaste  bool // 2004
	FocusEvents     bool // 1004
	CursorHidden    bool // 25 switched off
	Synchronized    bool // 2026: a frame was begun and not ended
	GraphemeWidths  bool // 2027
	AppCursorKeys   bool // 1
	ModifyOtherKeys bool // xterm's CSI > 4 m
	Kitty           int  // flags of the kitty keyboard protocol, 0 when off
	Raw             bool // the line discipline is not what it was at the start
}

// tracker follows what the emulator does not tell: modes it does not know, the
// kitty keyboard stacks, the clipboard. It answers the questions of mode
// support that x/vt denies although the harness can honour them.
type tracker struct {
	on        map[ansi.DECMode]bool
	kitty     [2][]int // flags pushed on the main and on the alternate screen
	otherKeys bool
	title     string
	clipboard string
	kittyKeys bool   // the terminal speaks the kitty keyboard protocol
	onSync    func() // a synchronized frame begins
	offSync   func()
}

// attach lets the tracker listen to emu.
func (k *tracker) attach(emu *vt.Emulator) {
	k.on = map[ansi.DECMode]bool{ansi.ModeTextCursorEnable: true}
	emu.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { k.set(m, true) },
		DisableMode: func(m ansi.Mode) { k.set(m, false) },
		Title:       func(s string) { k.title = s },
	})
	reply := func(s string) bool { _, _ = emu.InputPipe().Write([]byte(s)); return true }

	emu.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(params ansi.Params) bool {
		n, _, _ := params.Param(0, 0)
		mode := ansi.DECMode(n)
		if mode != ansi.ModeSynchronizedOutput && mode != ansi.ModeUnicodeCore {
			return false // the emulator knows the others
		}
		setting := ansi.ModeReset
		if k.on[mode] {
			setting = ansi.ModeSet
		}
		return reply(ansi.ReportMode(mode, setting))
	})
	emu.RegisterCsiHandler(ansi.Command('>', 0, 'm'), func(params ansi.Params) bool {
		resource, _, _ := params.Param(0, 0)
		value, _, _ := params.Param(1, 0)
		if resource == 4 { // modifyOtherKeys
			k.otherKeys = value > 0
		}
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('>', 0, 'u'), func(params ansi.Params) bool {
		flags, _, _ := params.Param(0, 0)
		stack := k.keyboard()
		*stack = append(*stack, flags)
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('<', 0, 'u'), func(params ansi.Params) bool {
		n, _, _ := params.Param(0, 1)
		stack := k.keyboard()
		*stack = (*stack)[:max(0, len(*stack)-max(n, 1))]
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('=', 0, 'u'), func(params ansi.Params) bool {
		flags, _, _ := params.Param(0, 0)
		how, _, _ := params.Param(1, 1)
		k.setKitty(flags, how)
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('?', 0, 'u'), func(ansi.Params) bool {
		return k.kittyKeys && reply(fmt.Sprintf("\x1b[?%du", k.kittyFlags()))
	})
	emu.RegisterOscHandler(52, func(data []byte) bool {
		parts := strings.SplitN(string(data), ";", 3)
		if len(parts) == 3 {
			if text, err := base64.StdEncoding.DecodeString(parts[2]); err == nil {
				k.clipboard = string(text)
			}
		}
		return true
	})
}

func (k *tracker) set(m ansi.Mode, on bool) {
	mode, ok := m.(ansi.DECMode)
	if !ok {
		return
	}
	if mode == ansi.ModeSynchronizedOutput && on != k.on[mode] {
		if on {
			k.onSync()
		} else {
			k.offSync()
		}
	}
	k.on[mode] = on
}

func (k *tracker) altScreen() bool {
	return k.on[ansi.ModeAltScreenSaveCursor] || k.on[ansi.ModeAltScreen] || k.on[47]
}

// keyboard is the stack of the screen in use: the protocol keeps one for each.
func (k *tracker) keyboard() *[]int {
	if k.altScreen() {
		return &k.kitty[1]
	}
	return &k.kitty[0]
}

func (k *tracker) kittyFlags() int {
	if stack := *k.keyboard(); len(stack) > 0 {
		return stack[len(stack)-1]
	}
	return 0
}

// setKitty changes the flags in place: how is 1 to replace, 2 to add, 3 to
// remove them.
func (k *tracker) setKitty(flags, how int) {
	stack := k.keyboard()
	if len(*stack) == 0 {
		*stack = []int{0}
	}
	top := &(*stack)[len(*stack)-1]
	switch how {
	case 2:
		*top |= flags
	case 3:
		*top &^= flags
	default:
		*top = flags
	}
}

func (k *tracker) modes() Modes {
	return Modes{
		AltScreen:       k.altScreen(),
		Mouse:           k.on[ansi.ModeMouseNormal] || k.on[ansi.ModeMouseButtonEvent] || k.on[ansi.ModeMouseAnyEvent],
		MouseMotion:     k.on[ansi.ModeMouseAnyEvent],
		MouseSGR:        k.on[ansi.ModeMouseExtSgr],
		BracketedPaste:  k.on[ansi.ModeBracketedPaste],
		FocusEvents:     k.on[ansi.ModeFocusEvent],
		CursorHidden:    !k.on[ansi.ModeTextCursorEnable],
		Synchronized:    k.on[ansi.ModeSynchronizedOutput],
		GraphemeWidths:  k.on[ansi.ModeUnicodeCore],
		AppCursorKeys:   k.on[ansi.ModeCursorKeys],
		ModifyOtherKeys: k.otherKeys,
		Kitty:           k.kittyFlags(),
	}
}
