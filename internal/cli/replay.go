package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"obscope/internal/carry"
	"obscope/internal/source"
	"obscope/loaders"
	"obscope/model"
	"obscope/render/replay"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	strategies []string
	tokens     string
	frontier   bool
	behaviour  bool
	shard      string
	merge      bool
	asJSON     bool
	full       bool
	output     string
}

func (a *app) replayCommand() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay TRACE…",
		Short: "Measure recorded runs under option sets: tokens against kept targets",
		Long: "TRACE is a Maka journal (one JSON per line), a log of Playwright MCP or chrome-devtools-mcp, or a folder with such files in or below it.\n" +
			"Each observation is written again under each strategy, and the elements that the agent then operated are looked for.",
		Example: "  obscope replay traces/*.trace.jsonl\n" +
			"  obscope replay traces --strategy 'small: --interactive --max-elements 60' --frontier --tokens o200k_base\n" +
			"  obscope replay traces --shard 1/8 --full -o part1.json && obscope replay --merge part*.json",
		Args: takes("TRACE…"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.strategies, "strategy", nil, "an option set to measure, as NAME: FLAGS, or the name of a preset; may be given again")
	flags.StringVar(&f.tokens, "tokens", "", "a vocabulary to count exactly, beside chars4")
	flags.BoolVar(&f.frontier, "frontier", false, "sweep max_elements, collapse, viewport and interactive")
	flags.BoolVar(&f.behaviour, "behaviour", false, "count what the agent did that cost calls")
	flags.StringVar(&f.shard, "shard", "", "measure every N-th trace, starting with the I-th, as I/N")
	flags.BoolVar(&f.merge, "merge", false, "add up reports that --full wrote")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON in the shape of Maka's evaluator")
	flags.BoolVar(&f.full, "full", false, "print JSON with all sums: what --merge reads")
	flags.StringVarP(&f.output, "output", "o", "", "a FILE to write instead of standard output")
	return cmd
}

func (a *app) replay(ctx context.Context, f *replayFlags, names []string) error {
	report, err := a.replayReport(ctx, f, names)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if f.shard != "" && !f.asJSON {
		f.full = true // a part is of use only to --merge
	}
	if f.asJSON || f.full {
		if err := report.WriteJSON(&b, f.full); err != nil {
			return err
		}
		return a.output(f.output, b.Bytes())
	}
	if err := report.WriteText(&b); err != nil {
		return err
	}
	if f.output != "" && f.output != "-" {
		return a.output(f.output, b.Bytes())
	}
	return a.print([]byte(printable(b.String())))
}

func (a *app) replayReport(ctx context.Context, f *replayFlags, names []string) (*replay.Report, error) {
	if f.merge {
		return mergeReports(names)
	}
	o := replay.Options{Tokens: f.tokens, Frontier: f.frontier, Behaviour: f.behaviour}
	if err := f.parseShard(&o); err != nil {
		return nil, err
	}
	for _, text := range f.strategies {
		s, err := parseStrategy(text)
		if err != nil {
			return nil, err
		}
		o.Strategies = append(o.Strategies, s)
	}
	var logs []*model.Log
	for _, name := range names {
		found, err := a.openLogs(name)
		if err != nil {
			return nil, err
		}
		logs = append(logs, found...)
	}
	if isTerminal(a.env.Stderr) {
		o.Progress = func(p replay.Progress) {
			fmt.Fprintf(a.env.Stderr, "\r%d of %d traces, %d observations\x1b[K", p.Logs, p.OfLogs, p.Observations)
			if p.Logs == p.OfLogs {
				fmt.Fprint(a.env.Stderr, "\r\x1b[K")
			}
		}
	}
	return replay.Run(ctx, logs, o)
}

func mergeReports(names []string) (*replay.Report, error) {
	var parts []*replay.Report
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return nil, fileError([]string{name}, err)
		}
		part, err := replay.ReadReport(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, part)
	}
	return replay.Merge(parts)
}

func (f *replayFlags) parseShard(o *replay.Options) error {
	if f.shard == "" {
		return nil
	}
	i, n, ok := strings.Cut(f.shard, "/")
	at, errAt := strconv.Atoi(i)
	of, errOf := strconv.Atoi(n)
	if !ok || errAt != nil || errOf != nil || at < 1 || at > of {
		return fmt.Errorf("--shard %s: it takes I/N, with I from 1 to N", f.shard)
	}
	o.Shard, o.Shards = at, of
	return nil
}

// parseStrategy reads NAME: FLAGS, or the name of a preset.
func parseStrategy(text string) (replay.Strategy, error) {
	if strings.Contains(text, ":") {
		s, err := replay.ParseStrategy(text, nil)
		if err != nil {
			return s, fmt.Errorf("--strategy: %w", err)
		}
		return s, nil
	}
	all, path, err := presets()
	if err != nil {
		return replay.Strategy{}, err
	}
	o, ok := all[text]
	if !ok {
		return replay.Strategy{}, fmt.Errorf("--strategy %s: it takes NAME: FLAGS, or a preset; %s has %s", text, path, listNames(all))
	}
	return replay.Strategy{Name: text, What: carry.Shell(o.Flags()), Options: o}, nil
}

// openLogs opens a trace, or the traces in and below a folder in the order of
// their paths.
func (a *app) openLogs(name string) ([]*model.Log, error) {
	if name == "-" {
		return a.openPipedLog(name)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fileError([]string{name}, err)
	case info.Mode()&fs.ModeNamedPipe != 0:
		return a.openPipedLog(name)
	case !info.IsDir():
		return openLog(name)
	}
	var logs []*model.Log
	err = filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fileError([]string{path}, err)
		case e.IsDir() && path != name && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.IsDir() || !strings.Contains(e.Name(), ".jsonl"):
			return nil
		}
		found, err := openLog(path)
		logs = append(logs, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(logs) == 0 {
		return nil, fmt.Errorf("%s: no .jsonl files in or below it", name)
	}
	return logs, nil
}

func openLog(name string) ([]*model.Log, error) {
	fsys, base := source.Split(name)
	log, err := loaders.OpenLog(fsys, base, loaders.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	log.Name = name
	return []*model.Log{log}, nil
}

func (a *app) openPipedLog(name string) ([]*model.Log, error) {
	data, err := a.read(name)
	if err != nil {
		return nil, err
	}
	log, err := loaders.OpenLog(source.Memory{".": []byte(data)}, ".", loaders.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", inputName(name), err)
	}
	log.Name = inputName(name)
	return []*model.Log{log}, nil
}
