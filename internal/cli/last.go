package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"obscope/internal/source"
	"obscope/loaders"
	"obscope/model"
	"obscope/render/tokens"
	"obscope/render/tools"
)

func (a *app) lastCommand() *cobra.Command {
	f, look := &inputFlags{}, &inspectFlags{}
	list := false
	cmd := &cobra.Command{
		Use:   "last [AGENT]",
		Short: "Open the newest session of an agent on this machine that holds observations",
		Long: "last finds the logs that agents leave (" + strings.Join(source.Agents(), ", ") + ") and opens the newest that holds observations, read-only. " +
			"Without a terminal it prints the last observation.",
		Example: "  obscope last\n  obscope last claude --list",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			agent := strings.Join(args, "")
			sessions, err := source.Sessions(source.ThisMachine(), agent)
			if err != nil {
				return err
			}
			if list {
				return a.listSessions(f, sessions, agent)
			}
			return a.openLast(cmd.Context(), f, look, sessions, agent)
		},
	}
	f.addTo(cmd)
	look.addTo(cmd)
	cmd.Flags().BoolVar(&list, "list", false, "list the newest sessions that hold observations, and open none")
	return cmd
}

// openLast opens the newest session with a tree.
func (a *app) openLast(ctx context.Context, f *inputFlags, look *inspectFlags, sessions []source.Session, agent string) error {
	for _, s := range sessions {
		rec, files := a.readSession(f, &s, firstTree)
		if rec != nil {
			return a.inspect(ctx, f, look, files)
		}
	}
	return noSessions(len(sessions), agent)
}

// noSessions says that no log holds an observation, and where they were sought.
func noSessions(looked int, agent string) error {
	if agent == "" {
		agent = strings.Join(source.Agents(), ", ")
	}
	if looked == 0 {
		return fmt.Errorf("no session of %s is on this machine; name a log: obscope FILE", agent)
	}
	return fmt.Errorf("none of the %d sessions of %s holds an observation; name a log: obscope FILE", looked, agent)
}

// firstTree stops reading at the first step with a tree.
const firstTree, wholeSession = true, false

// readSession reads a session, nil if it holds no tree, and the files of it
// that hold steps. With stop it reads no further than to the first tree.
func (a *app) readSession(f *inputFlags, s *source.Session, stop bool) (*model.Recording, []string) {
	o := loaders.Options{Format: f.format, MaxInflated: f.maxInflated}
	all := &model.Recording{}
	var files []string
	trees := false
	for _, name := range s.Files() {
		fsys, base := source.Split(name)
		rec, err := loaders.LoadSteps(fsys, base, o, func(c *model.Capture, _ loaders.Progress) bool {
			trees = trees || c.HasTree()
			return !(stop && trees)
		})
		if err != nil {
			continue
		}
		files = append(files, name)
		all.Captures = append(all.Captures, rec.Captures...)
		if all.Session == nil {
			all.Session = rec.Session
		}
	}
	if !trees {
		return nil, nil
	}
	return all, files
}

// listedSessions bounds the rows of --list: it reads no more logs than it shows.
const listedSessions = 20

func (a *app) listSessions(f *inputFlags, sessions []source.Session, agent string) error {
	rows := [][]string{{"time", "agent", "trees", "tokens", "task", "file"}}
	for i := range sessions {
		if len(rows) > listedSessions {
			break
		}
		s := &sessions[i]
		rec, _ := a.readSession(f, s, wholeSession)
		if rec == nil {
			continue
		}
		report, err := tools.Of(rec, tokens.Default)
		if err != nil {
			return err
		}
		rows = append(rows, []string{s.Changed.Local().Format("2006-01-02 15:04"), s.Agent, fmt.Sprint(report.Trees), fmt.Sprint(report.Tokens),
			clipped(oneLine(report.Task), callWidth), oneLine(tilde(s.Path))})
	}
	if len(rows) == 1 {
		return noSessions(len(sessions), agent)
	}
	var b strings.Builder
	writeRows(&b, rows, 1)
	return a.print([]byte(b.String()))
}

// tilde writes a path below home with a tilde.
func tilde(path string) string {
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return path
	}
	if rel, err := filepath.Rel(home, path); err == nil && filepath.IsLocal(rel) {
		return "~" + string(filepath.Separator) + rel
	}
	return path
}
