package loaders

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var a11ytestFormat = Format{
	Name: "a11ytest", About: "Accessibility Insights for Windows: saved test or event file",
	Recognised: "a zip file with an entry el.snapshot",
	Sniff: func(p *Peek) Score {
		if strings.HasPrefix(p.Start, zipMagic) && strings.Contains(p.text, snapshotEntry) {
			return Sure
		}
		if p.Has("Properties", "Patterns", "UniqueId") {
			return Likely // the entry by itself
		}
		return No
	},
	Load: loadA11yTest,
}

const (
	zipMagic      = "PK\x03\x04"
	snapshotEntry = "el.snapshot"
)

func loadA11yTest(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "a11ytest", Unit: "screen pixels"}
	n := newNest(s.Text, c, "Children", uiaElement)
	if strings.HasPrefix(s.Text, zipMagic) {
		text, err := a11ytestEntries(s, &n.builder)
		if err != nil {
			return nil, err
		}
		n.r = jsontext.NewReader(text)
	}
	if err := n.document(); err != nil {
		return nil, fmt.Errorf("%s: %w", snapshotEntry, err)
	}
	if len(c.Elements) == 0 {
		return nil, fmt.Errorf("%s holds no element", snapshotEntry)
	}
	if root := &c.Elements[0]; root.Has(model.HasFrame) && root.Frame.OnScreen() {
		c.Screen = root.Frame
	}
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Kind == model.KindWindow {
			c.Window, c.Bounds = e.Name, e.Frame
			break
		}
	}
	return one(c), nil
}

// a11ytestEntries reads the zip: the snapshot, and what the others tell about
// it.
func a11ytestEntries(s *Source, n *builder) (string, error) {
	z, err := zip.NewReader(strings.NewReader(s.Text), int64(len(s.Text)))
	if err != nil {
		return "", fmt.Errorf("zip: %w; the file is cut short or damaged", err)
	}
	snapshot, found := "", false
	for _, f := range z.File {
		switch f.Name {
		case snapshotEntry, "scshot.png", "metadata.json":
		default:
			continue
		}
		data, err := zipEntry(f, s.Options)
		if err != nil {
			return "", fmt.Errorf("zip: %s: %w; the file is cut short or damaged", f.Name, err)
		}
		switch f.Name {
		case snapshotEntry:
			text, warnings, err := decode(string(data), s.Options)
			if err != nil {
				return "", err
			}
			snapshot, found = text, true
			n.c.Warnings = append(n.c.Warnings, warnings...)
		case "scshot.png":
			if size, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
				n.tellRaw("screenshot", fmt.Sprintf(`{"width":%d,"height":%d}`, size.Width, size.Height))
			}
		case "metadata.json":
			text, _, err := decode(string(data), s.Options)
			if _, bad := jsontext.Parse(text); err == nil && bad == nil {
				n.tellRaw("metadata", strings.TrimSpace(text))
			}
		}
	}
	if !found {
		return "", errors.New("zip: there is no " + snapshotEntry + " in it: it is not a test of Accessibility Insights")
	}
	return snapshot, nil
}

// zipEntry inflates an entry, within the bound.
func zipEntry(f *zip.File, o Options) ([]byte, error) {
	limit := o.maxInflated()
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("byte %d: %w", len(data), err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("inflates to more than %d bytes (raise the bound with --max-inflated)", limit)
	}
	var w weigher
	_, _ = w.Write(data)
	return data, w.within(limit)
}

// uiaElement reads an element with its Properties by number and its Patterns.
func uiaElement(e *model.Element, members []jsontext.Member) {
	for _, m := range members {
		switch m.Name {
		case "UniqueId":
			setText(e, &e.Ref, model.HasRef, m.Value)
		case "Properties":
			for _, p := range m.Value.Members {
				uiaProperty(e, p.Name, p.Value.Member("Value"))
			}
		case "Patterns":
			e.Given |= model.HasActions
			for _, p := range m.Value.Items {
				uiaPattern(e, p)
			}
		}
	}
}

// uiaStates maps the numbers of properties to states.
var uiaStates = map[string]model.State{
	"30008": model.Focused, "30009": model.Focusable, "30010": model.Enabled, "30022": model.Offscreen, "30025": model.Required,
	"30046": model.ReadOnly, "30079": model.Selected,
}

func uiaProperty(e *model.Element, id string, v jsontext.Value) {
	switch id {
	case "30001": // BoundingRectangle
		if len(v.Items) == 4 {
			if r, ok := fourSides(v.Items...); ok {
				setFrame(e, r)
			}
		}
	case "30003": // ControlType
		e.Given |= model.HasRole
		if number, err := strconv.Atoi(v.Text); err == nil {
			if name, ok := uiaType(number); ok {
				e.Role, e.Kind = name, uiaKind(name)
			}
		}
		if e.Role == "" {
			e.Role = "ControlType_" + v.Text
		}
	case "30005": // Name
		setText(e, &e.Name, model.HasName, v)
	case "30013": // HelpText
		setText(e, &e.Description, model.HasDescription, v)
	case "30019": // IsPassword
		e.Secure = e.Secure || v.IsTrue()
	case "30045": // Value.Value
		setText(e, &e.Value, model.HasValue, v)
	case "30070":
		e.States.Set(model.Expanded, uiaExpanded(v.Text))
	case "30086":
		e.States.Set(model.Checked, uiaToggle(v.Text))
	default:
		if st, ok := uiaStates[id]; ok {
			setState(e, st, v)
		}
	}
}

// uiaPattern takes a pattern's name as what can be done with the element, and
// from its properties the value and the states.
func uiaPattern(e *model.Element, p jsontext.Value) {
	name := strings.TrimSuffix(p.Member("Name").Text, "Pattern")
	if name == "" {
		return
	}
	e.Actions = append(e.Actions, name)
	for _, property := range p.Member("Properties").Items {
		v := property.Member("Value")
		switch name + "." + property.Member("Name").Text {
		case "Value.Value", "RangeValue.Value":
			if !e.Has(model.HasValue) {
				setText(e, &e.Value, model.HasValue, v)
			}
		case "Value.IsReadOnly":
			setState(e, model.ReadOnly, v)
		case "Toggle.ToggleState":
			e.States.Set(model.Checked, uiaToggle(v.Text))
		case "ExpandCollapse.ExpandCollapseState":
			e.States.Set(model.Expanded, uiaExpanded(v.Text))
		case "SelectionItem.IsSelected":
			setState(e, model.Selected, v)
		}
	}
}
