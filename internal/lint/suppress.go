package lint

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// suppression is an entry under lint.suppress.
type suppression struct {
	rule, pointer, file, reason string

	anywhere bool // it names no pointer
	node     *yaml.Node
	used     bool
}

// covers tells whether it is about a finding.
func (s *suppression) covers(f diag.Finding) bool {
	return s.rule == f.Rule && (s.anywhere || s.pointer == f.SchemaPointer || s.below(f.SchemaPointer)) &&
		(s.file == "" || f.File == s.file || strings.HasSuffix(f.File, "/"+s.file))
}

// below tells whether a pointer is that of a keyword of the schema at the suppression's.
func (s *suppression) below(pointer string) bool {
	rest, ok := strings.CutPrefix(pointer, s.pointer+"/")
	return ok && !strings.Contains(rest, "/")
}

// applies tells whether the rule was looked at.
func (s *suppression) applies(opts Options) bool {
	return !strings.HasPrefix(s.rule, "lint/provider") || len(opts.Providers) > 0
}

// suppressions reads lint.suppress.
func suppressions(c *contract.Contract) (out []*suppression, findings []diag.Finding) {
	if c.Config.Lint == nil {
		return nil, nil
	}
	r := &run{c: c}
	for _, node := range contract.ListUnder(c.Config.Lint, "suppress") {
		s, problem := readSuppression(node)
		if problem != "" {
			findings = append(findings, r.configFinding(node, "lint/suppression", problem))
			continue
		}
		out = append(out, s)
	}
	return out, findings
}

func readSuppression(node *yaml.Node) (*suppression, string) {
	if node.Kind != yaml.MappingNode {
		return nil, "an entry under lint.suppress is a mapping"
	}
	s := &suppression{node: node, anywhere: true}
	keys := []string{"rule", "pointer", "file", "reason"}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i].Value, node.Content[i+1]
		if !slices.Contains(keys, key) {
			message := fmt.Sprintf("a suppression has no %s", key)
			if near := schema.Suggest(key, keys); near != "" {
				message += ": did you mean " + near + "?"
			}
			return nil, message
		}
		if value.Kind != yaml.ScalarNode {
			return nil, key + " is a text"
		}
		switch key {
		case "rule":
			s.rule = value.Value
		case "pointer":
			s.pointer, s.anywhere = value.Value, false
		case "file":
			s.file = value.Value
		case "reason":
			s.reason = strings.TrimSpace(value.Value)
		}
	}
	if !slices.ContainsFunc(Rules, func(r Rule) bool { return r.ID == s.rule }) {
		return nil, fmt.Sprintf("there is no rule %q: acigen lint --rules lists them", s.rule)
	}
	if s.reason == "" {
		return nil, "a suppression needs a reason"
	}
	return s, ""
}

func (r *run) configFinding(node *yaml.Node, rule, message string) diag.Finding {
	known := ruleOf(rule)
	f := r.c.ConfigFinding(node, rule, message, known.Remedy)
	f.Severity = known.Severity
	return f
}
