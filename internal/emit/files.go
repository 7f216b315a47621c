// Package emit is what all emitters share: files in memory, and the one place
// that writes them.
//
// An emitter does no I/O. It returns files; Write and Diff hold them against what
// is on disk.
package emit

// File is a generated file in memory.
type File struct {
	// Path is relative to the output's folder, with slashes.
	Path string
	Data []byte
}

// Output is what one target of a project generates.
type Output struct {
	// Dir is the output's folder, relative to the project's root, with slashes.
	Dir   string
	Files []File
}
