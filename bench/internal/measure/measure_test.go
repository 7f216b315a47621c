package measure

import (
	"errors"
	"testing"
	"time"
)

// fixed is a subject that claims a time; every third sample is disturbed.
type fixed struct {
	each time.Duration
	runs int
}

func (f *fixed) Run(n int) (time.Duration, error) {
	f.runs++
	took := f.each * time.Duration(n)
	if f.runs%3 == 0 {
		took *= 10
	}
	return took, nil
}

func TestTheMedianIgnoresDisturbedSamples(t *testing.T) {
	plan := Plan{Rounds: 9, Sample: time.Millisecond}
	got, err := Medians(plan, []Subject{&fixed{each: 200}, &fixed{each: 3000}})
	if err != nil {
		t.Fatal(err)
	}
	if got[0] != 200 || got[1] != 3000 {
		t.Errorf("medians %v, want [200 3000]", got)
	}
}

func TestAnAnswerThatChangesEndsTheMeasurement(t *testing.T) {
	calls := 0
	subject := Local{Once: func() error {
		calls++
		if calls > 5 {
			return errors.New("refused")
		}
		return nil
	}}
	if _, err := Medians(Plan{Rounds: 3, Sample: time.Second}, []Subject{subject}); err == nil {
		t.Error("no error")
	}
}

func TestTheLiveHeapIsFilledUp(t *testing.T) {
	before := LiveHeap()
	ballast := fill(before + 1<<20)
	if got := len(ballast); got < 1<<19 || got > 1<<21 {
		t.Errorf("ballast of %d bytes for 1 MiB more", got)
	}
}
