package validate

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// source is an open input, decompressed.
type source struct {
	io.Reader
	file *os.File
}

func (s *source) Close() {
	if s.file != nil {
		_ = s.file.Close()
	}
}

var errNotGzip = errors.New("the file is called .gz and is not in gzip format")

// open opens an input. What starts with the magic number of gzip (RFC 1952,
// section 2.3.1), which no JSON text does, is decompressed, all its members.
func open(in *Input, read *atomic.Int64) (*source, error) {
	s := &source{}
	raw := in.Reader
	if raw == nil {
		file, err := os.Open(filepath.FromSlash(in.Name))
		if err != nil {
			return nil, err
		}
		s.file, raw = file, file
	}
	buffered := bufio.NewReaderSize(&counting{raw, read}, 64<<10)
	s.Reader = buffered
	magic, err := buffered.Peek(2)
	switch {
	case len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b:
		unzip, err := gzip.NewReader(buffered)
		if err != nil {
			s.Close()
			return nil, err
		}
		s.Reader = whole{unzip}
	case err != nil && err != io.EOF:
		s.Close()
		return nil, err
	case strings.HasSuffix(in.Name, ".gz"):
		s.Close()
		return nil, errNotGzip
	}
	return s, nil
}

// whole says of compressed data that ends early what is wrong with it.
type whole struct{ io.Reader }

func (w whole) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCutOff
	}
	return n, err
}

// errCutOff is the error of compressed data that ends too early, or that something else follows.
var errCutOff = errors.New("the compressed data is cut off, or followed by something else")

// counting counts the bytes that are read, for a display of progress.
type counting struct {
	r    io.Reader
	read *atomic.Int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// errTooLarge says that a document is larger than what is held in memory.
type errTooLarge int64

func (e errTooLarge) Error() string {
	return fmt.Sprintf("the document has more than %s; one record a line (NDJSON) has no such limit", size(int64(e)))
}

// size prints a number of bytes.
func size(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// whole reads a document of at most limit bytes. From large bytes on it is read
// only once alone returns.
func (s *source) whole(limit, large int64, alone func()) (string, error) {
	var b strings.Builder
	if s.file != nil {
		if info, err := s.file.Stat(); err == nil && info.Mode().IsRegular() {
			b.Grow(int(min(info.Size(), large)) + 1)
		}
	}
	n, err := io.CopyN(&b, s, min(large, limit+1))
	if err == nil && n <= limit {
		alone()
		_, err = io.CopyN(&b, s, limit+1-n)
	}
	switch {
	case err == io.EOF:
		return b.String(), nil
	case err != nil:
		return "", err
	}
	return "", errTooLarge(limit)
}
