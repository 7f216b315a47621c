package validate

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/acigen/acigen/internal/schema"
)

// answer is what the second engine says of an instance.
type answer int

const (
	noAnswer answer = iota // asking is not safe, or the schema is beyond it
	isValid
	isInvalid
)

// second is the second engine for one schema: github.com/santhosh-tekuri/jsonschema/v5,
// an independent implementation that is not made for hostile input. It is asked
// only what it can answer in bounded time (guard.go), stops when it has worked too
// much (meter.go), reads the schemas in a form in which its known faults do not
// matter (translate.go), and never reaches for a file or a network. Whatever it
// does beyond that is no answer.
type second struct {
	set    *schema.Set
	source *schema.Schema

	mu       sync.Mutex
	compiled bool
	schema   *jsonschema.Schema // nil: no answer to anything
	limits   schemaLimits
	meter    meter
}

// ask returns what the engine says of a strict JSON text, and how much work it
// was. A text beyond the guards is not looked at.
func (s *second) ask(text string, budget int) (got answer, work int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.compiled {
		s.compiled = true
		s.compile()
	}
	if s.schema == nil || !s.limits.allow(text) {
		return noAnswer, 0
	}
	s.meter.start(min(budget, maxWork, leastWork+workPerByte*len(text)))
	defer func() {
		work = s.meter.done
		if recover() != nil {
			got = noAnswer // it panics where it has no answer, too
		}
	}()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return noAnswer, 0
	}
	var invalid *jsonschema.ValidationError
	switch err := s.schema.Validate(value); {
	case err == nil:
		return isValid, 0
	case errors.As(err, &invalid):
		return isInvalid, 0
	}
	return noAnswer, 0
}

// compile makes the engine's form of the schema, or leaves it nil.
func (s *second) compile() {
	defer func() {
		if recover() != nil {
			s.schema = nil
		}
	}()
	limits, ok := limitsOf(s.set, s.source)
	if !ok {
		return
	}
	s.limits = limits
	docs := newTranslation(s.set)
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	c.AssertFormat = true
	c.Formats = formats()
	c.LoadURL = docs.load
	c.RegisterExtension("acigen", nil, &s.meter)
	compiled, err := c.Compile(location(s.source))
	if err == nil {
		s.schema = compiled
	}
}
