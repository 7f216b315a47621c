package main

import (
	"context"
	"errors"
	"time"

	"github.com/acigen/acigen/internal/recorder"
	"github.com/acigen/acigen/projector"
)

// recorded projects a call, and records the invocation where there is a store: before
// the projection, and behind it.
func (o *projectOptions) recorded(ctx context.Context, p *projector.Projector, tool projector.Tool, call projector.Call) (projector.Projection, error) {
	if o.recorder == nil || !p.Knows(tool) {
		return p.Project(tool, call), nil
	}
	key, err := o.recorder.Begin(ctx, recorder.Call{
		ID: call.ID, HasID: p.ValidID(tool, call.ID), Tool: string(tool), Request: call.Request, Started: time.Now(),
	})
	if err != nil {
		return projector.Projection{}, storeFailure(err)
	}
	projection := p.Project(tool, call)
	outcome := recorder.Outcome{
		Status: string(projection.Status), Result: projection.Result, Fingerprint: projection.ScopeFingerprint,
		Refs: projector.AppendRefs(nil, projection.EvidenceRefs), Notices: projector.AppendNotices(nil, projection.Notices), Ended: time.Now(),
	}
	if f := projection.Failure; f != nil {
		outcome.FailureClass, outcome.FailureMessage = string(f.Class), f.Message
	}
	if err := o.recorder.Finish(ctx, key, outcome); err != nil {
		return projector.Projection{}, storeFailure(err)
	}
	return projection, nil
}

func storeFailure(err error) error {
	if errors.Is(err, recorder.ErrConflict) {
		return fail("each call has an ID of its own; acigen invocations show prints what is recorded", "--store: %w with another tool, request or result; nothing was overwritten", err)
	}
	return fail("", "--store: %w", err)
}
