package plan_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	google "github.com/google/jsonschema-go/jsonschema"
	v5 "github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/plan/plantest"
)

// peer is another implementation of the dialect.
type peer struct {
	name string
	// compile returns a function that judges an instance, or nil when the peer cannot hold the schema.
	compile func(schema string) func(instance string) bool
}

var peers = []peer{{"v5", compileV5}, {"google", compileGoogle}}

func compileV5(schema string) func(string) bool {
	c := v5.NewCompiler()
	c.Draft = v5.Draft2020
	c.AssertFormat = true
	c.LoadURL = nil
	for _, name := range []string{
		"date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid", "json-pointer", "regex",
	} {
		c.Formats[name] = func(v any) bool {
			s, is := v.(string)
			return !is || kernel.CheckFormat(name, s)
		}
	}
	if err := c.AddResource("https://acigen.example/schemas/test.json", strings.NewReader(schema)); err != nil {
		return nil
	}
	compiled, err := c.Compile("https://acigen.example/schemas/test.json")
	if err != nil {
		return nil
	}
	return func(instance string) bool {
		d := json.NewDecoder(strings.NewReader(instance))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil {
			return false
		}
		return compiled.Validate(v) == nil
	}
}

// compileGoogle leaves out what the peer does not decide: formats.
func compileGoogle(schema string) func(string) bool {
	var s google.Schema
	if strings.Contains(schema, `"format"`) || json.Unmarshal([]byte(schema), &s) != nil {
		return nil
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil
	}
	return func(instance string) bool {
		var v any
		return json.Unmarshal([]byte(instance), &v) == nil && resolved.Validate(v) == nil
	}
}

// fault is a wrong verdict of a peer, or one that it cannot give.
type fault struct {
	Peer, Reason     string
	Schema, Instance json.RawMessage
	// Valid is the right verdict.
	Valid bool
}

func faults(t testing.TB) []fault {
	t.Helper()
	data, err := os.ReadFile("testdata/peer-faults.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []fault
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestThePeersHaveTheirKnownFaults(t *testing.T) {
	for _, f := range faults(t) {
		_, node, p := compileText(t, string(f.Schema))
		if got := plan.NewEngine(p, 0).Check(node, string(f.Instance)) == nil; got != f.Valid {
			t.Errorf("%s: the engine on %s: valid = %v", f.Reason, f.Instance, got)
		}
		for _, peer := range peers {
			if peer.name == f.Peer {
				if holds := peer.compile(string(f.Schema)); holds != nil && holds(string(f.Instance)) == f.Valid {
					t.Errorf("%s: %s no longer has this fault: %s against %s", f.Reason, f.Peer, f.Instance, f.Schema)
				}
			}
		}
	}
}

func compileText(t testing.TB, schema string) (string, *plan.Node, *plan.Plan) {
	t.Helper()
	p, node, err := compileGroup([]byte(schema), nil)
	if err != nil {
		return err.Error(), nil, nil
	}
	return "", node, p
}

// beyondFloats tells whether a text has numbers that floats do not hold, or that
// they hold otherwise: google's verdict on these says nothing.
func beyondFloats(text string) bool {
	return slices.ContainsFunc([]string{"9007199254740", "92233720368547758", "18446744073709551", "1e19", "1e30", "0.1", "0.3", "1e-3"}, func(s string) bool { return strings.Contains(text, s) })
}

// compare holds the engine against the peers on one random schema.
func compare(t *testing.T, seed uint64, instances int) (decided, valid int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	schema := plantest.Schema(r, plantest.Options{Formats: seed%3 == 0, Typed: seed%2 == 0})
	why, node, p := compileText(t, schema)
	if p == nil {
		if !strings.Contains(why, "without end") {
			t.Errorf("seed %d: %s is refused: %s", seed, schema, why)
		}
		return 0, 0
	}
	e := plan.NewEngine(p, 0)
	var holds [2]func(string) bool
	for i, peer := range peers {
		holds[i] = peer.compile(schema)
	}
	for range instances {
		text := plantest.Instance(r, schema)
		got := verdict(t, fmt.Sprintf("seed %d: %s against %s", seed, text, schema), e, node, text)
		if got {
			valid++
		}
		for i, peer := range peers {
			if holds[i] == nil || peer.name == "google" && (beyondFloats(text) || beyondFloats(schema)) {
				continue
			}
			decided++
			if want := holds[i](text); want != got {
				t.Errorf("seed %d: %s against %s: the engine says %v, %s %v", seed, text, schema, got, peer.name, want)
			}
		}
	}
	return decided, valid
}

// verdict runs the engine and checks that its violations are in order.
func verdict(t *testing.T, what string, e *plan.Engine, node *plan.Node, text string) bool {
	t.Helper()
	err := e.Check(node, text)
	if err == nil {
		return true
	}
	var invalid *kernel.ValidationError
	if !errors.As(err, &invalid) || len(invalid.Violations) == 0 {
		t.Errorf("%s: no violation is listed: %v", what, err)
		return false
	}
	for i, v := range invalid.Violations {
		if i > 0 && v.Offset < invalid.Violations[i-1].Offset || v.Keyword == "" || v.Message == "" {
			t.Errorf("%s: violation %d is out of order or empty: %+v", what, i, invalid.Violations)
		}
	}
	return false
}

func TestTheEngineAgreesWithItsPeers(t *testing.T) {
	decided, valid := 0, 0
	for seed := range uint64(2000) {
		d, v := compare(t, seed, 8)
		decided += d
		valid += v
		if t.Failed() {
			return
		}
	}
	t.Logf("%d verdicts of peers, %d instances valid", decided, valid)
	if decided < 12000 || valid < 4000 {
		t.Errorf("the schemas and instances say too little: %d verdicts of peers, %d valid instances", decided, valid)
	}
}

func FuzzEngineAgainstPeers(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compare(t, seed, 12) })
}
