package schema

import (
	"sort"
	"strconv"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/diag"
)

// The rules that a schema document can break.
const (
	ruleRead        = "schema/read"        // the file cannot be read
	ruleJSON        = "schema/json"        // it is not strict JSON, or nests too deeply
	ruleDialect     = "schema/dialect"     // $schema names another dialect than 2020-12
	ruleKeyword     = "schema/keyword"     // a keyword's value has no legal form
	ruleIdentifier  = "schema/identifier"  // $id, $anchor or $dynamicAnchor is no identifier
	ruleDuplicate   = "schema/duplicate"   // two places have the same identifier
	ruleUnsupported = "schema/unsupported" // a keyword that is refused by name
	ruleRef         = "schema/ref"         // a reference resolves to nothing
	ruleOutside     = "schema/outside"     // a reference leaves the project
	ruleAmbiguous   = "schema/ambiguous"   // a reference means two documents
	ruleCycle       = "schema/cycle"       // a schema applies itself without end
	ruleVocabulary  = "schema/vocabulary"  // an x-aci keyword is unknown or has no legal form
	rulePlacement   = "schema/placement"   // an x-aci keyword stands where it has no meaning
	ruleLimit       = "schema/limit"       // the documents are beyond what is processed
)

// The bounds of one load, far beyond what people write.
const (
	maxFindings     = 100_000
	maxPointerBytes = 1 << 27
	maxSuggestions  = 1 << 20 // words looked at
)

// Finding returns a finding of severity error at a byte offset of a document:
// with file, line, column, source line and $id. The pointer is that of the place
// that the finding is about, in the document.
func Finding(doc *Document, offset int, rule, pointer, message, remedy string) diag.Finding {
	f := diag.Finding{
		Rule: rule, Message: message, Remedy: remedy,
		File: doc.File, Schema: doc.ID, SchemaPointer: pointer,
	}
	f.Line, f.Column = doc.Position(offset)
	f.Source, f.SourceColumn = doc.Line(offset)
	return f
}

// Finding returns a finding of severity error about a keyword of s, at its value;
// about s itself when keyword is empty or absent.
func (s *Schema) Finding(rule, keyword, message, remedy string) diag.Finding {
	offset, pointer := s.Value.Start, s.Pointer
	if v := s.Value.Get(keyword); v != nil {
		offset, pointer = v.Start, s.Keyword(keyword)
	}
	f := Finding(s.Doc, offset, rule, pointer, message, remedy)
	f.Keyword = keyword
	return f
}

// sortFindings brings findings into the order in which they are reported: by file, place and rule.
func sortFindings(findings []diag.Finding) {
	sort.SliceStable(findings, func(i, j int) bool {
		a, b := &findings[i], &findings[j]
		switch {
		case a.File != b.File:
			return a.File < b.File
		case a.Line != b.Line:
			return a.Line < b.Line
		case a.Column != b.Column:
			return a.Column < b.Column
		case a.Rule != b.Rule:
			return a.Rule < b.Rule
		}
		return a.Message < b.Message
	})
}

// quotedLength is how many code points of a text are shown in a message.
const quotedLength = 120

// quote returns a text of a schema as it is shown in a message: in double quotes, on one line, cut when it is long.
func quote(s string) string {
	if len(s) > quotedLength && utf8.RuneCountInString(s) > quotedLength {
		s = string([]rune(s[:min(len(s), quotedLength*utf8.UTFMax)])[:quotedLength]) + "…"
	}
	return strconv.Quote(s)
}

// didYouMean turns a suggestion into a remedy.
func didYouMean(word string) string {
	if word == "" {
		return ""
	}
	return "did you mean " + quote(word) + "?"
}

// describe names a value in a message.
func describe(v *Value) string {
	switch v.Kind {
	case Null:
		return "null"
	case Bool:
		return strconv.FormatBool(v.Bool)
	case Number:
		if len(v.Text) > 40 {
			return "a number of " + strconv.Itoa(len(v.Text)) + " digits"
		}
		return v.Text
	case String:
		return "the string " + quote(v.Text)
	case Array:
		if len(v.Items) == 0 {
			return "an empty array"
		}
		return "an array"
	}
	return "an object"
}
