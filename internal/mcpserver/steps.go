package mcpserver

import "obscope/render/tools"

var listSteps = &ownTool{
	name: "list_steps", title: "List the steps of a session", answer: tools.Report{}, run: reportSteps,
	about: "Lists the steps of an agent's session log with the call, its tokens as the model read them, the elements, what was used next, and " +
		"repeats; sums them by tool; tells what the definitions of the tools cost, and which refs were used that no observation held. " +
		"The other tools take a step's number.",
}

func reportSteps(c *call) (any, error) { return tools.Of(c.rec, c.obs.Set.Tokens) }
