package check

import (
	"fmt"
	"regexp"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// acceptance is an entry under check.accept: a break that somebody answers for.
type acceptance struct {
	rule, tool, pointer, witness, reason, owner, expires string

	node *yaml.Node
	used bool
}

var witnessForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// acceptances reads check.accept. What is not as it must be is a finding and accepts nothing.
func acceptances(c *contract.Contract) (out []*acceptance, findings []diag.Finding) {
	if c.Config.Check == nil {
		return nil, nil
	}
	for _, node := range contract.ListUnder(c.Config.Check, "accept") {
		a := &acceptance{node: node}
		fields := map[string]*string{
			"rule": &a.rule, "tool": &a.tool, "pointer": &a.pointer, "witness": &a.witness,
			"reason": &a.reason, "owner": &a.owner, "expires": &a.expires,
		}
		order := []string{"rule", "tool", "pointer", "witness", "reason", "owner", "expires"}
		problem := readFields(node, fields, order)
		if problem == "" {
			problem = a.problem()
		}
		if problem != "" {
			findings = append(findings, c.ConfigFinding(node, malformedAcceptance, problem,
				"give rule, pointer, witness, reason, owner and expires (YYYY-MM-DD); acigen check prints the first three"))
			continue
		}
		out = append(out, a)
	}
	return out, findings
}

// readFields reads a mapping of strings.
func readFields(node *yaml.Node, fields map[string]*string, order []string) string {
	if node.Kind != yaml.MappingNode {
		return "an entry under check.accept is a mapping"
	}
	given := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i].Value, node.Content[i+1]
		to := fields[key]
		if to == nil {
			message := fmt.Sprintf("an acceptance has no %s", key)
			if near := schema.Suggest(key, order); near != "" {
				message += ": did you mean " + near + "?"
			}
			return message
		}
		if value.Kind != yaml.ScalarNode {
			return key + " is a text"
		}
		*to, given[key] = value.Value, true
	}
	for _, key := range order {
		if !given[key] && key != "tool" && key != "witness" {
			return "the acceptance has no " + key
		}
	}
	return ""
}

func (a *acceptance) problem() string {
	known := false
	for _, r := range Rules {
		known = known || r.ID == a.rule
	}
	switch {
	case !known:
		return fmt.Sprintf("there is no rule %s: acigen check --rules lists them", a.rule)
	case a.rule != Undecided && !witnessForm.MatchString(a.witness):
		return "the witness is named by sha256: and 64 hexadecimal digits"
	case a.reason == "" || a.owner == "":
		return "the acceptance needs a reason and an owner"
	}
	if _, err := time.Parse(time.DateOnly, a.expires); err != nil {
		return fmt.Sprintf("%s is no date YYYY-MM-DD", a.expires)
	}
	return ""
}
