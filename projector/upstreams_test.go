package projector

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/upstream"
)

var update = flag.Bool("update", false, "write the golden files")

// requests are valid requests of the tools.
var requests = map[Tool]string{
	LookupKnowledge: `{"query":"how do we drain a broker"}`,
	QueryLogs:       `{"topic":"APPLICATION","query":"basket"}`,
	QueryMySQL:      `{"data_source":"billing","sql":"SELECT 1"}`,
}

// toolOf returns the tool of a built-in upstream.
func toolOf(t *testing.T, name string) Tool {
	t.Helper()
	for _, tool := range Tools() {
		if slices.Contains(Default().Upstreams(tool), name) {
			return tool
		}
	}
	t.Fatalf("no tool has the upstream %s", name)
	return ""
}

// samples are the outputs of testdata/upstreams: UPSTREAM/CASE.json.
func samples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/upstreams/*/*.json")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d samples (%v)", len(files), err)
	}
	return files
}

func TestOutputsOfEveryUpstreamAreProjected(t *testing.T) {
	var got bytes.Buffer
	for _, file := range samples(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		tool := toolOf(t, name)
		call := Call{ID: "call_1", Request: []byte(requests[tool]), Raw: raw}
		auto := Project(tool, call)
		line := auto.AppendJSON(nil)
		fmt.Fprintf(&got, "%s/%s %s\n", name, filepath.Base(file), line)
		if bytes.Contains(line, []byte("CANARY")) {
			t.Errorf("%s: something leaks: %s", file, line)
		}
		call.Upstream = name
		if named := Project(tool, call); string(named.AppendJSON(nil)) != string(line) && auto.Failure == nil {
			t.Errorf("%s: read by name it is %s", file, named.AppendJSON(nil))
		}
		if auto.Upstream != name && auto.Failure == nil {
			t.Errorf("%s is taken for %q", file, auto.Upstream)
		}
	}
	const golden = "testdata/upstreams.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		a, b := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("got  %s\nwant %s\n(-update writes it)", a[i], b[i])
			}
		}
		t.Fatal("the golden file has another number of samples")
	}
}

func TestEveryUpstreamHasASample(t *testing.T) {
	have := map[string]bool{}
	for _, file := range samples(t) {
		have[filepath.Base(filepath.Dir(file))] = true
	}
	set, err := upstream.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range Tools() {
		for _, name := range set.Names(string(tool)) {
			if !have[name] {
				t.Errorf("%s has no sample in testdata/upstreams", name)
			}
		}
	}
}
