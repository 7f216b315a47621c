package compat

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

type pair struct {
	ID        string `json:"id"`
	Direction string `json:"direction"`
	Expect    string `json:"expect"`
	Old, New  json.RawMessage
	Witness   json.RawMessage
}

func load(t testing.TB, text []byte) Side {
	t.Helper()
	set, findings := schema.Load([]schema.File{{Path: "s.schema.json", Read: func() ([]byte, error) { return text, nil }}}, nil, schema.Options{Pattern: pattern.Verdicts()})
	if len(findings) > 0 {
		t.Fatalf("%s: %v", text, findings)
	}
	return Side{Set: set, Schema: set.Documents[0].Root}
}

func TestSharedPairs(t *testing.T) {
	path := os.Getenv("ACIGEN_PAIRS")
	if path == "" {
		t.Skip()
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var p pair
		if err := json.Unmarshal(scan.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		from, to := load(t, p.Old), load(t, p.New)
		if p.Direction == "result" {
			from, to = to, from
		}
		start := time.Now()
		got := Contains(from, to)
		if got.Verdict.String() != p.Expect {
			t.Errorf("%s %s: %v, want %s: %s %s", p.ID, p.Direction, got.Verdict, p.Expect, got.Witness, got.Reason)
		}
		t.Logf("%s %v %v %s", p.ID, got.Verdict, time.Since(start), got.Witness)
	}
}
