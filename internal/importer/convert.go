package importer

import (
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// converter turns a schema of draft 4 to 7, or of 2020-12, into one of 2020-12.
type converter struct {
	source *Source
	tool   *Tool
	part   string // /inputSchema or so, for findings
	// old tells that the dialect is one of draft 4 to 7, where nothing counts beside $ref.
	old bool
	// notes are the descriptions that were taken out, by pointer in the new schema.
	notes []note
}

type note struct{ pointer, text string }

var types = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// Keywords whose values are schemas, lists of schemas, and schemas by name.
var (
	single   = []string{"not", "if", "then", "else", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "items"}
	several  = []string{"anyOf", "oneOf", "allOf", "prefixItems"}
	mappings = []string{"properties", "patternProperties", "$defs", "dependentSchemas"}
)

func (c *converter) report(severity diag.Severity, keyword, pointer, message, remedy string) {
	c.source.report(severity, c.tool, keyword, c.part+pointer, message, remedy)
}

// schema converts one schema; pointer is its place in the new document.
func (c *converter) schema(v *schema.Value, pointer string) *schema.Value {
	if v.Kind == schema.Bool {
		return v
	}
	if v.Kind != schema.Object {
		c.report(diag.Error, "schema", pointer, "what stands where a schema is expected is none: anything is allowed there", "write a schema")
		return &schema.Value{Kind: schema.Object}
	}
	out := &schema.Value{Kind: schema.Object}
	put := func(name string, value *schema.Value) {
		for i := range out.Members {
			if out.Members[i].Name == name {
				out.Members[i].Value = value
				return
			}
		}
		out.Members = append(out.Members, schema.Member{Name: name, Value: value})
	}
	ref := v.Get("$ref")
	for _, m := range v.Members {
		name, value := m.Name, m.Value
		if ref != nil && c.old && name != "$ref" && name != "description" && name != "title" && name != "$defs" && name != "definitions" {
			c.report(diag.Info, "ref", pointer, name+" stands beside $ref, where this dialect ignores it: left out", "")
			continue
		}
		switch name {
		case "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary":
			if name == "id" && value.Kind == schema.Object {
				put(name, value) // a property's name where no schema is: not here
			}
		case "title", "description", "markdownDescription":
			if value.Kind == schema.String && strings.TrimSpace(value.Text) != "" && name == "description" {
				c.notes = append(c.notes, note{pointer, strings.TrimSpace(value.Text)})
			}
		case "definitions":
			put("$defs", c.named(value, pointer+"/$defs"))
		case "$ref", "$recursiveRef", "$dynamicRef":
			c.reference(value, pointer, put)
		case "type":
			c.types(value, pointer, put)
		case "nullable":
			// below, where the type is known
		case "exclusiveMinimum", "exclusiveMaximum":
			if value.Kind != schema.Bool {
				put(name, value)
			}
		case "minimum", "maximum":
			strict := v.Get("exclusiveM" + name[1:])
			if strict != nil && strict.Kind == schema.Bool && strict.Bool {
				put("exclusiveM"+name[1:], value)
			} else {
				put(name, value)
			}
		case "divisibleBy":
			put("multipleOf", value)
		case "items":
			if value.Kind == schema.Array {
				list := &schema.Value{Kind: schema.Array}
				for i, item := range value.Items {
					list.Items = append(list.Items, c.schema(item, pointer+"/prefixItems/"+itoa(i)))
				}
				if len(list.Items) > 0 {
					put("prefixItems", list)
				}
				if rest := v.Get("additionalItems"); rest != nil {
					put("items", c.schema(rest, pointer+"/items"))
				}
			} else {
				put(name, c.schema(value, pointer+"/items"))
			}
		case "additionalItems":
		case "dependencies":
			c.dependencies(value, pointer, put)
		case "required":
			if value.Kind == schema.Array {
				put(name, c.unique(value, pointer+"/required"))
			}
		case "enum":
			if value.Kind == schema.Array && len(value.Items) > 0 {
				put(name, c.unique(value, pointer+"/enum"))
			}
		case "example":
			put("examples", &schema.Value{Kind: schema.Array, Items: []*schema.Value{value}})
		case "examples":
			if value.Kind == schema.Array {
				put(name, value)
			}
		default:
			switch {
			case slices.Contains(single, name):
				put(name, c.schema(value, pointer+"/"+name))
			case slices.Contains(several, name):
				if value.Kind == schema.Array && len(value.Items) > 0 {
					list := &schema.Value{Kind: schema.Array}
					for i, item := range value.Items {
						list.Items = append(list.Items, c.schema(item, pointer+"/"+name+"/"+itoa(i)))
					}
					put(name, list)
				}
			case slices.Contains(mappings, name):
				put(name, c.named(value, pointer+"/"+name))
			default:
				put(name, value)
			}
		}
	}
	c.hoist(v, put)
	if n := v.Get("nullable"); n != nil && n.Kind == schema.Bool && n.Bool {
		c.nullable(out)
	}
	return out
}

// named converts schemas by name.
func (c *converter) named(v *schema.Value, pointer string) *schema.Value {
	out := &schema.Value{Kind: schema.Object}
	for _, m := range v.Members {
		out.Members = append(out.Members, schema.Member{Name: m.Name, Value: c.schema(m.Value, pointer+"/"+schema.EscapePointer(m.Name))})
	}
	return out
}

// reference converts a $ref: what is not in the document is never fetched.
func (c *converter) reference(v *schema.Value, pointer string, put func(string, *schema.Value)) {
	if v.Kind != schema.String {
		return
	}
	target := v.Text
	if !strings.HasPrefix(target, "#") {
		c.report(diag.Error, "ref", pointer, "the reference leads out of the document and is never fetched: anything is allowed there", "put what it refers to into the schema")
		return
	}
	put("$ref", text(strings.Replace(target, "#/definitions/", "#/$defs/", 1)))
}

// types converts a type; names that are none are left out.
func (c *converter) types(v *schema.Value, pointer string, put func(string, *schema.Value)) {
	names := []*schema.Value{v}
	if v.Kind == schema.Array {
		names = v.Items
	}
	var known []*schema.Value
	for _, n := range names {
		switch {
		case n.Kind == schema.String && slices.Contains(types, n.Text):
			if !slices.ContainsFunc(known, func(k *schema.Value) bool { return k.Text == n.Text }) {
				known = append(known, n)
			}
		case n.Kind == schema.String && n.Text == "any":
			return
		default:
			c.report(diag.Error, "type", pointer+"/type", "there is no such type: left out", "state one of "+strings.Join(types, ", "))
		}
	}
	switch len(known) {
	case 0:
	case 1:
		put("type", known[0])
	default:
		put("type", &schema.Value{Kind: schema.Array, Items: known})
	}
}

// dependencies parts the old keyword into the two of today.
func (c *converter) dependencies(v *schema.Value, pointer string, put func(string, *schema.Value)) {
	names, schemas := &schema.Value{Kind: schema.Object}, &schema.Value{Kind: schema.Object}
	for _, m := range v.Members {
		if m.Value.Kind == schema.Array {
			names.Members = append(names.Members, m)
		} else {
			schemas.Members = append(schemas.Members, schema.Member{Name: m.Name, Value: c.schema(m.Value, pointer+"/dependentSchemas/"+schema.EscapePointer(m.Name))})
		}
	}
	if len(names.Members) > 0 {
		put("dependentRequired", names)
	}
	if len(schemas.Members) > 0 {
		put("dependentSchemas", schemas)
	}
}

// hoist takes a required of true, as draft 3 had it within properties, to where it belongs.
func (c *converter) hoist(v *schema.Value, put func(string, *schema.Value)) {
	properties := v.Get("properties")
	if properties == nil || v.Get("required") != nil {
		return
	}
	required := &schema.Value{Kind: schema.Array}
	for _, m := range properties.Members {
		if r := m.Value.Get("required"); r != nil && r.Kind == schema.Bool && r.Bool {
			required.Items = append(required.Items, text(m.Name))
		}
	}
	if len(required.Items) > 0 {
		put("required", required)
	}
}

// nullable adds null to what a schema allows.
func (c *converter) nullable(v *schema.Value) {
	for i, m := range v.Members {
		switch m.Name {
		case "type":
			list := &schema.Value{Kind: schema.Array, Items: slices.Clone(m.Value.Items)}
			if m.Value.Kind == schema.String {
				list.Items = []*schema.Value{m.Value}
			}
			if !slices.ContainsFunc(list.Items, func(n *schema.Value) bool { return n.Text == "null" }) {
				list.Items = append(list.Items, text("null"))
			}
			v.Members[i].Value = list
		case "enum":
			if !slices.ContainsFunc(m.Value.Items, func(n *schema.Value) bool { return n.Kind == schema.Null }) {
				list := *m.Value
				list.Items = append(slices.Clone(m.Value.Items), &schema.Value{Kind: schema.Null})
				v.Members[i].Value = &list
			}
		}
	}
}

// unique leaves out what stands twice in a list.
func (c *converter) unique(v *schema.Value, pointer string) *schema.Value {
	out := *v
	out.Items = nil
	var seen []string
	for _, item := range v.Items {
		text := string(schema.AppendValue(nil, item, ""))
		if slices.Contains(seen, text) {
			c.report(diag.Info, "duplicate", pointer, text+" stands there twice: once is kept", "")
			continue
		}
		seen = append(seen, text)
		out.Items = append(out.Items, item)
	}
	return &out
}

func text(s string) *schema.Value { return &schema.Value{Kind: schema.String, Text: s} }
