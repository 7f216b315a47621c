package contestants

import (
	"errors"
	"testing"

	"github.com/acigen/acigen/bench/internal/documents"
)

func TestWrongAnswersAreFoundOut(t *testing.T) {
	valid := documents.Document{Tool: documents.Mysql, Variant: documents.Canonical, Data: []byte(`{"a":9007199254740993}`)}
	failing := documents.Document{Tool: documents.Mysql, Variant: documents.Failing, Data: []byte(`{}`)}
	accept := func() error { return nil }
	refuse := func() error { return errors.New("refused") }
	value := func(text string) func() ([]byte, error) {
		return func() ([]byte, error) { return []byte(text), nil }
	}
	for name, c := range map[string]struct {
		contestant Contestant
		document   documents.Document
		entry      Entry
		right      bool
	}{
		"a valid document accepted":            {Contestant{}, valid, Entry{Once: accept}, true},
		"a valid document refused":             {Contestant{}, valid, Entry{Once: refuse}, false},
		"a failing document refused":           {Contestant{}, failing, Entry{Once: refuse}, true},
		"a failing document accepted":          {Contestant{}, failing, Entry{Once: accept}, false},
		"the value in another form":            {Contestant{Exact: true}, valid, Entry{Once: accept, Value: value(`{ "a": 9007199254740993 }`)}, true},
		"a rounded number where exact is said": {Contestant{Exact: true}, valid, Entry{Once: accept, Value: value(`{"a":9007199254740992}`)}, false},
		"a rounded number where it is not":     {Contestant{}, valid, Entry{Once: accept, Value: value(`{"a":9007199254740992}`)}, true},
		"a member lost":                        {Contestant{}, valid, Entry{Once: accept, Value: value(`{}`)}, false},
		"other bytes written":                  {Contestant{Writes: true}, valid, Entry{Once: accept, Value: value(`{ "a": 9007199254740993 }`)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := Verify(c.contestant, c.document, c.entry); (err == nil) != c.right {
				t.Errorf("verdict: %v", err)
			}
		})
	}
}
