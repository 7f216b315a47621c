package check

import (
	"fmt"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// read are the annotations that agents and people read.
var read = []string{"title", "description", "default", "examples", "deprecated"}

// behaviour finds annotations that were changed between two versions of a schema.
func (p *pair) behaviour() []diag.Finding {
	var out []diag.Finding
	seen := map[[2]*schema.Schema]bool{}
	var walk func(old, new *schema.Schema)
	walk = func(old, new *schema.Schema) {
		key := [2]*schema.Schema{old, new}
		if old == nil || new == nil || seen[key] {
			return
		}
		seen[key] = true
		for _, keyword := range read {
			before, after := valueText(old.Value.Get(keyword)), valueText(new.Value.Get(keyword))
			if before != after {
				out = append(out, p.changed(new, keyword, before, after))
			}
		}
		walk(old.RefTo, new.RefTo)
		walk(old.Items, new.Items)
		walk(old.AdditionalProperties, new.AdditionalProperties)
		walk(old.Contains, new.Contains)
		walk(old.If, new.If)
		walk(old.Then, new.Then)
		walk(old.Else, new.Else)
		for i := range min(len(old.PrefixItems), len(new.PrefixItems)) {
			walk(old.PrefixItems[i], new.PrefixItems[i])
		}
		for _, lists := range [][2][]*schema.Schema{{old.AllOf, new.AllOf}, {old.AnyOf, new.AnyOf}, {old.OneOf, new.OneOf}} {
			if len(lists[0]) == len(lists[1]) {
				for i := range lists[0] {
					walk(lists[0][i], lists[1][i])
				}
			}
		}
		for _, q := range new.Properties {
			for _, o := range old.Properties {
				if o.Name == q.Name {
					walk(o.Schema, q.Schema)
				}
			}
		}
	}
	walk(p.old.Root, p.new.Root)
	return out
}

func (p *pair) changed(s *schema.Schema, keyword, before, after string) diag.Finding {
	what := "was changed"
	switch {
	case before == "":
		what = "was added"
	case after == "":
		what = "was removed"
	}
	f := p.origin(s.Pointer).Finding(Behavioural, keyword, fmt.Sprintf("%s %s since %s: agents and people read it", keyword, what, p.base), "")
	f.Severity = diag.Info
	f.Change = &diag.Change{Direction: string(p.direction), Old: before, New: after, Bump: "patch"}
	return f
}

// wordsChanged finds the words of descriptions.yaml that were changed.
func wordsChanged(c *contract.Contract, t *contract.Tool, base string, old, new *schema.Value) []diag.Finding {
	if c == nil {
		return nil
	}
	var out []diag.Finding
	report := func(what string, phrase contract.Phrase, before, after *schema.Value) {
		if valueText(before) == valueText(after) {
			return
		}
		if phrase.Line == 0 {
			phrase.Line, phrase.Column = t.Words.Line, t.Words.Column
		}
		f := c.PhraseFinding(phrase, Behavioural, fmt.Sprintf("%s of %s was changed since %s: models read it", what, t.Name, base), "")
		f.Severity = diag.Info
		f.Change = &diag.Change{Old: valueText(before), New: valueText(after), Bump: "patch"}
		out = append(out, f)
	}
	for _, part := range []struct {
		name   string
		phrase contract.Phrase
	}{{"title", t.Words.Title}, {"use_when", t.Words.UseWhen}, {"input", t.Words.Input}, {"cannot", t.Words.Cannot}} {
		report(part.name, part.phrase, get(old, part.name), get(new, part.name))
	}
	for _, list := range []struct {
		name  string
		notes []contract.Note
	}{{"fields", t.Words.Fields}, {"outputs", t.Words.Outputs}} {
		before, after := get(old, list.name), get(new, list.name)
		for _, n := range list.notes {
			report("the word on "+n.Pointer, n.Phrase, get(before, n.Pointer), get(after, n.Pointer))
		}
		if before != nil {
			for _, m := range before.Members {
				if get(after, m.Name) == nil {
					report("the word on "+m.Name, contract.Phrase{}, m.Value, nil)
				}
			}
		}
	}
	return out
}

// get is the member of a value that may be nil.
func get(v *schema.Value, name string) *schema.Value {
	if v == nil {
		return nil
	}
	return v.Get(name)
}
