package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/schema"
)

// profile is what one provider accepts, as data: what it rejects even after
// lowering, and what it cannot say.
type profile struct {
	id   string
	name *regexp.Regexp
	// described tells that a description is required.
	described bool
	// output tells that the observation's schema is published, too.
	output bool
	// cannot are keywords that are lowered into the description.
	cannot []string
	// Bounds; 0 is none.
	properties, levels, enumValues, optional, unions, characters, tools int
	// flat tells that references have to be written out, so that a schema that contains itself cannot be said.
	flat bool
	// formats are those that can be said; nil for all.
	formats []string
	// stringEnums tells that enums are of strings.
	stringEnums bool
}

var (
	plainName  = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	mcpName    = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	geminiName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,62}$`)
	conditions = []string{"allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else"}
)

// profiles are the targets.
var profiles = []profile{
	{id: "mcp-2025-06-18", name: mcpName, output: true},
	{id: "mcp-2025-11-25", name: mcpName, output: true},
	{id: "mcp-2026-07-28", name: mcpName, output: true},
	{id: "openai-chat", name: plainName},
	{id: "openai-chat-strict", name: plainName, cannot: append([]string{"patternProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contains", "uniqueItems", "oneOf"}, conditions...),
		properties: 5000, levels: 10, characters: 120_000, enumValues: 1000, formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}},
	{id: "openai-responses", name: plainName, output: true},
	{id: "openai-responses-strict", name: plainName, output: true, cannot: append([]string{"patternProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contains", "uniqueItems", "oneOf"}, conditions...),
		properties: 5000, levels: 10, characters: 120_000, enumValues: 1000, formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}},
	{id: "anthropic", name: plainName},
	{id: "anthropic-strict", name: plainName, cannot: append([]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems", "uniqueItems", "contains", "patternProperties", "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties", "unevaluatedItems"}, conditions...),
		optional: 24, unions: 16, tools: 20, formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}},
	{id: "gemini-json", name: geminiName, output: true, described: true},
	{id: "gemini-openapi", name: geminiName, described: true, flat: true, stringEnums: true, cannot: append([]string{"additionalProperties", "patternProperties", "propertyNames", "oneOf", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "contains", "prefixItems", "unevaluatedProperties", "unevaluatedItems"}, conditions...)},
	{id: "bedrock-converse", name: plainName, described: true},
	{id: "langchain", name: plainName, described: true},
	{id: "spring-ai", name: plainName, described: true},
}

// Providers are the IDs of all profiles.
func Providers() []string {
	var out []string
	for _, p := range profiles {
		out = append(out, p.id)
	}
	return out
}

// provider holds all tools to a profile.
func (r *run) provider(id string) {
	i := slices.IndexFunc(profiles, func(p profile) bool { return p.id == id })
	if i < 0 {
		return
	}
	p := &profiles[i]
	if n := len(r.c.Tools); p.tools > 0 && n > p.tools && len(r.c.Tools) > 0 {
		if root := rootOf(r.c.Tools[0]); root != nil {
			r.add("lint/provider", root, "", "%s: %d tools, and one request takes %d", p.id, n, p.tools)
		}
	}
	for _, t := range r.c.Tools {
		root := rootOf(t)
		if !p.name.MatchString(t.Name) {
			r.add("lint/provider", root, "", "%s: the name %s is not one that it takes", p.id, t.Name)
		}
		if p.described && t.Words.Text() == "" {
			r.add("lint/provider", root, "", "%s: a description is required", p.id)
		}
		if t.Request != nil {
			r.fit(p, t.Request)
		}
		if p.output && t.Observation != nil {
			r.fit(p, t.Observation)
		}
	}
}

func rootOf(t *contract.Tool) *schema.Schema {
	if t.Request != nil {
		return t.Request
	}
	return t.Result
}

// fit holds one schema to a profile.
func (r *run) fit(p *profile, root *schema.Schema) {
	report := func(rule string, s *schema.Schema, keyword, format string, args ...any) {
		if written := r.c.Origin(s); written != nil {
			s = written
		}
		r.add(rule, s, keyword, "%s: %s", p.id, fmt.Sprintf(format, args...))
	}
	if r.sets.Of(root).Kinds() != schema.Object {
		report("lint/provider", root, "type", "the root is no object")
	}
	for _, union := range []string{"anyOf", "oneOf"} {
		if root.Value.Get(union) != nil && p.id != "spring-ai" && p.id != "langchain" && !strings.HasPrefix(p.id, "mcp") && !strings.HasPrefix(p.id, "gemini") {
			report("lint/provider", root, union, "the root is a union")
		}
	}
	properties, optional, unions, enumValues, characters := 0, 0, 0, 0, 0
	lost := map[string]bool{}
	for _, s := range reachable(root) {
		for _, m := range s.Value.Members {
			if slices.Contains(p.cannot, m.Name) && !lost[s.Pointer+m.Name] {
				lost[s.Pointer+m.Name] = true
				report("lint/provider-loss", s, m.Name, "%s cannot be said", m.Name)
			}
		}
		for _, own := range []string{s.CountOf, s.AtLeast, s.RowWidth} {
			if own != "" {
				report("lint/provider-loss", s, "", "a cross-field rule cannot be said")
			}
		}
		if p.formats != nil && s.Format != "" && !slices.Contains(p.formats, s.Format) {
			report("lint/provider-loss", s, "format", "the format %s cannot be said", s.Format)
		}
		if p.stringEnums && s.HasEnum && slices.ContainsFunc(s.Enum, func(v *schema.Value) bool { return v.Kind != schema.String }) {
			report("lint/provider-loss", s, "enum", "an enum that is not of strings cannot be said")
		}
		if s.Boolean != nil && *s.Boolean {
			report("lint/provider", s, "", "a boolean schema")
		}
		properties += len(s.Properties)
		for _, q := range s.Properties {
			characters += utf8.RuneCountInString(q.Name)
			if !slices.Contains(s.Required, q.Name) {
				optional++
			}
		}
		if s.AnyOf != nil || s.OneOf != nil {
			unions++
		}
		enumValues += len(s.Enum)
		for _, v := range s.Enum {
			characters += utf8.RuneCountInString(v.Text)
		}
	}
	levels, recursive := depth(root, map[*schema.Schema]bool{})
	for _, bound := range []struct {
		what        string
		have, limit int
	}{
		{"properties", properties, p.properties}, {"optional properties", optional, p.optional}, {"unions", unions, p.unions},
		{"enum values", enumValues, p.enumValues}, {"characters of names and values", characters, p.characters}, {"levels", levels, p.levels},
	} {
		if bound.limit > 0 && bound.have > bound.limit {
			report("lint/provider", root, "", "%d %s, and it takes %d", bound.have, bound.what, bound.limit)
		}
	}
	if p.flat && recursive {
		report("lint/provider", root, "", "the schema contains itself, which cannot be said without references")
	}
}

// depth is the number of levels of objects and arrays, and whether a schema contains itself.
func depth(s *schema.Schema, open map[*schema.Schema]bool) (levels int, recursive bool) {
	if s == nil {
		return 0, false
	}
	if open[s] {
		return 0, true
	}
	open[s] = true
	defer delete(open, s)
	deeper := func(sub *schema.Schema, more int) {
		n, again := depth(sub, open)
		levels, recursive = max(levels, n+more), recursive || again
	}
	for _, sub := range slices.Concat([]*schema.Schema{s.RefTo}, s.AnyOf, s.OneOf, s.AllOf) {
		deeper(sub, 0)
	}
	for _, q := range s.Properties {
		deeper(q.Schema, 1)
	}
	deeper(s.Items, 1)
	deeper(s.AdditionalProperties, 1)
	for _, sub := range s.PrefixItems {
		deeper(sub, 1)
	}
	return levels, recursive
}
