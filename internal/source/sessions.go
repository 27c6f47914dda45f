package source

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A Session is the log of an agent's run on this machine.
type Session struct {
	Agent   string
	Path    string   // the file, or the folder of the parts
	Parts   []string // the files of a session that is kept in many; nil for one file
	Changed time.Time
	Size    int64
}

// Files are the files to open, in order.
func (s *Session) Files() []string {
	if s.Parts != nil {
		return s.Parts
	}
	return []string{s.Path}
}

// A Machine is where agents keep their logs: the home folder, the variables
// that move it, and the operating system, as runtime.GOOS names it.
type Machine struct {
	Home string
	Env  func(name string) string
	OS   string
}

// An agentPlace says where an agent keeps its logs.
type agentPlace struct {
	agent string
	roots func(m Machine) []string // folders, of which some may not exist
	is    func(path string) bool   // whether a file below a root is a log
}

// agentPlaces are the agents whose logs are found.
var agentPlaces = []agentPlace{
	{"claude", func(m Machine) []string {
		return []string{m.under("CLAUDE_CONFIG_DIR", ".claude", "projects"), m.config("claude", "projects")}
	}, ending(".jsonl")},
	{"codex", func(m Machine) []string {
		return []string{m.under("CODEX_HOME", ".codex", "sessions"), m.under("CODEX_HOME", ".codex", "archived_sessions")}
	}, ending(".jsonl")},
	{"gemini", func(m Machine) []string { return []string{filepath.Join(m.Home, ".gemini", "tmp")} }, func(path string) bool {
		return filepath.Base(filepath.Dir(path)) == "chats" && (strings.HasSuffix(path, ".json") || strings.HasSuffix(path, ".jsonl"))
	}},
	{"opencode", func(m Machine) []string {
		return append(m.each(m.data(), "opencode", "storage"), filepath.Join(m.Home, ".local", "share", "opencode", "storage"))
	}, nil}, // see openCodeSessions
	{"cline", func(m Machine) []string {
		roots := []string{filepath.Join(m.Home, ".cline", "data", "sessions")}
		for _, editor := range []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"} {
			for _, extension := range []string{"saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code"} {
				roots = append(roots, m.each(m.application(), editor, "User", "globalStorage", extension, "tasks")...)
			}
		}
		return roots
	}, func(path string) bool {
		return filepath.Base(path) == "api_conversation_history.json" || strings.HasSuffix(path, ".messages.json")
	}},
	{"tap", func(m Machine) []string { return []string{m.Taps()} }, ending(".jsonl")},
}

// ThisMachine is the one that obscope runs on.
func ThisMachine() Machine {
	home, _ := os.UserHomeDir()
	return Machine{Home: home, Env: os.Getenv, OS: runtime.GOOS}
}

// Taps is the folder of the records of tap that nobody gave a name:
// $XDG_STATE_HOME/obscope/tap, or its like.
func (m Machine) Taps() string {
	base := filepath.Join(m.Home, ".local", "state")
	if dir := m.Env("XDG_STATE_HOME"); dir != "" {
		base = dir
	} else if dir := m.Env("LOCALAPPDATA"); dir != "" && m.OS == "windows" {
		base = dir
	}
	return filepath.Join(base, "obscope", "tap")
}

// Agents lists the agents whose sessions are found.
func Agents() []string {
	var names []string
	for _, p := range agentPlaces {
		names = append(names, p.agent)
	}
	return names
}

func ending(suffix string) func(string) bool {
	return func(path string) bool { return strings.HasSuffix(path, suffix) }
}

// under is a folder below the one that a variable names, or else below home.
func (m Machine) under(variable, dot string, more ...string) string {
	base := filepath.Join(m.Home, dot)
	if dir := m.Env(variable); dir != "" {
		base = dir
	}
	return filepath.Join(append([]string{base}, more...)...)
}

func (m Machine) config(more ...string) string {
	base := filepath.Join(m.Home, ".config")
	if dir := m.Env("XDG_CONFIG_HOME"); dir != "" {
		base = dir
	}
	return filepath.Join(append([]string{base}, more...)...)
}

// data are the folders where programs keep their data.
func (m Machine) data() []string {
	if dir := m.Env("XDG_DATA_HOME"); dir != "" {
		return []string{dir}
	}
	switch m.OS {
	case "darwin":
		return []string{filepath.Join(m.Home, "Library", "Application Support")}
	case "windows":
		return nonEmpty(m.Env("LOCALAPPDATA"), m.Env("APPDATA"))
	}
	return []string{filepath.Join(m.Home, ".local", "share")}
}

// application are the folders where editors keep theirs.
func (m Machine) application() []string {
	switch m.OS {
	case "darwin":
		return []string{filepath.Join(m.Home, "Library", "Application Support")}
	case "windows":
		return append(nonEmpty(m.Env("APPDATA")), filepath.Join(m.Home, "AppData", "Roaming"))
	}
	return []string{m.config()}
}

func (m Machine) each(bases []string, more ...string) []string {
	var list []string
	for _, base := range bases {
		list = append(list, filepath.Join(append([]string{base}, more...)...))
	}
	return list
}

func nonEmpty(list ...string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// Sessions lists the logs of an agent, or of all if it is "", the latest
// first. It looks at names and times only.
func Sessions(m Machine, agent string) ([]Session, error) {
	if agent != "" && !slices.Contains(Agents(), agent) {
		return nil, fmt.Errorf("no agent %q; there are %s", agent, strings.Join(Agents(), ", "))
	}
	var list []Session
	seen := map[string]bool{}
	for _, p := range agentPlaces {
		if agent != "" && p.agent != agent {
			continue
		}
		for _, root := range p.roots(m) {
			if seen[root] {
				continue
			}
			seen[root] = true
			if p.is == nil {
				list = append(list, openCodeSessions(root)...)
			} else {
				list = append(list, filesBelow(root, p)...)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Session) int { return b.Changed.Compare(a.Changed) })
	return list, nil
}

// filesBelow lists the logs below a folder; what cannot be read is passed over.
func filesBelow(root string, p agentPlace) []Session {
	var list []Session
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !p.is(path) {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Size() > 0 {
			list = append(list, Session{Agent: p.agent, Path: path, Changed: info.ModTime(), Size: info.Size()})
		}
		return nil
	})
	return list
}

// openCodeSessions lists OpenCode's sessions, which are folders of messages
// whose parts are files of their own:
//
//	message/SESSION/MESSAGE.json   part/MESSAGE/PART.json
//
// Ids ascend with time.
func openCodeSessions(storage string) []Session {
	dirs, err := os.ReadDir(filepath.Join(storage, "message"))
	if err != nil {
		return nil
	}
	var list []Session
	for _, dir := range dirs {
		s := Session{Agent: "opencode", Path: filepath.Join(storage, "message", dir.Name())}
		messages, _ := os.ReadDir(s.Path)
		for _, message := range messages {
			folder := filepath.Join(storage, "part", strings.TrimSuffix(message.Name(), ".json"))
			parts, _ := os.ReadDir(folder)
			for _, part := range parts {
				if info, err := part.Info(); err == nil && info.Mode().IsRegular() {
					s.Parts = append(s.Parts, filepath.Join(folder, part.Name()))
					s.Size += info.Size()
					if info.ModTime().After(s.Changed) {
						s.Changed = info.ModTime()
					}
				}
			}
		}
		if len(s.Parts) > 0 {
			list = append(list, s)
		}
	}
	return list
}
