package lint

// rules is every rule; the order decides between findings of one severity on
// one element. Why names reports in the trackers of the tools concerned.
var rules []rule

// init fills rules: the rules' functions ask which rules are on.
func init() {
	add := func(name, about, why string, check func(*checker)) {
		rules = append(rules, rule{Rule{Name: name, About: about, Why: why}, check})
	}
	add("original-fails", "what makes the original renderer raise an exception or write something else",
		"AutoControl: KeyError, TypeError, RecursionError and UnicodeEncodeError; Maka: TypeError", (*checker).originalFails)
	add("empty-text", "an empty observation, and a capture of the wrong window or without permission",
		"microsoft/WinAppDriver#1796", (*checker).emptyText)
	add("secret-shown", "values of password and token fields that are in the text",
		"microsoft/playwright-mcp#1566, microsoft/playwright-cli#317", (*checker).secretShown)
	add("forged-line", "texts that break out of their line because the dialect writes them raw",
		"agent-browser writes the second line of a value as a line of its own; a page can imitate elements", (*checker).forgedLine)
	add("raw-characters", "control, bidi, invisible and broken characters that are in the text as they are",
		"EveryInc/compound-engineering-plugin#77: a lone surrogate made a request invalid", (*checker).rawCharacters)
	add("duplicate-ref", "elements that share a ref, and elements that are lost to that",
		"chrome-devtools-mcp gave one uid to 40 elements; Maka drops what shares an id with a collapsed container", (*checker).duplicateRef)
	add("no-ref", "elements to operate that have no ref where others have one",
		"Playwright gives none to what is covered or takes no clicks; an agent cannot name them", (*checker).noRef)
	add("unnamed-actionable", "elements to operate that the text gives no words",
		"browser-use/browser-use#4801, OpenHands/OpenHands#5615", (*checker).unnamedActionable)
	add("same-lines", "elements to operate whose lines read the same but for ref, index and position",
		"leeguooooo/chrome-use#154", (*checker).sameLines)
	add("dropped-actionable", "elements to operate that a role filter left out",
		"vercel-labs/agent-browser#434, mobile-next/mobile-mcp#88; AutoControl knows button, not push button", (*checker).droppedActionable)
	add("no-place", "elements in the text whose frames are impossible",
		"AT-SPI reports -2147483648 for menus that were never open; they come first in reading order", (*checker).noPlace)
	add("zero-size", "elements to operate that have no area",
		"a click on a box without area hits something else", (*checker).zeroSize)
	add("off-screen", "elements in the text outside the screen or hidden",
		"appium/appium#12655: 300 cells, most of them not visible", (*checker).offScreen)
	add("empty-container", "large containers that hold nothing",
		"mobile-dev-inc/Maestro#2685, facebook/idb#767, facebook/idb#892", (*checker).emptyContainer)
	add("empty-bar", "tab, navigation and tool bars of iOS that hold nothing",
		"cameroncooke/AXe#47, facebook/idb#767, facebook/idb#892", (*checker).emptyBar)
	add("opaque-content", "web views, canvases and iframes whose content is not in the capture",
		"ChromeDevTools/chrome-devtools-mcp#186, fixed-width/glass#506", (*checker).opaqueContent)
	add("few-actionable", "captures in which almost nothing can be operated",
		"ServiceNow/BrowserGym#112: 218 nodes and one button, vm0-ai/vm0#14455", (*checker).fewActionable)
	add("cut-short", "captures that say they were cut, texts with marks of a cut, and counts equal to the limits of known tools",
		"salitronic/eda-agent#26, iFurySt/open-codex-computer-use#40; AutoControl stops at 200", (*checker).cutShort)
	add("scale-mismatch", "frames in two units: pixels and points, or origins scaled and sizes not",
		"CursorTouch/Windows-MCP#82, mobile-next/mobilewright#238, asklar/lvt#45", (*checker).scaleMismatch)
	add("lost-state", "collapsed containers that were disabled, secure or had a placeholder",
		"Maka's collapse looks at none of these", (*checker).lostState)
	add("lost-ancestors", "query matches whose place in the tree was cut off",
		"Maka keeps 24 ancestors of a match", (*checker).lostAncestors)
	add("wrong-count", "headers that count elements which have no line",
		"Maka's elements= and showing count duplicates and collapsed elements", (*checker).wrongCount)
	add("deep-tree", "trees so deep that tools stop or the indentation no longer tells the parent",
		"appium/WebDriverAgent#542, agent-sh/computer-use-linux PR 86, microsoft/playwright-mcp#1474", (*checker).deepTree)
	add("repeated-subtree", "large subtrees that occur again unchanged",
		"ilysenko/codex-desktop-linux#1454, microsoft/playwright-mcp#1474", (*checker).repeatedSubtree)
	add("loading", "what was settled or lost while the file was read",
		"missing parents, cycles, items that are not elements", (*checker).loading)
	add("known-defects", "defects of the dialect's original that have no rule of their own",
		"listed by each dialect", (*checker).knownDefects)
	rules[len(rules)-1].Asked = true
}
