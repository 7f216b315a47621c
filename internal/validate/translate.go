package validate

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// translation gives the second engine the documents of a set, and nothing else.
type translation struct {
	docs    map[string]*schema.Document
	schemas map[*schema.Value]*schema.Schema
	bytes   int
}

func newTranslation(set *schema.Set) *translation {
	t := &translation{docs: map[string]*schema.Document{}, schemas: map[*schema.Value]*schema.Schema{}}
	for _, doc := range set.Documents {
		t.docs[doc.Retrieval] = doc
	}
	for _, doc := range set.Documents {
		t.docs[doc.ID] = doc
	}
	for _, s := range set.Schemas() {
		t.schemas[s.Value] = s
	}
	return t
}

// location is where the engine finds a schema.
func location(s *schema.Schema) string {
	if s.Pointer == "" {
		return s.Doc.ID
	}
	tokens := strings.Split(s.Pointer, "/")
	for i := range tokens {
		tokens[i] = url.PathEscape(tokens[i])
	}
	return s.Doc.ID + "#" + strings.Join(tokens, "/")
}

var (
	errNotInSet  = errors.New("no document of the set")
	errTooMuch   = errors.New("the documents are too large, or have numbers that are")
	errNoPattern = errors.New("a pattern has no translation")
	errNoEnum    = errors.New("an empty enum has no translation")
)

// load is the engine's only way to documents.
func (t *translation) load(uri string) (io.ReadCloser, error) {
	doc := t.docs[uri]
	if doc == nil {
		return nil, errNotInSet
	}
	if t.bytes += len(doc.Source); t.bytes > maxDocuments || !plainNumbers(doc.Tree) {
		return nil, errTooMuch
	}
	tree, err := t.value(doc.Tree)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(schema.AppendValue(nil, tree, ""))), nil
}

// value copies a value of a document; what is a schema is translated.
func (t *translation) value(v *schema.Value) (*schema.Value, error) {
	if v.Kind != schema.Array && v.Kind != schema.Object {
		return v, nil
	}
	out := &schema.Value{Kind: v.Kind}
	for _, item := range v.Items {
		next, err := t.value(item)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, next)
	}
	_, isSchema := t.schemas[v]
	for _, m := range v.Members {
		if isSchema {
			switch keep, err := t.keyword(v, m, out); {
			case err != nil:
				return nil, err
			case !keep:
				continue
			}
		}
		next, err := t.value(m.Value)
		if err != nil {
			return nil, err
		}
		out.Members = append(out.Members, schema.Member{Name: m.Name, Value: next})
	}
	return out, nil
}

// keyword writes the keywords that mean something else to the engine; keep tells that it did not.
func (t *translation) keyword(s *schema.Value, m schema.Member, out *schema.Value) (keep bool, err error) {
	switch m.Name {
	case "dependencies", "$recursiveRef", "$recursiveAnchor", "regexProperties", "additionalItems":
		return false, nil // earlier dialects, which it mixes in
	case "pattern":
		re, err := translated(m.Value.Text)
		out.Members = append(out.Members, schema.Member{Name: m.Name, Value: &schema.Value{Kind: schema.String, Text: re}})
		return false, err
	case "patternProperties":
		patterns := &schema.Value{Kind: schema.Object}
		for _, p := range m.Value.Members {
			re, err := translated(p.Name)
			if err != nil {
				return false, err
			}
			for patterns.Get(re) != nil {
				re += "(?:)" // two patterns may have one translation
			}
			sub, err := t.value(p.Value)
			if err != nil {
				return false, err
			}
			patterns.Members = append(patterns.Members, schema.Member{Name: re, Value: sub})
		}
		out.Members = append(out.Members, schema.Member{Name: m.Name, Value: patterns})
		return false, nil
	case "enum":
		if len(m.Value.Items) > 0 {
			return true, nil
		}
		// It takes an empty enum for none; nothing passes not: true either.
		if s.Get("not") != nil {
			return false, errNoEnum
		}
		out.Members = append(out.Members, schema.Member{Name: "not", Value: &schema.Value{Kind: schema.Bool, Bool: true}})
		return false, nil
	}
	return true, nil
}

func translated(source string) (string, error) {
	p, err := pattern.Compile(source)
	if err != nil {
		return "", err
	}
	re := p.RE2()
	if re == "" {
		return "", errNoPattern
	}
	return re, nil
}

// formats are the kernel's, and none of the engine's own.
func formats() map[string]func(any) bool {
	out := map[string]func(any) bool{}
	for name := range jsonschema.Formats {
		out[name] = func(v any) bool {
			s, is := v.(string)
			return !is || kernel.CheckFormat(name, s)
		}
	}
	return out
}
