package compat

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// What github.com/google/jsonschema-go decides otherwise, or not at all: formats are
// annotations to it, patterns are Go's, numbers are floats, and acigen's keywords
// are unknown.
var (
	notExact  = regexp.MustCompile(`"(format|pattern|patternProperties|x-aci-count-of|x-aci-at-least|x-aci-row-width|\$anchor)"`)
	notSmall  = regexp.MustCompile(`[0-9]{15}|[0-9][.eE]`)
	maxThird  = 64 << 10 // bytes of a schema or a witness
	remoteRef = regexp.MustCompile(`"\$ref": *"[^#]`)
)

// maxWays bounds the ways through branches and references at one value: the engine
// goes every one of them again.
const maxWays = 300

// modest tells whether no schema of the set has too many ways.
func modest(set *schema.Set) bool {
	ways := map[*schema.Schema]int{}
	var count func(s *schema.Schema) int
	count = func(s *schema.Schema) int {
		if n, known := ways[s]; known {
			return n
		}
		ways[s] = 1 // no schema applies itself to the same value
		n := 1
		branches := slices.Concat([]*schema.Schema{s.RefTo, s.Not, s.If, s.Then, s.Else}, s.AllOf, s.AnyOf, s.OneOf)
		for _, d := range s.DependentSchemas {
			branches = append(branches, d.Schema)
		}
		for _, sub := range branches {
			if sub != nil {
				n = min(n+count(sub), maxWays+1)
			}
		}
		ways[s] = n
		return n
	}
	for _, s := range set.Schemas() {
		if count(s) > maxWays {
			return false
		}
	}
	return true
}

// third asks a third engine about an instance, where its answers are exact.
func (s *side) third(text string) (opinion validate.Opinion) {
	doc := s.source.Schema.Doc
	source := string(doc.Source)
	if s.source.Schema != doc.Root || len(source)+len(text) > maxThird || notSmall.MatchString(source) || notSmall.MatchString(text) || remoteRef.MatchString(source) {
		return validate.NoOpinion
	}
	if notExact.MatchString(source) || !modest(s.source.Set) {
		return validate.NoOpinion
	}
	defer func() {
		if recover() != nil {
			opinion = validate.NoOpinion
		}
	}()
	var parsed jsonschema.Schema
	if json.Unmarshal(doc.Source, &parsed) != nil || strings.Contains(source, "$dynamicRef") {
		return validate.NoOpinion
	}
	parsed.ID = ""
	resolved, err := parsed.Resolve(nil)
	if err != nil {
		return validate.NoOpinion
	}
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return validate.NoOpinion
	}
	if resolved.Validate(value) == nil {
		return validate.Accepts
	}
	return validate.Rejects
}
