// Package measure times many subjects against each other: in rounds, so that
// whatever disturbs the machine disturbs all of them, and by the median.
package measure

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
)

// Subject is something that can be repeated.
type Subject interface {
	// Run repeats it n times and returns how long that took.
	Run(n int) (time.Duration, error)
}

// Plan says how long to measure.
type Plan struct {
	// Rounds is the number of samples of each subject, at least 1.
	Rounds int
	// Sample is how long one sample lasts at least. It should span several
	// cycles of the collector.
	Sample time.Duration
	// LiveHeap is the number of bytes that stay live meanwhile, which sets how
	// often the collector runs. What is live already counts.
	LiveHeap int
}

// Medians returns the nanoseconds that one repetition of each subject takes:
// the median over the rounds. In every round every subject has its turn, in a
// new order.
func Medians(plan Plan, subjects []Subject) ([]float64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ballast := fill(plan.LiveHeap)
	defer runtime.KeepAlive(ballast)

	repeats := make([]int, len(subjects))
	for i, s := range subjects {
		n, err := calibrate(s, plan.Sample)
		if err != nil {
			return nil, err
		}
		repeats[i] = n
	}
	samples := make([][]float64, len(subjects))
	random := rand.New(rand.NewPCG(17, 19))
	for range plan.Rounds {
		for _, i := range random.Perm(len(subjects)) {
			took, err := subjects[i].Run(repeats[i])
			if err != nil {
				return nil, err
			}
			samples[i] = append(samples[i], float64(took.Nanoseconds())/float64(repeats[i]))
		}
	}
	medians := make([]float64, len(subjects))
	for i := range samples {
		slices.Sort(samples[i])
		medians[i] = samples[i][len(samples[i])/2]
	}
	return medians, nil
}

// LiveHeap returns the bytes that are live now.
func LiveHeap() int {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// fill allocates what is missing to a live heap of the given size. It holds no
// pointers, so it costs the collector nothing to scan: that favours those
// subjects which allocate.
func fill(size int) []byte {
	ballast := make([]byte, max(0, size-LiveHeap()))
	for i := 0; i < len(ballast); i += 4096 {
		ballast[i] = 1
	}
	runtime.GC()
	return ballast
}

// calibrate returns a number of repetitions that lasts about as long as asked.
func calibrate(s Subject, sample time.Duration) (int, error) {
	for n := 1; ; n *= 2 {
		took, err := s.Run(n)
		if err != nil {
			return 0, err
		}
		if took >= sample/4 || n >= 1<<24 {
			scale := float64(sample) / float64(max(took, time.Nanosecond))
			return max(1, int(float64(n)*min(scale, 4)+0.5)), nil
		}
	}
}

// Local is a subject in this process.
type Local struct {
	// Once does it once.
	Once func() error
	// Fails says that Once must return an error; otherwise it must not.
	Fails bool
}

// Run implements Subject.
func (l Local) Run(n int) (time.Duration, error) {
	var err error
	start := Now()
	for range n {
		err = l.Once()
	}
	took := Now() - start
	if (err != nil) != l.Fails {
		return 0, fmt.Errorf("the answer changed while measuring: %v", err)
	}
	return took, nil
}

var started = time.Now()

func wall() time.Duration { return time.Since(started) }
