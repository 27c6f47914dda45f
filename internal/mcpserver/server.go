// Package mcpserver offers the renderer, and AutoControl's observation functions,
// as tools of a Model Context Protocol server on a pair of pipes.
//
// The tools ac_… are AutoControl's: its names, schemas, results and errors. The
// others are obscope's own: they read a file under an allowed root or a capture
// in the call, take the options of an observation, and answer a bad call with a
// tool error in one sentence.
package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	_ "obscope/render/agents" // further dialects
)

// Options say what a server may read and how much.
type Options struct {
	Roots      []string // folders whose files tools may read; none: inline captures only
	MaxMessage int      // bytes of one message; 0 is DefaultMaxMessage
	MaxFile    int64    // bytes of one file, also after inflating; 0 is DefaultMaxFile
	Version    string   // of obscope, as told to clients
}

// The bounds where none are set.
const (
	DefaultMaxMessage = 64 << 20
	DefaultMaxFile    = 256 << 20
)

// A Server answers tool calls.
type Server struct {
	mcp     *mcp.Server
	files   *files
	options Options
}

const instructions = "Renders captured accessibility trees the way computer-use agents read them. " +
	"The ac_ tools equal AutoControl's. render_observation, explain_element, fit_budget, lint_capture and compare_dialects read any capture format."

// New makes a server. The error names a root that cannot be opened.
func New(o Options) (*Server, error) {
	if o.MaxMessage <= 0 {
		o.MaxMessage = DefaultMaxMessage
	}
	if o.MaxFile <= 0 {
		o.MaxFile = DefaultMaxFile
	}
	if o.Version == "" {
		o.Version = "devel"
	}
	roots, err := openRoots(o.Roots, o.MaxFile)
	if err != nil {
		return nil, err
	}
	s := &Server{files: roots, options: o}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "obscope", Title: "obscope", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructions,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	s.mcp.AddReceivingMiddleware(spellIsError)
	for _, tool := range autoControlTools {
		s.mcp.AddTool(tool.describe(), tool.handle)
	}
	for _, tool := range ownTools {
		s.mcp.AddTool(tool.describe(), s.own(tool))
	}
	return s, nil
}

// Close closes the roots.
func (s *Server) Close() error { return s.files.close() }

// Serve answers the messages of in, one JSON text per line, on out until in ends,
// out is closed or ctx is done. The end of in is no error.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	c := newConnection(in, out, s.options.MaxMessage)
	if err := s.mcp.Run(ctx, c); err != nil && ctx.Err() == nil {
		return err
	}
	return c.failed()
}

// spellIsError writes isError also where it is false, as AutoControl does.
func spellIsError(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if r, ok := res.(*mcp.CallToolResult); ok && err == nil {
			return &toolResult{r}, nil
		}
		return res, err
	}
}

type toolResult struct{ *mcp.CallToolResult }

func (r *toolResult) MarshalJSON() ([]byte, error) {
	text, err := r.CallToolResult.MarshalJSON()
	if err != nil || r.IsError {
		return text, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	members["isError"] = json.RawMessage("false")
	return json.Marshal(members)
}

// failure is the result of a call that failed in its tool.
func failure(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}, IsError: true}
}

// work runs a call apart, so that a cancelled one is answered at once, and turns
// a panic into a tool error: one bad capture must not end the server.
func work(ctx context.Context, call func() (*mcp.CallToolResult, error)) (*mcp.CallToolResult, error) {
	type answer struct {
		result *mcp.CallToolResult
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- answer{result: failure(fmt.Errorf("this call made obscope fail: %v; please report the capture", p))}
			}
		}()
		result, err := call()
		done <- answer{result, err}
	}()
	select {
	case a := <-done:
		return a.result, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
