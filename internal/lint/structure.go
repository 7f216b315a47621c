package lint

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// documents looks at the files as a whole.
func (r *run) documents() {
	for _, p := range r.places {
		if p.parent != nil || p.schema.Value.Kind != schema.Object {
			continue
		}
		s := p.schema
		if s.Value.Get("$schema") == nil {
			r.add("lint/dialect", s, "", "the document does not state its dialect")
			r.fix(insertFirst(s, "$schema", schema.Dialect))
		}
		if role := nearRole(r.c, s.Doc.Path); role != "" {
			r.add("lint/file-name", s, "", "the file is no role of a tool: did you mean %s.schema.json?", role)
		}
		below, inside := strings.CutPrefix(s.Doc.Path, "schemas/")
		if want := schema.DefaultBase + below; inside && s.Doc.ID != want && strings.HasPrefix(s.Doc.ID, schema.DefaultBase) {
			r.add("lint/id", s, "$id", "the $id is that of another place: %s stands at %s", s.Doc.ID, s.Doc.Path)
			r.fix(replaceValue(s, "$id", want))
		}
	}
}

// nearRole is the role that a file of a tool's folder is called almost like, when the tool lacks it.
func nearRole(c *contract.Contract, file string) string {
	segments := strings.Split(file, "/")
	if len(segments) != 3 || segments[0] != "schemas" {
		return ""
	}
	name, _, _ := strings.Cut(segments[2], ".")
	role := schema.Suggest(name, []string{"request", "result"})
	if role == "" || segments[2] == role+".schema.json" {
		return ""
	}
	if t := c.Tool(segments[1]); t != nil && t.Role(role) != nil {
		return ""
	}
	return role
}

var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// structure looks at one schema.
func (r *run) structure(p *place) {
	s := p.schema
	for _, keyword := range s.Unknown {
		hint := ""
		if near := schema.Suggest(keyword, schema.Keywords()); near != "" {
			hint = ": did you mean " + near + "?"
		}
		r.add("lint/unknown-keyword", s, keyword, "the keyword %s is in no vocabulary that acigen knows, so it demands nothing%s", keyword, hint)
	}
	if s.Format != "" && !kernel.FormatKnown(s.Format) {
		r.add("lint/unknown-format", s, "format", "the format %s is not asserted, so it demands nothing", s.Format)
	}
	for _, q := range s.Properties {
		if !snakeCase.MatchString(q.Name) {
			r.add("lint/snake-case", q.Schema, "", "the property %q is not in snake_case", q.Name)
		}
	}
	r.patterns(s)
	r.booleans(p)
	r.orphans(p)
	r.enums(s)
	r.relations(s)
	if p.partial || s.Boolean != nil {
		return
	}
	set := r.set(p)
	r.typed(p, set)
	r.misplaced(p, set)
	if s.Types == 0 && len(s.AllOf) == 0 {
		return // what it refers to is looked at where it stands
	}
	kinds := set.Kinds()
	if kinds == schema.AllKinds {
		return
	}
	if kinds&schema.Object != 0 {
		r.closed(p, set)
	}
	if kinds&schema.Array != 0 && !anyOfSet(set, func(m *schema.Schema) bool {
		return m.MaxItems != nil && *m.MaxItems != math.MaxInt || m.Items != nil && isFalse(m.Items) || listed(m)
	}) {
		r.add("lint/bounded-array", s, "type", "nothing bounds the number of elements")
	}
	if kinds&schema.String != 0 && !anyOfSet(set, r.boundsText) {
		r.add("lint/bounded-string", s, "type", "nothing bounds the length of the string")
	}
}

func anyOfSet(set ir.Set, holds func(*schema.Schema) bool) bool {
	return slices.ContainsFunc(set, holds)
}

func isFalse(s *schema.Schema) bool { return s.Boolean != nil && !*s.Boolean }
func isTrue(s *schema.Schema) bool {
	return s.Boolean != nil && *s.Boolean || s.Value.Kind == schema.Object && len(s.Value.Members) == 0
}

// listed tells whether a schema lists its values.
func listed(s *schema.Schema) bool { return s.HasEnum || s.Const != nil }

// boundedFormats are formats whose texts have a greatest length.
var boundedFormats = []string{"date", "ipv4", "ipv6", "uuid", "hostname", "email"}

// boundsText tells whether a schema bounds the length of strings.
func (r *run) boundsText(s *schema.Schema) bool {
	switch {
	case listed(s), s.MaxLength != nil && *s.MaxLength != math.MaxInt, slices.Contains(boundedFormats, s.Format):
		return true
	case s.Pattern != nil:
		p, err := r.sets.Pattern(*s.Pattern)
		return err == nil && finite(p)
	}
	return false
}

// finite tells whether a pattern has finitely many texts: whether no state that
// leads to acceptance lies on a circle.
func finite(p *pattern.Pattern) bool {
	t := p.Table()
	classes := t.NumClasses
	const (
		fresh = iota
		open
		done
	)
	marks := make([]uint8, len(t.Next)/int(classes))
	useful := func(state uint32) bool { return state != 0 }
	var circle func(state uint32) bool
	circle = func(state uint32) bool {
		i := state / classes
		switch marks[i] {
		case open:
			return true
		case done:
			return false
		}
		marks[i] = open
		for c := range classes {
			if next := t.Next[state+c]; useful(next) && circle(next) {
				return true
			}
		}
		marks[i] = done
		return false
	}
	return t.Start != classes && !circle(t.Start)
}

// typed wants a type of every value.
func (r *run) typed(p *place, set ir.Set) {
	s := p.schema
	if set.Kinds() != schema.AllKinds || p.keyword == "$defs" && len(s.Value.Members) == 0 {
		return
	}
	if anyOfSet(set, func(m *schema.Schema) bool { return listed(m) || m.AnyOf != nil || m.OneOf != nil }) {
		return
	}
	if p.parent == nil && len(s.Defs) > 0 && len(s.Properties) == 0 {
		return // a document of definitions
	}
	if p.parent == nil && !r.isRole(s) && len(s.Value.Members) <= 4 {
		return
	}
	r.add("lint/typed", s, "", "any value is allowed here")
}

func (r *run) isRole(s *schema.Schema) bool {
	return slices.ContainsFunc(r.c.Tools, func(t *contract.Tool) bool { return t.Request == s || t.Result == s })
}

// closed wants objects closed, or bounded where their names are not known.
func (r *run) closed(p *place, set ir.Set) {
	s := p.schema
	var closing *schema.Schema
	for _, m := range set {
		for _, rest := range []*schema.Schema{m.AdditionalProperties, m.UnevaluatedProperties} {
			if rest != nil && (closing == nil || isFalse(rest)) {
				closing = rest
			}
		}
		if listed(m) {
			return
		}
	}
	switch {
	case closing == nil:
		r.add("lint/closed-object", s, "type", "the object is open: any other property is allowed")
	case isTrue(closing):
		r.add("lint/closed-object", s, "additionalProperties", "the object is open: any other property is allowed")
	case !isFalse(closing) && !anyOfSet(set, func(m *schema.Schema) bool {
		return m.MaxProperties != nil || m.PropertyNames != nil && m.PropertyNames.HasEnum
	}):
		r.add("lint/bounded-map", s, "additionalProperties", "nothing bounds the number of properties")
	}
}

// booleans wants no boolean subschemas but those that close objects and lists.
func (r *run) booleans(p *place) {
	s := p.schema
	if s.Boolean == nil {
		return
	}
	switch p.keyword {
	case "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems":
		if isFalse(s) {
			return
		}
	}
	what := "true allows any value"
	if isFalse(s) {
		what = "false forbids the value"
	}
	r.add("lint/boolean-schema", s, "", "a boolean schema: %s, and some providers reject it", what)
}

// commonEscapes are those that every regular expression language has in one meaning.
var uncommon = regexp.MustCompile(`\\[dDwWsSbBpPkcv0]|\(\?[^:]|\(\?<`)

// patterns wants the common core of regular expressions.
func (r *run) patterns(s *schema.Schema) {
	report := func(at *schema.Schema, keyword, source string) {
		plain := strings.ReplaceAll(source, `\\`, "")
		if found := uncommon.FindString(plain); found != "" {
			r.add("lint/common-pattern", at, keyword, "%s means something else in other languages, or nothing", found)
		}
	}
	if s.Pattern != nil {
		report(s, "pattern", *s.Pattern)
	}
	for _, q := range s.PatternProperties {
		report(s, "patternProperties", q.Name)
	}
}

// relations wants acigen's keywords to name members of the right type.
func (r *run) relations(s *schema.Schema) {
	for _, q := range s.Properties {
		for _, rel := range []struct {
			keyword, sibling string
			kind             schema.Kinds
			is               string
		}{
			{"x-aci-count-of", q.Schema.CountOf, schema.Array, "an array"},
			{"x-aci-row-width", q.Schema.RowWidth, schema.Array, "an array"},
			{"x-aci-at-least", q.Schema.AtLeast, schema.Integer, "an integer"},
		} {
			if rel.sibling == "" {
				continue
			}
			for _, other := range s.Properties {
				if other.Name == rel.sibling && r.sets.Of(other.Schema).Kinds()&rel.kind == 0 {
					r.add("lint/relation", q.Schema, rel.keyword, "%s is not %s, so the keyword demands nothing", rel.sibling, rel.is)
				}
			}
		}
	}
}
