package provider

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/schema"
)

// Note is something that a target cannot take as it is.
type Note struct {
	// Schema is where: the schema that somebody wrote, or one of a derived view.
	Schema  *schema.Schema
	Keyword string
	Reason  string
	// Refused tells that the target would reject the definition. Otherwise it is a loss.
	Refused bool
}

// lowering is one schema on its way to one target.
type lowering struct {
	profile *Profile
	bundle  *freeze.Bundle
	words   map[*schema.Schema]string
	notes   []Note
	open    []*schema.Schema // references that are being written out
}

// Lower returns a schema as a target takes it. Words are what descriptions.yaml says
// about single schemas. An output's schema only ever says less than the contract, so
// that every observation satisfies it: what is optional stays so.
func Lower(p *Profile, root *schema.Schema, words map[*schema.Schema]string, output bool) (*schema.Value, []Note, error) {
	if output && (p.Required || p.Strict) {
		lenient := *p
		lenient.Required, lenient.Strict = false, false
		p = &lenient
	}
	b, err := freeze.MakeBundle(root, root.Doc.ID)
	if err != nil {
		return nil, nil, err
	}
	l := &lowering{profile: p, bundle: b, words: words}
	out := l.schema(b.Root)
	l.root(out)
	if !p.Flat && len(b.Root.Defs) > 0 {
		defs := &schema.Value{Kind: schema.Object}
		for _, d := range b.Root.Defs {
			defs.Members = append(defs.Members, schema.Member{Name: d.Name, Value: l.schema(d.Schema)})
		}
		out.Members = append(out.Members, schema.Member{Name: "$defs", Value: defs})
	}
	if p.Shape == MCP {
		out.Members = slices.Insert(out.Members, 0, schema.Member{Name: "$schema", Value: text(schema.Dialect)})
	}
	l.bounds(out)
	return out, l.notes, nil
}

func (l *lowering) note(s *schema.Schema, keyword string, refused bool, format string, args ...any) {
	at := l.bundle.Origin(s.Pointer)
	if at == nil {
		at = s
	}
	n := Note{Schema: at, Keyword: keyword, Reason: fmt.Sprintf(format, args...), Refused: refused}
	if !slices.Contains(l.notes, n) {
		l.notes = append(l.notes, n)
	}
}

// schema lowers one schema.
func (l *lowering) schema(s *schema.Schema) *schema.Value {
	p := l.profile
	if s.Boolean != nil {
		if *s.Boolean {
			return &schema.Value{Kind: schema.Object}
		}
		l.note(s, "", true, "a boolean schema: nothing is allowed here")
		return &schema.Value{Kind: schema.Object}
	}
	if s.RefTo != nil && (p.Flat || p.Shape == Gemini && l.crowded(s)) {
		return l.written(s)
	}
	out := &schema.Value{Kind: schema.Object}
	var told []string // what moves into the description
	put := func(name string, v *schema.Value) {
		if old := out.Get(name); old == nil {
			out.Members = append(out.Members, schema.Member{Name: name, Value: v})
		}
	}
	for _, m := range s.Value.Members {
		switch name := m.Name; {
		case strings.HasPrefix(name, "x-aci-"):
			if name == "x-aci-count-of" || name == "x-aci-at-least" || name == "x-aci-row-width" {
				l.note(s, name, false, "a rule between properties, which JSON Schema cannot say")
			}
		case slices.Contains([]string{"$schema", "$id", "$comment", "$defs", "$anchor", "title", "description", "readOnly", "writeOnly", "deprecated", "examples", "contentSchema"}, name):
		case slices.Contains(s.Unknown, name):
			l.note(s, name, false, "a keyword that nobody knows")
		case name == "default" && p.Strict:
			told = append(told, "default "+compact(m.Value))
			l.note(s, name, false, "defaults cannot be said")
		case name == "allOf" && slices.Contains(p.Cannot, name):
			l.merge(s, put)
		case slices.Contains(p.Cannot, name):
			if phrase := phraseOf(m); phrase != "" {
				told = append(told, phrase)
			}
			l.note(s, name, false, "%s cannot be said", name)
			if name == "prefixItems" {
				put("items", &schema.Value{Kind: schema.Object})
			}
		case name == "format" && p.Formats != nil && !slices.Contains(p.Formats, s.Format):
			told = append(told, "format "+s.Format)
			l.note(s, name, false, "the format %s cannot be said", s.Format)
		case name == "minItems" && p.SmallMinItems && s.MinItems != nil && *s.MinItems > 1:
			told = append(told, phraseOf(m))
			put(name, number("1"))
			l.note(s, name, false, "minItems can be 0 or 1 only")
		case name == "oneOf" && p.AnyOf:
			put("anyOf", l.list(s.OneOf))
			l.note(s, name, false, "oneOf becomes anyOf: that exactly one branch holds cannot be said")
		case name == "type" && p.OpenAPI:
			l.openType(s, put)
		case name == "const" && p.OpenAPI:
			l.openEnum(s, []*schema.Value{s.Const}, put, &told)
		case name == "enum" && p.OpenAPI:
			l.openEnum(s, s.Enum, put, &told)
		case name == "properties":
			put(name, l.properties(s))
		case name == "required" && p.Required && s.Properties != nil:
		case name == "additionalProperties" && p.Strict:
		case name == "unevaluatedProperties" && p.Strict:
		default:
			put(name, l.keyword(s, m))
		}
	}
	if p.OpenAPI && out.Get("type") == nil && out.Get("enum") != nil {
		put("type", text("string"))
	}
	l.strict(s, put)
	l.describe(s, out, told)
	return out
}

// keyword lowers what stands under a keyword.
func (l *lowering) keyword(s *schema.Schema, m schema.Member) *schema.Value {
	switch m.Name {
	case "items":
		return l.schema(s.Items)
	case "contains":
		return l.schema(s.Contains)
	case "not":
		return l.schema(s.Not)
	case "if":
		return l.schema(s.If)
	case "then":
		return l.schema(s.Then)
	case "else":
		return l.schema(s.Else)
	case "propertyNames":
		return l.schema(s.PropertyNames)
	case "additionalProperties":
		return l.closing(s.AdditionalProperties)
	case "unevaluatedProperties":
		return l.closing(s.UnevaluatedProperties)
	case "unevaluatedItems":
		return l.closing(s.UnevaluatedItems)
	case "anyOf":
		return l.list(s.AnyOf)
	case "oneOf":
		return l.list(s.OneOf)
	case "allOf":
		return l.list(s.AllOf)
	case "prefixItems":
		return l.list(s.PrefixItems)
	case "patternProperties":
		return l.named(s.PatternProperties)
	case "dependentSchemas":
		return l.named(s.DependentSchemas)
	}
	return m.Value
}

// closing lowers a schema of other members or elements: there, false is understood everywhere.
func (l *lowering) closing(s *schema.Schema) *schema.Value {
	if s.Boolean != nil {
		return s.Value
	}
	return l.schema(s)
}

func (l *lowering) list(schemas []*schema.Schema) *schema.Value {
	out := &schema.Value{Kind: schema.Array}
	for _, s := range schemas {
		out.Items = append(out.Items, l.schema(s))
	}
	return out
}

func (l *lowering) named(list []schema.Property) *schema.Value {
	out := &schema.Value{Kind: schema.Object}
	for _, q := range list {
		out.Members = append(out.Members, schema.Member{Name: q.Name, Value: l.schema(q.Schema)})
	}
	return out
}

// properties lowers the properties; where all are required, an optional one may be null.
func (l *lowering) properties(s *schema.Schema) *schema.Value {
	out := &schema.Value{Kind: schema.Object}
	for _, q := range s.Properties {
		v := l.schema(q.Schema)
		if l.profile.Required && !slices.Contains(s.Required, q.Name) {
			v = nullable(v)
			l.note(q.Schema, "", false, "an optional property is required and may be null: absent and null are one")
		}
		out.Members = append(out.Members, schema.Member{Name: q.Name, Value: v})
	}
	return out
}

// strict closes objects, and requires what has to be required.
func (l *lowering) strict(s *schema.Schema, put func(string, *schema.Value)) {
	p := l.profile
	isObject := s.Types&schema.Object != 0 || s.Properties != nil
	if p.Required && s.Properties != nil {
		required := &schema.Value{Kind: schema.Array}
		for _, q := range s.Properties {
			required.Items = append(required.Items, text(q.Name))
		}
		put("required", required)
	}
	if !p.Strict || !isObject {
		return
	}
	rest := s.AdditionalProperties
	if rest == nil {
		rest = s.UnevaluatedProperties
	}
	if rest == nil || rest.Boolean == nil || *rest.Boolean {
		l.note(s, "additionalProperties", true, "an open object: strict targets take closed ones alone")
	}
	put("additionalProperties", &schema.Value{Kind: schema.Bool})
}

// merge takes what stands under allOf into the schema itself, for targets without allOf.
func (l *lowering) merge(s *schema.Schema, put func(string, *schema.Value)) {
	for _, part := range s.AllOf {
		if part.If != nil || part.Not != nil {
			l.note(part, "", false, "a condition cannot be said")
			continue
		}
		if part.Properties != nil || part.AllOf != nil {
			l.note(part, "", true, "allOf cannot be said, and these schemas are not written as one")
			continue
		}
		for _, m := range l.schema(part).Members {
			if m.Name != "description" {
				put(m.Name, m.Value)
			}
		}
	}
}

// crowded tells whether something stands beside a reference that Gemini does not take there.
func (l *lowering) crowded(s *schema.Schema) bool {
	return slices.ContainsFunc(s.Value.Members, func(m schema.Member) bool {
		return !slices.Contains([]string{"$ref", "title", "description", "default", "$comment"}, m.Name) && !strings.HasPrefix(m.Name, "x-aci-")
	})
}

// written writes a reference out.
func (l *lowering) written(s *schema.Schema) *schema.Value {
	if slices.Contains(l.open, s.RefTo) {
		l.note(s, "$ref", true, "the schema contains itself, which cannot be said without references")
		return &schema.Value{Kind: schema.Object}
	}
	l.open = append(l.open, s.RefTo)
	out := l.schema(s.RefTo)
	l.open = l.open[:len(l.open)-1]
	copied := *out
	copied.Members = slices.Clone(out.Members)
	for _, m := range s.Value.Members {
		if m.Name == "$ref" || m.Name == "description" || strings.HasPrefix(m.Name, "x-aci-") {
			continue
		}
		rest := *s
		rest.RefTo = nil
		for _, extra := range l.schema(&rest).Members {
			if extra.Name != "$ref" {
				set(&copied, extra.Name, extra.Value)
			}
		}
		break
	}
	l.describe(s, &copied, nil)
	return &copied
}

// openType writes a type as OpenAPI does: one type, and nullable.
func (l *lowering) openType(s *schema.Schema, put func(string, *schema.Value)) {
	var names []string
	v := s.Value.Get("type")
	if v.Kind == schema.String {
		names = []string{v.Text}
	}
	for _, item := range v.Items {
		names = append(names, item.Text)
	}
	if slices.Contains(names, "null") {
		put("nullable", &schema.Value{Kind: schema.Bool, Bool: true})
		names = slices.DeleteFunc(names, func(n string) bool { return n == "null" })
	}
	switch len(names) {
	case 0:
		put("type", text("string"))
		l.note(s, "type", false, "null alone cannot be said")
	case 1:
		put("type", text(names[0]))
	default:
		union := &schema.Value{Kind: schema.Array}
		for _, n := range names {
			union.Items = append(union.Items, &schema.Value{Kind: schema.Object, Members: []schema.Member{{Name: "type", Value: text(n)}}})
		}
		put("anyOf", union)
		l.note(s, "type", false, "several types become anyOf: what bounds them is said in the description alone")
	}
}

// openEnum writes an enum of strings; other values move into the description.
func (l *lowering) openEnum(s *schema.Schema, values []*schema.Value, put func(string, *schema.Value), told *[]string) {
	enum := &schema.Value{Kind: schema.Array}
	for _, v := range values {
		switch v.Kind {
		case schema.String:
			enum.Items = append(enum.Items, v)
		case schema.Null:
			put("nullable", &schema.Value{Kind: schema.Bool, Bool: true})
		default:
			all := &schema.Value{Kind: schema.Array, Items: values}
			*told = append(*told, "one of "+compact(all))
			l.note(s, "enum", false, "an enum that is not of strings cannot be said")
			return
		}
	}
	put("enum", enum)
}

// describe gives a schema the words of descriptions.yaml and what it cannot say otherwise.
func (l *lowering) describe(s *schema.Schema, out *schema.Value, told []string) {
	words := l.words[s]
	if words == "" {
		words = l.words[l.bundle.Origin(s.Pointer)]
	}
	if len(told) > 0 {
		more := "(" + strings.Join(told, "; ") + ")"
		if old := out.Get("description"); old != nil && words == "" {
			words = old.Text
		}
		words = strings.TrimSpace(words + " " + more)
	}
	if words != "" {
		set(out, "description", text(words))
	}
}

// root holds the root to what every target wants of it.
func (l *lowering) root(out *schema.Value) {
	s := l.bundle.Root
	if t := out.Get("type"); t == nil || t.Text != "object" {
		l.note(s, "type", true, "the root is no object")
	}
	if !l.profile.RootUnion {
		for _, union := range []string{"anyOf", "oneOf"} {
			if out.Get(union) != nil {
				l.note(s, union, true, "the root is a union")
			}
		}
		if l.profile.Shape == Anthropic && out.Get("allOf") != nil {
			out.Members = slices.DeleteFunc(out.Members, func(m schema.Member) bool { return m.Name == "allOf" })
			l.note(s, "allOf", false, "allOf cannot stand at the root")
		}
	}
}

// bounds holds the lowered schema to the target's limits.
func (l *lowering) bounds(out *schema.Value) {
	var count struct{ properties, enums, characters, optional, unions, levels int }
	var visit func(v *schema.Value, level int)
	visit = func(v *schema.Value, level int) {
		count.levels = max(count.levels, level)
		if v.Kind != schema.Object {
			for _, item := range v.Items {
				visit(item, level)
			}
			return
		}
		var required []string
		if r := v.Get("required"); r != nil {
			for _, item := range r.Items {
				required = append(required, item.Text)
			}
		}
		for _, m := range v.Members {
			switch {
			case (m.Name == "properties" || m.Name == "$defs") && m.Value.Kind == schema.Object:
				for _, q := range m.Value.Members {
					count.characters += utf8.RuneCountInString(q.Name)
					if m.Name == "properties" {
						count.properties++
						if !slices.Contains(required, q.Name) {
							count.optional++
						}
						visit(q.Value, level+1)
					} else {
						visit(q.Value, level)
					}
				}
			case m.Name == "enum" && m.Value.Kind == schema.Array:
				count.enums += len(m.Value.Items)
				for _, item := range m.Value.Items {
					count.characters += utf8.RuneCountInString(item.Text)
				}
			case m.Name == "items":
				visit(m.Value, level+1)
			case m.Name == "anyOf" || m.Name == "oneOf":
				count.unions++
				visit(m.Value, level)
			case m.Name == "type" && m.Value.Kind == schema.Array:
				count.unions++
			}
		}
	}
	visit(out, 1)
	p := l.profile
	for _, b := range []struct {
		have, limit int
		what        string
	}{
		{count.properties, p.Properties, "properties"}, {count.enums, p.EnumValues, "enum values"}, {count.characters, p.Characters, "characters of names and values"},
		{count.optional, p.Optional, "optional properties"}, {count.unions, p.Unions, "unions"}, {count.levels, p.Levels, "levels"},
	} {
		if b.limit > 0 && b.have > b.limit {
			l.note(l.bundle.Root, "", true, "%d %s, and the target takes %d", b.have, b.what, b.limit)
		}
	}
}

// phraseOf says a keyword in words; "" for one that is no bound.
func phraseOf(m schema.Member) string {
	switch m.Name {
	case "minLength":
		return "at least " + m.Value.Text + " characters"
	case "maxLength":
		return "at most " + m.Value.Text + " characters"
	case "minItems":
		return "at least " + m.Value.Text + " elements"
	case "maxItems":
		return "at most " + m.Value.Text + " elements"
	case "minimum":
		return "at least " + m.Value.Text
	case "maximum":
		return "at most " + m.Value.Text
	case "exclusiveMinimum":
		return "more than " + m.Value.Text
	case "exclusiveMaximum":
		return "less than " + m.Value.Text
	case "multipleOf":
		return "a multiple of " + m.Value.Text
	case "uniqueItems":
		return "no element twice"
	case "minProperties":
		return "at least " + m.Value.Text + " properties"
	case "maxProperties":
		return "at most " + m.Value.Text + " properties"
	}
	return ""
}

// nullable allows null beside what a lowered schema allows.
func nullable(v *schema.Value) *schema.Value {
	out := *v
	out.Members = slices.Clone(v.Members)
	if t := v.Get("type"); t != nil && v.Get("enum") == nil && v.Get("const") == nil {
		if t.Kind == schema.String && t.Text == "null" || slices.ContainsFunc(t.Items, func(i *schema.Value) bool { return i.Text == "null" }) {
			return v
		}
		types := &schema.Value{Kind: schema.Array, Items: slices.Clone(t.Items)}
		if t.Kind == schema.String {
			types.Items = []*schema.Value{t}
		}
		types.Items = append(types.Items, text("null"))
		set(&out, "type", types)
		return &out
	}
	union := &schema.Value{Kind: schema.Object}
	if d := v.Get("description"); d != nil {
		union.Members = append(union.Members, schema.Member{Name: "description", Value: d})
		out.Members = slices.DeleteFunc(out.Members, func(m schema.Member) bool { return m.Name == "description" })
	}
	null := &schema.Value{Kind: schema.Object, Members: []schema.Member{{Name: "type", Value: text("null")}}}
	union.Members = append(union.Members, schema.Member{Name: "anyOf", Value: &schema.Value{Kind: schema.Array, Items: []*schema.Value{&out, null}}})
	return union
}

func text(s string) *schema.Value   { return &schema.Value{Kind: schema.String, Text: s} }
func number(s string) *schema.Value { return &schema.Value{Kind: schema.Number, Text: s} }

func compact(v *schema.Value) string { return string(schema.AppendValue(nil, v, "")) }

// set replaces a member or adds it at the end.
func set(v *schema.Value, name string, value *schema.Value) {
	for i := range v.Members {
		if v.Members[i].Name == name {
			v.Members[i].Value = value
			return
		}
	}
	v.Members = append(v.Members, schema.Member{Name: name, Value: value})
}
