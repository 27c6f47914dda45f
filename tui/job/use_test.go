package job

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

type model struct {
	jobs  *Runner[*model]
	tasks struct{ observe, panel Task[*model] }
	got   int
}

func TestRecursive(t *testing.T) {
	m := &model{}
	m.jobs = New(m, time.Second)
	m.jobs.Begin()
	m.jobs.Run(&m.tasks.observe, func() Apply[*model] {
		return func(m *model) tea.Cmd { m.got = 1; return nil }
	})
	if m.got != 1 {
		t.Fatal(m.got)
	}
}
