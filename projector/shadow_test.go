package projector

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestAShadowHandsTheOldOutputOnUntouched(t *testing.T) {
	old := []byte(`{"logs":[{"timestamp":"2026-03-01 10:15:02","message":"a"}]}`)
	var reports []ShadowReport
	s := NewShadow(Default(), 10, func(r ShadowReport) { reports = append(reports, r) })
	broken := errors.New("broken")
	handler := s.Wrap(func(_ context.Context, _ Tool, call Call) ([]byte, error) {
		if call.ID == "call_2" {
			return nil, broken
		}
		return old, nil
	})
	out, err := handler(context.Background(), QueryLogs, Call{ID: "call_1", Request: []byte(requests[QueryLogs])})
	if err != nil || &out[0] != &old[0] {
		t.Errorf("%s, %v", out, err)
	}
	clear(out) // the host owns it
	if _, err := handler(context.Background(), QueryLogs, Call{ID: "call_2", Request: []byte(requests[QueryLogs])}); !errors.Is(err, broken) {
		t.Error(err)
	}
	s.Close()
	s.Close()
	if len(reports) != 2 || reports[0].CallID != "call_1" || reports[0].Projection.Failure != nil || class(reports[1].Projection) != "EXECUTION" || !errors.Is(reports[1].Err, broken) {
		t.Errorf("%+v", reports)
	}
	if _, err := handler(context.Background(), QueryLogs, Call{ID: "call_3"}); err != nil || s.Dropped() != 1 {
		t.Errorf("after Close: %v, %d dropped", err, s.Dropped())
	}
}

func TestAShadowNeverMakesTheOldPathWait(t *testing.T) {
	hold := make(chan struct{})
	var once sync.Once
	s := NewShadow(Default(), 1, func(ShadowReport) {
		once.Do(func() { <-hold })
		panic("a report that fails")
	})
	handler := s.Wrap(func(context.Context, Tool, Call) ([]byte, error) { return []byte("x"), nil })
	for range 50 {
		if out, err := handler(context.Background(), LookupKnowledge, Call{}); err != nil || string(out) != "x" {
			t.Fatal(err)
		}
	}
	close(hold)
	s.Close()
	if s.Dropped() < 47 {
		t.Errorf("%d dropped", s.Dropped())
	}
}
