package source_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"obscope/internal/source"
)

// TestSessionsAreFoundWhereAgentsKeepThem has a log of each agent, each newer
// than the one before, on each operating system.
func TestSessionsAreFoundWhereAgentsKeepThem(t *testing.T) {
	home := t.TempDir()
	moved := filepath.Join(home, "moved")
	none := map[string]string{}
	for _, tt := range []struct {
		agent, os, file string
		env             map[string]string
	}{
		{"claude", "linux", ".claude/projects/x/y.jsonl", none},
		{"claude", "linux", "moved/projects/x/y.jsonl", map[string]string{"CLAUDE_CONFIG_DIR": moved}},
		{"codex", "darwin", ".codex/sessions/2026/03/01/rollout-1.jsonl", none},
		{"codex", "linux", "moved/sessions/2026/03/01/rollout-1.jsonl", map[string]string{"CODEX_HOME": moved}},
		{"gemini", "windows", ".gemini/tmp/h/chats/c.json", none},
		{"opencode", "linux", ".local/share/opencode/storage/part/m1/p1.json", none},
		{"opencode", "linux", "moved/opencode/storage/part/m1/p1.json", map[string]string{"XDG_DATA_HOME": moved}},
		{"cline", "linux", ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", none},
		{"cline", "darwin", "Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", none},
		{"cline", "windows", "moved/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", map[string]string{"APPDATA": moved}},
		{"cline", "linux", ".cline/data/sessions/1/1.messages.json", none},
		{"tap", "linux", ".local/state/obscope/tap/1.jsonl", none},
		{"tap", "linux", "moved/obscope/tap/2.jsonl", map[string]string{"XDG_STATE_HOME": moved}},
		{"tap", "windows", "moved/obscope/tap/3.jsonl", map[string]string{"LOCALAPPDATA": moved}},
	} {
		file := filepath.Join(home, filepath.FromSlash(tt.file))
		write(t, file)
		if before, _, ok := strings.Cut(file, filepath.Join("part", "m1")); ok {
			write(t, filepath.Join(before, "message", "ses_1", "m1.json"))
		}
		m := source.Machine{Home: home, OS: tt.os, Env: func(name string) string { return tt.env[name] }}
		list, err := source.Sessions(m, tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, s := range list {
			for _, f := range s.Files() {
				found = found || f == file
			}
		}
		if !found {
			t.Errorf("%s on %s: %s is not found, only %v", tt.agent, tt.os, tt.file, list)
		}
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(home, ".claude/projects/x/y.jsonl"), old, old); err != nil {
		t.Fatal(err)
	}
	m := source.Machine{Home: home, OS: "linux", Env: func(string) string { return "" }}
	list, _ := source.Sessions(m, "")
	if len(list) < 4 || list[len(list)-1].Agent != "claude" {
		t.Errorf("the oldest is not last: %v", list)
	}
	if _, err := source.Sessions(m, "cursor"); err == nil || !strings.Contains(err.Error(), `no agent "cursor"; there are claude, codex`) {
		t.Errorf("an agent that is not known: %v", err)
	}
}

func write(t *testing.T, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}
