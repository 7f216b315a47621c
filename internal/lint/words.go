package lint

import (
	"unicode/utf8"

	"github.com/acigen/acigen/internal/contract"
)

// words looks at what descriptions.yaml says about a tool.
func (r *run) words(t *contract.Tool) {
	d := t.Words
	at := contract.Phrase{Line: d.Line, Column: d.Column}
	if d.Line == 0 {
		r.addWords("lint/described", at, "%s is not there", t.Name)
		return
	}
	for _, part := range []struct {
		name   string
		phrase contract.Phrase
	}{{"use_when", d.UseWhen}, {"input", d.Input}, {"cannot", d.Cannot}} {
		if part.phrase.Text == "" {
			r.addWords("lint/described", at, "%s has no %s", t.Name, part.name)
		}
	}
	if n, limit := utf8.RuneCountInString(d.Text()), r.c.Config.Limits.DescriptionText; n > limit {
		r.addWords("lint/concise", at, "the description of %s has %d characters, more than %d", t.Name, n, limit)
	}
	phrases := []contract.Phrase{d.Title, d.UseWhen, d.Input, d.Cannot}
	for _, list := range [][]contract.Note{d.Fields, d.Outputs} {
		for _, n := range list {
			phrases = append(phrases, n.Phrase)
		}
	}
	for _, p := range phrases {
		if term := forbidden(p.Text, wordTerms); term != "" {
			r.addWords("lint/vocabulary", p, "%s: the words speak of %s", t.Name, term)
		}
	}
}
