//go:build unix

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/testkit/gentree"
	"obscope/internal/testkit/screentest"
)

// lostButton is a run in which the button that the agent needs goes away.
const lostButton = captures + "/sessions/lost-button.jsonl"

// agentHome is a home in which Claude Code left that run last, after another that
// held no observation.
func agentHome(t *testing.T) screentest.Command {
	t.Helper()
	home := t.TempDir()
	project := filepath.Join(home, ".claude", "projects", "-srv-shop")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(project, "a-talk.jsonl"), `{"type":"user","sessionId":"s","message":{"role":"user","content":"hello"}}`+"\n")
	put(t, filepath.Join(project, "lost-button.jsonl"), read(t, lostButton))
	return screentest.Command{Cols: 140, Rows: 40, Env: []string{"HOME=" + home, "CODEX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"}}
}

// TestStoryWhereTheButtonWasLost opens the last run of my agent and finds where the
// button was lost.
func TestStoryWhereTheButtonWasLost(t *testing.T) {
	t.Parallel()
	term := start(t, agentHome(t), "last")
	term.See("step 8/9").See("browser_snapshot").See("as the model read it")
	term.Press("f").Type("place order").See("lost in step 6; step 5 held it last")
	term.Press("enter").See("step 5/9").See("lost in step 6; step 5 held it last")
	selected(term, `button "Place order"`)
	// The step that lost it, and what was called there.
	term.Press(".").See("step 6/9").See("browser_click element=Gift wrap ref=e12")
	term.Press(">").See("step 7/9").See("Ref e14 not found").See("no tree in this result")
	leave(t, term)
}

// TestStoryTheToolThatEatsTheContext is found with T and enter.
func TestStoryTheToolThatEatsTheContext(t *testing.T) {
	t.Parallel()
	term := open(t, 170, 40, lostButton)
	term.See("step 8/9").Press("T").See("4,690 tokens in results").See("241 paid again").SeeMatch(`Bash +2 +3,280`)
	term.Press("enter").See("step 3/9").See("Bash command=tail -n 120 /srv/shop/access.log").See("3,266 / 4,000 tokens")
	leave(t, term)
}

// TestABigLogIsShownWhileItIsRead and goes to its last step at the end, unless a
// person looks around.
func TestABigLogIsShownWhileItIsRead(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "run.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gentree.Session(16_000_000, 600)(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	term := open(t, 140, 40, file)
	term.SeeMatch(`reading \d+ of 16 MB · esc stops`).See("step 8/")
	term.Unseen("esc stops").SeeMatch(`step (\d+)/\d+`).Unseen("step 8/")
	leave(t, term)

	term = open(t, 140, 40, file)
	term.See("esc stops").Press("j", "T").See("tools").Unseen("esc stops").See("step 8/")
	leave(t, term)

	term = open(t, 140, 40, file)
	term.See("esc stops").Press("esc").SeeMatch("reading stopped after [0-9]+ of 16 MB").See("step 8/")
	leave(t, term)
}

// TestWatchFollowsALog appends its steps and keeps the place.
func TestWatchFollowsALog(t *testing.T) {
	t.Parallel()
	lines := strings.SplitAfter(read(t, lostButton), "\n")
	file := filepath.Join(t.TempDir(), "run.jsonl")
	put(t, file, strings.Join(lines[:11], ""))
	term := open(t, 140, 40, "--watch", file)
	term.See("step 5/5").Press("<", "G").See("step 4/5")
	selected(term, `button "Place order"`)
	// Half of a line is written first.
	put(t, file, strings.Join(lines[:12], "")+lines[12][:40])
	put(t, file, strings.Join(lines[:15], ""))
	term.See("step 4/7")
	selected(term, `button "Place order"`)
	term.Press(".", ".").See("step 6/7")
	put(t, file, strings.Join(lines, ""))
	term.See("step 8/9")
	leave(t, term)
}

// TestALogWithoutATreeOpensAsItsTools on a screen.
func TestALogWithoutATreeOpensAsItsTools(t *testing.T) {
	t.Parallel()
	term := open(t, 140, 40, captures+"/sessions/no-tree.jsonl")
	term.See("0 with a tree").See("no tree in this result")
	leave(t, term)
}
