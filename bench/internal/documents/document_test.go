package documents

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestTheDocumentsAreOfRealisticSizeAndTheSameEveryTime(t *testing.T) {
	bounds := map[Tool][2]int{Knowledge: {800, 1000}, Logs: {7000, 7800}, Mysql: {8600, 9400}}
	first, err := All()
	if err != nil {
		t.Fatal(err)
	}
	again, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range first {
		if !bytes.Equal(d.Data, again[i].Data) {
			t.Errorf("%s, %s: the second time has other bytes", d.Tool, d.Variant)
		}
		if !json.Valid(d.Data) {
			t.Errorf("%s, %s: not JSON: %s", d.Tool, d.Variant, d.Data)
		}
		size, bound := len(d.Data), bounds[d.Tool]
		if d.Variant != Pretty && (size < bound[0] || size > bound[1]) {
			t.Errorf("%s, %s: %d bytes, want %d to %d", d.Tool, d.Variant, size, bound[0], bound[1])
		}
		escapes := bytes.ContainsRune(d.Data, '\\')
		if escapes != (d.Variant == Escaped) {
			t.Errorf("%s, %s: escapes: %t", d.Tool, d.Variant, escapes)
		}
	}
}

func TestShufflingChangesOrderAndNothingElse(t *testing.T) {
	const text = `{"a":1,"b":[{"c":null,"d":true,"e":"x<y"},{"c":1.50,"d":2,"e":{}}],"f":[],"g":"\""}`
	shuffled, err := shuffle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if string(shuffled) == text || len(shuffled) != len(text) {
		t.Errorf("shuffled: %s", shuffled)
	}
	var before, after any
	if err := json.Unmarshal([]byte(text), &before); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(shuffled, &after); err != nil {
		t.Fatal(err)
	}
	one, _ := encode(before)
	two, _ := encode(after)
	if !bytes.Equal(one, two) {
		t.Errorf("before %s, after %s", one, two)
	}
}
