package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"obscope/model"
)

// The trees that the pastes hold.
const (
	pageAria  = "- main [ref=e1]:\n  - heading \"Cart\" [level=1] [ref=e2]\n  - button \"Apply\" [ref=e3]\n"
	pageTools = "uid=1_0 RootWebArea \"Cart\" url=\"http://x/\"\n  uid=1_1 heading \"Cart\" level=\"1\"\n  uid=1_2 button \"Apply\"\n"
	pageAgent = "- heading \"Cart\" [level=1, ref=e1]\n- list [ref=e4]\n  - listitem \"One\" [level=1, ref=e2]\n"
	pageStage = "[0-1] RootWebArea: Cart\n  [0-2] heading: Cart\n  [0-3] button: Apply\n"
	pageGym   = "RootWebArea 'Cart', focused\n\t[a2] heading 'Cart'\n\t[a3] button 'Apply'\n"
	pageArena = "[1] RootWebArea 'Cart' focused: True\n\t[2] heading 'Cart'\n\t[3] button 'Apply'\n"
	pageRead  = "main [ref_1]\n heading \"Cart\" [ref_2]\n button \"Apply\" [ref_3] type=\"submit\"\n"
	pageUse   = "[Start of page]\n[1]<a />\n\tCart\n[2]<button aria-label=Apply />\n[End of page]\n"
	pageJSON  = `{"nodes":[{"nodeId":"1","ignored":false,"childIds":["2","3"]},{"nodeId":"2","ignored":false},{"nodeId":"3","ignored":false}]}` + "\n"
)

func lines(text string, change func(n int, line string) string) string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range all {
		all[i] = change(i+1, line)
	}
	return strings.Join(all, "\n") + "\n"
}

func before(mark string) func(int, string) string {
	return func(_ int, line string) string { return mark + line }
}

func wide(text string, bigEndian bool) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if bigEndian {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

// around is what people's tools put around a tree.
var around = map[string]func(tree string) string{
	"prose":        func(s string) string { return "This is what it saw:\n\n" + s + "\nWhy is the banner not there?\n" },
	"quoted":       func(s string) string { return lines(s, before("> ")) },
	"quoted twice": func(s string) string { return "On Monday Ada wrote:\n" + lines(s, before("> > ")) },
	"numbers, arrow": func(s string) string {
		return lines(s, func(n int, l string) string { return fmt.Sprintf("%6d→%s", n, l) })
	},
	"numbers, colon": func(s string) string {
		return lines(s, func(n int, l string) string { return fmt.Sprintf("%d: %s", n, l) })
	},
	"numbers, bar": func(s string) string {
		return lines(s, func(n int, l string) string { return fmt.Sprintf("%4d | %s", n, l) })
	},
	"numbers, tab": func(s string) string {
		return lines(s, func(n int, l string) string { return fmt.Sprintf("%6d\t%s", n, l) })
	},
	"numbers, grep": func(s string) string {
		return lines(s, func(n int, l string) string { return fmt.Sprintf("%d:%s", n, l) })
	},
	"ANSI": func(s string) string {
		return lines(s, func(_ int, l string) string { return "\x1b[32m" + l + "\x1b[0m" })
	},
	"a title and ANSI": func(s string) string { return "\x1b]0;title\x07\x1b[1mSnapshot:\x1b[0m\n" + s },
	"a tag":            func(s string) string { return "<snapshot>\n" + s + "</snapshot>\n" },
	"a tag, one line":  func(s string) string { return "<tool_result id=\"1\">" + s + "</tool_result>" },
	"two tags":         func(s string) string { return "<result>\n<output>\n" + s + "</output>\n</result>\n" },
	"escaped": func(s string) string {
		return strings.NewReplacer("\\", `\\`, "\"", `\"`, "\n", `\n`, "\t", `\t`).Replace(s)
	},
	"a member": func(s string) string {
		return `"text": "` + strings.NewReplacer("\\", `\\`, "\"", `\"`, "\n", `\n`, "\t", `\t`).Replace(s) + `",`
	},
	"HTML": func(s string) string {
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;").Replace("> " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n> "))
	},
	"UTF-16LE":        func(s string) string { return wide(s, false) },
	"UTF-16BE":        func(s string) string { return wide(s, true) },
	"UTF-16, é first": func(s string) string { return wide("é\n\n"+s, false) },
	"a bare fence":    func(s string) string { return "Look:\n\n```\n" + s + "```\n\nNo banner.\n" },
	"a tilde fence":   func(s string) string { return "~~~text\n" + s + "~~~\n" },
	"fence in fence":  func(s string) string { return "````md\nSnapshot:\n```\n" + s + "```\n````\n" },
	"a new file": func(s string) string {
		return "diff --git a/x b/x\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,3 @@\n" + lines(s, before("+"))
	},
	"old Mac": func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
	"a notebook": func(s string) string {
		return `["` + strings.ReplaceAll(strings.NewReplacer("\\", `\\`, "\"", `\"`, "\t", `\t`).Replace(strings.TrimSpace(s)), "\n", `\n", "`) + `"]`
	},
	"a terminal's box": func(s string) string {
		return "╭────╮\n" + lines(s, func(_ int, l string) string { return "│ " + l + "    │" }) + "╰────╯\n"
	},
	"a result's hook": func(s string) string {
		return "● snapshot\n" + lines(s, func(n int, l string) string { return map[bool]string{true: "  ⎿ ", false: "    "}[n == 1] + l })
	},
}

func TestPastesOpen(t *testing.T) {
	for format, tree := range map[string]string{
		"playwright": pageAria, "devtools": pageTools, "agent-browser": pageAgent, "stagehand": pageStage, "browsergym": pageGym, "webarena": pageArena,
		"claude-in-chrome": pageRead, "browser-use": pageUse, "cdp": pageJSON,
	} {
		plain := open(t, tree, Options{})
		for name, wrap := range around {
			rec, err := LoadBytes("paste", []byte(wrap(tree)), Options{})
			switch {
			case err != nil:
				t.Errorf("%s, %s: %v\n%s", format, name, err, wrap(tree))
			case len(rec.Captures) != 1 || rec.Captures[0].Format != format:
				t.Errorf("%s, %s: %d captures, %s", format, name, len(rec.Captures), rec.Captures[0].Format)
			case told(rec.Captures[0]) != told(plain):
				t.Errorf("%s, %s:\n%swant\n%s", format, name, told(rec.Captures[0]), told(plain))
			}
		}
	}
}

// addPastes gives a fuzz test texts with several layers.
func addPastes(f *testing.F) {
	for _, wrap := range around {
		f.Add(wrap(pageAria))
		f.Add(wrap(wrap(pageTools)))
	}
}

func TestPastesTellWhatWasTakenOff(t *testing.T) {
	for text, want := range map[string]string{
		lines(pageAria, before("> ")):              "taken off the text before it was read: quote marks (>)",
		"\x1b[1m" + lines(pageStage, before("> ")): "taken off the text before it was read: colours of a terminal, quote marks (>)",
		"Look:\n\n" + pageAria:                     "2 lines before the snapshot are no part of it",
		pageTools + "\nI can see it.\n":            "1 line after the snapshot, from line 5 on, is no part of it: \"I can see it.\"",
		pageJSON + "That is all.\n":                "1 line beside the JSON is no part of it",
	} {
		if c := open(t, text, Options{}); !warned(c, want) {
			t.Errorf("%q: %q, want %q", text, c.Warnings.Texts(), want)
		}
	}
	for _, tree := range []string{pageAria, pageTools, pageAgent, pageStage, pageGym, pageArena, pageRead, pageUse, pageJSON} {
		if c := open(t, tree, Options{}); len(c.Warnings) > 0 {
			t.Errorf("%q is no paste: %q", tree, c.Warnings.Texts())
		}
	}
}

func TestSeveralSnapshotsAreStepsEach(t *testing.T) {
	answer := func(title, tree string) string {
		return "### Page\n- Page URL: http://h/\n- Page Title: " + title + "\n### Snapshot\n```yaml\n" + tree + "```\n"
	}
	changed := strings.ReplaceAll(pageAria, "Apply", "Applied")
	for name, text := range map[string]string{
		"fences":           "# Before\n\n```yaml\n" + pageAria + "```\n\n# After\n\n```yaml\n" + changed + "```\n",
		"bare fences":      "```\n" + pageAria + "```\nthen\n```\n" + changed + "```\n",
		"documents":        pageAria + "---\n" + changed,
		"a blank line":     pageAria + "\n" + changed,
		"nothing between":  pageAria + changed,
		"prose":            pageAria + "\nThen it clicked Apply, and saw\n\n" + changed,
		"answers":          answer("A", pageAria) + "\n" + answer("B", changed),
		"devtools":         "## Latest page snapshot\n" + pageTools + "\nclick uid=1_2\n\n## Latest page snapshot\n" + strings.ReplaceAll(pageTools, "Apply", "Applied"),
		"devtools, bare":   pageTools + strings.ReplaceAll(pageTools, "Apply", "Applied"),
		"stagehand":        pageStage + "\n" + strings.ReplaceAll(pageStage, "Apply", "Applied"),
		"agent-browser":    pageAgent + "\n$ agent-browser snapshot\n" + strings.ReplaceAll(pageAgent, "One", "Applied"),
		"browsergym":       "## Step 1\n" + pageGym + "\n## Step 2\n" + strings.ReplaceAll(pageGym, "Apply", "Applied"),
		"webarena":         pageArena + "\n" + strings.ReplaceAll(pageArena, "Apply", "Applied"),
		"claude-in-chrome": pageRead + "\nViewport: 1x1\n" + strings.ReplaceAll(pageRead, "Apply", "Applied"),
		"browser-use":      pageUse + strings.ReplaceAll(pageUse, "Apply", "Applied"),
		"JSON":             pageJSON + strings.ReplaceAll(pageJSON, `{"nodeId":"3","ignored":false}`, `{"nodeId":"3","ignored":false,"name":{"value":"Applied"}}`),
		"JSON over lines":  strings.ReplaceAll(pageJSON, ",", ",\n") + strings.ReplaceAll(strings.ReplaceAll(pageJSON, `{"nodeId":"3"`, `{"nodeId":"3","name":{"value":"Applied"}`), ",", ",\n"),
		"JSON in fences":   "```json\n" + pageJSON + "```\n\n```json\n" + strings.ReplaceAll(pageJSON, `{"nodeId":"3"`, `{"nodeId":"3","name":{"value":"Applied"}`) + "```\n",
		"quoted":           lines(pageAria+"\n"+changed, before("> ")),
	} {
		rec, err := LoadBytes("paste", []byte(text), Options{})
		if err != nil || len(rec.Captures) != 2 {
			t.Errorf("%s: %v %v", name, err, rec)
			continue
		}
		first, second := told(rec.Captures[0]), told(rec.Captures[1])
		if strings.Contains(first, "Applied") || !strings.Contains(second, "Applied") || strings.Count(first, "\n") != strings.Count(second, "\n") {
			t.Errorf("%s:\n%s\n%s", name, first, second)
		}
		if a, b := rec.Captures[0].Source, rec.Captures[1].Source; a == b && name != "browser-use" {
			t.Errorf("%s: both are %s", name, a)
		}
		if name == "answers" && (rec.Captures[0].Window != "A" || rec.Captures[1].Window != "B") {
			t.Errorf("the pages are %q and %q", rec.Captures[0].Window, rec.Captures[1].Window)
		}
	}
}

func TestProseEndsASnapshot(t *testing.T) {
	for _, tree := range []string{pageAria, pageTools, pageAgent, pageStage, pageGym, pageArena, pageRead, pageUse} {
		want := told(open(t, tree, Options{}))
		for _, prose := range []string{"\nI can see the Apply button. Let me click it.\n", "\nNext:\n- click Apply\n- look at the list\n", "\n\nHuman: go on\n"} {
			if got := told(open(t, tree+prose, Options{})); got != want {
				t.Errorf("%q:\n%swant\n%s", tree+prose, got, want)
			}
		}
	}
}

// cutsOf is the lines that the warnings of a capture name as cut.
func cutsOf(c *model.Capture) string {
	var all []string
	for _, w := range c.Warnings {
		if w.Kind == model.CutShort {
			line, _, _ := strings.Cut(w.Text, ":")
			all = append(all, strings.TrimPrefix(line, "line "))
		}
	}
	return strings.Join(all, " ")
}

func TestCutsAreToldWithTheirLine(t *testing.T) {
	for _, mark := range []string{
		"... [truncated 12000 characters] ...", "[truncated]", "<truncated>", "[...]", "...", "…", "… +120 lines (ctrl+o to expand)", "… +120 lines",
		"[12000 characters truncated]", "... 230 lines omitted ...", "[... omitted 45 of 300 lines ...]", "…1234 tokens truncated…", "<response clipped>",
		"[Output truncated]", "(truncated)", "... (truncated)", "--- TRUNCATED ---", "[content truncated at 50000 chars]", "[snip]", "# ... (rest omitted)",
		"... (42 more lines)", "[... 17 more elements ...]", "Output truncated: 300 of 900 lines shown", "<!-- truncated -->", "+120 lines", "[3 lines hidden]", "  ...",
	} {
		for format, tree := range map[string]string{"playwright": pageAria, "devtools": pageTools, "agent-browser": pageAgent, "stagehand": pageStage, "claude-in-chrome": pageRead, "webarena": pageArena} {
			c := open(t, tree+mark+"\n", Options{})
			if c.Format != format || cutsOf(c) != "4" || told(c) != told(open(t, tree, Options{})) {
				t.Errorf("%s, %q: cut at %q: %q\n%s", format, mark, cutsOf(c), c.Warnings.Texts(), told(c))
			}
			all := strings.SplitAfter(tree, "\n")
			if c := open(t, all[0]+all[1]+mark+"\n"+all[2], Options{}); cutsOf(c) != "3" || len(c.Elements) != 3 {
				t.Errorf("%s, %q in the middle: cut at %q, %d elements", format, mark, cutsOf(c), len(c.Elements))
			}
		}
	}
	for _, c := range []struct {
		name, text, want string
		elements         int
	}{
		{"half a role", strings.TrimSuffix(pageAria, "button \"Apply\" [ref=e3]\n") + "but", "3", 2},
		{"half a name", strings.TrimSuffix(pageAria, "ply\" [ref=e3]\n"), "3", 2},
		{"half a ref", strings.TrimSuffix(pageAria, "=e3]\n"), "3", 2},
		{"half a name, devtools", strings.TrimSuffix(pageTools, "ply\"\n"), "3", 2},
		{"half a uid", strings.TrimSuffix(pageTools, "=1_2 button \"Apply\"\n"), "3", 2},
		{"half a role, stagehand", strings.TrimSuffix(pageStage, "ton: Apply\n"), "3", 2},
		{"half an id, stagehand", strings.TrimSuffix(pageStage, "-3] button: Apply\n"), "3", 2},
		{"half a line and a mark", strings.TrimSuffix(pageAria, "ply\" [ref=e3]\n") + "\n[truncated]\n", "4 3", 2},
		{"no end of the fence", "```yaml\n" + pageAria, "4", 3},
		{"a line is missing", "- main [ref=e1]:\n  - list [ref=e2]:\n      - link \"A\" [ref=e4]\n  - button \"B\" [ref=e5]\n", "3", 4},
		{"a line is missing, devtools", "uid=1_0 RootWebArea \"P\"\n    uid=1_2 link \"A\"\n", "2", 2},
		{"a diff", "- main [ref=e1]:\n-  - button \"Old\" [ref=e2]\n+  - button \"New\" [ref=e2]\n  - link \"A\" [ref=e3]\n", "2", 3},
		{"a diff with its blanks", "@@ -1,3 +1,3 @@\n - main [ref=e1]:\n-  - button \"Old\" [ref=e2]\n+  - button \"New\" [ref=e2]\n   - link \"A\" [ref=e3]\n", "3", 3},
		{"whole", pageAria, "", 3},
		{"four blanks a level", "- main [ref=e1]:\n    - list [ref=e2]:\n        - link \"A\" [ref=e4]\n", "", 3},
	} {
		got := open(t, c.text, Options{})
		if cutsOf(got) != c.want || len(got.Elements) != c.elements || strings.Contains(told(got), "Old") {
			t.Errorf("%s: cut at %q, want %q; %d elements, want %d; %q\n%s", c.name, cutsOf(got), c.want, len(got.Elements), c.elements, got.Warnings.Texts(), told(got))
		}
	}
}

func TestTabsAreLevels(t *testing.T) {
	const want = "list \"\"\n listitem \"\"\n  button \"x\"\n button \"y\"\n"
	for _, text := range []string{
		"- list:\n\t- listitem:\n\t\t- button \"x\"\n\t- button \"y\"\n",
		"- list:\n  - listitem:\n\t- button \"x\"\n  - button \"y\"\n",
		"- list:\n\t\t- listitem:\n\t\t\t\t- button \"x\"\n\t\t- button \"y\"\n",
	} {
		if got := told(open(t, text, Options{})); got != want {
			t.Errorf("%q:\n%swant\n%s", text, got, want)
		}
	}
}

// TestOtherTextsAreNoTrees opens what people have beside captures.
func TestOtherTextsAreNoTrees(t *testing.T) {
	for _, text := range []string{
		`{"role": "admin", "children": [1, 2]}`, `[{"role": "admin", "children": ["a"]}]`,
		"{\"type\":\"message\",\"text\":\"[tool_use:Bash {\\\"command\\\":\\\"a | head -20\\\"}]\"}\n{\"type\":\"message\",\"text\":\"hi\"}\n",
		"- image: nginx\n- text: hello\n", "# Todo\n\n- [ ] button colour\n- [x] list of links\n- table of contents\n", "- list of things\n- table of contents\n",
		"- Button component: fix it\n- List of items\n", "steps:\n- name: build\n  run: make\n- name: test\n", "id,role,name\n1,button,Save\n2,link,Home\n",
		"2026-01-01 12:00:00 INFO - button pressed\n2026-01-01 12:00:01 INFO - link opened\n", "1: one\n2: two\n3: three\n", "> I said\n> that\n\nyes\n",
		"[Start", "[1] Knuth: The Art\n[2] Aho: Compilers\n", "a | b\n--|--\n[x | y] | z\n", "Press <Enter> to go on\n", "<note>remember the milk</note>",
		"```yaml\nservices:\n  - image: nginx\n```\n", "Use `button` and `link`.\n\n- link: a link\n- button: a button\n", "def f():\n\treturn 'x'\n",
		"main [ref]\n heading\n", "text 'quoted' and \"more\"\nlink 'x'\n", "```\nls | grep x\n```\n", "{\"a\": 1}\n\n{\"b\": 2}\n", "- title: x\n  children:\n  - title: y\n",
	} {
		if rec, err := LoadBytes("x", []byte(text), Options{}); err == nil {
			t.Errorf("%q opened as %s: %s", text, rec.Captures[0].Format, told(rec.Captures[0]))
		}
	}
}

func TestFolderOfLinksIsNotEmpty(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "page.yml")
	if err := os.WriteFile(file, []byte(pageAria), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, filepath.Join(dir, "latest.yml")); err != nil {
		t.Skip(err)
	}
	_ = os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "broken.yml"))
	if rec, err := Load(os.DirFS(dir), ".", Options{}); err != nil || len(rec.Captures) != 1 || len(rec.Captures[0].Elements) != 3 {
		t.Errorf("%v %v", rec, err)
	}
	if _, err := Load(fstest.MapFS{"d": {Mode: os.ModeDir | 0o755}}, "d", Options{}); err == nil || err.Error() != "the folder is empty" {
		t.Errorf("%v", err)
	}
}
