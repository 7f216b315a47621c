package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/acigen/acigen/internal/compat"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// maxBreaks bounds the breaks that are reported of one schema.
const maxBreaks = 20

// Direction tells who relies on a schema.
type Direction string

// The directions.
const (
	// Request: what was accepted must still be.
	Request Direction = "request"
	// Result: what is allowed now must have been allowed before.
	Result Direction = "result"
)

// pair is one schema before and after.
type pair struct {
	direction Direction
	rule      string
	// base names the old version, as in "1.0.0".
	base     string
	old, new *freeze.Bundle
	// source returns the schema that somebody wrote in place of one of the new contract.
	source func(*schema.Schema) *schema.Schema
}

// verdict is what became of a pair.
type verdict struct {
	findings []diag.Finding
	breaking bool
	unsure   bool
}

// compare finds the breaks of a pair, one keyword after the other: what a witness
// violates is taken out of the schema before the next one is looked for.
func (p *pair) compare() verdict {
	from, to := p.old, p.new
	if p.direction == Result {
		from, to = p.new, p.old
	}
	var out verdict
	tree, err := schema.Parse(to.Text, 0)
	if err != nil {
		return out // it was written by acigen
	}
	set, root := to.Set, to.Root
	for range maxBreaks {
		answer := compat.Contains(compat.Side{Set: from.Set, Schema: from.Root}, compat.Side{Set: set, Schema: root})
		switch answer.Verdict {
		case compat.Compatible:
			return out
		case compat.Undecided:
			out.unsure = true
			out.findings = append(out.findings, p.undecided(answer))
			return out
		}
		out.breaking = true
		witness, _ := schema.Parse([]byte(answer.Witness), 0)
		violation, ok := first(set, root, answer.Witness)
		if !ok {
			return out
		}
		out.findings = append(out.findings, p.breaks(violation, answer.Witness))
		if !relax(tree, violation, witness) {
			return out
		}
		text := schema.AppendValue(nil, tree, "")
		var loaded *freeze.Bundle
		if loaded, err = freeze.Reload(text); err != nil {
			return out
		}
		set, root = loaded.Set, loaded.Root
	}
	return out
}

// first is the first violation of an instance.
func first(set *schema.Set, root *schema.Schema, text string) (kernel.Violation, bool) {
	v, findings := validate.New(set, root, validate.Terms{})
	if len(findings) > 0 {
		return kernel.Violation{}, false
	}
	var invalid *kernel.ValidationError
	if !errors.As(v.Checker()(text), &invalid) || len(invalid.Violations) == 0 {
		return kernel.Violation{}, false
	}
	return invalid.Violations[0], true
}

// breaks is the finding of one violation.
func (p *pair) breaks(v kernel.Violation, witness string) diag.Finding {
	change := &diag.Change{Direction: string(p.direction), Witness: witness, Bump: "major"}
	var s *schema.Schema
	var message string
	if p.direction == Request {
		s = p.origin(v.SchemaPointer)
		change.New = valueText(s.Value.Get(v.Keyword))
		change.Old = valueText(keywordIn(describe(p.old.Root, v.InstancePointer), v.Keyword))
		message = fmt.Sprintf("requests that %s accepts are rejected at %s: %s", p.base, shortPointer(v.InstancePointer), v.Message)
	} else {
		here := describe(p.new.Root, v.InstancePointer)
		s = p.origin(here.Pointer)
		change.Old = valueText(p.oldKeyword(v))
		change.New = valueText(keywordIn(here, v.Keyword))
		message = fmt.Sprintf("results are allowed that readers of %s reject at %s: %s", p.base, shortPointer(v.InstancePointer), v.Message)
	}
	f := s.Finding(p.rule, v.Keyword, message,
		"undo it, or freeze a new major version; to accept it, write it into acigen.yaml under check.accept with witness: "+WitnessDigest(witness))
	f.InstancePointer, f.HasInstance = v.InstancePointer, true
	f.Keyword = v.Keyword
	f.Change = change
	return f
}

// oldKeyword is the value of the violated keyword in the old schema.
func (p *pair) oldKeyword(v kernel.Violation) *schema.Value {
	tokens, err := schema.ParsePointer(v.SchemaPointer)
	if err != nil {
		return nil
	}
	return at(p.old.Root.Value, tokens)
}

// origin is the schema that somebody wrote at a place of the new bundle.
func (p *pair) origin(pointer string) *schema.Schema {
	s := p.new.Origin(pointer)
	if s == nil {
		s = p.new.Root
	}
	if p.source != nil {
		if written := p.source(s); written != nil {
			return written
		}
	}
	return s
}

func (p *pair) undecided(a compat.Answer) diag.Finding {
	s := p.origin(a.Pointer)
	f := s.Finding(Undecided, a.Keyword, fmt.Sprintf("whether %s is compatible with %s could not be decided: %s", p.direction, p.base, a.Reason),
		"say the same in a simpler way, or accept it in acigen.yaml under check.accept")
	f.Severity = diag.Warning
	f.Change = &diag.Change{Direction: string(p.direction)}
	return f
}

// WitnessDigest is how a witness is named in acigen.yaml.
func WitnessDigest(witness string) string {
	h := sha256.Sum256([]byte(witness))
	return "sha256:" + hex.EncodeToString(h[:])
}
