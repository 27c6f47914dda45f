package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/internal/text/words"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// An ownTool is one of obscope's own: it observes a capture and answers with a
// value of a fixed shape.
type ownTool struct {
	name, title, about string
	params             []param // besides the capture and the options
	answer             any     // a value of the shape, for the schema
	run                func(call *call) (any, error)
}

// A param is an argument beyond those that all own tools take.
type param struct {
	name, schema string
	required     bool
}

// A call is a tool call with its capture loaded and observed.
type call struct {
	args     jsontext.Value
	options  render.Options
	rec      *model.Recording
	renderer *render.Renderer
	obs      *render.Observation
}

// captureParams say where the capture is.
var captureParams = []param{
	{name: "file", schema: `{"type":"string","description":"path of a capture file, in one of the folders that the server may read"}`},
	{name: "capture", schema: `{"type":"string","description":"the capture itself, as the text of such a file"}`},
	{name: "format", schema: `{"type":"string","description":"name of the capture's format, if it is not recognised by itself"}`},
	{name: "step", schema: `{"type":"integer","minimum":1,"description":"which capture of a recording, from 1, of a session all steps counted; the last one with a tree if left out"}`},
}

// allParams are the tool's parameters but for the options of an observation.
func (t *ownTool) allParams() []param { return slices.Concat(t.params, captureParams) }

func (t *ownTool) describe() *mcp.Tool {
	no := false
	output, err := jsonschema.ForType(reflect.TypeOf(t.answer), &jsonschema.ForOptions{})
	if err != nil {
		panic(err) // a shape of ours that has no schema
	}
	return &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.about,
		InputSchema: json.RawMessage(t.inputSchema()), OutputSchema: output,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &no},
	}
}

// inputSchema lists the tool's own parameters, where the capture is, and every
// option of an observation.
func (t *ownTool) inputSchema() string {
	var properties, required []string
	for _, p := range t.allParams() {
		properties = append(properties, jsontext.Quote(p.name)+":"+p.schema)
		if p.required {
			required = append(required, jsontext.Quote(p.name))
		}
	}
	for _, spec := range render.OptionSpecs() {
		properties = append(properties, jsontext.Quote(spec.Name)+":"+optionSchema(spec))
	}
	properties = append(properties, `"set":{"type":"object","additionalProperties":{"type":"string"},"description":"options that only the dialect has, by name"}`)
	schema := `{"type":"object","properties":{` + strings.Join(properties, ",") + `},"additionalProperties":false`
	if len(required) > 0 {
		schema += `,"required":[` + strings.Join(required, ",") + `]`
	}
	return schema + "}"
}

func optionSchema(spec render.OptionSpec) string {
	kind := `"string"`
	switch spec.Type {
	case render.PlaceOption:
		kind = `["string","array"],"items":{"type":"number"}`
	case render.SwitchOption:
		kind = `"boolean"`
	case render.NumberOption:
		kind = `"integer"`
	case render.LimitOption:
		kind = `["integer","string"]`
	}
	return `{"type":` + kind + `,"description":` + jsontext.Quote(spec.About+"; "+spec.Value) + `}`
}

// own makes the handler of a tool. Whatever is wrong with a call is a tool error
// that the caller can read and mend.
func (s *Server) own(t *ownTool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return work(ctx, func() (*mcp.CallToolResult, error) {
			answer, err := s.answer(ctx, t, req)
			if err != nil {
				return failure(err), nil
			}
			text, err := json.Marshal(answer)
			if err != nil {
				return nil, err
			}
			return &mcp.CallToolResult{
				Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
				StructuredContent: json.RawMessage(text),
			}, nil
		})
	}
}

func (s *Server) answer(ctx context.Context, t *ownTool, req *mcp.CallToolRequest) (any, error) {
	args, err := arguments(req)
	if err != nil {
		return nil, err
	}
	c := &call{args: args}
	if c.options, err = t.readOptions(args); err != nil {
		return nil, err
	}
	if c.rec, err = s.load(args); err != nil {
		return nil, err
	}
	capture, err := pick(c.rec, args.Member("step"))
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.renderer = render.New(capture)
	if c.obs, err = c.renderer.Observe(c.options); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t.run(c)
}

// readOptions takes the options of an observation out of the arguments, and
// refuses what is neither one nor a parameter of the tool.
func (t *ownTool) readOptions(args jsontext.Value) (o render.Options, err error) {
	var members []string
	for _, m := range args.Unique() {
		switch t.owner(m.Name) {
		case "tool":
			continue
		case "option":
			members = append(members, jsontext.Quote(m.Name)+":"+m.Value.Raw)
		default:
			return o, fmt.Errorf("no argument %q; %s takes %s", m.Name, t.name, strings.Join(t.names(), ", "))
		}
	}
	err = o.UnmarshalJSON([]byte("{" + strings.Join(members, ",") + "}"))
	return o, err
}

func (t *ownTool) owner(name string) string {
	for _, p := range t.allParams() {
		if p.name == name {
			return "tool"
		}
	}
	for _, spec := range render.OptionSpecs() {
		if spec.Name == name {
			return "option"
		}
	}
	if name == "set" {
		return "option"
	}
	return ""
}

func (t *ownTool) names() []string {
	var names []string
	for _, p := range t.allParams() {
		names = append(names, p.name)
	}
	for _, spec := range render.OptionSpecs() {
		names = append(names, spec.Name)
	}
	return append(names, "set")
}

// load reads the capture that the arguments name or hold.
func (s *Server) load(args jsontext.Value) (*model.Recording, error) {
	file, err := text(args, "file")
	if err != nil {
		return nil, err
	}
	inline, err := text(args, "capture")
	if err != nil {
		return nil, err
	}
	format, err := text(args, "format")
	if err != nil {
		return nil, err
	}
	o := loaders.Options{Format: format, MaxInflated: s.options.MaxFile}
	_, hasFile := args.Lookup("file")
	_, hasInline := args.Lookup("capture")
	switch {
	case hasFile && hasInline:
		return nil, errors.New("file and capture are both given; give one of them")
	case hasFile:
		return s.files.load(file, o)
	case hasInline:
		rec, err := loaders.LoadBytes("capture", []byte(jsontext.Scrub(inline)), o)
		if err != nil {
			return nil, fmt.Errorf("capture: %w", err)
		}
		return rec, nil
	}
	return nil, errors.New("name a capture with file, or give its text as capture")
}

// text is an argument that must be a string if it is there.
func text(args jsontext.Value, name string) (string, error) {
	v, ok := args.Lookup(name)
	if ok && v.Kind != jsontext.String {
		return "", fmt.Errorf("%s: it takes a string, not %s", name, words.Article(v.Kind.String()))
	}
	return v.Text, nil
}

func pick(rec *model.Recording, step jsontext.Value) (*model.Capture, error) {
	n := len(rec.Captures)
	if step.Kind == jsontext.Missing {
		return rec.LastTree(), nil
	}
	at, err := pyvalue.ToInt(step)
	if i := at.Clamped(); err == nil && step.Kind == jsontext.Number && i >= 1 && i <= int64(n) {
		return rec.Captures[i-1], nil
	}
	return nil, fmt.Errorf("step %s: it takes a number from 1 to %d", step.Raw, n)
}
