package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"acigen": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"gzip":   zip,
			"same":   same,
		},
		Setup: func(env *testscript.Env) error {
			// Building what was generated needs the cache of the machine, not a home.
			for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
				env.Setenv(name, goEnv[name])
			}
			env.Setenv("GOFLAGS", "-mod=mod")
			// The contract project of the evidence tools.
			evidence, err := filepath.Abs(filepath.Join("..", ".."))
			if err != nil {
				return err
			}
			env.Setenv("EVIDENCE", evidence)
			env.Setenv("GOPROXY", "off")
			return nil
		},
	})
}

// status CODE ARG... runs acigen and fails unless it ends with that exit code.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status CODE ARG...")
	}
	err := ts.Exec("acigen", args[1:]...)
	got := "0"
	if err != nil {
		got = exitStatus(err)
	}
	if got != args[0] {
		ts.Fatalf("acigen %v: exit code %s, want %s", args[1:], got, args[0])
	}
}

// gzip [-trunc] FILE [MEMBER...] compresses files into FILE.gz, each as a member of its own.
func zip(ts *testscript.TestScript, neg bool, args []string) {
	cut := len(args) > 0 && args[0] == "-trunc"
	if cut {
		args = args[1:]
	}
	if neg || len(args) < 1 {
		ts.Fatalf("usage: gzip [-trunc] FILE [MEMBER...]")
	}
	var out bytes.Buffer
	for _, name := range args {
		w := gzip.NewWriter(&out)
		_, err := w.Write([]byte(ts.ReadFile(name)))
		ts.Check(err)
		ts.Check(w.Close())
	}
	data := out.Bytes()
	if cut {
		data = data[:len(data)-6]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), data, 0o644))
}

// same DIR DIR fails unless two folders hold the same files.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same DIR DIR")
	}
	trees := make([]map[string]string, 2)
	for i, dir := range args {
		root := os.DirFS(ts.MkAbs(dir))
		trees[i] = tree(ts, root)
	}
	for name, data := range trees[0] {
		if other, there := trees[1][name]; !there || other != data {
			ts.Fatalf("%s is not the same", name)
		}
		delete(trees[1], name)
	}
	for name := range trees[1] {
		ts.Fatalf("%s is in the second folder alone", name)
	}
}

func TestAPanicIsOneLine(t *testing.T) {
	var errOut bytes.Buffer
	s := &streams{in: panicking{}, out: &errOut, err: &errOut}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"type":"string"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	code := run(context.Background(), []string{"validate", "--schema", filepath.Join(dir, "s.json"), "-"}, s)
	const want = "acigen: internal error: out of order\nhint: this is a fault of acigen; run it again with ACIGEN_DEBUG=1 and report what it prints\n"
	if code != exitBroken || errOut.String() != want {
		t.Errorf("code %d, output %q", code, errOut.String())
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("out of order") }

func TestWorst(t *testing.T) {
	for _, c := range []struct {
		name  string
		codes []int
		want  int
	}{
		{"nothing is 0", nil, 0},
		{"an altered lock counts before all", []int{0, 1, 2, 3, 4}, 4},
		{"a broken file counts before findings", []int{1, 2, 3}, 2},
		{"findings count before undecided", []int{3, 1, 0}, 1},
		{"undecided counts before nothing", []int{0, 3}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := worst(c.codes...); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}
