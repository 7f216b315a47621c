// Package diag holds what acigen has to say: findings, the sorted set of them,
// and the forms in which they are printed.
//
// A finding is a result, not a failure: a command that reports findings ran to
// its end. Which findings turn into which exit code is decided in one place,
// cmd/acigen/exit.go.
package diag

// Severity says how bad a finding is. The zero value is Error.
type Severity int

// The severities, worst first.
const (
	Error Severity = iota
	Warning
	Info
)

// Finding is one statement about one place of one file.
//
// The zero value of a field means that the field does not apply; it is then
// left out of every printed form. Rule, Severity and Message are always set.
type Finding struct {
	// Rule identifies what was violated, as GROUP/NAME: "validate/maxLength", "schema/ref".
	Rule string
	// Severity is how bad it is.
	Severity Severity
	// Message says what is wrong, in one line, without a full stop. It never holds text of an instance.
	Message string
	// Remedy says what to do about it, in one line. Optional.
	Remedy string

	// File is the path as the user wrote it or would write it, with slashes; "-" is standard input.
	File string
	// Line and Column are 1-based; a column counts code points.
	Line, Column int
	// Record is the 1-based line of an NDJSON input, blank lines counted.
	Record int

	// InstancePointer is the JSON Pointer (RFC 6901) of the offending value. It
	// applies when HasInstance is set, since the root's pointer is the empty string.
	InstancePointer string
	HasInstance     bool
	// SchemaPointer is the JSON Pointer of the violated keyword in the document Schema.
	SchemaPointer string
	// Schema is the $id of the document that states the keyword.
	Schema string
	// Keyword is the violated keyword, or "json" for what is not strict JSON.
	Keyword string

	// Change is what a comparison of two contracts says beside that; nil for other findings.
	Change *Change

	// Source is the line of File that holds the place, without its line end, for the text form
	// (a long line is cut around the place, see Excerpt). SourceColumn is the 1-based column, in code points, of the place in Source.
	Source       string
	SourceColumn int
}

// Change is how a contract changed. Empty fields are unknown or do not apply.
type Change struct {
	// Direction tells who is affected: "request", whoever sends, or "result", whoever reads.
	Direction string
	// Old and New are the JSON texts of the keyword that changed.
	Old, New string
	// Witness is a JSON text, the instance that shows a break.
	Witness string
	// Bump is the part of the version that the change needs to raise: "major", "minor" or "patch".
	Bump string
}
