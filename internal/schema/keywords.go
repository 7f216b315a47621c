package schema

import "slices"

// The keywords of the 2020-12 vocabularies, in the order of the specification,
// without those that are refused by name.
var vocabulary = []string{
	"$schema", "$id", "$ref", "$anchor", "$dynamicAnchor", "$comment", "$defs",
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas",
	"prefixItems", "items", "contains", "properties", "patternProperties", "additionalProperties", "propertyNames",
	"unevaluatedItems", "unevaluatedProperties",
	"type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
	"maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
	"maxProperties", "minProperties", "required", "dependentRequired",
	"format", "contentEncoding", "contentMediaType", "contentSchema",
	"title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
}

// Keywords returns the names of all keywords that are read: those of 2020-12, then acigen's.
func Keywords() []string { return slices.Concat(vocabulary, extensions) }

// core reads the keywords of the core vocabulary (section 8). Like its siblings it
// tells whether the keyword is one of its own.
func (b *builder) core(s *Schema, m *Member) bool {
	switch m.Name {
	case "$schema", "$id": // see identify
	case "$ref":
		if text := b.text(s, m); text != nil {
			s.Ref, s.HasRef = *text, true
			b.l.refer(s)
		}
	case "$anchor":
		s.Anchor = b.anchor(s, m)
	case "$dynamicAnchor":
		s.DynamicAnchor = b.anchor(s, m)
	case "$comment":
		b.text(s, m)
	case "$defs":
		s.Defs = b.named(s, m)
	case "$dynamicRef", "$recursiveRef", "$recursiveAnchor", "$vocabulary":
		remedy := "write a $ref to the schema that is meant"
		if m.Name == "$vocabulary" {
			remedy = "leave it out: the vocabularies are those of 2020-12"
		}
		b.report(m.Value, s.Keyword(m.Name), ruleUnsupported, m.Name, m.Name+" is not supported", remedy)
	default:
		return false
	}
	return true
}

// applicator reads the keywords that apply subschemas (sections 10 and 11).
func (b *builder) applicator(s *Schema, m *Member) bool {
	switch m.Name {
	case "allOf":
		s.AllOf = b.list(s, m)
	case "anyOf":
		s.AnyOf = b.list(s, m)
	case "oneOf":
		s.OneOf = b.list(s, m)
	case "not":
		s.Not = b.one(s, m)
	case "if":
		s.If = b.one(s, m)
	case "then":
		s.Then = b.one(s, m)
	case "else":
		s.Else = b.one(s, m)
	case "dependentSchemas":
		s.DependentSchemas = b.named(s, m)
	case "prefixItems":
		s.PrefixItems = b.list(s, m)
	case "items":
		s.Items = b.one(s, m)
	case "contains":
		s.Contains = b.one(s, m)
	case "properties":
		s.Properties = b.named(s, m)
	case "patternProperties":
		s.PatternProperties = b.named(s, m)
		for _, p := range s.PatternProperties {
			b.expression(p.Schema.Value, p.Schema.Pointer, m.Name, p.Name)
		}
	case "additionalProperties":
		s.AdditionalProperties = b.one(s, m)
	case "propertyNames":
		s.PropertyNames = b.one(s, m)
	case "unevaluatedItems":
		s.UnevaluatedItems = b.one(s, m)
	case "unevaluatedProperties":
		s.UnevaluatedProperties = b.one(s, m)
	default:
		return false
	}
	return true
}

// validation reads the keywords of the validation vocabulary (section 6) and format.
func (b *builder) validation(s *Schema, m *Member) bool {
	switch m.Name {
	case "type":
		s.Types = b.types(s, m)
	case "enum":
		if b.isKind(s, m, Array) {
			s.Enum, s.HasEnum = m.Value.Items, true
		}
	case "const":
		s.Const = m.Value
	case "multipleOf":
		s.MultipleOf = b.divisor(s, m)
	case "maximum":
		s.Maximum = b.number(s, m)
	case "exclusiveMaximum":
		s.ExclusiveMaximum = b.number(s, m)
	case "minimum":
		s.Minimum = b.number(s, m)
	case "exclusiveMinimum":
		s.ExclusiveMinimum = b.number(s, m)
	case "maxLength":
		s.MaxLength = b.count(s, m)
	case "minLength":
		s.MinLength = b.count(s, m)
	case "pattern":
		s.Pattern = b.text(s, m)
		if s.Pattern != nil {
			b.expression(m.Value, s.Keyword(m.Name), m.Name, *s.Pattern)
		}
	case "maxItems":
		s.MaxItems = b.count(s, m)
	case "minItems":
		s.MinItems = b.count(s, m)
	case "uniqueItems":
		s.UniqueItems = b.flag(s, m)
	case "maxContains":
		s.MaxContains = b.count(s, m)
	case "minContains":
		s.MinContains = b.count(s, m)
	case "maxProperties":
		s.MaxProperties = b.count(s, m)
	case "minProperties":
		s.MinProperties = b.count(s, m)
	case "required":
		s.Required = b.names(s, m, m.Value, "")
		s.HasRequired = true
	case "dependentRequired":
		s.DependentRequired = b.dependencies(s, m)
	case "format":
		s.Format = b.string(s, m)
	default:
		return false
	}
	return true
}

// annotation reads the keywords of the meta-data and content vocabularies (sections 8 and 9).
func (b *builder) annotation(s *Schema, m *Member) bool {
	switch m.Name {
	case "title":
		s.Title = b.string(s, m)
	case "description":
		s.Description = b.string(s, m)
	case "default":
		s.Default = m.Value
	case "examples":
		if b.isKind(s, m, Array) {
			s.Examples = m.Value.Items
		}
	case "deprecated":
		s.Deprecated = b.flag(s, m)
	case "readOnly":
		s.ReadOnly = b.flag(s, m)
	case "writeOnly":
		s.WriteOnly = b.flag(s, m)
	case "contentEncoding":
		s.ContentEncoding = b.string(s, m)
	case "contentMediaType":
		s.ContentMediaType = b.string(s, m)
	case "contentSchema":
		s.ContentSchema = b.one(s, m)
	default:
		return false
	}
	return true
}

// deprecated reads the two keywords that the 2020-12 meta-schema still knows the
// form of, though no vocabulary gives them a meaning: what they hold can be referred to.
func (b *builder) deprecated(s *Schema, m *Member) {
	switch m.Name {
	case "definitions":
		b.named(s, m)
	case "dependencies":
		if !b.isKind(s, m, Object) {
			return
		}
		for i := range m.Value.Members {
			d := &m.Value.Members[i]
			below := "/" + EscapePointer(d.Name)
			if d.Value.Kind == Array {
				b.names(s, m, d.Value, below)
			} else {
				b.schema(d.Value, s.Keyword(m.Name)+below, s.resource, nil)
			}
		}
	}
}

// expression reports a regular expression that cannot be used.
func (b *builder) expression(at *Value, pointer, keyword, source string) {
	if b.l.pattern == nil {
		return
	}
	if err := b.l.pattern(source); err != nil {
		b.report(at, pointer, ruleUnsupported, keyword, err.Error(), "say the same with what a finite automaton can do, within its bounds")
	}
}
