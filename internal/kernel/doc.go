// Package kernel is the code that runs on the bytes of an instance: strict JSON,
// exact numbers, lengths, formats, equality, and the record of what failed.
//
// It is used twice. The in-process engine (internal/plan) calls it, and the Go
// emitter prints the declarations that a generated package needs into that
// package, so that both give the same verdict because they are the same code.
// Therefore it imports a few packages of the standard library only, starts
// nothing, and does no work when it is loaded. What is exported here for the
// engine is printed in lower case, except the types that users of generated code
// meet (see Public).
package kernel

import "embed"

// Source is the package's own text, for the emitter.
//
//go:embed *.go
var Source embed.FS

// Public names what keeps its exported name in generated code.
var Public = []string{
	"Integer", "Null", "NullOf", "Number", "Opt", "OptNull", "OptNullOf", "OptOf", "Raw", "Scalar", "ScalarBool", "ScalarKind",
	"ScalarNull", "ScalarNumber", "ScalarOfBool", "ScalarOfNumber", "ScalarOfString", "ScalarString", "ValidationError", "Violation",
}
