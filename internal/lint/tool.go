package lint

import (
	"slices"
	"strings"
	"sync"

	"github.com/acigen/acigen/internal/compat"
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/schema"
)

const callID = "tool_call_id"

// tool looks at a tool's schemas as a whole.
func (r *run) tool(t *contract.Tool) {
	for _, root := range []*schema.Schema{t.Request, t.Result} {
		if root == nil {
			continue
		}
		if set := r.sets.Of(root); set.Kinds() != schema.Object {
			r.add("lint/object-root", root, "type", "the root is not an object alone")
		}
		r.fieldNames(root)
	}
	if t.Request != nil {
		for _, s := range reachable(t.Request) {
			for _, q := range s.Properties {
				if slices.Contains([]string{callID, "call_id", "toolcallid"}, strings.ToLower(q.Name)) {
					r.add("lint/call-id-in-request", q.Schema, "", "the request has the property %s", q.Name)
				}
			}
		}
	}
	if t.Result != nil {
		r.callID(t)
		r.counts(t.Result)
	}
}

// callID wants the call ID in the result, in both views, and required: at the root
// or in a branch, since an ERROR may lack it.
func (r *run) callID(t *contract.Tool) {
	property := r.sets.Property(r.sets.Of(t.Result), callID)
	known := slices.ContainsFunc(t.Result.Properties, func(p schema.Property) bool { return p.Name == callID })
	if !known {
		r.add("lint/call-id", t.Result, "", "the result has no property %s", callID)
		return
	}
	if answers := compat.Satisfy(r.c.Set, []compat.Question{{Schemas: []*schema.Schema{t.Result, withoutCallID()}}}); answers[0].Verdict == compat.Breaking {
		r.add("lint/call-id", t.Result, "required", "a result may lack %s, and be no ERROR", callID)
	}
	if property.Kinds() != schema.String {
		r.add("lint/call-id", t.Result, "", "%s is not a string", callID)
	}
	for _, view := range []string{contract.Control, contract.Observation} {
		if t.Carries(view, callID) == contract.Nothing {
			r.add("lint/call-id", t.Result, "", "the %s view does not carry %s", view, callID)
		}
	}
}

// withoutCallID is a schema of results that are no ERROR and lack the call ID.
var withoutCallID = sync.OnceValue(func() *schema.Schema {
	text := []byte(`{"not": {"required": ["` + callID + `"]}, "properties": {"evidence_status": {"not": {"const": "ERROR"}}}}`)
	set, findings := schema.Load([]schema.File{{Path: "without.schema.json", Read: func() ([]byte, error) { return text, nil }}}, nil, schema.Options{})
	if set == nil {
		panic(findings[0].Message) // a constant of this file
	}
	return set.Documents[0].Root
})

// counts wants counts tied to what they count.
func (r *run) counts(root *schema.Schema) {
	for _, s := range reachable(root) {
		array := slices.ContainsFunc(s.Properties, func(p schema.Property) bool {
			return r.sets.Of(p.Schema).Kinds() == schema.Array
		})
		for _, p := range s.Properties {
			named := p.Name == "count" && s == root || strings.HasSuffix(p.Name, "_count") && p.Name != "token_count" || strings.HasPrefix(p.Name, "num_")
			if array && named && p.Schema.CountOf == "" && p.Schema.AtLeast == "" && r.sets.Of(p.Schema).Kinds()&^schema.Integer == 0 {
				r.add("lint/count", p.Schema, "", "%s is not tied to what it counts", p.Name)
			}
		}
	}
}

// reachable returns s and every schema that it applies to a value or to a part of it.
func reachable(root *schema.Schema) []*schema.Schema {
	seen := map[*schema.Schema]bool{root: true}
	out := []*schema.Schema{root}
	for i := 0; i < len(out); i++ {
		s := out[i]
		next := slices.Concat([]*schema.Schema{s.RefTo, s.Then, s.Else, s.Items, s.AdditionalProperties, s.Contains}, s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems)
		for _, list := range [][]schema.Property{s.Properties, s.PatternProperties, s.DependentSchemas} {
			for _, p := range list {
				next = append(next, p.Schema)
			}
		}
		for _, sub := range next {
			if sub != nil && !seen[sub] {
				seen[sub] = true
				out = append(out, sub)
			}
		}
	}
	return out
}

// fieldNames wants names without infrastructure, credentials and internals.
func (r *run) fieldNames(root *schema.Schema) {
	for _, s := range reachable(root) {
		for _, p := range s.Properties {
			if slices.Contains(allowedNames, p.Name) {
				continue
			}
			if term := forbidden(p.Name, fieldTerms); term != "" {
				r.add("lint/field-name", p.Schema, "", "the property %s speaks of %s", p.Name, term)
			}
		}
	}
}
