package validate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/diag"
)

func lines(v *Validator, text string) []Input {
	return []Input{{Name: "-", Reader: strings.NewReader(text), Lines: true, Validator: v}}
}

// judge runs over inputs and fails on an error.
func judge(t *testing.T, inputs []Input, opts Options) (*sink, Outcome) {
	t.Helper()
	var s sink
	outcome, err := Run(context.Background(), inputs, &s, opts)
	if err != nil {
		t.Fatal(err)
	}
	return &s, outcome
}

func TestRecords(t *testing.T) {
	v := load(t, `{"type": "object"}`)
	for _, c := range []struct {
		name, text string
		want       []string // name:record:findings
		records    int
	}{
		{"nothing", "", []string{"-:0:0"}, 0},
		{"a last line without an end", "{}\n1", []string{"-:2:1", "-:0:0"}, 2},
		{"blank lines are counted and passed over", "\n \t\r\n\n1\n\n", []string{"-:4:1", "-:0:0"}, 1},
		{"carriage returns", "1\r\n{}\r\n2\r\n", []string{"-:1:1", "-:3:1", "-:0:0"}, 3},
		{"a malformed line", "{}\n{\n1\n", []string{"-:2:1", "-:3:1", "-:0:0"}, 3},
		{"a byte order mark", "\ufeff{}\n{}", []string{"-:1:1", "-:0:0"}, 2},
		{"a line that is too long", "{}\n" + strings.Repeat("9", 102) + "\n1\n", []string{"-:2:1", "-:3:1", "-:0:0"}, 3},
		{"a last line that is too long", strings.Repeat("9", 300), []string{"-:1:1", "-:0:0"}, 1},
		{"a line of just the greatest length", "{" + strings.Repeat(" ", 98) + "}\r\n1", []string{"-:2:1", "-:0:0"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, chunk := range []int{1, 7, 1 << 20} {
				in := lines(v, c.text)
				in[0].Reader = &chunked{in[0].Reader, chunk}
				s, outcome := judge(t, in, Options{MaxLine: 100})
				if !slices.Equal(s.inputs, c.want) || outcome.Summary.Records != c.records {
					t.Errorf("in chunks of %d: got %q, %d records", chunk, s.inputs, outcome.Summary.Records)
				}
			}
		})
	}
}

// chunked gives few bytes at a time.
type chunked struct {
	r io.Reader
	n int
}

func (c *chunked) Read(p []byte) (int, error) { return c.r.Read(p[:min(len(p), c.n)]) }

func TestTheReportDoesNotDependOnTheNumberOfWorkers(t *testing.T) {
	v := load(t, `{"type": "object", "properties": {"a": {"maximum": 50}}, "additionalProperties": false}`)
	dir := t.TempDir()
	random := rand.New(rand.NewSource(1))
	var text bytes.Buffer
	for range 30_000 {
		fmt.Fprintf(&text, "{\"a\": %d, \"%c\": 1}\n", random.Intn(100), 'a'+random.Intn(2))
	}
	for i := range 50 {
		name := filepath.Join(dir, fmt.Sprintf("%02d.json", i))
		if err := os.WriteFile(name, []byte(fmt.Sprintf(`{"a": %d}`, i+25)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "x.ndjson"), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{0, 10, 1000} {
		var first string
		for _, workers := range []int{1, 2, 5} {
			inputs, findings := Expand([]string{dir}, nil, false)
			if len(inputs) != 51 || findings != nil {
				t.Fatalf("%d inputs, %v", len(inputs), findings)
			}
			for i := range inputs {
				inputs[i].Validator = v
			}
			s, outcome := judge(t, inputs, Options{Workers: workers, MaxFindings: limit})
			got := fmt.Sprint(outcome, s.inputs)
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%d workers report something else", workers)
			}
			if outcome.Summary.Records != 30_000 || outcome.Summary.Inputs != 51 {
				t.Errorf("%+v", outcome)
			}
		}
	}
}

func TestALimitDoesNotChangeTheCounts(t *testing.T) {
	v := load(t, `{"items": {"type": "string"}}`)
	text := strings.Repeat("["+strings.Repeat("1,", 149)+"1]\n[1,2]\n[\"x\"]\n", 1000)
	_, all := judge(t, lines(v, text), Options{})
	_, few := judge(t, lines(v, text), Options{MaxFindings: 3})
	// Of each first line 100 violations are listed, and one finding says how many more there are.
	if all != few || all.Summary.Errors != 103_000 {
		t.Errorf("%+v with all, %+v with few", all, few)
	}
}

func TestDocumentsBeyondTheLimitAreUnreadable(t *testing.T) {
	v := load(t, `{}`)
	for _, c := range []struct {
		name string
		size int
		want string
	}{
		{"just the limit", 1000, ""},
		{"one more", 1001, "the document has more than 1000 bytes; one record a line (NDJSON) has no such limit"},
		{"many more", 1 << 20, "the document has more than 1000 bytes; one record a line (NDJSON) has no such limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Input{Name: "-", Reader: strings.NewReader(`"` + strings.Repeat("x", c.size-2) + `"`), Validator: v}
			s, outcome := judge(t, []Input{in}, Options{MaxDocument: 1000})
			got := ""
			if len(s.findings) > 0 {
				got = s.findings[0].Message
			}
			if got != c.want || outcome.Unreadable != (c.want != "") {
				t.Errorf("got %q, %+v", got, outcome)
			}
		})
	}
}

func TestARunEndsWhenItsContextDoes(t *testing.T) {
	v := load(t, `{}`)
	ctx, cancel := context.WithCancel(context.Background())
	waiting, never := io.Pipe()
	defer func() { _ = never.Close() }()
	time.AfterFunc(20*time.Millisecond, cancel)
	start := time.Now()
	_, err := Run(ctx, []Input{{Name: "-", Reader: waiting, Lines: true, Validator: v}}, &sink{}, Options{})
	if !errors.Is(err, context.Canceled) || time.Since(start) > time.Minute {
		t.Errorf("got %v after %v", err, time.Since(start))
	}
}

type broken struct{}

var errSink = errors.New("the sink is full")

func (broken) Read([]byte) (int, error) { return 0, errSink }

func TestAnErrorOfReadingIsAFinding(t *testing.T) {
	v := load(t, `{"type": "object"}`)
	for _, asLines := range []bool{false, true} {
		in := Input{Name: "-", Reader: io.MultiReader(strings.NewReader("1\n"), broken{}), Lines: asLines, Validator: v}
		s, outcome := judge(t, []Input{in}, Options{})
		last := s.findings[len(s.findings)-1]
		if !outcome.Unreadable || last.Rule != RuleRead || last.Message != "it cannot be read: the sink is full" {
			t.Errorf("lines %t: got %+v", asLines, s.findings)
		}
	}
}

// stream makes n records on the fly.
type stream struct {
	n    int
	line []byte
	rest []byte
}

func (s *stream) Read(p []byte) (int, error) {
	read := 0
	for read < len(p) {
		if len(s.rest) == 0 {
			if s.n == 0 {
				break
			}
			s.n--
			s.rest = s.line
		}
		n := copy(p[read:], s.rest)
		s.rest = s.rest[n:]
		read += n
	}
	if read == 0 {
		return 0, io.EOF
	}
	return read, nil
}

func TestAStreamOfAnyLengthTakesConstantMemory(t *testing.T) {
	v := load(t, `{"type": "object", "required": ["message"], "additionalProperties": false,
		"properties": {"message": {"type": "string", "maxLength": 1000}, "level": {"enum": ["INFO", "WARN"]}, "at": {"type": "integer"}}}`)
	for _, c := range []struct {
		name, line string
		bytes      int
	}{
		{"valid records", `{"message": "` + strings.Repeat("connection pool exhausted ", 20) + `", "level": "WARN", "at": 1700000000}` + "\n", 200 << 20},
		{"invalid records", `{"message": "` + strings.Repeat("connection pool exhausted ", 20) + `", "level": "FATAL", "at": 1.5}` + "\n", 20 << 20},
		{"tiny invalid records", "1\n", 1 << 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			runtime.GC()
			var before, now runtime.MemStats
			runtime.ReadMemStats(&before)
			var peak atomic.Uint64
			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(stopped)
				for {
					select {
					case <-stop:
						return
					case <-time.After(10 * time.Millisecond):
						runtime.ReadMemStats(&now)
						peak.Store(max(peak.Load(), now.HeapInuse))
					}
				}
			}()
			n := c.bytes / len(c.line)
			in := Input{Name: "-", Reader: &stream{n: n, line: []byte(c.line)}, Lines: true, Validator: v}
			outcome, err := Run(context.Background(), []Input{in}, discard{}, Options{MaxFindings: 1000})
			close(stop)
			<-stopped
			if err != nil || outcome.Summary.Records != n {
				t.Fatalf("%+v, %v", outcome, err)
			}
			if grown := int64(peak.Load()) - int64(before.HeapInuse); grown > 64<<20 {
				t.Errorf("%d MiB of heap for %d MiB of input", grown>>20, c.bytes>>20)
			}
		})
	}
}

type discard struct{}

func (discard) Input(string, int, []diag.Finding) error { return nil }
