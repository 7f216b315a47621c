package projector

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
		named := Project(tool, call)
		byName := named.AppendJSON(nil)
		if bytes.Contains(byName, []byte("CANARY")) {
			t.Errorf("%s: something leaks by name: %s", file, byName)
		}
		switch {
		case bytes.Equal(byName, line):
		case auto.Failure == nil:
			t.Errorf("%s: read by name it is %s", file, byName)
		default:
			fmt.Fprintf(&got, "%s/%s by name %s\n", name, filepath.Base(file), byName)
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

// TestNoMappingTakesAnothersOutput reads every sample by the name of every mapping
// of its tool. Only an empty list, whoever printed it, is taken by several.
func TestNoMappingTakesAnothersOutput(t *testing.T) {
	set, err := upstream.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var r upstream.Reader
	for _, file := range samples(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		tool := string(toolOf(t, name))
		var takers []string
		for _, other := range set.Names(tool) {
			if r.Read(set, tool, other, raw, 0).Reason == upstream.None {
				takers = append(takers, other)
			}
		}
		answered := r.Read(set, tool, name, raw, 0).Reason == upstream.None
		switch reason := r.Read(set, tool, "", raw, 0).Reason; {
		case !answered && len(takers) > 0:
			t.Errorf("%s is a failure, and %v take it for an answer", file, takers)
		case answered && reason == upstream.None && !slices.Equal(takers, []string{name}):
			t.Errorf("%s is taken by %v", file, takers)
		case answered && reason != upstream.None && !strings.HasPrefix(filepath.Base(file), "nothing"):
			t.Errorf("%s is not recognized: %v", file, reason)
		}
	}
}

// TestNoScoreComesOut looks for every fraction of the samples in everything that comes out.
func TestNoScoreComesOut(t *testing.T) {
	fraction := regexp.MustCompile(`-?\d+\.\d+`)
	for _, file := range samples(t) {
		name := filepath.Base(filepath.Dir(file))
		if toolOf(t, name) != LookupKnowledge {
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := Project(LookupKnowledge, Call{ID: "call_1", Request: []byte(requests[LookupKnowledge]), Raw: raw, Upstream: name})
		out := string(p.AppendJSON(nil))
		for _, score := range fraction.FindAllString(string(raw), -1) {
			if strings.Contains(out, score) {
				t.Errorf("%s: %s comes out: %s", file, score, out)
			}
		}
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
