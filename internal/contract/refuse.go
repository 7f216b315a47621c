package contract

import (
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

const (
	ruleViewsMissing = "contract/views-missing" // a top-level property does not say which views carry it
	ruleViewsSubset  = "contract/views-subset"  // a nested property is in a view that its parent is not in
	ruleViewsVerdict = "contract/views-verdict" // a view cannot be derived, since a verdict depends on what it does not carry
	ruleViewsSize    = "contract/views-size"    // the result is too entangled to derive its views
	ruleViewsID      = "contract/views-id"      // the result's $id has no neighbours
	ruleHarness      = "contract/harness"       // what the harness adds cannot be added
)

// unmarked reports the top-level properties of a result that do not say which views carry them.
func unmarked(root *schema.Schema) []diag.Finding {
	all := inPlace([]*schema.Schema{root}, func(*schema.Schema) bool { return true })
	marked := map[string]bool{}
	for _, s := range all {
		for _, p := range s.Properties {
			if p.Schema.HasViews {
				marked[p.Name] = true
			}
		}
	}
	var findings []diag.Finding
	if len(marked) == 0 {
		return append(findings, root.Finding(ruleViewsMissing, "", "no property of the result says which views carry it",
			`add "x-aci-views": ["control", "observation"] to each top-level property, or fewer; [] for neither`))
	}
	report := func(f diag.Finding, name string) {
		if !marked[name] {
			marked[name] = true // once is enough
			f.Message = fmt.Sprintf("the property %s does not say which views carry it", quote(name))
			f.Remedy = fmt.Sprintf(`add "x-aci-views": ["control", "observation"] to the property %s of the result, or fewer; [] for neither`, quote(name))
			findings = append(findings, f)
		}
	}
	for _, s := range all {
		for _, p := range s.Properties {
			report(p.Schema.Finding(ruleViewsMissing, "", "", ""), p.Name)
		}
		for _, name := range s.Required {
			report(s.Finding(ruleViewsMissing, "required", "", ""), name)
		}
		for _, d := range s.DependentRequired {
			for _, name := range append([]string{d.Name}, d.Needs...) {
				report(s.Finding(ruleViewsMissing, "dependentRequired", "", ""), name)
			}
		}
		for _, d := range s.DependentSchemas {
			report(d.Schema.Finding(ruleViewsMissing, "", "", ""), d.Name)
		}
	}
	return findings
}

// views is a set of views, as bits.
type viewBits int

func bitsOf(names []string) viewBits {
	var out viewBits
	for i, name := range viewNames {
		if slices.Contains(names, name) {
			out |= 1 << i
		}
	}
	return out
}

// beyondParents reports nested properties that are in a view which what holds them is not in.
func beyondParents(root *schema.Schema) []diag.Finding {
	type visit struct {
		s       *schema.Schema
		allowed viewBits
	}
	var findings []diag.Finding
	reported := map[*schema.Schema]bool{}
	seen := map[visit]bool{}
	queue := []visit{{root, bitsOf(viewNames)}}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		if at.s.RefTo != nil {
			queue = append(queue, visit{at.s.RefTo, at.allowed})
		}
		for _, c := range children(at.s) {
			next := visit{c.schema, at.allowed}
			if c.role == annotated {
				continue
			}
			if c.role == property && c.schema.HasViews {
				next.allowed = bitsOf(c.schema.Views)
				if over := next.allowed &^ at.allowed; over != 0 && !reported[c.schema] {
					reported[c.schema] = true
					findings = append(findings, c.schema.Finding(ruleViewsSubset, "x-aci-views",
						fmt.Sprintf("the property %s is in the %s view, and what holds it is not", quote(c.name), viewNames[over>>1]),
						"name only views that carry what holds the property"))
				}
			}
			queue = append(queue, next)
		}
	}
	return findings
}

// refusals reports every keyword whose verdict on a projected value could be another than on the value itself.
func (r *reach) refusals() []diag.Finding {
	var findings []diag.Finding
	reported := map[string]bool{}
	for _, n := range r.order {
		for _, f := range r.refuse(n) {
			if at := f.Schema + "#" + f.SchemaPointer; !reported[at] {
				reported[at] = true
				findings = append(findings, f)
			}
		}
	}
	return findings
}

func (r *reach) refuse(n node) (findings []diag.Finding) {
	s, at := n.schema, n.at
	refuse := func(sub *schema.Schema, keyword, on string) {
		f := s.Finding(ruleViewsVerdict, keyword, "", "")
		if sub != nil {
			f = sub.Finding(ruleViewsVerdict, "", "", "")
			f.Keyword = keyword
		}
		if on == "" {
			on = "what is removed"
		} else {
			on = "the property " + quote(on)
		}
		f.Message = fmt.Sprintf("%s depends on %s, which the %s view does not carry, so that its verdict could invert", keyword, on, r.view.name)
		f.Remedy = "let the view carry it, or state the rule without it (properties, required, then and else follow the views)"
		findings = append(findings, f)
	}
	for _, c := range children(s) {
		sites := placesOf(n, c)
		switch c.role {
		case tested, conditional:
			if r.depends(c.schema, at) {
				refuse(c.schema, keywordOf(c), r.reason(node{c.schema, at}))
			} else if c.role == conditional && at.drops(c.name) {
				refuse(c.schema, keywordOf(c), c.name)
			}
			continue
		case counted, unevaluated:
			for _, place := range sites {
				if r.depends(c.schema, place) {
					refuse(c.schema, keywordOf(c), r.reason(node{c.schema, place}))
					break
				}
			}
			continue
		}
		for _, place := range sites[min(1, len(sites)):] {
			// Derived for the first site, the schema serves the others too.
			if r.depends(c.schema, place) {
				refuse(c.schema, keywordOf(c), r.reason(node{c.schema, place}))
			} else if r.changes(c.schema, sites[0]) {
				refuse(c.schema, keywordOf(c), r.reason(node{c.schema, sites[0]}))
			}
		}
	}
	for _, d := range s.DependentRequired {
		for _, name := range append([]string{d.Name}, d.Needs...) {
			if at.drops(name) {
				refuse(nil, "dependentRequired", name)
				break
			}
		}
	}
	if keyword := counts(s); keyword != "" && at.loses() {
		refuse(nil, keyword, first(at.removed))
	}
	if s.UniqueItems && r.itemsAffected(at) {
		refuse(nil, "uniqueItems", "")
	}
	if at.affected() {
		if s.Const != nil && !unharmed(s.Const, at) {
			refuse(nil, "const", "")
		}
		if slices.ContainsFunc(s.Enum, func(v *schema.Value) bool { return !unharmed(v, at) }) {
			refuse(nil, "enum", "")
		}
	}
	return findings
}

// keywordOf returns the keyword under which a child stands.
func keywordOf(c child) string {
	tokens, _ := schema.ParsePointer(c.tokens)
	return tokens[0]
}

func first(names map[string]bool) string {
	least := ""
	for name := range names {
		if least == "" || name < least {
			least = name
		}
	}
	return least
}
