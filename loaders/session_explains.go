package loaders

import (
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// instructionMarks begin what a harness puts into a message to explain a skill,
// in which trees are examples.
var instructionMarks = []string{"Base directory for this skill", "<skill_content", "<system-reminder>", "<command-message>", "# AGENTS.md"}

func instructs(text string) bool {
	text = strings.TrimSpace(text)
	for _, mark := range instructionMarks {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

// explainingTools answer with what a skill or a tool is for.
var explainingTools = map[string]bool{"skill": true, "load_skill": true, "read_skill": true, "use_skill": true, "activate_skill": true, "toolsearch": true, "tool_search": true}

// explainingFiles tell agents how to work.
var explainingFiles = []string{"SKILL.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md", "README.md"}

// explains reports a call whose result tells how something is used: the trees in
// it are examples, which the agent did not observe.
func explains(call *model.ToolCall) bool {
	if explainingTools[strings.ToLower(call.ShortTool())] {
		return true
	}
	if call.Args == "" {
		return false
	}
	args, err := jsontext.Parse(call.Args)
	if err != nil {
		return false
	}
	command := first(args, "command", "cmd")
	text := command.Text
	for _, word := range command.Items {
		text += " " + word.Text
	}
	if words := strings.Fields(text); slices.Contains(words, "--help") || slices.Contains(words, "-h") || len(words) > 0 && words[0] == "man" {
		return true
	}
	path := first(args, "file_path", "filePath", "path", "absolute_path").Text
	for _, name := range explainingFiles {
		if strings.HasSuffix(path, name) {
			return true
		}
	}
	return false
}
