// Package contract loads a contract project: its schemas, the words of its
// descriptions.yaml and its configuration become one Contract. The schemas of the
// two views of every result are derived here.
package contract

import (
	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// Contract is a contract project without problems.
type Contract struct {
	// Root is the project's folder.
	Root string
	// Config is what acigen.yaml says.
	Config Config
	// DescriptionsFile is the path of descriptions.yaml to print. The file need not exist.
	DescriptionsFile string
	// Set holds all schemas, the derived ones included.
	Set *schema.Set
	// Tools are sorted by name.
	Tools []*Tool
	// Harness is schemas/harness/control.schema.json, nil when absent.
	Harness *schema.Schema
	// Documents are all working documents that are no tool's request or result, by
	// path: shared definitions and what belongs to the harness.
	Documents []*schema.Document
	// Derived are the schemas of the views, by path.
	Derived []Derived

	config, words *yamlFile
	display       func(string) string
	sources       map[*schema.Schema]source // of the schemas of derived documents
}

// Tool is one tool: a folder below schemas/ with a request or a result.
type Tool struct {
	// Name matches ^[a-z][a-z0-9_]{0,62}$.
	Name string
	// Request is what the agent may send, Result the canonical result; nil when absent.
	Request, Result *schema.Schema
	// Control and Observation are the views of the result, derived from it; nil when it is.
	Control, Observation *schema.Schema
	// Words are what descriptions.yaml says about the tool.
	Words Description

	views    map[string]*site // of the result's root
	maxDepth int
}

// Role returns the schema of a role: request, result, control or observation; nil
// when the tool has none, or there is no such role.
func (t *Tool) Role(role string) *schema.Schema {
	switch role {
	case "request":
		return t.Request
	case "result":
		return t.Result
	case Control:
		return t.Control
	case Observation:
		return t.Observation
	}
	return nil
}

// Tool returns the tool of that name, or nil.
func (c *Contract) Tool(name string) *Tool {
	for _, t := range c.Tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// ConfigFinding is a finding of severity error about a node of acigen.yaml: one of
// Config.Lint, Config.Check or Config.Upstreams, or what is in them.
func (c *Contract) ConfigFinding(n *yaml.Node, rule, message, remedy string) diag.Finding {
	return c.config.finding(rule, n.Line, n.Column, message, remedy)
}

// PhraseFinding is a finding of severity error about a phrase of descriptions.yaml.
func (c *Contract) PhraseFinding(p Phrase, rule, message, remedy string) diag.Finding {
	return c.words.finding(rule, p.Line, p.Column, message, remedy)
}

// Display is the path to print of one relative to the project's root.
func (c *Contract) Display(p string) string {
	if c.display == nil {
		return p
	}
	return c.display(p)
}

// Tolerant tells whether a document is that of a result, or of a view of one, whose
// readers pass over members that they do not know.
func (c *Contract) Tolerant(doc *schema.Document) bool {
	for _, t := range c.Tools {
		if c.Config.Reader(t.Name) != "tolerant" {
			continue
		}
		for _, s := range []*schema.Schema{t.Result, t.Control, t.Observation} {
			if s != nil && s.Doc == doc {
				return true
			}
		}
	}
	return false
}
