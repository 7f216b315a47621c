// Package pattern compiles the keyword pattern: a regular expression of ECMA-262
// under the u flag, in the edition that JSON Schema 2020-12 refers to (the 11th),
// searched for anywhere in a text of Unicode code points.
//
// A pattern is parsed here, expanded into a nondeterministic automaton over code
// points, made deterministic, minimized, and numbered in a fixed order: two
// patterns with the same language have equal tables. One pass over the text
// decides, whatever the pattern.
//
// What a finite automaton can decide is supported, with two exceptions that are
// refused: lookaround, and what exceeds a limit (limits.go). Backreferences,
// properties that the tables of Go's package unicode do not give exactly, and
// text that is no such expression are refused as well. \p is decided by the
// Unicode version of the Go release that built acigen (unicode.Version).
package pattern

import (
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
)

// Pattern is a compiled pattern. It is immutable.
type Pattern struct {
	// Source is the expression as the schema writes it.
	Source string

	tree  *node
	table *kernel.DFA
}

// Refused is the error of [Compile].
type Refused struct {
	// Reason says in one line what stands in the way, and where.
	Reason string
	// Invalid is set when the source is no regular expression of ECMA-262 under
	// the u flag at all; otherwise it is one that is not supported.
	Invalid bool
}

// Error returns the reason.
func (r *Refused) Error() string { return r.Reason }

// Compile compiles source. The error is a *[Refused]. Time and memory are
// bounded for any source.
func Compile(source string) (*Pattern, error) {
	if len(source) > maxSource {
		return nil, refuse("the pattern has more than %d bytes", maxSource)
	}
	if !utf8.ValidString(source) {
		return nil, &Refused{Reason: "the pattern is not valid UTF-8", Invalid: true}
	}
	tree, err := parse(source)
	if err != nil {
		err.Invalid = !kernel.FormatRegex(source)
		return nil, err
	}
	table, err := compileTree(tree)
	if err != nil {
		return nil, err
	}
	return &Pattern{Source: source, tree: tree, table: table}, nil
}

// compileTree makes the canonical automaton of a tree.
func compileTree(tree *node) (*kernel.DFA, *Refused) {
	program, err := expand(trimmed(tree))
	if err != nil {
		return nil, err
	}
	letters, err := divide(program)
	if err != nil {
		return nil, err
	}
	machine, err := determinize(program, letters)
	if err != nil {
		return nil, err
	}
	return machine.minimal().table(letters), nil
}

// Table returns the automaton that decides the pattern. It is shared: it must
// not be changed.
func (p *Pattern) Table() *kernel.DFA { return p.table }

// MatchString reports whether the pattern is found in s, which is valid UTF-8.
// It takes linear time and allocates nothing.
func (p *Pattern) MatchString(s string) bool { return p.table.MatchText(s) }
