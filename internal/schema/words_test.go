package schema

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestPointer(t *testing.T) {
	tests := []struct {
		name, pointer string
		want          []string
		bad           bool
	}{
		{name: "the empty pointer has no tokens", pointer: "", want: nil},
		{name: "a slash is the empty name", pointer: "/", want: []string{""}},
		{name: "escapes are decoded once", pointer: "/a~1b/c~0d/~01", want: []string{"a/b", "c~d", "~1"}},
		{name: "percent signs are no escapes", pointer: "/a%20b", want: []string{"a%20b"}},
		{name: "a pointer starts with a slash", pointer: "a/b", bad: true},
		{name: "an unknown escape is refused", pointer: "/a~2", bad: true},
		{name: "an escape that ends early is refused", pointer: "/a~", bad: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParsePointer(test.pointer)
			if test.bad != (err != nil) || !slices.Equal(got, test.want) {
				t.Fatalf("got %q, error %v", got, err)
			}
			if test.bad {
				return
			}
			back := ""
			for _, token := range got {
				back += "/" + EscapePointer(token)
			}
			if back != test.pointer {
				t.Errorf("escaped again it is %q", back)
			}
		})
	}
}

func TestSuggest(t *testing.T) {
	known := []string{"string", "number", "integer", "minLength", "maxLength", "x-aci-count-of"}
	tests := []struct{ name, word, want string }{
		{"a letter left out", "strng", "string"},
		{"two letters swapped", "nubmer", "number"},
		{"letter case does not count", "minlength", "minLength"},
		{"the first of two that are equally near", "mxnLength", "minLength"},
		{"an underscore for a hyphen", "x-aci-count_of", "x-aci-count-of"},
		{"nothing is near", "colour", ""},
		{"a short word must be nearer", "intr", ""},
		{"the beginning of a word", "Int", "integer"},
		{"the word itself is no suggestion", "string", ""},
		{"the empty word", "", ""},
		{"a word that is too long to be one", strings.Repeat("string", 100), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Suggest(test.word, known); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPosition(t *testing.T) {
	long := strings.Repeat("é", 5000)
	text := "{\r\n  \"é\": 1,\n  \"x\": \"" + long + "\", \"y\": 2\n}"
	doc := &Document{Source: []byte(text)}
	tests := []struct {
		name         string
		offset       int
		line, column int
		source       string
		sourceColumn int
	}{
		{"the start", 0, 1, 1, "{", 1},
		{"a line end is cut off with its carriage return", 3, 2, 1, "  \"é\": 1,", 1},
		{"columns count code points", strings.Index(text, "1,"), 2, 8, "  \"é\": 1,", 8},
		{"a place in a long line is shown with its surroundings", strings.Index(text, "2\n}"), 3, 5017, strings.Repeat("é", 76) + "\", \"y\": 2", 85},
		{"the end", len(text), 4, 2, "}", 2},
		{"beyond the end", len(text) + 7, 4, 2, "}", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line, column := doc.Position(test.offset)
			source, at := doc.Line(test.offset)
			if line != test.line || column != test.column || source != test.source || at != test.sourceColumn {
				t.Errorf("got %d:%d %q %d, want %d:%d %q %d", line, column, source, at, test.line, test.column, test.source, test.sourceColumn)
			}
		})
	}
}
