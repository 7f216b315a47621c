package contract

import (
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// maxPointers bounds how many pointers of a schema are looked at for a suggestion.
const maxPointers = 2000

// child is a subschema and how it stands in its parent.
type child struct {
	tokens string // of the JSON Pointer, from the parent
	role   role
	name   string // of a member of properties or dependentSchemas
	index  int    // of an element of prefixItems, anyOf, ...
	schema *schema.Schema
}

// role is the part that a subschema plays in its parent's verdict.
type role int

const (
	asserted    role = iota // allOf, then, else: applies to the same value, and a violation is one of the parent
	tested                  // if, not, anyOf, oneOf: applies to the same value, and either verdict counts
	conditional             // dependentSchemas
	property                // properties
	pattern                 // patternProperties
	otherwise               // additionalProperties, unevaluatedProperties
	prefix                  // prefixItems
	item                    // items
	unevaluated             // unevaluatedItems
	counted                 // contains
	naming                  // propertyNames
	annotated               // contentSchema, $defs: never applied here
)

// children returns the subschemas of s in a fixed order.
func children(s *schema.Schema) []child {
	var out []child
	one := func(keyword string, r role, sub *schema.Schema) {
		if sub != nil {
			out = append(out, child{tokens: "/" + keyword, role: r, schema: sub})
		}
	}
	list := func(keyword string, r role, subs []*schema.Schema) {
		for i, sub := range subs {
			out = append(out, child{tokens: "/" + keyword + "/" + strconv.Itoa(i), role: r, index: i, schema: sub})
		}
	}
	named := func(keyword string, r role, subs []schema.Property) {
		for _, p := range subs {
			out = append(out, child{tokens: "/" + keyword + "/" + schema.EscapePointer(p.Name), role: r, name: p.Name, schema: p.Schema})
		}
	}
	named("properties", property, s.Properties)
	named("patternProperties", pattern, s.PatternProperties)
	one("additionalProperties", otherwise, s.AdditionalProperties)
	one("unevaluatedProperties", otherwise, s.UnevaluatedProperties)
	one("propertyNames", naming, s.PropertyNames)
	list("prefixItems", prefix, s.PrefixItems)
	one("items", item, s.Items)
	one("unevaluatedItems", unevaluated, s.UnevaluatedItems)
	one("contains", counted, s.Contains)
	list("allOf", asserted, s.AllOf)
	list("anyOf", tested, s.AnyOf)
	list("oneOf", tested, s.OneOf)
	one("not", tested, s.Not)
	one("if", tested, s.If)
	one("then", asserted, s.Then)
	one("else", asserted, s.Else)
	named("dependentSchemas", conditional, s.DependentSchemas)
	one("contentSchema", annotated, s.ContentSchema)
	named("$defs", annotated, s.Defs)
	return out
}

// walk returns the subschema at a pointer from root, or nil. Where a schema has no
// such member, what its reference names is looked into.
func walk(root *schema.Schema, pointer string) *schema.Schema {
	if _, err := schema.ParsePointer(pointer); err != nil {
		return nil
	}
	rest := pointer
	for s := root; s != nil; {
		if rest == "" {
			return s
		}
		s, rest = step(s, rest)
	}
	return nil
}

// step follows the pointer by one subschema, through any references.
func step(s *schema.Schema, pointer string) (*schema.Schema, string) {
	for seen := map[*schema.Schema]bool{}; s != nil && !seen[s]; s = s.RefTo {
		seen[s] = true
		for _, c := range children(s) {
			if rest, ok := strings.CutPrefix(pointer, c.tokens); ok && (rest == "" || rest[0] == '/') {
				return c.schema, rest
			}
		}
	}
	return nil, ""
}

// pointers returns the pointers that walk understands, nearest to the root first,
// up to a bound; a schema that was entered before is not entered again.
func pointers(root *schema.Schema) []string {
	type place struct {
		s       *schema.Schema
		pointer string
	}
	var out []string
	seen := map[*schema.Schema]bool{}
	queue := []place{{root, ""}}
	for len(queue) > 0 && len(out) < maxPointers {
		at := queue[0]
		queue = queue[1:]
		out = append(out, at.pointer)
		for s := at.s; s != nil && !seen[s]; s = s.RefTo {
			seen[s] = true
			for _, c := range children(s) {
				if c.role != annotated {
					queue = append(queue, place{c.schema, at.pointer + c.tokens})
				}
			}
		}
	}
	return out
}
