package loaders

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// maestroColumns is the first line of the compact hierarchy.
const maestroColumns = "element_num,depth,attributes,parent_num"

// maestroAttributes are the names that the compact hierarchy writes; a value may
// hold what parts them.
var maestroAttributes = map[string]bool{
	"accessibilityText": true, "text": true, "title": true, "value": true, "hintText": true, "resource-id": true, "class": true,
	"package": true, "bounds": true, "enabled": true, "focused": true, "selected": true, "checked": true, "clickable": true,
	"scrollable": true, "checkable": true, "focusable": true, "long-clickable": true, "password": true, "content-desc": true,
}

// loadMaestroCSV reads the compact hierarchy: a row for each element, with its
// number, that of its parent and what is not the default of its attributes.
func loadMaestroCSV(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "maestro", Shape: "csv", Text: s.Text}
	l := &maestroReader{c: c}
	b := &builder{c: c}
	byNumber := map[string]model.ID{}
	rows := csv.NewReader(strings.NewReader(s.Text))
	rows.FieldsPerRecord, rows.LazyQuotes = -1, true
	odd := 0
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: the table is cut short or damaged", err)
		}
		if len(row) < 3 || !isDigits(row[0]) {
			if row[0] != "element_num" {
				odd++
			}
			continue
		}
		parent := model.None
		if len(row) > 3 {
			if id, ok := byNumber[row[3]]; ok {
				parent = id
			}
		}
		e := b.under(parent)
		b.leave()
		e.Ref = row[0]
		byNumber[row[0]] = model.ID(len(c.Elements) - 1)
		line, _ := rows.FieldPos(0)
		c.Lines = append(c.Lines, int32(line-1))
		attributes := jsontext.Value{Kind: jsontext.Object, Members: maestroPairs(row[2])}
		var own []byte
		for _, m := range attributes.Members {
			own = appendMember(own, m.Name, m.Value.Text)
		}
		e.Raw = string(appendRawMember(nil, "attributes", "{"+string(own)+"}"))
		l.element(e, []jsontext.Member{{Name: "attributes", Value: attributes}})
	}
	b.link()
	c.Screen = largestFrame(c)
	if odd > 0 {
		c.Warn(words.Count(odd, "row is", "rows are") + " not element_num,depth,attributes,parent_num and left out")
	}
	if !l.anything {
		c.Warn("no element has a text or a size: the app was starting or in the background, or its framework exposes nothing")
	}
	return one(c), nil
}

// maestroPairs cuts "text=Hello; bounds=[0,0][9,9]" before the names that are
// known.
func maestroPairs(s string) (members []jsontext.Member) {
	for _, part := range strings.Split(s, "; ") {
		name, value, ok := strings.Cut(part, "=")
		switch n := len(members); {
		case ok && (n == 0 || maestroAttributes[name]):
			members = append(members, jsontext.Member{Name: name, Value: jsontext.StringValue(value)})
		case n > 0:
			members[n-1].Value = jsontext.StringValue(members[n-1].Value.Text + "; " + part)
		}
	}
	return members
}

// maestroGrammar tells the rows of a table below its names of columns.
var maestroGrammar = &grammar{
	format: "maestro", headed: true,
	head: func(line string) bool { return strings.HasPrefix(line, maestroColumns) },
	starts: func(line string) bool {
		number, rest, ok := strings.Cut(line, ",")
		depth, _, more := strings.Cut(rest, ",")
		return ok && more && number != "" && depth != "" && isDigits(number) && isDigits(depth)
	},
	goesOn: func(_ int, last string, more []string) int { return untilClosed(last, more) },
	anew: func(first, line string, _ bool) bool {
		number, _, _ := strings.Cut(line, ",")
		return strings.HasPrefix(first, number+",")
	},
}
