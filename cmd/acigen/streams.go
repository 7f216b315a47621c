package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// outTerminal and errTerminal tell that a person is looking.
	outTerminal, errTerminal bool
}

func systemStreams() *streams {
	return &streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())), errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
}

// complain prints why a command ends, in one line, and what to do.
func (s *streams) complain(message, hint string) {
	_, _ = fmt.Fprintf(s.err, "acigen: %s\n", message)
	if hint != "" {
		_, _ = fmt.Fprintf(s.err, "hint: %s\n", hint)
	}
}

// pipe is a stream whose other end may go away, as in `acigen … | head`. From then
// on it takes everything and writes nothing, after it has called closed once.
type pipe struct {
	w      io.Writer
	before func() // called before each write, may be nil
	closed func() // may be nil

	once sync.Once
	gone bool
}

func (p *pipe) Write(data []byte) (int, error) {
	if p.gone {
		return len(data), nil
	}
	if p.before != nil {
		p.before()
	}
	n, err := p.w.Write(data)
	if errors.Is(err, syscall.EPIPE) {
		p.gone = true
		if p.closed != nil {
			p.once.Do(p.closed)
		}
		return len(data), nil
	}
	return n, err
}
