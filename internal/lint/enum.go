package lint

import (
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// meanings are sets of values that are never in one enum: those of evidence and
// those of an invocation. ERROR is in both.
var meanings = [][]string{{"EVIDENCE_FOUND", "NO_EVIDENCE"}, {"PROJECTING", "READY"}}

// enums looks at the values of an enum.
func (r *run) enums(s *schema.Schema) {
	if !s.HasEnum {
		return
	}
	if len(s.Enum) == 0 {
		return // unsatisfiable
	}
	kinds := schema.Kinds(0)
	seen := map[string]string{}
	has := [2]bool{}
	for _, v := range s.Enum {
		if v.Kind != schema.Null {
			kinds |= v.Kind
		}
		if v.Kind == schema.Number {
			kinds |= schema.Number
		}
		text := string(schema.AppendValue(nil, v, ""))
		folded := text
		if v.Kind == schema.String {
			folded = strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(v.Text))
			if strings.TrimSpace(v.Text) != v.Text || v.Text == "" {
				r.add("lint/enum", s, "enum", "the value %s is blank, or has white space at its ends", text)
			}
		}
		if other, there := seen[folded]; there {
			r.add("lint/enum", s, "enum", "the values %s and %s are one word", other, text)
		}
		seen[folded] = text
		for i, list := range meanings {
			for _, value := range list {
				has[i] = has[i] || v.Kind == schema.String && strings.EqualFold(v.Text, value)
			}
		}
	}
	if kinds != schema.String && kinds != schema.Number && kinds != schema.Bool {
		r.add("lint/enum", s, "enum", "the values are of several types")
	}
	if has[0] && has[1] {
		r.add("lint/enum-meaning", s, "enum", "the enum mixes the status of evidence with the status of an invocation")
	}
}
