package mcpserver

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"obscope/internal/autocontrol"
	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// An autoControlTool is one of AutoControl's. Its name and schema are the
// original's to the letter.
type autoControlTool struct {
	name, about, schema string
}

// The parameters that the tools share.
const (
	elementList = `{"type":"array","items":{"type":"object"}}`
	integerList = `{"type":"array","items":{"type":"integer"}}`
	observing   = `{"type":"object","properties":{"elements":` + elementList + `,"viewport":` + integerList +
		`,"max_elements":{"type":"integer"}},"required":["elements"]}`
)

var autoControlTools = []*autoControlTool{
	{
		name: "ac_serialize_observation", schema: observing,
		about: "AutoControl's text observation of an element list: one line `[i] role \"name\" @(cx,cy)` for each interactive element " +
			"whose centre is in the viewport, in reading order, at most max_elements (80). Returns {observation, count}.",
	},
	{
		name: "ac_observation_index", schema: observing,
		about: "The elements behind the lines of ac_serialize_observation, with the index that each line shows. Returns {count, elements}.",
	},
	{
		name: "ac_delta_observation",
		schema: `{"type":"object","properties":{"prev":` + elementList + `,"curr":` + elementList + `,"viewport":` + integerList +
			`,"max_elements":{"type":"integer"},"max_lines":{"type":"integer"},"interactive_only":{"type":"boolean"}},"required":["prev","curr"]}`,
		about: "What changed from one element list to the next, matched by overlap: + added, ~ changed, - removed, at most max_lines (40). " +
			"Returns {summary, added, removed, changed}; the counts are those of the raw lists.",
	},
	{
		name:   "ac_reading_order",
		schema: `{"type":"object","properties":{"elements":` + elementList + `,"row_tol":{"type":"integer"}},"required":["elements"]}`,
		about: "Elements from top to bottom, within a row from left to right; tops at most row_tol (12) pixels apart share a row. " +
			"Returns {count, elements}.",
	},
}

func (t *autoControlTool) describe() *mcp.Tool {
	no, yes := false, true
	return &mcp.Tool{
		Name: t.name, Description: t.about, InputSchema: json.RawMessage(t.schema),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &yes},
	}
}

// handle answers a call as AutoControl's server does: what breaks the schema is
// an error of the protocol, what its function raises an error of the tool.
func (t *autoControlTool) handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, err := arguments(req)
	if err != nil {
		return nil, invalidParams(err.Error())
	}
	schema, err := jsontext.Parse(t.schema)
	if err != nil {
		return nil, err
	}
	if v := violation(schema, args, "$"); v != "" {
		return nil, invalidParams("Invalid arguments for " + t.name + ": " + v)
	}
	return work(ctx, func() (*mcp.CallToolResult, error) {
		text, err := autocontrol.CallTool(t.name, args)
		var raised *pyvalue.Error
		switch {
		case errors.As(err, &raised):
			return failure(raised), nil
		case err != nil:
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	})
}

func invalidParams(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

// arguments reads the arguments of a call without losing the spelling of a
// number. Missing and empty ones are an empty object.
func arguments(req *mcp.CallToolRequest) (jsontext.Value, error) {
	text := string(req.Params.Arguments)
	if text == "" {
		text = "{}"
	}
	v, err := jsontext.Parse(text)
	if err != nil {
		return v, err
	}
	if !pyvalue.Truthy(v) {
		return jsontext.Value{Kind: jsontext.Object, Raw: "{}"}, nil
	}
	if v.Kind != jsontext.Object {
		return v, errors.New("tools/call 'arguments' must be an object")
	}
	return v, nil
}
