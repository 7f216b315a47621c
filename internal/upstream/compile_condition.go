package upstream

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
)

func (c *compiler) conditions(n *yaml.Node) []condition {
	out := []condition{}
	for _, element := range list(n) {
		out = append(out, c.condition(element))
	}
	return out
}

// condition reads {path: …, TEST: …}, {any: […]} or {all: […]}.
func (c *compiler) condition(n *yaml.Node) condition {
	var out condition
	test := func(make func(n *yaml.Node) func(tape.Value) bool) func(*yaml.Node) {
		return func(n *yaml.Node) {
			if out.test != nil {
				c.problem(n, "a condition has two tests", "write two conditions")
			}
			out.test = make(n)
		}
	}
	c.keys(n, "a condition", map[string]func(*yaml.Node){
		"path":   func(n *yaml.Node) { out.path = c.path(n) },
		"any":    func(n *yaml.Node) { out.any = c.conditions(n) },
		"all":    func(n *yaml.Node) { out.all = c.conditions(n) },
		"is":     test(c.kindTest),
		"equals": test(func(n *yaml.Node) func(tape.Value) bool { return c.oneOf([]*yaml.Node{n}) }),
		"one_of": test(func(n *yaml.Node) func(tape.Value) bool { return c.oneOf(list(n)) }),
		"none_of": test(func(n *yaml.Node) func(tape.Value) bool {
			is := c.oneOf(list(n))
			return func(v tape.Value) bool { return v.Kind() != tape.Absent && !is(v) }
		}),
		"above": test(c.compare(1)),
		"below": test(c.compare(-1)),
	})
	if n.Kind == yaml.MappingNode && out.test == nil && out.any == nil && out.all == nil {
		c.problem(n, "the condition tests nothing", "add is, equals, one_of, none_of, above or below")
	}
	if out.test == nil {
		out.test = func(tape.Value) bool { return false }
	}
	return out
}

var kindTests = map[string]func(tape.Value) bool{
	"present": func(v tape.Value) bool { return v.Kind() != tape.Absent },
	"absent":  func(v tape.Value) bool { return v.Kind() == tape.Absent },
	"null":    func(v tape.Value) bool { return v.Kind() == tape.Null },
	"boolean": func(v tape.Value) bool { return v.Kind() == tape.Bool },
	"number":  func(v tape.Value) bool { return v.Kind() == tape.Number },
	"string":  func(v tape.Value) bool { return v.Kind() == tape.String },
	"array":   func(v tape.Value) bool { return v.Kind() == tape.Array },
	"object":  func(v tape.Value) bool { return v.Kind() == tape.Object },
	"filled":  filled,
	"empty":   func(v tape.Value) bool { return v.Kind() != tape.Absent && !filled(v) },
}

func (c *compiler) kindTest(n *yaml.Node) func(tape.Value) bool {
	test := kindTests[c.text(n)]
	if test == nil {
		c.problem(n, fmt.Sprintf("is: %q is no test", n.Value), "use present, absent, filled, empty, null, boolean, number, string, array or object")
	}
	return test
}

// oneOf tests for one of several literals, each written as in JSON or as a plain text.
func (c *compiler) oneOf(nodes []*yaml.Node) func(tape.Value) bool {
	var literals []literal
	for _, n := range nodes {
		l := literal{tape.String, n.Value}
		if n.Kind != yaml.ScalarNode {
			c.problem(n, "a literal is expected", "")
		} else if n.Tag != "!!str" {
			var known bool
			if l, known = plainLiteral(n.Value); !known {
				c.problem(n, fmt.Sprintf("%q is no string, number, true, false or null", n.Value), "write it in quotes")
			}
		}
		literals = append(literals, l)
	}
	return func(v tape.Value) bool {
		for _, l := range literals {
			if v.Kind() != tape.Absent && l.equals(v) {
				return true
			}
		}
		return false
	}
}

// compare tests for a number on one side of another, exactly.
func (c *compiler) compare(sign int) func(n *yaml.Node) func(tape.Value) bool {
	return func(n *yaml.Node) func(tape.Value) bool {
		if !isNumber(n.Value) || n.Kind != yaml.ScalarNode {
			c.problem(n, "a number is expected", "")
			return nil
		}
		bound := n.Value
		return func(v tape.Value) bool {
			return v.Kind() == tape.Number && kernel.CompareText(v.Text(), bound) == sign
		}
	}
}
