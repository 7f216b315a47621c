// Package documents makes what is measured: the three results of the contract
// at realistic size, each in several variants. The same bytes every time.
package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/acigen/acigen/bench/peers/plain"
)

// Tool is the tool whose result a document is; its schema is
// schemas/TOOL/result.schema.json.
type Tool string

// The tools of the contract.
const (
	Knowledge Tool = "lookup_knowledge"
	Logs      Tool = "query_logs"
	Mysql     Tool = "query_mysql"
)

// Tools lists the tools in the order of all tables.
var Tools = []Tool{Knowledge, Logs, Mysql}

// Variant is a form of one and the same result.
type Variant string

// The variants. All but Failing are valid.
const (
	// Canonical is compact, members in the schema's order, text without escapes.
	Canonical Variant = "canonical"
	// Shuffled is Canonical with the members of every object in an order of its own.
	Shuffled Variant = "shuffled"
	// Pretty is Canonical with line breaks and an indent of two spaces.
	Pretty Variant = "pretty"
	// CJK is compact and in order; its prose is Chinese, as UTF-8.
	CJK Variant = "cjk"
	// Escaped is compact and in order; every text has escapes in it.
	Escaped Variant = "escaped"
	// Failing is Canonical with one value near the end that breaks the schema.
	Failing Variant = "failing"
)

// Variants lists the variants in the order of all tables.
var Variants = []Variant{Canonical, Shuffled, Pretty, CJK, Escaped, Failing}

// Title says what a variant is, as the heading of its table.
func (v Variant) Title() string {
	return map[Variant]string{
		Canonical: "Compact, members in the schema's order",
		Shuffled:  "Compact, members of every object shuffled",
		Pretty:    "Pretty-printed, two spaces",
		CJK:       "Compact, Chinese text",
		Escaped:   "Compact, escapes in every text",
		Failing:   "Compact, one error near the end",
	}[v]
}

// Document is one input.
type Document struct {
	Tool    Tool
	Variant Variant
	Data    []byte
}

// Valid says whether the schema accepts the document.
func (d Document) Valid() bool { return d.Variant != Failing }

// Compact says whether an encoder that keeps the schema's order and escapes
// only what it must writes exactly d's bytes.
func (d Document) Compact() bool {
	return d.Variant == Canonical || d.Variant == CJK || d.Variant == Escaped
}

// All returns every tool's result in every variant, variant by variant.
func All() ([]Document, error) {
	var all []Document
	for _, variant := range Variants {
		for _, tool := range Tools {
			data, err := write(tool, variant)
			if err != nil {
				return nil, fmt.Errorf("document %s, %s: %w", tool, variant, err)
			}
			all = append(all, Document{tool, variant, data})
		}
	}
	return all, nil
}

func write(tool Tool, variant Variant) ([]byte, error) {
	prose := english
	switch variant {
	case CJK:
		prose = chinese
	case Escaped:
		prose = escaped
	}
	var value any
	switch tool {
	case Knowledge:
		value = knowledge(prose)
	case Logs:
		value = logs(prose)
	default:
		value = mysql(prose)
	}
	if variant == Failing {
		breakLast(value)
	}
	compact, err := encode(value)
	if err != nil {
		return nil, err
	}
	switch variant {
	case Shuffled:
		return shuffle(compact)
	case Pretty:
		var out bytes.Buffer
		err := json.Indent(&out, compact, "", "  ")
		return out.Bytes(), err
	}
	return compact, nil
}

// breakLast puts a value that its schema refuses into the last item: a blank
// excerpt, a level that the enum does not have, an object as a cell.
func breakLast(value any) {
	switch v := value.(type) {
	case *plain.Knowledge:
		last := &v.Evidence[len(v.Evidence)-1]
		last.Excerpt = strings.Repeat(" ", len(last.Excerpt))
	case *plain.Logs:
		v.Events[len(v.Events)-1].Level = "NOTICE"
	case *plain.Mysql:
		row := v.Rows[len(v.Rows)-1]
		row[len(row)-1] = map[string]any{}
	}
}

func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
