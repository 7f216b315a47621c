// Package plan compiles what schemas demand into a small closed set of checks
// over bytes, and runs it in-process. The emitters print the same plan.
//
// A plan is a graph of nodes. A node says everything that one value must
// satisfy: the closure of a schema under $ref and allOf is one node, so that a
// value is read once. Only what hangs on a branch (anyOf, oneOf, not, if,
// dependentSchemas, contains, unevaluated*) is a rule that reads the value, or
// the members it names, again.
package plan

import (
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
)

// Plan is a compiled set of schemas.
type Plan struct {
	// Nodes are in the order of discovery; a node's ID is its index.
	Nodes []*Node
	// Sites are the places of all checks, in schema order; a site's Index is its position.
	Sites []*Site
	nodes map[string]*Node
}

// Rules returns what a violation of each site says, by index.
func (p *Plan) Rules() []kernel.Rule {
	rules := make([]kernel.Rule, len(p.Sites))
	for i, s := range p.Sites {
		rules[i] = s.Rule
	}
	return rules
}

// Site is the place of one check.
type Site struct {
	kernel.Rule
	// Index is the site's number: violations of the same value are in this order.
	Index int
	order [3]int // document and schema, keyword, part of the keyword
}

// Node says what one value must satisfy.
type Node struct {
	ID int
	// Kinds are the JSON types (kernel.Kind…) that every Types check allows.
	Kinds int
	Types []TypeCheck
	// Never are the schemas false that apply: nothing passes.
	Never   []NeverCheck
	Values  []ValueCheck
	Strings []StringCheck
	Numbers []NumberCheck
	// Array and Object are nil when nothing is demanded of such a value.
	Array  *Array
	Object *Object
	// Rules look at the whole value again, in this order.
	Rules []Rule
	// Any tells that nothing is demanded at all.
	Any bool
	// Shallow tells that, of an object, only the members that it names are looked
	// at: it can be decided on where those members stand.
	Shallow bool
	// Memo tells that without a memory of verdicts the cost of trying could grow
	// faster than the input.
	Memo bool

	done bool // everything above is set
	deep bool // never shallow: it was referred to before it was done
}

// CountsOnly tells whether all that is demanded of an array is how many elements it has.
func (n *Node) CountsOnly() bool {
	a := n.Array
	return a != nil && n.Kinds&kernel.KindArray != 0 && len(n.Never)+len(n.Values)+len(n.Rules) == 0 &&
		len(a.Prefix)+len(a.Unique)+len(a.Contains) == 0 && a.Items == nil
}

// TypeCheck is the keyword type.
type TypeCheck struct {
	Kinds int
	Site  *Site
}

// NeverCheck is the schema false.
type NeverCheck struct {
	Site *Site
	// AtName tells that the violation is of the member, not of its value: additionalProperties, unevaluatedProperties.
	AtName bool
}

// ValueCheck is enum or const.
type ValueCheck struct {
	// Values are JSON texts, compact, as the schema has them.
	Values []string
	// Strings are the contents of those that are strings.
	Strings []string
	Site    *Site

	strings, numbers map[string]bool // the contents of strings, the keys of numbers
	others           []string        // what is neither
}

// index makes the values quick to find.
func (c *ValueCheck) index() {
	c.strings, c.numbers = map[string]bool{}, map[string]bool{}
	for _, s := range c.Strings {
		c.strings[s] = true
	}
	for _, v := range c.Values {
		switch {
		case v[0] == '"':
		case v[0] == '-' || '0' <= v[0] && v[0] <= '9':
			c.numbers[kernel.NumberKey(v)] = true
		default:
			c.others = append(c.others, v)
		}
	}
}

// StringCheck is a keyword about strings. It is one of Length, Pattern, Format.
type StringCheck interface{ stringCheck() }

// Length is minLength or maxLength, in code points.
type Length struct {
	Max   bool
	Limit int
	Site  *Site
}

// Pattern is the keyword pattern.
type Pattern struct {
	Pattern *pattern.Pattern
	Site    *Site
}

// Format is one of the asserted formats.
type Format struct {
	Name string
	Site *Site
}

func (Length) stringCheck()  {}
func (Pattern) stringCheck() {}
func (Format) stringCheck()  {}

// NumberOp is how a number is compared with a limit.
type NumberOp int

// The comparisons.
const (
	AtLeast  NumberOp = iota // minimum
	Above                    // exclusiveMinimum
	AtMost                   // maximum
	Below                    // exclusiveMaximum
	Multiple                 // multipleOf
)

// NumberCheck is a keyword about numbers.
type NumberCheck struct {
	Op NumberOp
	// Limit is the literal as the schema has it.
	Limit string
	Site  *Site
}

// Count is a bound on how many elements, members or matches there are.
type Count struct {
	Max   bool
	Limit int
	Site  *Site
}

// Array is what is demanded of an array.
type Array struct {
	Counts []Count
	// Prefix are the nodes of the first elements, Items that of the others; nil = anything.
	Prefix   []*Node
	Items    *Node
	Unique   []*Site
	Contains []Contains
}

// Contains is contains with minContains and maxContains.
type Contains struct {
	Node   *Node
	Counts []Count
}

// Object is what is demanded of an object.
type Object struct {
	// Props are the members that are named: by properties, or by a shallow branch.
	Props []Prop
	// Else is what applies to other members; nil = anything.
	Else *Node
	// Groups decide by the name what else applies to other members.
	Groups    []Group
	Names     []NameCheck
	Required  []Required
	Dependent []Dependent
	Counts    []Count
	// Related are the cross-field checks of acigen's vocabulary.
	Related []Related
	index   map[string]int
}

// Index returns the position of a name in Props, or -1.
func (o *Object) Index(name string) int {
	if i, there := o.index[name]; there {
		return i
	}
	return -1
}

// Prop is a member with a name.
type Prop struct {
	Name string
	// Node is what applies to its value; nil = anything.
	Node *Node
}

// Group is patternProperties beside additionalProperties.
type Group struct {
	Patterns []GroupPattern
	// Rest applies to names that match no pattern; nil = anything.
	Rest *Node
}

// GroupPattern is one member of patternProperties.
type GroupPattern struct {
	Pattern *pattern.Pattern
	Node    *Node // nil = anything
}

// NameCheck is propertyNames.
type NameCheck struct {
	Node *Node
	Site *Site
}

// Required is one name of required.
type Required struct {
	Name string
	Site *Site
}

// Dependent is one name of dependentRequired: with Name there must be Need.
type Dependent struct {
	Name, Need string
	Site       *Site
}

// Relation is a cross-field keyword.
type Relation int

// The relations.
const (
	CountOf  Relation = iota // x-aci-count-of
	NotBelow                 // x-aci-at-least
	RowWidth                 // x-aci-row-width
)

// Related relates two members of one object.
type Related struct {
	Relation Relation
	// Prop is the member that has the keyword, Sibling the one that the keyword names.
	Prop, Sibling string
	Site          *Site
}

// Rule looks at a whole value again. It is one of OneOf (also anyOf), Not, If, Unevaluated.
type Rule interface{ rule() }

// OneOf is anyOf, or oneOf when Exactly.
type OneOf struct {
	Exactly  bool
	Branches []*Node
	Site     *Site
	// Tag is not nil when the value of one member tells which branch can hold.
	Tag *Tag
}

// Tag is a member that every branch requires and whose value differs between all branches.
type Tag struct {
	Name string
	// Values are the strings that select Branches[Branch[i]].
	Values []string
	Branch []int
	// Sites say, for each branch, that the tag selects it and it does not hold.
	Sites []*Site
}

// Not is not.
type Not struct {
	Node *Node
	Site *Site
}

// If is if, then and else, and dependentSchemas (whose If is the presence of a member). Then and Else may be nil.
type If struct {
	If, Then, Else *Node
}

// Unevaluated is unevaluatedProperties or unevaluatedItems where what is evaluated hangs on the instance.
type Unevaluated struct {
	Items bool
	Marks *Marks
	// Node applies to what is not marked.
	Node *Node
}

// Marks say what is evaluated.
type Marks struct {
	Names    map[string]bool
	Patterns []*pattern.Pattern
	All      bool
	Prefix   int
	// Contains mark the elements that they match.
	Contains []*Node
	When     []When
}

// When marks more, where a branch holds (or, with Negate, does not).
type When struct {
	Test   *Node
	Negate bool
	Marks  *Marks
}

func (*OneOf) rule()       {}
func (*Not) rule()         {}
func (*If) rule()          {}
func (*Unevaluated) rule() {}
