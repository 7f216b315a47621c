package projector

import (
	"context"
	"sync"
	"sync/atomic"
)

// Handler is a host's own way to run a tool: it returns what the upstream printed.
type Handler func(ctx context.Context, tool Tool, call Call) (output []byte, err error)

// ShadowReport is what the contract would have said about one call of the old path.
type ShadowReport struct {
	Tool       Tool
	CallID     string
	Projection Projection
	// Err is the old path's own error; the output is then projected as far as there is one.
	Err error
}

// Shadow runs projections beside a host's old path: outputs go on untouched and
// without delay, and what the contract would have said is reported. Nothing is cut
// over; to answer with projections is the host's own later step.
//
// Outputs wait in a queue of bounded length for one goroutine. When it is full, an
// output is not projected but counted (Dropped), so that the old path never waits.
// Make one with NewShadow, and Close it to wait for what is in the queue.
type Shadow struct {
	projector *Projector
	report    func(ShadowReport)
	queue     chan shadowed
	dropped   atomic.Int64
	done      chan struct{}
	closing   sync.RWMutex
	closed    bool
}

type shadowed struct {
	tool Tool
	call Call
	err  error
}

// NewShadow returns a shadow whose queue holds so many outputs, at least 1. Report is
// called from one goroutine, one report after the other; a panic of it ends with
// that report.
func NewShadow(p *Projector, queue int, report func(ShadowReport)) *Shadow {
	s := &Shadow{projector: p, report: report, queue: make(chan shadowed, max(queue, 1)), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		for next := range s.queue {
			s.project(next)
		}
	}()
	return s
}

// Wrap returns a handler that does what next does, and has its output projected
// beside. The call's Raw is ignored: it is what next returns.
func (s *Shadow) Wrap(next Handler) Handler {
	return func(ctx context.Context, tool Tool, call Call) ([]byte, error) {
		output, err := next(ctx, tool, call)
		// The host may change what it owns as soon as it has it back.
		call.Raw = append([]byte(nil), output...)
		call.Request = append([]byte(nil), call.Request...)
		if err != nil && call.Failed == "" && len(output) == 0 {
			call.Failed = FailureExecution
		}
		s.put(shadowed{tool, call, err})
		return output, err
	}
}

// Dropped returns how many outputs were not projected because the queue was full, or
// the shadow closed.
func (s *Shadow) Dropped() int64 { return s.dropped.Load() }

// Close waits until everything in the queue is reported. Handlers go on without a shadow.
func (s *Shadow) Close() {
	s.closing.Lock()
	if !s.closed {
		s.closed = true
		close(s.queue)
	}
	s.closing.Unlock()
	<-s.done
}

func (s *Shadow) put(next shadowed) {
	s.closing.RLock()
	defer s.closing.RUnlock()
	if !s.closed {
		select {
		case s.queue <- next:
			return
		default:
		}
	}
	s.dropped.Add(1)
}

func (s *Shadow) project(next shadowed) {
	defer func() { _ = recover() }()
	s.report(ShadowReport{next.tool, next.call.ID, s.projector.Project(next.tool, next.call), next.err})
}
