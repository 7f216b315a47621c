package ir

import "github.com/acigen/acigen/internal/schema"

// Type is the shape of a value in a typed language. It is one of Basic, *Ref,
// *Array, *Map, *Nullable, *Struct, *Tuple, *Enum, *Union. The last four only
// stand in a Named.
type Type interface{ isType() }

// Basic is a type without parts.
type Basic int

// The basic types.
const (
	// Raw is any JSON value, kept as text.
	Raw Basic = iota
	// String is a string.
	String
	// Bool is true or false.
	Bool
	// Int64 is an integer whose bounds fit 64 bits.
	Int64
	// Integer is an integer of any size, kept exactly.
	Integer
	// Number is a number, its literal kept.
	Number
	// Scalar is a string, number, boolean or null.
	Scalar
)

// Ref is a use of a named type.
type Ref struct {
	To *Named
	// Indirect tells that the value must stand behind a pointer, since the type contains itself.
	Indirect bool
}

// Array is a list of elements of one type.
type Array struct {
	Elem Type
	Set  Set // what applies to each element
}

// Map is an object whose member names are not known.
type Map struct {
	Elem Type
	Set  Set // what applies to each member that no pattern is about
}

// Nullable is a value or null.
type Nullable struct {
	Elem Type
	// Set is what applies to the value when it is not null.
	Set Set
}

// Struct is an object whose member names are known.
type Struct struct {
	Fields []*Field
	// Extra is the type of other members; nil when there can be none.
	Extra Type
	// ExtraName is the Go-style name of the field that holds them.
	ExtraName string
}

// Field is a member of a struct or an element of a tuple.
type Field struct {
	// Name is the member's name in JSON; Ident its name in code, in UpperCamelCase.
	Name, Ident string
	Type        Type
	Set         Set
	Required    bool
	// Doc is the schema's description.
	Doc        string
	Deprecated bool
}

// Tuple is an array whose elements have types of their own by position.
type Tuple struct {
	Items []*Field
	// Rest is the type of further elements; nil when there can be none.
	Rest Type
}

// Enum is a closed list of strings or of integers.
type Enum struct {
	Base   Basic // String or Int64
	Values []EnumValue
}

// EnumValue is one value of an enum.
type EnumValue struct {
	// Ident is the constant's name, the type's name before it.
	Ident string
	// Text is the string's content or the integer in shortest form.
	Text string
}

// Union is a value of one of several types.
type Union struct {
	Variants []*Variant
	// Exactly tells oneOf from anyOf.
	Exactly bool
	// Inline tells that the union has its name from where it stands, not from a name of its own.
	Inline bool
}

// Variant is one branch of a union.
type Variant struct {
	// Ident names the branch within the union.
	Ident string
	Type  Type
	Set   Set
}

func (Basic) isType()     {}
func (*Ref) isType()      {}
func (*Array) isType()    {}
func (*Map) isType()      {}
func (*Nullable) isType() {}
func (*Struct) isType()   {}
func (*Tuple) isType()    {}
func (*Enum) isType()     {}
func (*Union) isType()    {}

// Named is a type with a name.
type Named struct {
	// Name is in UpperCamelCase.
	Name string
	Type Type
	Set  Set
	// Source is the schema that gives the type its place.
	Source *schema.Schema
	// Doc is the schema's description.
	Doc        string
	Deprecated bool
	// Root tells that the type was asked for by name.
	Root bool
	// Alias is set instead of Type when another root has the same schema.
	Alias *Named
	// Recursive tells that a value can contain values of the same type.
	Recursive bool

	// NonNull tells that the schema allows null, which the type does not stand for: where it is used, it is nullable.
	NonNull bool

	inline  bool // the name comes from where the type stands
	variant bool // named only to be part of a union
}

// Package is a set of named types.
type Package struct {
	// Named are in the order of discovery, which follows the roots and the schemas' order.
	Named []*Named
	Sets  *Sets
}

// Root is a type that is asked for by name.
type Root struct {
	Name   string
	Schema *schema.Schema
}

// Problem is why no package can be made. At is where; Other is the second place of a clash.
type Problem struct {
	At, Other *schema.Schema
	Keyword   string
	Message   string
	Remedy    string
}
