package contract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// rough reports notes about nothing when the schemas do not load, so that a typo in
// descriptions.yaml is not found only once the schemas are right. It looks at the
// texts of the schemas alone: what is behind a reference, and what a view does not
// carry, is for resolve.
func (f *yamlFile) rough(words map[string]*Description, files []schema.File, maxDepth int) {
	for _, file := range files {
		tool, role := place(file.Path)
		d := words[tool]
		if d == nil {
			continue
		}
		notes, document := d.Fields, "request"
		if role == "result" {
			notes, document = d.Outputs, Observation
		}
		if len(notes) == 0 {
			continue
		}
		source, err := file.Read()
		if err != nil {
			continue
		}
		tree, err := schema.Parse(source, maxDepth)
		if err != nil {
			continue // reported where it stands
		}
		for _, n := range notes {
			if remedy, gone := missingIn(tree, n.Pointer); gone {
				f.report("pointer", n.pointerLine, n.pointerColumn, noSubschema(document, tool, n.Pointer), remedy)
			}
		}
	}
}

// noSubschema says that a pointer names nothing.
func noSubschema(document, tool, pointer string) string {
	return fmt.Sprintf("the %s of %s has no subschema at %s", document, tool, quote(pointer))
}

// missingIn tells whether a schema's text certainly has nothing at a pointer, and what may be meant.
func missingIn(v *schema.Value, pointer string) (remedy string, gone bool) {
	tokens, err := schema.ParsePointer(pointer)
	if err != nil {
		return err.Error(), true
	}
	for i, token := range tokens {
		switch v.Kind {
		case schema.Array:
			at, err := strconv.Atoi(token)
			if err != nil || at < 0 || at >= len(v.Items) {
				return "", true
			}
			v = v.Items[at]
			continue
		case schema.Object:
		default:
			return "", true
		}
		if v.Get("$ref") != nil {
			return "", false
		}
		next := v.Get(token)
		if next == nil {
			return nearPointer(v, tokens, i), true
		}
		v = next
	}
	return "", false
}

// nearPointer suggests another member of v for the token at i.
func nearPointer(v *schema.Value, tokens []string, i int) string {
	var names []string
	for _, m := range v.Members[:min(len(v.Members), maxPointers)] {
		names = append(names, m.Name)
	}
	near := schema.Suggest(tokens[i], names)
	if near == "" {
		return "write a JSON Pointer into its schema, such as /properties/NAME"
	}
	var b strings.Builder
	for j, token := range tokens {
		if j == i {
			token = near
		}
		b.WriteString("/" + schema.EscapePointer(token))
	}
	return "did you mean " + b.String() + "?"
}
