package upstream

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/projector/upstreams"
)

// Set is the mappings of a projector. It is immutable.
type Set struct {
	tools map[string][]*Mapping // sorted by name
}

// Builtin returns the mappings that acigen carries.
var Builtin = sync.OnceValues(func() (*Set, error) {
	names, err := fs.Glob(upstreams.FS, "*.yaml")
	if err != nil {
		return nil, err
	}
	s := &Set{tools: map[string][]*Mapping{}}
	for _, name := range names {
		source, err := fs.ReadFile(upstreams.FS, name)
		if err != nil {
			return nil, err
		}
		var doc yaml.Node
		if err := yaml.Unmarshal(source, &doc); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m, problems := Compile(strings.TrimSuffix(name, ".yaml"), doc.Content[0])
		if len(problems) > 0 {
			return nil, fmt.Errorf("%s:%d: %s", name, problems[0].Node.Line, problems[0].Message)
		}
		s.add(m)
	}
	return s, nil
})

func (s *Set) add(m *Mapping) {
	s.tools[m.Tool] = append(s.tools[m.Tool], m)
	slices.SortFunc(s.tools[m.Tool], func(a, b *Mapping) int { return strings.Compare(a.Name, b.Name) })
}

// Refused says what is wrong with the mappings of a project's acigen.yaml. The rule of
// the findings is config/upstreams.
type Refused struct{ Findings []diag.Finding }

func (r *Refused) Error() string {
	return fmt.Sprintf("%s: %s", r.Findings[0].File, r.Findings[0].Message)
}

// Of returns the mappings of a project: those that acigen carries and those of its
// acigen.yaml. What is wrong with the latter is a *Refused.
func Of(c *contract.Contract) (*Set, error) {
	builtin, err := Builtin()
	if err != nil || c.Config.Upstreams == nil {
		return builtin, err
	}
	s := &Set{tools: map[string][]*Mapping{}}
	for tool, mappings := range builtin.tools {
		s.tools[tool] = slices.Clone(mappings)
	}
	var findings []diag.Finding
	report := func(n *yaml.Node, message, remedy string) {
		findings = append(findings, c.ConfigFinding(n, "config/upstreams", message, remedy))
	}
	n := c.Config.Upstreams
	for i := 0; i+1 < len(n.Content); i += 2 {
		m, problems := Compile(n.Content[i].Value, n.Content[i+1])
		for _, p := range problems {
			report(p.Node, p.Message, p.Remedy)
		}
		switch {
		case len(problems) > 0:
		case s.mapping(m.Tool, m.Name) != nil:
			report(n.Content[i], fmt.Sprintf("%s has an upstream %q already", m.Tool, m.Name), "choose another name")
		default:
			s.add(m)
		}
	}
	if len(findings) > 0 {
		return nil, &Refused{findings}
	}
	return s, nil
}

// Names returns the names of a tool's mappings, sorted.
func (s *Set) Names(tool string) []string {
	var names []string
	for _, m := range s.tools[tool] {
		names = append(names, m.Name)
	}
	return names
}

func (s *Set) mapping(tool, name string) *Mapping {
	for _, m := range s.tools[tool] {
		if m.Name == name {
			return m
		}
	}
	return nil
}
