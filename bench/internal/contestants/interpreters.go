package contestants

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"

	schemav5 "github.com/santhosh-tekuri/jsonschema/v5"
	schemav6 "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/acigen/acigen/bench/internal/documents"
	"github.com/acigen/acigen/schemas"
)

const base = "https://acigen.example/schemas/"

// today is what people do without a generator: decode to any, validate that,
// decode again into a struct.
func today() Contestant {
	compile := compiledOnce(compileV5)
	return Contestant{Name: Today, Exact: true, Judges: everyRule, Prepare: func(d documents.Document) (Entry, error) {
		schema, err := compile(d.Tool)
		if err != nil {
			return Entry{}, err
		}
		return perTool(d.Tool, pipeline(plainKnowledge, schema, d.Data), pipeline(plainLogs, schema, d.Data), pipeline(plainMysql, schema, d.Data)), nil
	}}
}

func pipeline[T any](make func() *T, schema *schemav5.Schema, data []byte) Entry {
	once := func() (*T, error) {
		instance, err := toAny(data)
		if err != nil {
			return nil, err
		}
		if err := schema.Validate(instance); err != nil {
			return nil, err
		}
		v := make()
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		return v, decoder.Decode(v)
	}
	return entry(once)
}

// v6 validates with the younger major version, and makes no struct.
func v6() Contestant {
	compile := compiledOnce(compileV6)
	return Contestant{Name: "encoding/json to any + v6", Exact: true, Judges: everyRule, Prepare: func(d documents.Document) (Entry, error) {
		schema, err := compile(d.Tool)
		if err != nil {
			return Entry{}, err
		}
		return entry(func() (any, error) {
			instance, err := toAny(d.Data)
			if err != nil {
				return nil, err
			}
			return instance, schema.Validate(instance)
		}), nil
	}}
}

func toAny(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var instance any
	err := decoder.Decode(&instance)
	return instance, err
}

// compiledOnce compiles the schema of a tool the first time only: a copy for every
// document would weigh on the live heap.
func compiledOnce[T any](compile func(documents.Tool) (T, error)) func(documents.Tool) (T, error) {
	compiled := map[documents.Tool]T{}
	return func(tool documents.Tool) (T, error) {
		if schema, ok := compiled[tool]; ok {
			return schema, nil
		}
		schema, err := compile(tool)
		if err == nil {
			compiled[tool] = schema
		}
		return schema, err
	}
}

func compileV5(tool documents.Tool) (*schemav5.Schema, error) {
	compiler := schemav5.NewCompiler()
	compiler.Draft = schemav5.Draft2020
	compiler.AssertFormat = true
	err := eachSchema(func(url, text string) error {
		return compiler.AddResource(url, strings.NewReader(text))
	})
	if err != nil {
		return nil, err
	}
	return compiler.Compile(base + string(tool) + "/result.schema.json")
}

func compileV6(tool documents.Tool) (*schemav6.Schema, error) {
	compiler := schemav6.NewCompiler()
	compiler.DefaultDraft(schemav6.Draft2020)
	compiler.AssertFormat()
	err := eachSchema(func(url, text string) error {
		document, err := schemav6.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return compiler.AddResource(url, document)
	})
	if err != nil {
		return nil, err
	}
	return compiler.Compile(base + string(tool) + "/result.schema.json")
}

var codePoint = regexp.MustCompile(`\\\\u([0-9A-Fa-f]{4})`)

// eachSchema visits the project's schemas. Both versions compile patterns as Go
// regular expressions, which spell a code point in another way.
func eachSchema(visit func(url, text string) error) error {
	return fs.WalkDir(schemas.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(schemas.FS, path)
		if err != nil {
			return err
		}
		return visit(base+path, codePoint.ReplaceAllString(string(text), `\\x{$1}`))
	})
}
