package schema

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// The verdict on the form of keywords is the meta-schema's, unless a case says why not.
func TestFormsAgreeWithTheMetaSchema(t *testing.T) {
	meta, err := jsonschema.Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	stricter := map[string]string{
		`{"$dynamicRef":"#a"}`:                                  "dynamic references are refused",
		`{"$vocabulary":{}}`:                                    "vocabularies are refused",
		`{"$recursiveRef":"#"}`:                                 "it belongs to 2019-09",
		`{"$recursiveAnchor":"a"}`:                              "it belongs to 2019-09",
		`{"$schema":"http://json-schema.org/draft-07/schema#"}`: "another dialect",
		`{"x-aci-name":"log"}`:                                  "acigen's vocabulary",
		`{"$ref":"#/a~2"}`:                                      "the meta-schema does not look into fragments",
	}
	good := []string{
		`true`, `false`, `{}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, `{"$schema":"https://json-schema.org/draft/2020-12/schema#"}`,
		`{"$id":"https://example.com/a#"}`, `{"$anchor":"a_-.9"}`, `{"$anchor":"_"}`, `{"$dynamicAnchor":"A"}`, `{"$comment":""}`, `{"$defs":{}}`,
		`{"$defs":{"":true,"a/b":{}}}`, `{"properties":{"a":{"$ref":"#"}}}`,
		`{"type":"null"}`, `{"type":["string","null"]}`, `{"type":["integer","number"]}`,
		`{"enum":[]}`, `{"enum":[1,1]}`, `{"enum":[null]}`, `{"const":null}`, `{"const":{"type":"nothing"}}`,
		`{"minLength":0}`, `{"minLength":1.0}`, `{"minLength":1e2}`, `{"maxLength":-0}`, `{"maxItems":-0.0}`, `{"maxItems":99999999999999999999999}`, `{"minItems":120e-1}`,
		`{"minContains":0,"maxContains":0,"minProperties":0,"maxProperties":0,"maxLength":3}`,
		`{"multipleOf":0.01}`, `{"multipleOf":1e-300}`, `{"minimum":-1.5,"maximum":1e400,"exclusiveMinimum":0,"exclusiveMaximum":0}`,
		`{"pattern":"^a"}`, `{"uniqueItems":false}`, `{"required":[]}`, `{"required":["a","b",""]}`,
		`{"dependentRequired":{"a":[],"b":["a"]}}`, `{"dependentSchemas":{"a":false}}`,
		`{"allOf":[true]}`, `{"anyOf":[{}]}`, `{"oneOf":[{},false]}`, `{"not":{}}`, `{"if":true,"then":{},"else":false}`,
		`{"prefixItems":[{}],"items":false,"contains":{},"unevaluatedItems":{}}`,
		`{"properties":{},"patternProperties":{"^a":{}},"additionalProperties":false,"propertyNames":{},"unevaluatedProperties":true}`,
		`{"format":"no-such-format"}`, `{"contentEncoding":"base64","contentMediaType":"text/plain","contentSchema":{}}`,
		`{"title":"","description":"","default":[],"deprecated":true,"readOnly":true,"writeOnly":false,"examples":[]}`,
		`{"definitions":{"a":{}}}`, `{"dependencies":{"a":["b"],"c":{}}}`, `{"additionalItems":3,"id":7,"unknown":{"type":"nothing"}}`,
	}
	bad := []string{
		`null`, `1`, `"x"`, `[]`,
		`{"$schema":1}`, `{"$id":1}`, `{"$id":"#a"}`, `{"$id":"a#b"}`, `{"$anchor":"1a"}`, `{"$anchor":""}`, `{"$anchor":"a b"}`, `{"$anchor":null}`, `{"$dynamicAnchor":"é"}`,
		`{"$comment":1}`, `{"$ref":{}}`, `{"$ref":"#%zz"}`, `{"$defs":[]}`, `{"$defs":{"a":1}}`,
		`{"type":"strng"}`, `{"type":1}`, `{"type":[]}`, `{"type":["string","string"]}`, `{"type":["any"]}`, `{"type":[["string"]]}`, `{"type":"String"}`,
		`{"enum":{}}`, `{"minLength":-1}`, `{"minLength":1.5}`, `{"minLength":"1"}`, `{"maxLength":1e-1}`, `{"maxItems":null}`, `{"minItems":-1e5}`,
		`{"maxContains":0.1}`, `{"minContains":-1}`, `{"minProperties":true}`, `{"maxProperties":[]}`,
		`{"multipleOf":0}`, `{"multipleOf":-1}`, `{"multipleOf":0e5}`, `{"multipleOf":"1"}`, `{"minimum":"0"}`, `{"maximum":null}`, `{"exclusiveMinimum":true}`, `{"exclusiveMaximum":false}`,
		`{"pattern":1}`, `{"uniqueItems":1}`, `{"required":"a"}`, `{"required":true}`, `{"required":["a","a"]}`, `{"required":[1]}`,
		`{"dependentRequired":[]}`, `{"dependentRequired":{"a":"b"}}`, `{"dependentRequired":{"a":["b","b"]}}`, `{"dependentSchemas":{"a":[]}}`,
		`{"allOf":[]}`, `{"anyOf":{}}`, `{"oneOf":[1]}`, `{"not":[]}`, `{"if":1}`, `{"then":"x"}`, `{"else":null}`,
		`{"prefixItems":[]}`, `{"prefixItems":{}}`, `{"items":[{}]}`, `{"contains":1}`, `{"unevaluatedItems":[]}`,
		`{"properties":[]}`, `{"properties":{"a":null}}`, `{"patternProperties":true}`, `{"additionalProperties":"x"}`, `{"propertyNames":[]}`, `{"unevaluatedProperties":0}`,
		`{"format":1}`, `{"contentEncoding":1}`, `{"contentMediaType":[]}`, `{"contentSchema":1}`,
		`{"title":1}`, `{"description":[]}`, `{"deprecated":"yes"}`, `{"readOnly":0}`, `{"writeOnly":null}`, `{"examples":{}}`,
		`{"definitions":[]}`, `{"definitions":{"a":{"type":1}}}`, `{"dependencies":{"a":1}}`, `{"dependencies":{"a":["b","b"]}}`,
		`{"properties":{"a":{"items":{"allOf":[{"not":{"minimum":"x"}}]}}}}`,
	}
	bad = append(bad, sortedKeys(stricter)...)
	for _, group := range []struct {
		accept bool
		texts  []string
	}{{true, good}, {false, bad}} {
		for _, text := range group.texts {
			t.Run(text, func(t *testing.T) {
				_, findings := load(map[string]string{"a.json": text})
				if (len(findings) == 0) != group.accept {
					t.Errorf("findings: %v", findings)
				}
				if !group.accept && findings[0].Line != 1 {
					t.Errorf("not located: %v", findings[0])
				}
				var v any
				d := json.NewDecoder(strings.NewReader(text))
				d.UseNumber()
				if err := d.Decode(&v); err != nil {
					t.Fatal(err)
				}
				_, isStricter := stricter[text]
				if theirs := meta.Validate(v) == nil; theirs != (group.accept || isStricter) {
					t.Errorf("the meta-schema's verdict is %v", theirs)
				}
			})
		}
	}
}

func TestKeywordsReachTheSchema(t *testing.T) {
	set, findings := load(map[string]string{"a.json": `{
		"minLength": 1.0, "maxLength": 1e2, "minItems": 99999999999999999999, "type": ["number", "null"], "multipleOf": 1.50,
		"required": ["b", "a"], "dependentRequired": {"x": ["y"]}, "enum": [], "x-aci-name": "T9", "definitions": {"a": true}, "colour": 1,
		"$dynamicAnchor": "d", "contentSchema": true}`})
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	s := set.Documents[0].Root
	switch {
	case *s.MinLength != 1, *s.MaxLength != 100, *s.MinItems != math.MaxInt, s.MultipleOf.Text != "1.50":
		t.Error("bounds")
	case s.Types != Null|Integer|Fraction:
		t.Error("types")
	case strings.Join(s.Required, " ") != "b a", !s.HasRequired, s.DependentRequired[0].Needs[0] != "y":
		t.Error("required")
	case !s.HasEnum, len(s.Enum) != 0, s.Name != "T9", s.DynamicAnchor != "d", s.ContentSchema == nil:
		t.Error("others")
	case strings.Join(s.Unknown, " ") != "definitions colour":
		t.Error("unknown", s.Unknown)
	}
}

func TestEveryListedKeywordIsKnown(t *testing.T) {
	for _, keyword := range Keywords() {
		set, findings := load(map[string]string{"a.json": `{"` + keyword + `": 0}`})
		if set != nil && len(set.Documents[0].Root.Unknown) > 0 {
			t.Errorf("%s is unknown", keyword)
		}
		for _, f := range findings {
			if strings.Contains(f.Message, "is unknown") {
				t.Errorf("%s is unknown", keyword)
			}
		}
	}
}
