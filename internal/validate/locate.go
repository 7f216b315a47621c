package validate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// RuleDisagree is the rule of a finding that says that the two engines differ.
const RuleDisagree = "internal/engines-disagree"

// window is more bytes than an excerpt looks at on either side of a place.
const window = 512

// locate turns violations into findings. Record is the line of an NDJSON input,
// or 0 for a whole document.
func (v *Validator) locate(file string, record int, text string, e *kernel.ValidationError) []diag.Finding {
	findings := make([]diag.Finding, 0, len(e.Violations)+1)
	at := cursor{line: 1, column: 1}
	for i := range e.Violations {
		violation := &e.Violations[i]
		f := diag.Finding{
			Rule: "validate/" + violation.Keyword, Message: violation.Message, Remedy: v.remedy(violation),
			File: file, Record: record,
			InstancePointer: violation.InstancePointer, HasInstance: true,
			SchemaPointer: violation.SchemaPointer, Schema: violation.Schema, Keyword: violation.Keyword,
		}
		at.to(text, violation.Offset)
		f.Line, f.Column = at.line, at.column
		if record > 0 {
			f.Line = record
		}
		f.Source, f.SourceColumn = excerpt(text, at.offset)
		findings = append(findings, f)
	}
	if e.More > 0 {
		last := findings[len(findings)-1]
		findings = append(findings, diag.Finding{
			Rule: "validate/more", Message: "there are more violations, which are not listed: " + strconv.Itoa(e.More),
			File: file, Record: record, Line: last.Line, Column: last.Column, HasInstance: true,
			InstancePointer: last.InstancePointer,
		})
	}
	return findings
}

// cursor walks forward over a text and knows line and column.
type cursor struct{ offset, line, column int }

// to walks to an offset. Violations come in the order of their offsets, so that
// the text is walked over once; one that lies behind starts again.
func (c *cursor) to(text string, offset int) {
	offset = max(0, min(offset, len(text)))
	if offset < c.offset {
		*c = cursor{line: 1, column: 1}
	}
	passed := text[c.offset:offset]
	if n := strings.Count(passed, "\n"); n > 0 {
		c.line += n
		c.column = 1
		passed = passed[strings.LastIndexByte(passed, '\n')+1:]
	}
	c.column += utf8.RuneCountInString(passed)
	c.offset = offset
}

// excerpt is the line around an offset, of which only the surroundings are copied.
func excerpt(text string, offset int) (string, int) {
	from, to := max(0, offset-window), min(len(text), offset+window)
	return diag.Excerpt([]byte(text[from:to]), offset-from)
}

var remedies = map[string]string{
	"additionalProperties":  "remove the property",
	"unevaluatedProperties": "remove the property",
	"propertyNames":         "rename the property",
	"required":              "add the property",
	"dependentRequired":     "add the property",
	"x-aci-count-of":        "correct the count or the list",
	"x-aci-at-least":        "correct the smaller or the greater number",
	"x-aci-row-width":       "give every row a cell for each column",
	"json":                  "write strict JSON: one value in UTF-8, no comma before a closing bracket, no name twice in an object",
}

// remedy says what to do about a violation, where that is more than its message says.
func (v *Validator) remedy(violation *kernel.Violation) string {
	switch violation.Keyword {
	case "additionalProperties", "unevaluatedProperties":
		token := violation.InstancePointer[strings.LastIndexByte(violation.InstancePointer, '/')+1:]
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if len(name) > 64 {
			break // nobody misspells such a name
		}
		if near := suggest(name, v.known(place{violation.Schema, violation.SchemaPointer})); near != "" {
			return fmt.Sprintf("remove the property; did you mean %q?", near)
		}
	}
	return remedies[violation.Keyword]
}

// suggest is schema.Suggest for names of three letters or more: of shorter ones everything is near.
func suggest(name string, known []string) string {
	if len(name) < 3 {
		return ""
	}
	return schema.Suggest(name, known)
}
