package validate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
)

// Input is something to validate.
type Input struct {
	// Name is the path to print, with slashes; "-" is standard input.
	Name string
	// Reader is what to read; nil means the file Name.
	Reader io.Reader
	// Lines tells that each line is a record of its own.
	Lines bool
	// Validator judges the input.
	Validator *Validator
	// Expect is set for a fixture.
	Expect *Expectation
}

// RuleRead is the rule of a finding that says that an input cannot be read; a
// Run that has one is Unreadable.
const RuleRead = "input/read"

// Expand finds the inputs that arguments name: files, folders (all files in them
// that InFolder tells, at any depth), patterns as of filepath.Glob, and "-". They
// are sorted by name and none comes twice. Lines tells that every input holds one
// record a line; otherwise the name of a file tells. The findings are arguments
// that name nothing.
func Expand(args []string, stdin io.Reader, lines bool) ([]Input, []diag.Finding) {
	var inputs []Input
	var findings []diag.Finding
	report := func(arg, message, remedy string) {
		findings = append(findings, diag.Finding{Rule: RuleRead, File: filepath.ToSlash(arg), Message: message, Remedy: remedy})
	}
	add := func(file string) {
		inputs = append(inputs, Input{Name: filepath.ToSlash(file), Lines: lines || isLines(file)})
	}
	for _, arg := range args {
		if arg == "-" {
			inputs = append(inputs, Input{Name: "-", Reader: stdin, Lines: lines})
			continue
		}
		paths := []string{arg}
		if _, err := os.Stat(arg); errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[") {
			var err error
			if paths, err = filepath.Glob(arg); err != nil {
				report(arg, "the pattern has no closing bracket or ends in a backslash", "")
				continue
			}
			if len(paths) == 0 {
				report(arg, "no file matches the pattern", "")
				continue
			}
		}
		for _, p := range paths {
			info, err := os.Stat(p)
			switch {
			case err != nil:
				report(p, unreadable(err), "")
			case info.IsDir():
				files, err := folder(p)
				if err != nil {
					report(p, unreadable(err), "")
				}
				if len(files) == 0 && err == nil {
					report(p, "the folder has no file that can be validated", "such files end in "+strings.Join(endings, ", ")+", or in one of these and .gz")
				}
				for _, file := range files {
					add(file)
				}
			default:
				add(p)
			}
		}
	}
	slices.SortStableFunc(inputs, func(a, b Input) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(inputs, func(a, b Input) bool { return a.Name == b.Name }), findings
}

// unreadable says why a file cannot be read. The finding has the path already.
func unreadable(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Sprintf("it cannot be read: %v", err)
}

var endings = []string{".json", ".jsonl", ".ndjson"}

// InFolder tells whether a file is taken when its folder is validated.
func InFolder(name string) bool {
	return slices.Contains(endings, filepath.Ext(strings.TrimSuffix(name, ".gz")))
}

// isLines tells whether a file holds one record a line.
func isLines(name string) bool {
	ext := filepath.Ext(strings.TrimSuffix(name, ".gz"))
	return ext == ".jsonl" || ext == ".ndjson"
}

// folder returns the files below a folder. Links to files are followed, links to
// folders are not, so that there is no going in circles.
func folder(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() || !InFolder(d.Name()):
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			info, err := os.Stat(p)
			if err == nil && !info.Mode().IsRegular() {
				return nil
			}
		case !d.Type().IsRegular():
			return nil
		}
		files = append(files, p)
		return nil
	})
	return files, err
}

// Size is the number of bytes of all inputs that are files; ok is false when
// another one is among them.
func Size(inputs []Input) (total int64, ok bool) {
	for _, in := range inputs {
		if in.Reader != nil {
			return 0, false
		}
		info, err := os.Stat(filepath.FromSlash(in.Name))
		if err != nil {
			continue
		}
		if !info.Mode().IsRegular() {
			return 0, false
		}
		total += info.Size()
	}
	return total, true
}
