package panel

import (
	"context"
	"fmt"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// Funnel is what each stage took out.
type Funnel struct{}

// Name is Panel's.
func (Funnel) Name() string { return "funnel" }

// Shows is Panel's.
func (Funnel) Shows(State) bool { return true }

// Build tells what each stage took out; on a stage the tree shows its
// victims.
func (Funnel) Build(s State) func(context.Context) Page {
	obs, r, o, st, w := s.Obs, s.Obs.Renderer(), s.Options, s.Style, s.W
	c := obs.Capture()
	return func(ctx context.Context) Page {
		n := len(c.Elements)
		all := plainRow(paint.Text.Of(" captured"))
		all.Right = []paint.Piece{paint.Bar.Of(st.Bar(n, n, 12)), paint.Text.Of(fmt.Sprintf("%8s", paint.Comma(n)))}
		rows := []Row{all}
		for _, step := range obs.Funnel {
			row := plainRow(paint.Text.Of(" " + step.Name))
			row.Look = Victims{step.Stage}
			if ctx.Err() != nil {
				return Page{}
			}
			if step.Removed == 0 {
				row.Left[0].Tone = paint.Dim
				row.Left = append(row.Left, paint.Dim.Of(": takes nothing out"))
			} else {
				row.Left = append(row.Left, paint.Bad.Of(": -"+paint.Comma(step.Removed)))
				if tokens, ok := stagePrice(r, o, step.Stage); ok {
					row.Left = append(row.Left, paint.Dim.Of(" ("+paint.Comma(tokens)+" tokens)"))
				}
			}
			if w >= 44 {
				row.Right = append(row.Right, paint.Bar.Of(st.Bar(step.Left, n, 12)))
			}
			row.Right = append(row.Right, paint.Text.Of(fmt.Sprintf("%8s", paint.Comma(step.Left))))
			rows = append(rows, row)
		}
		rows = append(rows, fullness(&st, obs, c))
		return Page{Rows: rows, Subtitle: "the tree shows what the stage took out"}
	}
}

// stagePrice is what the text would cost more without a stage.
func stagePrice(r *render.Renderer, o render.Options, stage render.Stage) (int, bool) {
	now, err := r.Observe(o)
	if err != nil {
		return 0, false
	}
	switch stage {
	case render.AtRole:
		o.Interactive = render.Set(false)
	case render.AtViewport:
		o.Viewport = render.Set(render.Viewport{})
	case render.AtQuery:
		o.Query = render.Set("")
	case render.AtCollapse:
		o.Collapse = render.Set(render.CollapseNone)
	case render.AtCap:
		o.MaxElements = render.Set(render.NoCap)
	default:
		return 0, false
	}
	without, err := r.Observe(o)
	if err != nil {
		return 0, false
	}
	return without.Tokens() - now.Tokens(), true
}

// fullness tells full from cut.
func fullness(st *paint.Styles, obs *render.Observation, c *model.Capture) Row {
	text, tone := "the text has everything that the other stages left", paint.Good
	switch beyond := obs.Beyond(); {
	case beyond > 0:
		text, tone = "cut at the cap: "+paint.Plural(beyond, "element")+" beyond it", paint.Warn
	case obs.Set.MaxElements != render.NoCap && obs.Kept() == obs.Set.MaxElements:
		text = "exactly full: the cap cuts nothing"
	}
	if c.Truncated {
		text, tone = text+"; the capture itself was cut", paint.Warn
	}
	row := plainRow(tone.Of(" " + st.Arrow + " " + text))
	row.Head = true
	return row
}
