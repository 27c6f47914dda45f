package loaders

import (
	"archive/zip"
	"errors"
	"strings"
)

// instead says what to capture where a file is of a kind that holds no tree.
const instead = "; capture the element tree: browser_snapshot of Playwright MCP, take_snapshot of chrome-devtools-mcp, agent-browser snapshot, uiautomator dump ('obscope formats' lists all)"

// foreignMagic lists by their first bytes the files that people take for
// captures, and what they are.
var foreignMagic = []struct{ start, what string }{
	{"\x89PNG", "a PNG picture: a screenshot shows elements and does not hold them" + instead},
	{"\uFFFDPNG", "a PNG picture: a screenshot shows elements and does not hold them" + instead},
	{"\uFFFD\uFFFD\uFFFD", "a picture or another binary file: a screenshot shows elements and does not hold them" + instead},
	{"GIF8", "a GIF picture: a screenshot shows elements and does not hold them" + instead},
	{"RIFF", "a picture or a recording: it shows elements and does not hold them" + instead},
	{"%PDF-", "a PDF document: it holds pages, no elements" + instead},
	{"SQLite format 3\x00", "an SQLite database: export the session or capture that is in it first" + hint},
	{"\x7fELF", "a program" + hint},
	{"MZ\uFFFD\x00", "a program" + hint},
	{"\x1aE\uFFFD\uFFFD", "a video: it shows elements and does not hold them" + instead},
	{"7z\uFFFD\uFFFD", "a 7z archive: unpack it first" + hint},
	{"Rar!\x1a", "a RAR archive: unpack it first" + hint},
	{"BZh", "a bzip2 file: unpack it first" + hint},
	{"\uFFFD7zXZ", "an xz file: unpack it first" + hint},
	{"(\uFFFD/\uFFFD", "a zstd file: unpack it first" + hint},
	{"PAR1", "a Parquet table: export the capture that is in it first" + hint},
	{"bplist00", "a binary property list: plutil -convert json writes it as JSON" + hint},
}

// foreign says what a file is that is no text at all; nil if it may be one.
func foreign(text string) error {
	for _, m := range foreignMagic {
		if strings.HasPrefix(text, m.start) && (len(m.start) > 4 || isBinary(text)) {
			return errors.New(m.what)
		}
	}
	const tarMagic, tarAt = "ustar", 257
	switch {
	case len(text) > tarAt && strings.HasPrefix(text[tarAt:], tarMagic):
		return errors.New("a tar archive: unpack it first, and open the folder" + hint)
	case len(text) > 12 && text[4:8] == "ftyp":
		return errors.New("a video or picture: it shows elements and does not hold them" + instead)
	}
	return nil
}

// isBinary reports zeros or undecodable bytes at the start of a text.
func isBinary(text string) bool {
	start := text[:min(len(text), 512)]
	return strings.ContainsAny(start, "\x00\uFFFD")
}

// unknownZip says what an archive is that no format knows.
func unknownZip(text string) error {
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		return errors.New("a zip file that is cut short or damaged: save it again" + hint)
	}
	for _, f := range z.File {
		switch {
		case strings.HasSuffix(f.Name, ".trace") || strings.HasSuffix(f.Name, ".network"):
			return errors.New("a Playwright trace: it holds DOM snapshots and no accessibility tree; write page.locator('body').ariaSnapshot() in the test, or open error-context.md beside it")
		case f.Name == "[Content_Types].xml":
			return errors.New("an Office document: it holds no element tree" + instead)
		case f.Name == "AndroidManifest.xml":
			return errors.New("an Android app: install it and run uiautomator dump on the screen" + hint)
		}
	}
	return errors.New("a zip file: unpack it first, and open the folder" + hint)
}

// unknownJSON says what JSON is that people take for a capture.
func (p *Peek) unknownJSON() string {
	_, log := p.Inner("log")
	switch {
	case hasAll(log, []string{"entries"}), hasAll(log, []string{"version", "creator"}):
		return "a HAR file: it holds requests, and no answer in it holds a tree" + instead
	case p.Has("traceEvents"):
		return "a performance trace: it holds timings, no elements" + instead
	case p.Has("openapi"), p.Has("swagger"):
		return "an API description: it holds no elements" + instead
	case p.Has("cookies", "origins"):
		return "a browser's storage state: it holds cookies, no elements" + instead
	case p.Has("type", "features"):
		return "GeoJSON: it holds no elements" + instead
	}
	return ""
}

// isHTML reports a web page's source.
func (p *Peek) isHTML() bool {
	switch strings.ToLower(p.Root) {
	case "html", "head", "body", "div", "span", "main", "script", "style", "svg", "form", "table", "p", "h1", "a", "button", "input", "ul", "nav", "section":
		return strings.HasPrefix(p.Start, "<")
	}
	return len(p.Start) > 9 && strings.EqualFold(p.Start[:9], "<!doctype") && strings.Contains(strings.ToLower(p.Start[:min(len(p.Start), 64)]), "html")
}

// isXML reports a document of elements, not a text with something in angle
// brackets.
func (p *Peek) isXML() bool {
	return p.Root != "" && strings.HasPrefix(p.Start, "<") &&
		(strings.HasPrefix(p.Start, "<?xml") || strings.Contains(p.text, "</"+p.Root) || strings.HasSuffix(strings.TrimSpace(p.Start), "/>"))
}

// startsAsJSON reports a text whose first characters are those of JSON and of
// little else.
func (p *Peek) startsAsJSON() bool {
	if p.Start == "" {
		return false
	}
	next := strings.TrimLeft(p.Start[1:], " \t\r\n")
	switch p.Start[0] {
	case '{':
		return next == "" || next[0] == '"' || next[0] == '}'
	case '[':
		return next == "" || strings.IndexByte(`"{[]`, next[0]) >= 0
	}
	return false
}
