package validate

import (
	"math"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// What the second engine is asked. Its time grows with the cube of the depth, with
// the product of a pattern's and a text's length, and with the value of exponents.
const (
	maxSchemas   = 5000      // of the whole set
	maxDocuments = 256 << 10 // bytes of the documents that a schema needs
	maxInPlace   = 64        // levels of schemas that apply to the same value
	maxFrames    = 256       // levels of the instance times levels in place
	maxRecord    = 64 << 10  // bytes of an instance
	maxNesting   = 64        // levels of an instance
	maxDigits    = 400       // of a number: its literal's length, and its exponent
	maxProduct   = 4 << 20   // bytes of an instance times branches or states
	leastWork    = 5_000     // what any instance may cost, as the meter counts
	workPerByte  = 50        // and what each of its bytes adds
	maxWork      = 200_000   // of one instance, as the meter counts
)

// The budget of one run. It is spent in the order of the inputs, so that the same
// inputs give the same findings.
const (
	runRecords = 200
	runBytes   = 2 << 20
	runWork    = 1_000_000
)

// schemaLimits are what a schema allows of an instance.
type schemaLimits struct {
	inPlace  int // levels of schemas that apply to the same value
	branches int // the most that one schema applies to the same value
	states   int // of the largest pattern, roughly
}

// limitsOf examines the schemas of a set. ok is false when the engine cannot be asked at all.
func limitsOf(set *schema.Set, root *schema.Schema) (limits schemaLimits, ok bool) {
	schemas := set.Schemas()
	if len(schemas) > maxSchemas {
		return limits, false
	}
	depths := map[*schema.Schema]int{}
	for _, s := range reachable(root) {
		for _, count := range []*int{s.MinLength, s.MaxLength, s.MinItems, s.MaxItems, s.MinContains, s.MaxContains, s.MinProperties, s.MaxProperties} {
			if count != nil && *count > math.MaxInt32 {
				return limits, false // it computes counts as floating-point numbers
			}
		}
		limits.inPlace = max(limits.inPlace, inPlaceDepth(s, depths))
		limits.branches = max(limits.branches, len(inPlace(s)))
		sources := []string{}
		if s.Pattern != nil {
			sources = append(sources, *s.Pattern)
		}
		for _, p := range s.PatternProperties {
			sources = append(sources, p.Name)
		}
		for _, source := range sources {
			p, err := pattern.Compile(source)
			if err != nil || p.RE2() == "" {
				return limits, false
			}
			limits.states = max(limits.states, states(p.RE2()))
		}
	}
	return limits, limits.inPlace <= maxInPlace
}

// allow tells whether the engine can be asked about a strict JSON text.
func (l schemaLimits) allow(text string) bool {
	if len(text) > maxRecord || len(text)*max(l.branches, l.states, 1) > maxProduct {
		return false
	}
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		case c == '-' || '0' <= c && c <= '9':
			end := i + 1
			for end < len(text) && strings.IndexByte("0123456789+-.eE", text[end]) >= 0 {
				end++
			}
			if !plainNumber(text[i:end]) {
				return false
			}
			i = end - 1
		}
	}
	return deepest <= maxNesting && (deepest+1)*(l.inPlace+1) <= maxFrames
}

// plainNumber tells whether a number's literal is short, and so is its decimal form.
func plainNumber(literal string) bool {
	if len(literal) > maxDigits {
		return false
	}
	e := strings.IndexAny(literal, "eE")
	if e < 0 {
		return true
	}
	exponent, err := strconv.Atoi(literal[e+1:])
	return err == nil && -maxDigits <= exponent && exponent <= maxDigits
}

// plainNumbers tells whether all numbers in a value of a schema are plain.
func plainNumbers(v *schema.Value) bool {
	if v.Kind == schema.Number {
		return plainNumber(v.Text)
	}
	for _, item := range v.Items {
		if !plainNumbers(item) {
			return false
		}
	}
	for _, m := range v.Members {
		if !plainNumbers(m.Value) {
			return false
		}
	}
	return true
}

// inPlace are the schemas that s applies to the value that it is applied to itself.
func inPlace(s *schema.Schema) []*schema.Schema {
	var out []*schema.Schema
	for _, sub := range []*schema.Schema{s.RefTo, s.Not, s.If, s.Then, s.Else} {
		if sub != nil {
			out = append(out, sub)
		}
	}
	out = append(append(append(out, s.AllOf...), s.AnyOf...), s.OneOf...)
	for _, p := range s.DependentSchemas {
		out = append(out, p.Schema)
	}
	return out
}

// inPlaceDepth is the longest chain of schemas that apply to one value. There is
// no circle in it: such a schema does not load.
func inPlaceDepth(s *schema.Schema, known map[*schema.Schema]int) int {
	if depth, there := known[s]; there {
		return depth
	}
	known[s] = 0
	depth := 0
	for _, sub := range inPlace(s) {
		depth = max(depth, inPlaceDepth(sub, known))
	}
	known[s] = depth + 1
	return depth + 1
}

// reachable returns s and all schemas that it applies, in whatever way.
func reachable(root *schema.Schema) []*schema.Schema {
	seen := map[*schema.Schema]bool{root: true}
	out := []*schema.Schema{root}
	for i := 0; i < len(out); i++ {
		s := out[i]
		next := inPlace(s)
		next = append(next, s.PrefixItems...)
		next = append(next, s.Items, s.Contains, s.AdditionalProperties, s.PropertyNames, s.UnevaluatedItems, s.UnevaluatedProperties)
		for _, list := range [][]schema.Property{s.Properties, s.PatternProperties} {
			for _, p := range list {
				next = append(next, p.Schema)
			}
		}
		for _, sub := range next {
			if sub != nil && !seen[sub] {
				seen[sub] = true
				out = append(out, sub)
			}
		}
	}
	return out
}
