package compat

import (
	"math/big"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// shape is what one value must satisfy: all of its atoms. Shapes that say the same
// in the normal form are one shape after unify.
type shape struct {
	id    int
	kinds schema.Kinds // the JSON types that it allows; 0: nothing satisfies it
	atoms []*atom
}

// The shapes that everything and nothing satisfies.
const (
	anything = 0
	nothing  = 1
)

// literal is a shape that a value must satisfy, or must not.
type literal int

func must(shape int) literal    { return literal(shape << 1) }
func mustNot(shape int) literal { return literal(shape<<1 | 1) }

func (l literal) shape() int     { return int(l) >> 1 }
func (l literal) negated() bool  { return l&1 == 1 }
func (l literal) other() literal { return l ^ 1 }

// atomKind tells what an atom demands. What it uses of the atom's fields is named behind it.
type atomKind int

const (
	valueAtom    atomKind = iota // one of values
	minLength                    // count code points at least
	maxLength                    // count code points at most
	patternAtom                  // text that dfa accepts
	formatAtom                   // text of the format name
	lowerBound                   // limit at least, or above it when strict
	upperBound                   // limit at most, or below it when strict
	multipleAtom                 // a multiple of limit
	minItems                     // count elements at least
	maxItems                     // count elements at most
	prefixItem                   // the element number count, if there, is a node
	restItems                    // each element from number count on is a node
	uniqueAtom                   // no two elements are equal
	minMatches                   // count elements at least are a node
	maxMatches                   // count elements at most are a node
	minMembers                   // count members at least
	maxMembers                   // count members at most
	requiredName                 // there is a member name
	dependentOn                  // with a member name there is a member need
	memberNamed                  // the member name, if there, is a node
	membersElse                  // each member that match selects is a node
	namesAtom                    // each member's name is a node
	relationAtom                 // the member name relates to the member need
	anyBranch                    // one of nodes at least
	oneBranch                    // exactly one of nodes
	notBranch                    // not node
	ifBranch                     // nodes[1] where nodes[0], nodes[2] elsewhere
	unmarked                     // each member or element that marks leave over is a node
	beyond                       // undecidable here, for the reason name
)

// kinds are the JSON types that atoms bear on; the others bear on every type.
func (k atomKind) kinds() schema.Kinds {
	switch {
	case k == valueAtom || k >= anyBranch:
		return schema.AllKinds
	case k <= formatAtom:
		return schema.String
	case k <= multipleAtom:
		return schema.Number
	case k <= maxMatches:
		return schema.Array
	}
	return schema.Object
}

// atom is one demand. Atoms of equal content are one atom after unify.
type atom struct {
	kind   atomKind
	count  int
	name   string
	need   string
	strict bool
	limit  *big.Rat
	// values are those of an enum, of every type, by their keys in ascending order.
	values []*constant
	dfa    *automaton
	match  selection
	rel    plan.Relation
	// nodes are the shapes that it refers to, by id.
	nodes []int
	marks *marks
	// site is where a schema states it; nil when it was made up.
	site *plan.Site

	key string // identifies the content, once nodes are final
}

// selection selects members by their names: not one of except, matching the pattern
// match unless it is nil, and none of the patterns none.
type selection struct {
	except []string // ascending
	match  *automaton
	none   []*automaton
}

// marks are plan.Marks in the space.
type marks struct {
	names    []string
	patterns []*automaton
	all      bool
	items    bool
	prefix   int
	contains []int
	when     []when
}

// when marks more where the shape test holds, or, negated, does not.
type when struct {
	test   int
	negate bool
	marks  *marks
}

// constant is a JSON value of a schema.
type constant struct {
	value *schema.Value
	key   string // equal for equal values
	kind  schema.Kinds
	rat   *big.Rat // of a number
}

// maxExponent bounds the numbers that are computed with: their decimal exponents and lengths.
const maxExponent = 1200

// rational returns the value of a JSON number, unless it is beyond maxExponent.
func rational(literal string) (*big.Rat, bool) {
	d := kernel.ParseDecimal(literal)
	if len(literal) > maxExponent || d.Power > maxExponent || d.Power < -maxExponent {
		return nil, false
	}
	return new(big.Rat).SetString(literal)
}
