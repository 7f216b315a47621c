package contestants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/acigen/acigen/bench/internal/documents"
)

// Verify returns an error when the contestant's answer is wrong: the verdict,
// and for a valid document the value.
func Verify(c Contestant, d documents.Document, e Entry) error {
	// Twice, because some keep memory from one time to the next.
	for range 2 {
		err := e.Once()
		if d.Valid() && err != nil {
			return fmt.Errorf("%s refuses %s, %s: %w", c.Name, d.Tool, d.Variant, err)
		}
		if !d.Valid() && err == nil {
			return fmt.Errorf("%s accepts %s, %s", c.Name, d.Tool, d.Variant)
		}
	}
	if !d.Valid() || e.Value == nil {
		return nil
	}
	got, err := e.Value()
	if err != nil {
		return fmt.Errorf("%s, value of %s, %s: %w", c.Name, d.Tool, d.Variant, err)
	}
	if c.Writes && !bytes.Equal(got, d.Data) {
		return fmt.Errorf("%s writes %s, %s with other bytes", c.Name, d.Tool, d.Variant)
	}
	same, err := equal(got, d.Data, c.Exact)
	if err != nil {
		return err
	}
	if !same {
		return fmt.Errorf("%s changes %s, %s: %s", c.Name, d.Tool, d.Variant, got)
	}
	return nil
}

// equal compares two JSON texts as values. Exact: numbers by their digits.
func equal(a, b []byte, exact bool) (bool, error) {
	var values [2]any
	for i, data := range [][]byte{a, b} {
		decoder := json.NewDecoder(bytes.NewReader(data))
		if exact {
			decoder.UseNumber()
		}
		if err := decoder.Decode(&values[i]); err != nil {
			return false, err
		}
	}
	return reflect.DeepEqual(values[0], values[1]), nil
}
