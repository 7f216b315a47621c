// Package lines maps the records of NDJSON streams on all cores, in order and in
// bounded memory.
package lines

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// Record is one line of a stream that is not blank.
type Record struct {
	// Number is the line's number, from 1; blank lines count.
	Number int
	// Text is the line without its end. It is valid during the call.
	Text []byte
	// TooLong tells that the line was longer than allowed; Text is then empty.
	TooLong bool
}

// batch is some records that one worker maps, and what comes out.
type batch struct {
	text    []byte
	records []span
	out     []byte
	err     error // of the reader, behind the records
	done    chan struct{}
}

type span struct {
	number, from, to int
	tooLong          bool
}

const (
	batchBytes   = 1 << 18
	batchRecords = 512
)

// Map reads records from r, calls f for each on several goroutines, and writes what
// f appends to dst in the records' order. A line may have maxLine bytes; a longer one
// is passed over and reported to f as such. Map ends at the first error of r or w, and
// when the context is done; what was mapped before is written.
func Map(ctx context.Context, r io.Reader, w io.Writer, maxLine int, f func(dst []byte, record Record) []byte) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	order := make(chan *batch, 2*workers)
	work := make(chan *batch, 2*workers)
	free := make(chan *batch, 4*workers)
	go read(ctx, bufio.NewReaderSize(r, 1<<16), maxLine, order, work, free)
	for range workers {
		go func() {
			for b := range work {
				for _, s := range b.records {
					b.out = f(b.out, Record{s.number, b.text[s.from:s.to], s.tooLong})
				}
				close(b.done)
			}
		}()
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b, more := <-order:
			if !more {
				return nil
			}
			<-b.done
			if len(b.out) > 0 {
				if _, err := w.Write(b.out); err != nil {
					return err
				}
			}
			if b.err != nil {
				return b.err
			}
			select {
			case free <- b:
			default:
			}
		}
	}
}

// read parts the stream into batches.
func read(ctx context.Context, r *bufio.Reader, maxLine int, order, work chan<- *batch, free <-chan *batch) {
	defer close(order)
	defer close(work)
	number := 0
	for {
		b := fresh(free)
		end := false
		for len(b.text) < batchBytes && len(b.records) < batchRecords {
			number++
			from := len(b.text)
			tooLong, err := b.line(r, maxLine)
			if line := bytes.Trim(b.text[from:], " \t\r\n"); len(line) > 0 || tooLong {
				b.records = append(b.records, span{number, from, len(b.text), tooLong})
			}
			if err != nil {
				end = true
				if !errors.Is(err, io.EOF) {
					b.err = fmt.Errorf("line %d: %w", number, err)
				}
				break
			}
		}
		for _, ch := range []chan<- *batch{order, work} {
			select {
			case ch <- b:
			case <-ctx.Done():
				return
			}
		}
		if end {
			return
		}
	}
}

func fresh(free <-chan *batch) *batch {
	select {
	case b := <-free:
		b.text, b.records, b.out, b.err, b.done = b.text[:0], b.records[:0], b.out[:0], nil, make(chan struct{})
		const keep = 8 << 20
		if cap(b.text) > keep || cap(b.out) > keep {
			b.text, b.out = nil, nil
		}
		return b
	default:
		return &batch{done: make(chan struct{})}
	}
}

// line appends the next line without its end to the batch.
func (b *batch) line(r *bufio.Reader, maxLine int) (tooLong bool, err error) {
	from := len(b.text)
	for {
		piece, err := r.ReadSlice('\n')
		if !tooLong {
			b.text = append(b.text, piece...)
		}
		if n := len(bytes.TrimSuffix(b.text[from:], []byte("\n"))); n > maxLine {
			tooLong = true
			b.text = b.text[:from]
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if n := len(b.text); !tooLong && n > from && b.text[n-1] == '\n' {
			b.text = b.text[:n-1]
		}
		return tooLong, err
	}
}
