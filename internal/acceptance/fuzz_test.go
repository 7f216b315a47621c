package acceptance

import (
	"slices"
	"testing"

	"github.com/acigen/acigen/internal/kernel"
)

// FuzzGeneratedDecoders holds the generated package against the engine on any
// text: the same violations from every entry, and what is accepted comes out again
// as the same value.
func FuzzGeneratedDecoders(f *testing.F) {
	targets := make([]string, 0, len(generated))
	for target := range generated {
		targets = append(targets, target)
	}
	slices.Sort(targets)
	for _, fix := range fixtures(f) {
		if i := slices.Index(targets, fix.target); i >= 0 {
			f.Add(i, []byte(fix.text))
		}
	}
	j, _ := compile(schemaFiles(f))
	f.Fuzz(func(t *testing.T, index int, data []byte) {
		target := targets[uint(index)%uint(len(targets))]
		e := generated[target]
		want := described(j.engine.Check(j.nodes[target], string(data)))
		value, decodeErr := e.decode(data)
		shared, sharedErr := e.shared(slices.Clone(data))
		for entry, err := range map[string]error{"Check": e.check(data), "Decode": decodeErr, "DecodeShared": sharedErr} {
			if got := described(err); !slices.Equal(got, want) {
				t.Errorf("%s: %s says\n%q, the engine\n%q", target, entry, got, want)
			}
		}
		if len(want) > 0 {
			return
		}
		for _, v := range []interface{ MarshalJSON() ([]byte, error) }{value, shared} {
			if text, err := v.MarshalJSON(); err != nil || !kernel.EqualJSON(string(text), string(data)) {
				t.Errorf("%s: %q comes out as %s (%v)", target, data, text, err)
			}
		}
	})
}
