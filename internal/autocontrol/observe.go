package autocontrol

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// A request is what an observation is made of, as Python values.
type request struct {
	elements    jsontext.Value
	viewport    jsontext.Value
	maxElements jsontext.Value
	interactive bool
}

func (a arguments) request(elements string) request {
	return request{a[elements], a.viewport(), a.maxElements(), a.interactiveOnly()}
}

// observe renders the request, or returns what AutoControl raises: first what is
// wrong with the shape of the elements, then with the viewport, with the first
// bad place and with the cap.
func (q request) observe() (*render.Observation, error) {
	text, err := elementsText(q.elements)
	if err != nil {
		return nil, err
	}
	c, err := loaders.AutoControlElements(text)
	if err != nil {
		return nil, err
	}
	view, viewFault := clip(q.viewport)
	limit, limitFault := pyvalue.ToInt(q.maxElements)
	o := render.Options{
		Dialect:     render.Set("indexed"),
		Viewport:    render.Set(view),
		MaxElements: render.Set(sliceEnd(limit)),
		Interactive: render.Set(q.interactive),
	}
	if viewFault != nil || limitFault != nil {
		o.MaxElements = render.Set(render.NoCap)
	}
	obs, err := render.New(c).Observe(o)
	switch {
	case err != nil:
		return nil, err
	case viewFault != nil && len(obs.Entries) > 0:
		return nil, viewFault
	case obs.Fault() != nil:
		return nil, obs.Fault()
	case limitFault != nil:
		return nil, limitFault
	}
	return obs, nil
}

func flattenTree(a arguments) (string, error) {
	q := request{elements: a["elements"], maxElements: a.maxElements(), interactive: a.interactiveOnly()}
	text, err := elementsText(q.elements)
	if err != nil {
		return "", err
	}
	c, err := loaders.AutoControlElements(text)
	if err != nil {
		return "", err
	}
	obs, err := render.New(c).Observe(render.Options{
		Dialect:     render.Set("indexed"),
		MaxElements: render.Set(render.NoCap),
		Interactive: render.Set(q.interactive),
	})
	if err != nil {
		return "", err
	}
	dst := []byte{'['}
	for id, verdict := range obs.Verdicts {
		if verdict.In() {
			dst = append(comma(dst), '{')
			dst = append(appendMembers(dst, c.Elements[id].Members(), -1), '}')
		}
	}
	return string(append(dst, ']')), nil
}

func serializeObservation(a arguments) (string, error) {
	obs, err := a.request("elements").observe()
	if err != nil {
		return "", err
	}
	return obs.Text(), nil
}

func observationIndex(a arguments) (string, error) {
	obs, err := a.request("elements").observe()
	if err != nil {
		return "", err
	}
	return string(appendIndex(nil, obs)), nil
}

// adapted is a request of an executor command, which converts its arguments
// before it calls the library.
func (a arguments) adapted(interactive bool) (request, error) {
	elements, err := listArgument(a["elements"])
	if err != nil {
		return request{}, err
	}
	viewport, limit, err := a.adaptedLimits()
	return request{elements, viewport, limit, interactive}, err
}

func (a arguments) adaptedLimits() (viewport, limit jsontext.Value, err error) {
	if viewport, err = viewportArgument(a.viewport()); err != nil {
		return viewport, limit, err
	}
	limit, err = intArgument(a.maxElements())
	return viewport, limit, err
}

// intArgument is int(v) as a value again.
func intArgument(v jsontext.Value) (jsontext.Value, error) {
	n, err := pyvalue.ToInt(v)
	return jsontext.Value{Kind: jsontext.Number, Text: n.String(), Raw: n.String()}, err
}

func acSerializeObservation(a arguments) (string, error) {
	q, err := a.adapted(true)
	if err != nil {
		return "", err
	}
	obs, err := q.observe()
	if err != nil {
		return "", err
	}
	dst := append([]byte(`{"observation": `), pyvalue.AppendJSONString(nil, obs.PythonText())...)
	dst = strconv.AppendInt(append(dst, `, "count": `...), int64(len(obs.Entries)), 10)
	return string(append(dst, '}')), nil
}

func acObservationIndex(a arguments) (string, error) {
	q, err := a.adapted(true)
	if err != nil {
		return "", err
	}
	obs, err := q.observe()
	if err != nil {
		return "", err
	}
	return countAndElements(len(obs.Entries), appendIndex(nil, obs)), nil
}

func countAndElements(n int, elements []byte) string {
	dst := strconv.AppendInt([]byte(`{"count": `), int64(n), 10)
	dst = append(append(dst, `, "elements": `...), elements...)
	return string(append(dst, '}'))
}

func readingOrder(a arguments) (string, error) {
	obs, err := orderRows(a["elements"], a.value("row_tol", "12"))
	if err != nil {
		return "", err
	}
	return string(appendIndex(nil, obs)), nil
}

func acReadingOrder(a arguments) (string, error) {
	elements, err := listArgument(a["elements"])
	if err != nil {
		return "", err
	}
	tolerance, err := intArgument(a.value("row_tol", "12"))
	if err != nil {
		return "", err
	}
	obs, err := orderRows(elements, tolerance)
	if err != nil {
		return "", err
	}
	return countAndElements(len(obs.Entries), appendIndex(nil, obs)), nil
}

// orderRows is reading_order: it looks at the list alone, keeps every element
// and reads the tolerance when there is a second element to compare.
func orderRows(elements, tolerance jsontext.Value) (*render.Observation, error) {
	c, err := flatCapture(elements)
	if err != nil {
		return nil, err
	}
	o := render.Options{
		Dialect:     render.Set("indexed"),
		MaxElements: render.Set(render.NoCap),
		Interactive: render.Set(false),
	}
	rows, rowsFault := pyvalue.ToInt(tolerance)
	if rowsFault == nil {
		o.Knobs = render.Knobs{"row_tol": rows.String()}
	}
	obs, err := render.New(c).Observe(o)
	switch {
	case err != nil:
		return nil, err
	case obs.Fault() != nil:
		return nil, obs.Fault()
	case rowsFault != nil && len(c.Elements) > 1:
		return nil, rowsFault
	}
	return obs, nil
}

// flatCapture reads a list of boxes. An item that is no dict raises what
// item["x"] raises, unless an earlier one has a bad place.
func flatCapture(list jsontext.Value) (*model.Capture, error) {
	if err := checkNesting(list); err != nil {
		return nil, err
	}
	items, err := iterate(list)
	if err != nil {
		return nil, err
	}
	for i, item := range items {
		if item.Kind == jsontext.Object {
			continue
		}
		for _, earlier := range items[:i] {
			if _, err := boxOf(earlier); err != nil {
				return nil, err
			}
		}
		return nil, subscriptError(item)
	}
	if list.Kind != jsontext.Array {
		return loaders.AutoControlFlat("[]")
	}
	return loaders.AutoControlFlat(list.Raw)
}

// subscriptError is what v["x"] raises if v is no dict.
func subscriptError(v jsontext.Value) error {
	switch v.Kind {
	case jsontext.String:
		return pyvalue.Errorf("TypeError", "string indices must be integers, not 'str'")
	case jsontext.Array:
		return pyvalue.Errorf("TypeError", "list indices must be integers or slices, not str")
	}
	return pyvalue.Errorf("TypeError", "'%s' object is not subscriptable", pyvalue.TypeName(v))
}
