package lines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRecordsComeOutInOrderWithTheirNumbers(t *testing.T) {
	var in, want strings.Builder
	for i := 1; i <= 5000; i++ {
		if i%7 == 0 {
			in.WriteString(" \r\n")
			continue
		}
		fmt.Fprintf(&in, "record %d\n", i)
		fmt.Fprintf(&want, "%d:record %d\n", i, i)
	}
	in.WriteString("last")
	want.WriteString("5001:last\n")
	var out bytes.Buffer
	err := Map(context.Background(), iotest.HalfReader(strings.NewReader(in.String())), &out, 100, func(dst []byte, r Record) []byte {
		return fmt.Appendf(dst, "%d:%s\n", r.Number, r.Text)
	})
	if err != nil || out.String() != want.String() {
		t.Errorf("%v; %d bytes, want %d", err, out.Len(), want.Len())
	}
}

func TestALongLineIsPassedOver(t *testing.T) {
	var out bytes.Buffer
	in := "a\n" + strings.Repeat("x", 1<<20) + "\nb\n" + strings.Repeat("y", 10) + "\n" + strings.Repeat("z", 11)
	err := Map(context.Background(), strings.NewReader(in), &out, 10, func(dst []byte, r Record) []byte {
		return fmt.Appendf(dst, "%d:%s:%v ", r.Number, r.Text, r.TooLong)
	})
	if want := "1:a:false 2::true 3:b:false 4:yyyyyyyyyy:false 5::true "; err != nil || out.String() != want {
		t.Errorf("%v; %q, want %q", err, out.String(), want)
	}
}

func TestErrorsEndTheMap(t *testing.T) {
	broken := errors.New("broken")
	keep := func(dst []byte, r Record) []byte { return append(dst, r.Text...) }
	var out bytes.Buffer
	err := Map(context.Background(), io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(broken)), &out, 10, keep)
	if !errors.Is(err, broken) || out.String() != "ab" {
		t.Errorf("%v, %q", err, out.String())
	}
	if err := Map(context.Background(), strings.NewReader("a\n"), failing{broken}, 10, keep); !errors.Is(err, broken) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Map(ctx, strings.NewReader(strings.Repeat("a\n", 100000)), io.Discard, 10, keep); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
