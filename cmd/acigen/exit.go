package main

import (
	"errors"
	"fmt"
	"strings"
)

// The exit codes of all commands.
const (
	exitOK          = 0
	exitFindings    = 1   // findings of severity error
	exitBroken      = 2   // usage, an unreadable file, a broken schema or configuration
	exitUndecided   = 3   // check and diff: nothing worse than undecided
	exitAltered     = 4   // acigen.lock or a frozen file was altered
	exitInterrupted = 130 // Ctrl-C
)

// worst returns the code that counts where several hold.
func worst(codes ...int) int {
	rank := map[int]int{exitOK: 0, exitUndecided: 1, exitFindings: 2, exitBroken: 3, exitAltered: 4, exitInterrupted: 5}
	out := exitOK
	for _, code := range codes {
		if rank[code] > rank[out] {
			out = code
		}
	}
	return out
}

// exit is the error of a command that has said everything and ends with a code.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// withCode is nil for the code 0.
func withCode(code int) error {
	if code == exitOK {
		return nil
	}
	return exit(code)
}

// failure is an error that ends a command with exitBroken. The hint, which may be
// empty, says what to do.
type failure struct {
	err  error
	hint string
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func fail(hint, format string, args ...any) error {
	return &failure{fmt.Errorf(format, args...), hint}
}

// exitCode prints an error, unless all is said, and returns the process's exit code.
func exitCode(err error, s *streams) int {
	var code exit
	var known *failure
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &known):
		s.complain(known.Error(), known.hint)
		return exitBroken
	}
	// What is left is cobra's: a message, and perhaps what was meant.
	message, rest, _ := strings.Cut(err.Error(), "\n")
	hint := "acigen --help lists the commands"
	if _, meant, ok := strings.Cut(rest, "Did you mean this?\n"); ok {
		hint = "did you mean " + strings.Join(strings.Fields(meant), " or ") + "?"
	}
	s.complain(message, hint)
	return exitBroken
}
