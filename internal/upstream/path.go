package upstream

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
)

// path is a JSONPath (RFC 9535) of the supported subset.
type path []step

// step is one segment.
type step struct {
	kind  stepKind
	name  string // of member
	index int    // of element
	// Of filter: the path of what is compared, and with what.
	where   path
	literal literal
	differs bool // != instead of ==
	// elements: a wildcard or filter selects elements of arrays only, no members of objects.
	elements bool
}

type stepKind uint8

const (
	member   stepKind = iota // .name
	element                  // [0]
	wildcard                 // [*]
	filter                   // [?@.a == "b"], [?@.a]
)

// literal is what a value is compared with.
type literal struct {
	kind tape.Kind // Absent: nothing, the value must exist
	text string    // of a string, number or boolean
}

func (l literal) equals(v tape.Value) bool {
	switch l.kind {
	case tape.Absent:
		return v.Kind() != tape.Absent
	case tape.Null:
		return v.Kind() == tape.Null
	case tape.Number:
		return v.Kind() == tape.Number && kernel.CompareText(v.Text(), l.text) == 0
	}
	return v.Kind() == l.kind && v.Text() == l.text
}

// singular tells whether the path can match one value at most.
func (p path) singular() bool {
	for _, s := range p {
		if s.kind == wildcard || s.kind == filter {
			return false
		}
	}
	return true
}

// walk goes along the steps that lead to one value at most. It returns where they
// lead, and the steps from the first wildcard or filter on.
func (p path) walk(v tape.Value) (tape.Value, path) {
	for i, s := range p {
		switch s.kind {
		case member:
			v = v.Get(s.name)
		case element:
			v = v.At(s.index)
		default:
			return v, p[i:]
		}
		if v.Kind() == tape.Absent {
			return v, nil
		}
	}
	return v, nil
}

// first returns the first value that the path leads to, in the text's order; absent when there is none.
func (p path) first(v tape.Value) tape.Value {
	v, rest := p.walk(v)
	if len(rest) == 0 {
		return v
	}
	found := tape.Value{}
	rest[0].matches(v, func(m tape.Value) bool {
		found = rest[1:].first(m)
		return found.Kind() == tape.Absent
	})
	return found
}

// each calls yield for all values that the path leads to, in the text's order, until it returns false.
func (p path) each(v tape.Value, yield func(tape.Value) bool) bool {
	v, rest := p.walk(v)
	switch {
	case len(rest) > 1:
		return rest[0].matches(v, func(m tape.Value) bool { return rest[1:].each(m, yield) })
	case len(rest) == 1:
		return rest[0].matches(v, yield)
	case v.Kind() == tape.Absent:
		return true
	}
	return yield(v)
}

// matches calls yield for the children that a wildcard or filter selects.
func (s *step) matches(v tape.Value, yield func(tape.Value) bool) bool {
	chosen := func(child tape.Value) bool {
		return s.kind == wildcard || s.literal.equals(s.where.first(child)) != s.differs
	}
	switch v.Kind() {
	case tape.Array:
		for _, child := range v.Elements() {
			if chosen(child) && !yield(child) {
				return false
			}
		}
	case tape.Object:
		if s.elements {
			return true
		}
		for _, child := range v.Members() {
			if chosen(child) && !yield(child) {
				return false
			}
		}
	}
	return true
}

// parsePath reads a path that starts with $.
func parsePath(text string) (path, error) {
	if !strings.HasPrefix(text, "$") {
		return nil, fmt.Errorf("the path %q does not start with $", text)
	}
	p, rest, err := parseSteps(text[1:], text)
	if err == nil && rest != "" {
		err = fmt.Errorf("%q in the path %q is not understood", rest, text)
	}
	return p, err
}

// parseSteps reads segments as far as they go.
func parseSteps(rest, whole string) (path, string, error) {
	var p path
	for {
		switch {
		case strings.HasPrefix(rest, ".."):
			return nil, "", fmt.Errorf("the path %q descends with .., which is not supported", whole)
		case strings.HasPrefix(rest, ".*"):
			p, rest = append(p, step{kind: wildcard}), rest[2:]
		case strings.HasPrefix(rest, "."):
			n := nameLength(rest[1:])
			if n == 0 {
				return nil, "", fmt.Errorf("the path %q lacks a name behind a dot; write other names as ['…']", whole)
			}
			p, rest = append(p, step{kind: member, name: rest[1 : 1+n]}), rest[1+n:]
		case strings.HasPrefix(rest, "["):
			s, after, err := parseBracket(strings.TrimLeft(rest[1:], " "), whole)
			if err != nil {
				return nil, "", err
			}
			p, rest = append(p, s), after
		default:
			return p, rest, nil
		}
	}
}

// nameLength returns the length of the shorthand name at the start (RFC 9535, member-name-shorthand).
func nameLength(s string) int {
	for i, c := range s {
		letter := c == '_' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(s)
}

// parseBracket reads what stands behind an opening bracket, the closing one included.
func parseBracket(rest, whole string) (step, string, error) {
	var s step
	var err error
	switch {
	case strings.HasPrefix(rest, "*"):
		s, rest = step{kind: wildcard}, rest[1:]
	case strings.HasPrefix(rest, "?"):
		s, rest, err = parseFilter(strings.TrimLeft(rest[1:], " "), whole)
	case strings.HasPrefix(rest, "'"), strings.HasPrefix(rest, `"`):
		s.kind = member
		s.name, rest, err = parseQuoted(rest, whole)
	default:
		n := 0
		for n < len(rest) && (rest[n] == '-' || '0' <= rest[n] && rest[n] <= '9') {
			n++
		}
		s.kind = element
		if s.index, err = strconv.Atoi(rest[:n]); err != nil {
			return s, "", fmt.Errorf("the brackets in the path %q hold neither a name, an index, * nor a filter that is supported", whole)
		}
		rest = rest[n:]
	}
	if err != nil {
		return s, "", err
	}
	rest = strings.TrimLeft(rest, " ")
	if !strings.HasPrefix(rest, "]") {
		return s, "", fmt.Errorf("the path %q lacks a closing bracket behind one selector; slices and lists of selectors are not supported", whole)
	}
	return s, rest[1:], nil
}

// parseFilter reads @.path, @.path == literal or @.path != literal.
func parseFilter(rest, whole string) (step, string, error) {
	s := step{kind: filter}
	if !strings.HasPrefix(rest, "@") {
		return s, "", fmt.Errorf("the filter in the path %q does not start with @; functions and parentheses are not supported", whole)
	}
	var err error
	if s.where, rest, err = parseSteps(rest[1:], whole); err != nil {
		return s, "", err
	}
	if !s.where.singular() {
		return s, "", fmt.Errorf("the filter in the path %q compares more than one value", whole)
	}
	rest = strings.TrimLeft(rest, " ")
	switch {
	case strings.HasPrefix(rest, "=="):
	case strings.HasPrefix(rest, "!="):
		s.differs = true
	default:
		return s, rest, nil
	}
	rest = strings.TrimLeft(rest[2:], " ")
	if strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, `"`) {
		s.literal.kind = tape.String
		s.literal.text, rest, err = parseQuoted(rest, whole)
		return s, rest, err
	}
	n := strings.IndexAny(rest, "] ")
	if n < 0 {
		n = len(rest)
	}
	var known bool
	if s.literal, known = plainLiteral(rest[:n]); !known {
		return s, "", fmt.Errorf("the filter in the path %q compares with %q, which is no string, number, true, false or null", whole, rest[:n])
	}
	return s, rest[n:], nil
}

// parseQuoted reads a name or string in single or double quotes, in which a
// backslash takes the next character as it is.
func parseQuoted(rest, whole string) (string, string, error) {
	var out strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == rest[0]:
			return out.String(), rest[i+1:], nil
		case c == '\\' && i+1 < len(rest):
			i++
			if strings.IndexByte(`\/'"`, rest[i]) < 0 {
				return "", "", fmt.Errorf("the escape \\%c in the path %q is not supported", rest[i], whole)
			}
			out.WriteByte(rest[i])
		default:
			out.WriteByte(c)
		}
	}
	return "", "", fmt.Errorf("the path %q lacks a closing quote", whole)
}
