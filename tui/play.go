package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/pane"
)

// A play is the recording and where in it the screen is.
type play struct {
	rec   *model.Recording
	shots []*shot // by capture; nil until it is looked at
	step  int     // the capture that is shown, from 0
	goal  int     // the capture that will be, once it is rendered

	carried carrier // the view of the last step with elements that was left
}

// A shot is a capture with what is kept for it between steps.
type shot struct {
	c    *model.Capture
	r    *render.Renderer
	rows *pane.Rows
	json map[string]int      // tokens of the capture as JSON, by vocabulary
	read map[string]readCost // of a session's step, by vocabulary

	made  *render.Observation // under the options at the start, until it is shown
	unfit map[string]bool     // dialects that cannot write it, as far as they were tried

	newlines bool // whether captured text has newlines that may be written
}

// newPlay is the recording at the step that is asked for.
func newPlay(cfg Config) play {
	p := play{rec: cfg.Recording, shots: make([]*shot, len(cfg.Recording.Captures))}
	p.step = len(p.shots) - 1
	if cfg.Step > 0 {
		p.step = min(cfg.Step, len(p.shots)) - 1
	}
	if made := cfg.Observation; made != nil {
		if at := slices.Index(p.rec.Captures, made.Capture()); at >= 0 {
			s := p.shotAt(at)
			s.r, s.made = made.Renderer(), made
		}
	}
	return p
}

func newShot(c *model.Capture) *shot {
	return &shot{c: c, r: render.New(c), rows: pane.NewRows(&c.Tree), json: map[string]int{}, read: map[string]readCost{}, unfit: map[string]bool{}, newlines: pane.HasNewlines(c)}
}

// shot is the capture that is shown.
func (p *play) shot() *shot { return p.shotAt(p.step) }

func (p *play) shotAt(step int) *shot {
	if p.shots[step] == nil {
		p.shots[step] = newShot(p.rec.Captures[step])
	}
	return p.shots[step]
}

// stepNamed is the step, from 0, that a person names in words: step 4, step
// last. It reports whether a step is meant at all.
func (p *play) stepNamed(name string) (step int, is bool, err error) {
	rest, is := strings.CutPrefix(strings.TrimSpace(strings.ToLower(name)), "step")
	rest = strings.TrimSpace(rest)
	if n, err := strconv.Atoi(rest); is && err == nil && n >= 1 && n <= len(p.shots) {
		return n - 1, true, nil
	}
	if is && rest == "last" {
		return slices.Index(p.rec.Captures, p.rec.LastTree()), true, nil
	}
	if _, err := strconv.Atoi(rest); !is || err != nil && rest != "" {
		return 0, false, nil
	}
	return 0, true, fmt.Errorf("step takes a number from 1 to %d, or last", len(p.shots))
}

// atEnd reports whether the last step is shown, or the last with a tree.
func (p *play) atEnd() bool {
	return p.step == len(p.shots)-1 || p.shot().c == p.rec.LastTree()
}

// treeless reports a step of a session whose result holds no tree.
func (p *play) treeless(step int) bool {
	c := p.rec.Captures[step]
	return c.Call != nil && !c.HasTree()
}

// warnings are what the capture, the recording and the dialect have to say.
func (p *play) warnings(obs *render.Observation) model.Warnings {
	list := slices.Concat(p.rec.Warnings, p.shot().c.Warnings)
	if obs != nil {
		list = append(list, obs.Warnings...)
	}
	return list
}
