package golang

import "github.com/acigen/acigen/internal/ir"

// goType is how a type is written in Go.
func goType(t ir.Type) string {
	switch t := t.(type) {
	case ir.Basic:
		return basicTypes[t]
	case *ir.Ref:
		if t.Indirect {
			return "*" + t.To.Name
		}
		return t.To.Name
	case *ir.Array:
		return "[]" + goType(t.Elem)
	case *ir.Map:
		return "map[string]" + goType(t.Elem)
	case *ir.Nullable:
		return "Null[" + goType(t.Elem) + "]"
	}
	return "Raw"
}

var basicTypes = [...]string{
	ir.Raw: "Raw", ir.String: "string", ir.Bool: "bool", ir.Int64: "int64", ir.Integer: "Integer", ir.Number: "Number", ir.Scalar: "Scalar",
}

// fieldType is how the type of a struct's field is written.
func fieldType(f *ir.Field) string {
	if f.Required {
		return goType(f.Type)
	}
	if n, is := f.Type.(*ir.Nullable); is {
		return "OptNull[" + goType(n.Elem) + "]"
	}
	return "Opt[" + goType(f.Type) + "]"
}

// wrapped tells whether a named type is a struct with one field Value: what has
// methods must not be an interface, and a defined type would lose those of the
// runtime's types.
func wrapped(n *ir.Named) bool {
	switch t := n.Type.(type) {
	case ir.Basic:
		return t != ir.String && t != ir.Bool && t != ir.Int64
	case *ir.Nullable, *ir.Ref:
		return true
	case *ir.Union:
		return !t.Inline
	}
	return false
}

// interfaceName is the name of a union's sealed interface.
func interfaceName(n *ir.Named) string {
	if n.Type.(*ir.Union).Inline {
		return n.Name
	}
	return n.Name + "Variant"
}
