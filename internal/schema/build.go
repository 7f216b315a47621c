package schema

import "strconv"

// builder reads the schemas of one document.
type builder struct {
	l   *loader
	doc *Document
}

// home is an object of properties that a schema is a value of.
type home struct {
	properties *Value
	names      map[string]bool // made when it is first needed
}

// has tells whether the object has a property of that name.
func (h *home) has(name string) bool {
	if h.names == nil {
		h.names = make(map[string]bool, len(h.properties.Members))
		for i := range h.properties.Members {
			h.names[h.properties.Members[i].Name] = true
		}
	}
	return h.names[name]
}

// schema reads v, which stands at pointer, inside the resource around it (nil for
// a document's root). It returns nil when v can be no schema, which is reported.
func (b *builder) schema(v *Value, pointer string, around *resource, in *home) *Schema {
	if s := b.doc.schemas[pointer]; s != nil {
		if s.home == nil {
			s.home = in // a reference to a place inside an unknown keyword was here first
		}
		return s
	}
	if b.full() {
		return nil
	}
	if b.l.pointers += len(pointer); b.full() {
		b.report(v, "", ruleLimit, "", "the pointers of all schemas are too long together, the rest is not read", "use shorter names or less nesting")
		return nil
	}
	s := &Schema{Doc: b.doc, Pointer: pointer, Value: v, home: in}
	switch v.Kind {
	case Bool:
		s.Boolean = &v.Bool
	case Object:
	default:
		b.report(v, pointer, ruleKeyword, "", "a schema is an object or a boolean, not "+describe(v), "")
		return nil
	}
	b.doc.schemas[pointer] = s
	b.doc.order = append(b.doc.order, s)
	b.l.read = append(b.l.read, s)
	if !b.identify(s, around) {
		return s
	}
	extended := false
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case b.core(s, m), b.applicator(s, m), b.validation(s, m), b.annotation(s, m):
		case isExtension(m.Name):
			b.extension(s, m)
			extended = true
		default:
			s.Unknown = append(s.Unknown, m.Name)
			b.deprecated(s, m)
		}
	}
	if extended {
		b.l.extended = append(b.l.extended, s)
	}
	return s
}

// full tells whether the pointers have used up their memory: long names around many schemas would multiply.
func (b *builder) full() bool { return b.l.pointers > maxPointerBytes }

// one reads a keyword whose value is a schema.
func (b *builder) one(s *Schema, m *Member) *Schema {
	if m.Name == "items" && m.Value.Kind == Array {
		b.illegal(s, m, m.Value, "", "items must be a schema, not an array", `write a list of schemas as "prefixItems"`)
		return nil
	}
	return b.schema(m.Value, s.Keyword(m.Name), s.resource, nil)
}

// list reads a keyword whose value is a non-empty array of schemas.
func (b *builder) list(s *Schema, m *Member) []*Schema {
	if m.Value.Kind != Array {
		b.illegal(s, m, m.Value, "", m.Name+" must be an array of schemas, not "+describe(m.Value), "")
		return nil
	}
	if len(m.Value.Items) == 0 {
		b.illegal(s, m, m.Value, "", m.Name+" must hold at least one schema", "leave the keyword out")
		return nil
	}
	pointer := s.Keyword(m.Name) + "/"
	schemas := make([]*Schema, 0, len(m.Value.Items))
	for i, item := range m.Value.Items {
		if b.full() {
			break
		}
		if sub := b.schema(item, pointer+strconv.Itoa(i), s.resource, nil); sub != nil {
			schemas = append(schemas, sub)
		}
	}
	return schemas
}

// named reads a keyword whose value is an object of schemas.
func (b *builder) named(s *Schema, m *Member) []Property {
	if m.Value.Kind != Object {
		b.illegal(s, m, m.Value, "", m.Name+" must be an object of schemas, not "+describe(m.Value), "")
		return nil
	}
	var in *home
	if m.Name == "properties" {
		in = &home{properties: m.Value}
	}
	pointer := s.Keyword(m.Name) + "/"
	properties := make([]Property, 0, len(m.Value.Members))
	for i := range m.Value.Members {
		if b.full() {
			break
		}
		p := &m.Value.Members[i]
		if sub := b.schema(p.Value, pointer+EscapePointer(p.Name), s.resource, in); sub != nil {
			properties = append(properties, Property{p.Name, sub})
		}
	}
	return properties
}

// illegal reports a keyword's value, or the part of it that stands at the pointer
// below the keyword, as having no legal form.
func (b *builder) illegal(s *Schema, m *Member, part *Value, below, message, remedy string) {
	b.report(part, s.Keyword(m.Name)+below, ruleKeyword, m.Name, message, remedy)
}

// report reports a value of the document.
func (b *builder) report(v *Value, pointer, rule, keyword, message, remedy string) {
	f := Finding(b.doc, v.Start, rule, pointer, message, remedy)
	f.Keyword = keyword
	b.l.report(f)
}
