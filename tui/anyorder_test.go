package tui

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"obscope/tui/job"

	"obscope/internal/testkit/gentree"
	"obscope/internal/testkit/testscale"
	"obscope/loaders"
	"obscope/model"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// A walker presses keys while jobs are under way, and hands their results to
// the inspector when it pleases.
type walker struct {
	*Model
	random  *rand.Rand
	arrive  chan tea.Msg
	pending int
	pressed []string
}

func (w *walker) run(cmd tea.Cmd) {
	if cmd != nil {
		w.pending++
		go func() { w.arrive <- cmd() }()
	}
}

func (w *walker) take(msg tea.Msg) {
	w.pending--
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			w.run(cmd)
		}
	case job.Done[*Model], job.Crashed, rested, lingered:
		_, cmd := w.Model.Update(msg)
		w.run(cmd)
	}
}

// walk presses n keys and waits until everything has arrived; false if it never
// does.
func (w *walker) walk(keys []string, n int) bool {
	w.Model.Update(tea.WindowSizeMsg{Width: 140, Height: 40})
	w.run(w.Init())
	for range n {
		if w.random.Intn(2) == 0 {
			k := keys[w.random.Intn(len(keys))]
			w.pressed = append(w.pressed, k)
			_, cmd := w.Model.Update(keyPress(k))
			w.run(cmd)
		} else {
			select {
			case msg := <-w.arrive:
				w.take(msg)
			case <-time.After(time.Duration(w.random.Intn(3)) * time.Millisecond):
			}
		}
		w.View()
	}
	timeout := time.After(time.Minute)
	for w.pending > 0 {
		select {
		case msg := <-w.arrive:
			w.take(msg)
		case <-timeout:
			return false
		}
	}
	return true
}

// TestResultsInAnyOrder presses keys at random while what runs behind arrives
// whenever it does: in the end the text is that of the options and the step on
// the screen, and nothing is still marked as on its way.
func TestResultsInAnyOrder(t *testing.T) {
	large, err := loaders.LoadBytes("large", []byte(gentree.Text(gentree.Maka, 3000)), loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	recordings := []*model.Recording{
		large, sample(t, "osworld/chromium-form.osworld.xml"), sample(t, "cdp/form.cdp-rpc.json"), sample(t, "logs/playwright.trace.jsonl"),
		recording(orderForm(), capture(window("Order", button("Place order"))), orderForm()),
	}
	// Nothing that leaves, and no prompt that takes the keys after it for text.
	keys := strings.Fields("d v [ ] - + { } i c o t u U tab j k g G space H L 1 0 n x X enter p s z Z P C C p , . , . D a r esc down up h l")
	for seed := range testscale.Of(60) {
		random := rand.New(rand.NewSource(int64(seed)))
		m := New(Config{Recording: recordings[seed%len(recordings)], File: "x"})
		m.jobs.Patience = 0
		m.cfg.Reload = func(context.Context) (*model.Recording, error) { return recordings[(seed/2)%len(recordings)], nil }
		w := &walker{Model: m, random: random, arrive: make(chan tea.Msg, 10_000)}
		settled := w.walk(keys, 60)
		screen := ansi.Strip(m.View().Content)
		switch {
		case !settled:
			t.Errorf("seed %d, after %v: it never settles\n%s", seed, w.pressed, screen)
		case m.obs == nil || m.obs.Capture() != m.shot().c:
			t.Errorf("seed %d, after %v: the text is of another capture\n%s", seed, w.pressed, screen)
		case fmt.Sprint(m.obs.Set) != fmt.Sprint(m.settings()):
			t.Errorf("seed %d, after %v: the text is of other options\n%s", seed, w.pressed, screen)
		}
		for _, mark := range []string{"computing…", "to go…", "counting…", "looking for"} {
			if strings.Contains(screen, mark) {
				t.Errorf("seed %d, after %v: %q stands for ever\n%s", seed, w.pressed, mark, screen)
			}
		}
	}
}
