package main

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/lines"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/projector"
)

// projectLines projects one envelope a line.
func (o *projectOptions) projectLines(ctx context.Context, p *projector.Projector, in io.Reader) error {
	var failed atomic.Bool
	var broken error
	var once sync.Once
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tapes := sync.Pool{New: func() any { return new(tape.Tape) }}
	bar := startProgress(o.common, -1)
	out := &pipe{w: o.out, before: bar.hide, closed: func() { cancel(errClosed) }}
	err := lines.Map(ctx, in, out, maxEnvelope, func(dst []byte, r lines.Record) []byte {
		t := tapes.Get().(*tape.Tape)
		defer tapes.Put(t)
		projection, err := o.envelope(ctx, p, t, r)
		if err != nil {
			once.Do(func() { broken = err; cancel(err) })
			return dst
		}
		if projection.Status == projector.Error {
			failed.Store(true)
		}
		bar.read.Add(int64(len(r.Text)))
		dst = append(dst, `{"record":`...)
		dst = append(strconv.AppendInt(dst, int64(r.Number), 10), ',')
		at := len(dst)
		dst = projection.AppendJSON(dst)
		dst = append(dst[:at], dst[at+1:]...) // its brace is open already
		return append(dst, '\n')
	})
	bar.stop()
	switch {
	case broken != nil:
		return broken
	case errors.Is(context.Cause(ctx), errClosed):
	case errors.Is(err, context.Canceled):
		o.complain("interrupted", "what was printed is complete up to its last line")
		return exit(exitInterrupted)
	case err != nil:
		return fail("", "%w", err)
	}
	if failed.Load() {
		return withCode(exitFindings)
	}
	return nil
}

// noEnvelope is the projection of a line that is none.
func noEnvelope(message string) projector.Projection {
	return projector.Projection{Status: projector.Error, EvidenceRefs: []projector.EvidenceRef{}, Failure: &projector.Failure{Class: projector.FailureSchema, Message: message}}
}

// envelope projects what one line says.
func (o *projectOptions) envelope(ctx context.Context, p *projector.Projector, t *tape.Tape, r lines.Record) (projector.Projection, error) {
	if r.TooLong {
		return noEnvelope("the line is too long"), nil
	}
	v, fault := t.Parse(kernel.View(r.Text), 0)
	tool := v.Get("tool")
	if fault != tape.Sound || v.Kind() != tape.Object || tool.Kind() != tape.String {
		return noEnvelope("the line is no envelope"), nil
	}
	call := projector.Call{Upstream: o.upstream, Request: []byte(v.Get("request").Raw()), Raw: []byte(v.Get("raw").Raw())}
	if id := v.Get("tool_call_id"); id.Kind() == tape.String {
		call.ID = id.Text()
	}
	if name := v.Get("upstream"); name.Kind() == tape.String {
		call.Upstream = name.Text()
	}
	return o.recorded(ctx, p, projector.Tool(tool.Text()), call)
}
