package gentree

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"obscope/internal/text/jsontext"
)

// Session returns a writer of a Claude Code log that is about that many bytes
// long: a run in which every eighth call is a snapshot of n elements, as
// Playwright's MCP server prints it, and the others read files, each another one,
// and run a command, which prints the same each time.
func Session(bytes, n int) func(w io.Writer) (steps int, err error) {
	return func(w io.Writer) (steps int, err error) {
		counted := &counter{w: w}
		out := bufio.NewWriter(counted)
		page := func(step int) string {
			return fmt.Sprintf("### Page\n- Page URL: http://127.0.0.1:8809/orders/%d\n- Page Title: Orders %d\n### Snapshot\n```yaml\n%s```", step, step, Text(Playwright, n))
		}
		user := func(content string) {
			fmt.Fprintf(out, `{"type":"user","sessionId":"s","timestamp":"2026-11-30T10:%02d:%02d.000Z","message":{"role":"user","content":%s}}`+"\n", steps/60%60, steps%60, content)
		}
		user(`"Check every order"`)
		snapshot, listing := page(0), strings.Repeat("drwxr-xr-x orders 4096 templates/order.html\n", 2*n/3)
		for counted.n+out.Buffered() < bytes {
			steps++
			tool, args, result := "Bash", `{"command":"ls -l"}`, listing
			switch {
			case steps%8 == 0:
				tool, args, result = "mcp__playwright__browser_snapshot", `{}`, strings.Replace(snapshot, "orders/0", fmt.Sprint("orders/", steps), 1)
			case steps%2 == 1:
				tool, args, result = "Read", fmt.Sprintf(`{"file_path":"/srv/shop/order-%d.html"}`, steps), fmt.Sprintf("<!-- order %d -->\n", steps)+listing
			}
			fmt.Fprintf(out, `{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":%q,"input":%s}]}}`+"\n", steps, tool, args)
			user(fmt.Sprintf(`[{"type":"tool_result","tool_use_id":"t%d","content":%s}]`, steps, jsontext.Quote(result)))
			if err := out.Flush(); err != nil {
				return steps, err
			}
		}
		return steps, out.Flush()
	}
}

// A counter counts what is written.
type counter struct {
	w io.Writer
	n int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}
