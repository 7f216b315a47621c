package contract

import (
	"fmt"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// harnessForm checks that schemas/harness/control.schema.json states nothing but
// properties, since that is all that can be added to another schema.
func harnessForm(h *schema.Schema) []diag.Finding {
	if h == nil {
		return nil
	}
	refuse := func(keyword, message string) []diag.Finding {
		return []diag.Finding{h.Finding(ruleHarness, keyword, message, "state properties and required, with type object")}
	}
	if h.Boolean != nil {
		return refuse("", "what the harness adds is no schema with properties")
	}
	for _, m := range h.Value.Members {
		switch m.Name {
		case "$schema", "$id", "$comment", "$defs", "$anchor", "title", "description", "type", "properties", "required",
			"additionalProperties", "default", "examples", "deprecated", "readOnly", "writeOnly", "x-aci-name":
		default:
			return refuse(m.Name, fmt.Sprintf("the keyword %s cannot be added to the control view of a tool", quote(m.Name)))
		}
	}
	if h.Types != 0 && h.Types&schema.Object == 0 {
		return refuse("type", "what the harness adds is no object")
	}
	if a := h.AdditionalProperties; a != nil && a.Boolean == nil {
		return refuse("additionalProperties", "a schema of further properties cannot be added to the control view of a tool")
	}
	return nil
}

// harnessFits checks that a result leaves room for what the harness adds to its control view.
func harnessFits(root, h *schema.Schema) []diag.Finding {
	if len(h.Properties) == 0 {
		return nil
	}
	var findings []diag.Finding
	added := map[string]bool{}
	for _, p := range h.Properties {
		added[p.Name] = true
	}
	all := inPlace([]*schema.Schema{root}, func(*schema.Schema) bool { return true })
	for _, s := range all {
		for _, p := range s.Properties {
			if added[p.Name] {
				added[p.Name] = false // once is enough
				findings = append(findings, p.Schema.Finding(ruleHarness, "",
					fmt.Sprintf("the harness adds a property %s of the same name to the control view", quote(p.Name)), "rename one of the two"))
			}
		}
		if keyword := shuts(s, s == root); keyword != "" {
			findings = append(findings, s.Finding(ruleHarness, keyword,
				fmt.Sprintf("%s would judge the properties that the harness adds to the control view", keyword),
				"close the result by additionalProperties at its root alone"))
		}
	}
	return findings
}

// shuts returns a keyword of s by which a property that is added to the root would be judged, or "".
func shuts(s *schema.Schema, root bool) string {
	open := func(s *schema.Schema) bool { return s == nil || s.Boolean != nil && *s.Boolean }
	switch {
	case !root && !open(s.AdditionalProperties):
		return "additionalProperties"
	case !root && !open(s.UnevaluatedProperties):
		return "unevaluatedProperties"
	case len(s.PatternProperties) > 0:
		return "patternProperties"
	case s.PropertyNames != nil:
		return "propertyNames"
	case s.MinProperties != nil:
		return "minProperties"
	case s.MaxProperties != nil:
		return "maxProperties"
	case s.Const != nil:
		return "const"
	case s.HasEnum:
		return "enum"
	}
	return ""
}
