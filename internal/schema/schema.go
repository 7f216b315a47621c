// Package schema reads JSON Schema documents of dialect 2020-12: strictly, with
// the position of everything, and with every reference resolved inside the
// project. Nothing is ever fetched from a network or from outside it.
package schema

// Kinds is a set of JSON types. Integer is the set of numbers without a
// fractional part; a mask that has Number has Integer too.
type Kinds uint8

// The JSON types.
const (
	Null Kinds = 1 << iota
	Bool
	Integer
	Fraction // a number that is not an integer
	String
	Array
	Object

	Number   = Integer | Fraction
	AllKinds = Null | Bool | Number | String | Array | Object
)

// Value is a parsed JSON value that knows where it stands.
type Value struct {
	// Kind is one of Null, Bool, Number, String, Array, Object (never Integer or Fraction alone).
	Kind Kinds
	// Bool is the value of a boolean.
	Bool bool
	// Text is a string's decoded value or a number's literal exactly as written.
	Text string
	// Items are an array's elements.
	Items []*Value
	// Members are an object's members in source order.
	Members []Member
	// Start and End are byte offsets into the document's source: [Start, End).
	Start, End int
}

// Member is one member of an object.
type Member struct {
	Name string
	// NameStart is the byte offset of the name's opening quote.
	NameStart int
	Value     *Value
}

// Get returns the member's value, or nil when v is no object or has no such member.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return v.Members[i].Value
		}
	}
	return nil
}

// Document is one schema file.
type Document struct {
	// Path is relative to the project's root, with slashes.
	Path string
	// File is the path to print: as the user would write it.
	File string
	// ID is the absolute URI that identifies the document: its $id, or one made from Path when it has none.
	ID string
	// Retrieval is the URI under which the document was found: File.ID, or one made from Path.
	Retrieval string
	// Source is the file's content.
	Source []byte
	// Tree is the whole document as a value.
	Tree *Value
	// Root is the document's root schema.
	Root *Schema

	text    string
	marks   []mark
	schemas map[string]*Schema // by pointer
	order   []*Schema
	members map[*Value]map[string]*Value
}

// Schema is one (sub)schema with its keywords parsed and its references
// resolved. A nil pointer or slice means that the keyword is absent, unless a
// field says otherwise. Slices of properties keep source order.
type Schema struct {
	// Doc and Pointer say where the schema stands: a JSON Pointer from the document's root.
	Doc     *Document
	Pointer string
	// Value is the schema's own JSON value.
	Value *Value
	// Base is the base URI at this place: the nearest enclosing $id.
	Base string
	// Seq numbers all schemas of a Set in the order in which they were read: documents sorted by path, then depth first in source order.
	Seq int

	// Boolean is set for the schemas true and false; then no keyword is.
	Boolean *bool

	// Core.
	ID                    string // as written; Base is its absolute form
	Anchor, DynamicAnchor string
	Ref                   string // as written; HasRef tells "" from absent
	HasRef                bool
	RefTo                 *Schema // what Ref resolves to; nil when $ref is absent
	Defs                  []Property

	// Any type.
	Types   Kinds // 0 when the keyword type is absent
	Enum    []*Value
	HasEnum bool
	Const   *Value

	// Numbers: literals, as written.
	Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum, MultipleOf *Value

	// Strings, arrays, objects: bounds. Values beyond the range of int are math.MaxInt.
	MinLength, MaxLength         *int
	Pattern                      *string
	Format                       string
	MinItems, MaxItems           *int
	UniqueItems                  bool
	MinContains, MaxContains     *int
	MinProperties, MaxProperties *int
	Required                     []string
	HasRequired                  bool
	DependentRequired            []Dependency

	// Applicators.
	AllOf, AnyOf, OneOf           []*Schema
	Not, If, Then, Else           *Schema
	DependentSchemas              []Property
	PrefixItems                   []*Schema
	Items, Contains               *Schema
	Properties, PatternProperties []Property
	AdditionalProperties          *Schema
	PropertyNames                 *Schema
	UnevaluatedItems              *Schema
	UnevaluatedProperties         *Schema

	// Annotations.
	Title, Description                string
	Default                           *Value
	Examples                          []*Value
	Deprecated                        bool
	ReadOnly                          bool
	WriteOnly                         bool
	ContentEncoding, ContentMediaType string
	ContentSchema                     *Schema // never applied to an instance

	// acigen's vocabulary (docs/vocabulary.md).
	Name     string   // x-aci-name
	Views    []string // x-aci-views; HasViews tells [] from absent
	HasViews bool
	CountOf  string // x-aci-count-of
	AtLeast  string // x-aci-at-least
	RowWidth string // x-aci-row-width

	// Unknown are the names of keywords that no vocabulary knows, in source order;
	// definitions and dependencies, which 2020-12 keeps for the form alone, are among them.
	Unknown []string

	resource *resource // the nearest enclosing one
	home     *home     // where the schema is a value of properties
}

// Property is a named subschema: of properties, patternProperties (the name is
// the pattern), dependentSchemas or $defs.
type Property struct {
	Name   string
	Schema *Schema
}

// Dependency is one member of dependentRequired.
type Dependency struct {
	Name  string
	Needs []string
}

// Keyword returns the pointer of a keyword of s: s.Pointer + "/" + the escaped keyword.
func (s *Schema) Keyword(keyword string) string { return s.Pointer + "/" + EscapePointer(keyword) }
