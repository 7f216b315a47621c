package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestAnInterruptedRunEndsCleanly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	in, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = writer.Write([]byte("\"a\"\n"))
		time.Sleep(50 * time.Millisecond)
		cancel()
	}()
	var out, errOut bytes.Buffer
	code := run(ctx, []string{"validate", "--schema", file, "--lines", "-", "--format", "json"}, &streams{in: in, out: &out, err: &errOut})
	const want = "[\n" + `{"rule":"validate/interrupted","severity":"warning","message":"the run was interrupted: the findings are those so far"}` + "\n]\n"
	if code != exitInterrupted || out.String() != want || errOut.Len() > 0 {
		t.Errorf("code %d, output %q, %q", code, out.String(), errOut.String())
	}
}

func TestAnInterruptedGenerateWritesNothing(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "s.json"), filepath.Join(dir, "out")
	if err := os.WriteFile(file, []byte(`{"type":"object"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var errOut bytes.Buffer
	args := []string{"generate", "--schema", file, "--name", "Order", "--target", "go", "--package", "order", "--out", out}
	code := run(ctx, args, &streams{out: io.Discard, err: &errOut})
	const want = "acigen: interrupted\nhint: nothing was written\n"
	if code != exitInterrupted || errOut.String() != want {
		t.Errorf("code %d, %q", code, errOut.String())
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}
