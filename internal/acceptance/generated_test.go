package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/acigen/acigen/gen/aci"
	"github.com/acigen/acigen/internal/kernel"
)

// entries are what the generated package offers for a type.
type entries struct {
	check  func([]byte) error
	decode func([]byte) (json.Marshaler, error)
	shared func([]byte) (json.Marshaler, error)
}

func entriesOf[T json.Marshaler, P interface {
	*T
	DecodeShared([]byte) error
}](check func([]byte) error, decode func([]byte) (T, error)) entries {
	return entries{
		check:  check,
		decode: func(data []byte) (json.Marshaler, error) { v, err := decode(data); return v, err },
		shared: func(data []byte) (json.Marshaler, error) {
			var v T
			err := P(&v).DecodeShared(data)
			return v, err
		},
	}
}

var generated = map[string]entries{
	"lookup_knowledge/request":     entriesOf(aci.CheckLookupKnowledgeRequest, aci.DecodeLookupKnowledgeRequest),
	"lookup_knowledge/result":      entriesOf(aci.CheckLookupKnowledgeResult, aci.DecodeLookupKnowledgeResult),
	"lookup_knowledge/control":     entriesOf(aci.CheckLookupKnowledgeControl, aci.DecodeLookupKnowledgeControl),
	"lookup_knowledge/observation": entriesOf(aci.CheckLookupKnowledgeObservation, aci.DecodeLookupKnowledgeObservation),
	"query_logs/request":           entriesOf(aci.CheckQueryLogsRequest, aci.DecodeQueryLogsRequest),
	"query_logs/result":            entriesOf(aci.CheckQueryLogsResult, aci.DecodeQueryLogsResult),
	"query_logs/control":           entriesOf(aci.CheckQueryLogsControl, aci.DecodeQueryLogsControl),
	"query_logs/observation":       entriesOf(aci.CheckQueryLogsObservation, aci.DecodeQueryLogsObservation),
	"query_mysql/request":          entriesOf(aci.CheckQueryMysqlRequest, aci.DecodeQueryMysqlRequest),
	"query_mysql/result":           entriesOf(aci.CheckQueryMysqlResult, aci.DecodeQueryMysqlResult),
	"query_mysql/control":          entriesOf(aci.CheckQueryMysqlControl, aci.DecodeQueryMysqlControl),
	"query_mysql/observation":      entriesOf(aci.CheckQueryMysqlObservation, aci.DecodeQueryMysqlObservation),
	"harness/invocation":           entriesOf(aci.CheckInvocation, aci.DecodeInvocation),
	"harness/evidence_ref":         entriesOf(aci.CheckEvidenceRef, aci.DecodeEvidenceRef),
}

// described are violations with everything about them.
func described(err error) []string {
	var out []string
	var mine *aci.ValidationError
	var engine *kernel.ValidationError
	switch {
	case errors.As(err, &mine):
		for _, v := range mine.Violations {
			out = append(out, fmt.Sprint(v))
		}
	case errors.As(err, &engine):
		for _, v := range engine.Violations {
			out = append(out, fmt.Sprint(v))
		}
	}
	return out
}

func TestGeneratedCodeSaysOfEveryFixtureWhatTheEngineSays(t *testing.T) {
	j, _ := compile(schemaFiles(t))
	for _, f := range fixtures(t) {
		e, there := generated[f.target]
		if !there {
			if f.target != "harness/control" {
				t.Errorf("%s: no generated type is tested for it", f.target)
			}
			continue
		}
		data := []byte(f.text)
		want := described(j.engine.Check(j.nodes[f.target], f.text))
		value, decodeErr := e.decode(data)
		shared, sharedErr := e.shared(bytes.Clone(data))
		for entry, err := range map[string]error{"Check": e.check(data), "Decode": decodeErr, "DecodeShared": sharedErr} {
			if got := described(err); !slices.Equal(got, want) {
				t.Errorf("%s: %s says\n%q, the engine\n%q", f.name, entry, got, want)
			}
		}
		if !f.valid {
			continue
		}
		for _, v := range []json.Marshaler{value, shared} {
			text, err := v.MarshalJSON()
			if err != nil || !kernel.EqualJSON(string(text), f.text) {
				t.Errorf("%s: comes out as %s (%v)", f.name, text, err)
			}
		}
	}
}
