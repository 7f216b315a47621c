// Command acigen is to the tools of LLM agents what buf is to protobuf: schemas are
// the source of truth, everything else is generated from them or checked against them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	// A closed pipe shall be an error of writing, not the end of the process.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], systemStreams()))
}

// run runs one command line and returns its exit code. What it panics with is a
// fault of acigen, and told in one line.
func run(ctx context.Context, args []string, s *streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			code = exitBroken
			_, _ = fmt.Fprintf(s.err, "acigen: internal error: %v\nhint: this is a fault of acigen; run it again with ACIGEN_DEBUG=1 and report what it prints\n", p)
			if os.Getenv("ACIGEN_DEBUG") != "" {
				_, _ = s.err.Write(debug.Stack())
			}
		}
	}()
	root := newRoot(s)
	root.SetArgs(args)
	return exitCode(root.ExecuteContext(ctx), s)
}

// unlessDone runs work that only reads, and returns true when it has ended. Once
// the context is done it returns false at once, and what the work comes to must not
// be looked at. It panics as the work does.
func unlessDone(ctx context.Context, work func()) bool {
	if ctx.Err() != nil {
		return false
	}
	ended := make(chan any, 1)
	go func() {
		defer func() { ended <- recover() }()
		work()
	}()
	select {
	case <-ctx.Done():
		return false
	case p := <-ended:
		if p != nil {
			panic(p) // where it is told in one line
		}
		return true
	}
}
