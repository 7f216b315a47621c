package upstream

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/schema"
)

// Problem is why a mapping cannot be used, and where it says so.
type Problem struct {
	Node            *yaml.Node
	Message, Remedy string
}

// maxSteps bounds the conditions, paths and candidates of one mapping together.
const maxSteps = 2000

// Compile reads one mapping. With problems it is not usable.
func Compile(name string, n *yaml.Node) (*Mapping, []Problem) {
	c := &compiler{m: &Mapping{Name: name}}
	if !mappingName(name) {
		c.problem(n, fmt.Sprintf("%q is no name of an upstream", name), "use lower-case letters, digits and single hyphens, such as my-search")
	}
	c.mapping(n)
	return c.m, c.problems
}

type compiler struct {
	m        *Mapping
	levels   map[string]int
	steps    int
	problems []Problem
}

func (c *compiler) problem(n *yaml.Node, message, remedy string) {
	if len(c.problems) < 20 {
		c.problems = append(c.problems, Problem{n, message, remedy})
	}
}

func mappingName(name string) bool {
	if name == "" || len(name) > 63 || name == "auto" || name[0] == '-' || name[len(name)-1] == '-' || strings.Contains(name, "--") {
		return false
	}
	for _, c := range name {
		if c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// keys calls the handler of each key of a YAML mapping, and reports the others.
func (c *compiler) keys(n *yaml.Node, what string, handlers map[string]func(*yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		c.problem(n, what+" is no mapping", "")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if handle := handlers[key.Value]; handle != nil {
			handle(n.Content[i+1])
			continue
		}
		var known []string
		for name := range handlers {
			known = append(known, name)
		}
		slices.Sort(known)
		remedy := "it has " + strings.Join(known, ", ")
		if near := schema.Suggest(key.Value, known); near != "" {
			remedy = "did you mean " + near + "?"
		}
		c.problem(key, fmt.Sprintf("%s has no key %q", what, key.Value), remedy)
	}
}

func (c *compiler) mapping(n *yaml.Node) {
	m := c.m
	var later []func()
	var tool *yaml.Node
	c.keys(n, "a mapping", map[string]func(*yaml.Node){
		"about":     func(n *yaml.Node) { m.About = c.text(n) },
		"tool":      func(n *yaml.Node) { tool, m.Tool = n, c.text(n) },
		"recognize": func(n *yaml.Node) { m.recognize = c.conditions(n) },
		"denied":    func(n *yaml.Node) { m.denied = c.conditions(n) },
		"failed":    func(n *yaml.Node) { m.failed = c.conditions(n) },
		"partial":   func(n *yaml.Node) { m.partial = c.conditions(n) },
		"nothing":   func(n *yaml.Node) { m.nothing = c.conditions(n) },
		"total":     func(n *yaml.Node) { c.total(n) },
		"relevance": func(n *yaml.Node) { m.relevance = c.paths(n) },
		"entries":   func(n *yaml.Node) { c.entries(n) },
		"fields":    func(n *yaml.Node) { later = append(later, func() { c.fields(n) }) },
		"columns":   func(n *yaml.Node) { m.columns = c.paths(n) },
		"types":     func(n *yaml.Node) { m.types = c.path(n) },
		"numeric":   func(n *yaml.Node) { m.numeric = c.names(n) },
		"cells":     func(n *yaml.Node) { c.cells(n) },
	})
	fields, known := fieldNames[m.Tool]
	if !known {
		at := n
		if tool != nil {
			at = tool
		}
		c.problem(at, fmt.Sprintf("tool is %q", m.Tool), "it is one of lookup_knowledge, query_logs, query_metrics, query_mysql")
		return
	}
	for _, f := range later {
		f()
	}
	if len(m.levels) == 0 {
		c.problem(n, "nothing says where the entries are", "add entries: $.path[*]")
	}
	if len(m.recognize) == 0 {
		c.problem(n, "nothing says how the shape is recognized", "add recognize: with at least one condition")
	}
	if m.Tool == "query_mysql" {
		return
	}
	if len(fields) > 0 && !slices.ContainsFunc(m.fields[:], func(f []candidate) bool { return f != nil }) {
		c.problem(n, "no field is mapped", "add fields: with "+strings.Join(fields, ", "))
	}
	if m.columns != nil || m.types != nil || m.cells != plainCells || m.numeric != nil {
		c.problem(n, "columns, types, numeric and cells are for query_mysql", "")
	}
}

func (c *compiler) text(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		c.problem(n, "a text is expected", "write it in quotes")
		return ""
	}
	return n.Value
}

// list returns the elements of a sequence, or the node itself when it is none.
func list(n *yaml.Node) []*yaml.Node {
	if n.Kind == yaml.SequenceNode {
		return n.Content
	}
	return []*yaml.Node{n}
}

func (c *compiler) names(n *yaml.Node) map[string]bool {
	out := map[string]bool{}
	for _, element := range list(n) {
		out[c.text(element)] = true
	}
	return out
}

func (c *compiler) path(n *yaml.Node) path {
	if c.steps++; c.steps == maxSteps {
		c.problem(n, fmt.Sprintf("the mapping has more than %d paths", maxSteps), "")
	}
	text := c.text(n)
	if text == "" {
		return nil
	}
	p, err := parsePath(text)
	if err != nil {
		c.problem(n, err.Error(), "the paths are JSONPath (RFC 9535): names, indices, [*] and filters such as [?@.key == 'x']")
	}
	return p
}

func (c *compiler) paths(n *yaml.Node) []path {
	var out []path
	for _, element := range list(n) {
		out = append(out, c.path(element))
	}
	return out
}

func (c *compiler) total(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		c.m.totals = c.paths(n)
		return
	}
	c.keys(n, "total", map[string]func(*yaml.Node){
		"path": func(n *yaml.Node) { c.m.totals = c.paths(n) },
		"text": func(n *yaml.Node) { c.m.totalText = c.flag(n) },
	})
}

func (c *compiler) flag(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		c.problem(n, "true or false is expected", "")
	}
	return n.Value == "true"
}

func (c *compiler) entries(n *yaml.Node) {
	c.levels = map[string]int{"document": -1}
	for i, element := range list(n) {
		var l level
		if element.Kind == yaml.MappingNode {
			c.keys(element, "a level", map[string]func(*yaml.Node){
				"each": func(n *yaml.Node) { l.each = c.paths(n) },
				"as":   func(n *yaml.Node) { l.name = c.text(n) },
				"json": func(n *yaml.Node) { l.json, l.inString = c.path(n), true },
			})
		} else {
			l.each = []path{c.path(element)}
		}
		for _, p := range l.each {
			if len(p) > 0 && !p[:1].singular() {
				// Where a list of entries may also stand under a name, the members of the object around it are none.
				p[0].elements = true
			}
		}
		if _, taken := c.levels[l.name]; taken && l.name != "" {
			c.problem(element, fmt.Sprintf("two levels are called %q", l.name), "")
		}
		if l.name != "" {
			c.levels[l.name] = i
		}
		c.m.levels = append(c.m.levels, l)
	}
	if len(c.m.levels) > 4 {
		c.problem(n, "there are more than 4 levels", "")
	}
}

func (c *compiler) fields(n *yaml.Node) {
	handlers := map[string]func(*yaml.Node){}
	for i, name := range fieldNames[c.m.Tool] {
		handlers[name] = func(n *yaml.Node) {
			for _, element := range list(n) {
				c.m.fields[i] = append(c.m.fields[i], c.candidate(element))
			}
		}
	}
	c.keys(n, "fields of "+c.m.Tool, handlers)
}

func (c *compiler) candidate(n *yaml.Node) candidate {
	out := candidate{level: len(c.m.levels) - 1}
	if n.Kind != yaml.MappingNode {
		out.path = c.path(n)
		return out
	}
	c.keys(n, "a candidate", map[string]func(*yaml.Node){
		"path": func(n *yaml.Node) { out.path = c.path(n) },
		"in": func(n *yaml.Node) {
			at, known := c.levels[c.text(n)]
			if !known {
				c.problem(n, fmt.Sprintf("no level is called %q", n.Value), "name one with as: under entries, or use document")
			}
			out.level = at
		},
		"unit": func(n *yaml.Node) {
			unit, known := unitNames[c.text(n)]
			if !known {
				c.problem(n, fmt.Sprintf("%q is no unit of time", n.Value), "use s, ms, us or ns")
			}
			out.unit = unit
		},
		"json":   func(n *yaml.Node) { out.json, out.inString = c.path(n), true },
		"join":   func(n *yaml.Node) { out.join, out.joins = c.text(n), true },
		"unless": func(n *yaml.Node) { out.unless, out.hasUnless = c.text(n), true },
		"values": func(n *yaml.Node) {
			if n.Kind != yaml.MappingNode {
				c.problem(n, "values is no mapping", "write values: {FROM: TO}")
				return
			}
			out.values = map[string]string{}
			for i := 0; i+1 < len(n.Content); i += 2 {
				out.values[n.Content[i].Value] = n.Content[i+1].Value
			}
		},
	})
	return out
}

func (c *compiler) cells(n *yaml.Node) {
	if n.Kind == yaml.ScalarNode {
		switch c.text(n) {
		case "plain":
		case "packed":
			c.m.cells = packedRows
		default:
			c.problem(n, fmt.Sprintf("cells is %q", n.Value), "use plain, packed, or tagged: with the names of the tags")
		}
		return
	}
	c.keys(n, "cells", map[string]func(*yaml.Node){
		"tagged": func(n *yaml.Node) {
			c.m.cells = taggedCells
			for _, element := range list(n) {
				c.m.tags = append(c.m.tags, c.text(element))
			}
		},
		"null": func(n *yaml.Node) { c.m.nullTag = c.text(n) },
	})
}
