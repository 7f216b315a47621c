package validate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/kernel"
)

// The bounds of what is held in memory, unless Options say otherwise.
const (
	DefaultMaxDocument = 1 << 30   // bytes of a whole document, decompressed
	DefaultMaxLine     = 256 << 20 // bytes of one record

	largeDocument = 64 << 20 // from here on one document is held at a time
	largeBatch    = 8 << 20  // from here on reading waits for the verdict
)

// Options are the bounds of a run. The zero value has the defaults.
type Options struct {
	// MaxFindings is how many findings will be printed, 0 for all. Of a batch that
	// has more, the rest is counted without being located.
	MaxFindings int
	// MaxDocument and MaxLine are in bytes; 0 means the defaults above.
	MaxDocument int64
	MaxLine     int
	// Workers is the number of goroutines that judge, 0 for one a core.
	Workers int
	// Read, when it is not nil, counts the bytes that have been read of the inputs as they are on disk.
	Read *atomic.Int64
}

// Sink takes findings in the order of the inputs; a diag.Reporter is one, and its
// comment says how it is called.
type Sink interface {
	Input(name string, record int, findings []diag.Finding) error
}

// Outcome is what a run comes to.
type Outcome struct {
	Summary diag.Summary
	// Unreadable tells that an input could not be read, or not to its end.
	Unreadable bool
}

// Run judges all inputs. The sink is called from the calling goroutine, and what it
// gets does not depend on how the work was divided. The error is the sink's, or
// the context's when it is done before the run is; the outcome is then that of the
// inputs so far. A goroutine that waits for a reader may outlive the run.
func Run(ctx context.Context, inputs []Input, sink Sink, opts Options) (Outcome, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &run{ctx: ctx, opts: opts}
	if r.opts.Workers <= 0 {
		r.opts.Workers = runtime.GOMAXPROCS(0)
	}
	if r.opts.MaxDocument <= 0 {
		r.opts.MaxDocument = DefaultMaxDocument
	}
	if r.opts.MaxLine <= 0 {
		r.opts.MaxLine = DefaultMaxLine
	}
	if r.opts.Read == nil {
		r.opts.Read = new(atomic.Int64)
	}
	r.order = make(chan *job, 2*r.opts.Workers)
	r.work = make(chan *job, 2*r.opts.Workers)
	go r.produce(inputs)
	for range r.opts.Workers {
		go r.serve()
	}
	c := consumer{sink: sink, records: runRecords, bytes: runBytes, work: runWork}
	for {
		select {
		case <-ctx.Done():
			return c.Outcome, ctx.Err()
		case j, more := <-r.order:
			if !more {
				return c.Outcome, nil
			}
			select {
			case <-ctx.Done():
				return c.Outcome, ctx.Err()
			case <-j.done:
			}
			if j.panicked != nil {
				panic(j.panicked) // in the caller's goroutine, which can recover
			}
			if err := c.take(j); err != nil {
				return c.Outcome, err
			}
		}
	}
}

type run struct {
	ctx         context.Context
	opts        Options
	order, work chan *job
	large       sync.Mutex
}

// job is a document, some lines of an input, or the end of one. What is below
// done is written before done is closed and read only after.
type job struct {
	in    *Input
	lines bool
	first int    // the record that text starts with
	text  string // lines
	last  bool   // the input ends here
	done  chan struct{}

	records  int
	failed   []failure
	problem  string // why the input could not be read on
	panicked any
}

// failure is a document or a record that is not valid.
type failure struct {
	record   int
	findings []diag.Finding
	count    int    // instead of findings: how many there are
	text     string // for the second engine; empty when it is not to be asked
	invalid  *kernel.ValidationError
}

// produce makes the jobs, in order.
func (r *run) produce(inputs []Input) {
	defer close(r.work)
	defer close(r.order)
	for i := range inputs {
		in := &inputs[i]
		if !in.Lines {
			if !r.push(&job{in: in, last: true}) {
				return
			}
			continue
		}
		if !r.lines(in) {
			return
		}
	}
}

// push hands a job on; false means that the run is over.
func (r *run) push(j *job) bool {
	j.done = make(chan struct{})
	for _, to := range []chan *job{r.order, r.work} {
		select {
		case to <- j:
		case <-r.ctx.Done():
			return false
		}
	}
	return true
}

// lines makes the jobs of an input that holds one record a line.
func (r *run) lines(in *Input) (goOn bool) {
	end := &job{in: in, lines: true, last: true}
	defer func() {
		end.panicked = recover()
		if end.panicked != nil || goOn {
			goOn = r.push(end) && end.panicked == nil
		}
	}()
	s, err := open(in, r.opts.Read)
	if err != nil {
		end.problem = unreadable(err)
		return true
	}
	defer s.Close()
	reader := lineReader{r: s, maxLine: r.opts.MaxLine}
	for record := 1; ; {
		text, err := reader.next()
		j := &job{in: in, lines: true, first: record, text: text}
		switch {
		case err == nil:
			record += strings.Count(text, "\n")
		case errors.Is(err, errLongLine):
			j.failed = []failure{{record: record, findings: []diag.Finding{{
				Rule: "validate/size", File: in.Name, Record: record, Line: record, Column: 1, HasInstance: true,
				Message: fmt.Sprintf("the record has more than %s, which is the most that one can have", size(int64(r.opts.MaxLine))),
			}}}}
			j.records = 1
			record++
		case err == io.EOF:
			return true
		default:
			end.problem = unreadable(err)
			return true
		}
		if !r.push(j) {
			return false
		}
		if len(text) > largeBatch {
			select {
			case <-j.done:
			case <-r.ctx.Done():
				return false
			}
		}
	}
}
