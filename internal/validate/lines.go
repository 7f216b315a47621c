package validate

import (
	"bytes"
	"errors"
	"io"
)

// batchBytes is how much is read and judged at a time: enough to make the cost
// of passing it on small, and little enough that what is in flight is small too.
const batchBytes = 128 << 10

// lineReader cuts a stream into batches of whole lines.
type lineReader struct {
	r       io.Reader
	maxLine int
	buf     []byte
	scanned int // bytes of buf that are known to hold no line end
	err     error
}

// errLongLine says that a line is longer than what is held in memory.
var errLongLine = errors.New("line too long")

// next returns the next lines, each but a last one with its end. A line of more than
// maxLine bytes is passed over, and errLongLine returned in its place. Any other
// error, of which io.EOF is the normal one, ends the stream.
//
// A batch is what one read gives, so that a slow writer at the other end of a pipe
// sees its lines judged at once.
func (l *lineReader) next() (string, error) {
	if l.buf == nil {
		l.buf = make([]byte, 0, min(batchBytes, l.maxLine+2))
	}
	for {
		if i := bytes.LastIndexByte(l.buf[l.scanned:], '\n'); i >= 0 {
			return l.take(l.scanned + i + 1), nil
		}
		l.scanned = len(l.buf)
		switch {
		case len(l.buf) > l.maxLine+1: // a carriage return may be the line's end
			return "", l.pass()
		case l.err == io.EOF && len(l.buf) > 0:
			return l.take(len(l.buf)), nil
		case l.err != nil:
			return "", l.err
		case len(l.buf) == cap(l.buf):
			l.buf = append(make([]byte, 0, min(2*cap(l.buf), l.maxLine+2)), l.buf...)
		}
		l.read()
	}
}

func (l *lineReader) read() {
	n, err := l.r.Read(l.buf[len(l.buf):cap(l.buf)])
	l.buf = l.buf[:len(l.buf)+n]
	l.err = err
}

// take removes the first n bytes from the buffer and returns them.
func (l *lineReader) take(n int) string {
	text := string(l.buf[:n])
	rest := l.buf[n:]
	if cap(l.buf) > 4*batchBytes && len(rest) <= batchBytes {
		l.buf = make([]byte, 0, batchBytes) // one long line is no reason to keep its memory
	}
	l.buf = l.buf[:copy(l.buf[:cap(l.buf)], rest)]
	l.scanned = 0
	return text
}

// pass reads on to the end of a line without keeping it.
func (l *lineReader) pass() error {
	for l.err == nil {
		l.buf = l.buf[:0]
		l.read()
		if i := bytes.IndexByte(l.buf, '\n'); i >= 0 {
			l.buf = append(make([]byte, 0, batchBytes), l.buf[i+1:]...)
			l.scanned = 0
			return errLongLine
		}
	}
	l.buf, l.scanned = l.buf[:0], 0
	return errLongLine
}
