package contract

import (
	"strings"
	"testing"
)

// result wraps members of a root with two marked properties: shown in both views, and
// secret in the control view alone.
func result(members string) string {
	return `{"$schema": "https://json-schema.org/draft/2020-12/schema",
"$id": "https://acigen.example/schemas/t/result.schema.json",
"type": "object", "additionalProperties": false,
"properties": {"shown": {"x-aci-views": ["control", "observation"]}, "secret": {"x-aci-views": ["control"]}, "list": {"x-aci-views": ["observation"], "type": "array"}}` + members + "}"
}

const (
	verdict = "so that its verdict could invert [let the view carry it, or state the rule without it (properties, required, then and else follow the views)]"
	noView  = "which the observation view does not carry, " + verdict
)

func TestWhatAViewCannotFollowIsRefused(t *testing.T) {
	for _, c := range []struct{ name, members, want string }{
		{"an if", `, "if": {"required": ["secret"]}, "then": {"required": ["shown"]}`,
			`/if: if depends on the property "secret", ` + noView},
		{"an if deep below an allOf, behind a reference", `, "allOf": [{"$ref": "#/$defs/rule"}], "$defs": {"rule": {"if": {"not": {"required": ["secret"]}}, "then": {"required": ["shown"]}}}`,
			`/$defs/rule/if: if depends on the property "secret", ` + noView + "\n" + `/$defs/rule/if/not: not depends on the property "secret", ` + noView},
		{"a not", `, "not": {"required": ["shown", "secret"]}`, `/not: not depends on the property "secret", ` + noView},
		{"a branch of anyOf", `, "anyOf": [{"required": ["shown"]}, {"properties": {"secret": {"const": 1}}}]`,
			`/anyOf/1: anyOf depends on the property "secret", ` + noView},
		{"a branch of oneOf by additionalProperties", `, "oneOf": [{"properties": {"shown": true}, "additionalProperties": false}, {"required": ["shown"]}]`,
			`/oneOf/0: oneOf depends on what is removed, which the control view does not carry, ` + verdict},
		{"a dependent property", `, "dependentRequired": {"shown": ["secret"]}`, `/dependentRequired: dependentRequired depends on the property "secret", ` + noView},
		{"a property on which others depend", `, "dependentRequired": {"secret": ["shown"]}`, `/dependentRequired: dependentRequired depends on the property "secret", ` + noView},
		{"a schema that depends on a removed property", `, "dependentSchemas": {"secret": {"required": ["shown"]}}`, `/dependentSchemas/secret: dependentSchemas depends on the property "secret", ` + noView},
		{"a dependent schema about a removed property", `, "dependentSchemas": {"shown": {"required": ["secret"]}}`, `/dependentSchemas/shown: dependentSchemas depends on the property "secret", ` + noView},
		{"minProperties", `, "minProperties": 2`, `/minProperties: minProperties depends on the property "list", which the control view does not carry, ` + verdict},
		{"maxProperties", `, "maxProperties": 2`, `/maxProperties: maxProperties depends on the property "list", which the control view does not carry, ` + verdict},
		{"propertyNames", `, "propertyNames": {"maxLength": 9}`, `/propertyNames: propertyNames depends on the property "list", which the control view does not carry, ` + verdict},
		{"unevaluatedProperties", `, "unevaluatedProperties": false`, `/unevaluatedProperties: unevaluatedProperties depends on the property "list", which the control view does not carry, ` + verdict},
		{"a const with a removed property", `, "then": {"const": {"shown": 1, "secret": 2}}, "if": true`, `/then/const: const depends on what is removed, ` + noView},
		{"an enum with a removed property", `, "allOf": [{"enum": [{"shown": 1}, {"secret": 2}]}]`, `/allOf/0/enum: enum depends on what is removed, ` + noView},
		{"unique items that lose a property", `, "allOf": [{"properties": {"list": {"uniqueItems": true, "items": {"properties": {"hidden": {"x-aci-views": []}}}}}}]`,
			`/allOf/0/properties/list/uniqueItems: uniqueItems depends on what is removed, ` + noView},
		{"contained items that lose a property", `, "allOf": [{"properties": {"list": {"contains": {"required": ["hidden"]}, "items": {"properties": {"hidden": {"x-aci-views": []}}}}}}]`,
			`/allOf/0/properties/list/contains: contains depends on the property "hidden", ` + noView},
		{"unevaluated items that lose a property", `, "allOf": [{"properties": {"list": {"unevaluatedItems": {"properties": {"hidden": {"x-aci-views": []}}}}}}]`,
			`/allOf/0/properties/list/unevaluatedItems: unevaluatedItems depends on the property "hidden", ` + noView},
		{"a pattern that means two kinds of values", `, "allOf": [{"properties": {"shown": {"properties": {"xa": {"properties": {"hidden": {"x-aci-views": []}}}}, "patternProperties": {"^x": {"required": ["hidden"]}}}}}]`,
			`/allOf/0/properties/shown/patternProperties/^x: patternProperties depends on the property "hidden", which the control view does not carry, ` + verdict},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, findings := FromSchemas(files(map[string]string{"schemas/t/result.schema.json": result(c.members)}), 0)
			var got []string
			for _, f := range findings {
				line := f.SchemaPointer + ": " + f.Message + " [" + f.Remedy + "]"
				// The control view refuses some of the same places; one is enough here.
				if f.Rule != ruleViewsVerdict {
					t.Errorf("rule %s: %s", f.Rule, f.Message)
				}
				got = append(got, line)
			}
			for _, want := range strings.Split(c.want, "\n") {
				if !strings.Contains(strings.Join(got, "\n"), want) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
				}
			}
		})
	}
}

func TestWhatDoesNotDependOnARemovedPropertyIsDerived(t *testing.T) {
	for _, c := range []struct{ name, members string }{
		{"an if about a kept property", `, "if": {"properties": {"shown": {"const": 1}}}, "then": {"required": ["secret"]}`},
		{"a branch about a kept property", `, "anyOf": [{"required": ["shown"]}, {"properties": {"shown": false}}]`},
		{"a const without removed properties", `, "allOf": [{"enum": [{"shown": 1}, {"shown": 2}]}]`},
		{"a nullable reference to what loses nothing", `, "allOf": [{"properties": {"shown": {"anyOf": [{"$ref": "#/$defs/x"}, {"type": "null"}]}}}], "$defs": {"x": {"type": "object"}}`},
		{"bounds of a nested object that loses nothing", `, "allOf": [{"properties": {"shown": {"minProperties": 1, "unevaluatedProperties": false}}}]`},
		{"unique items that lose nothing", `, "allOf": [{"properties": {"list": {"uniqueItems": true, "contains": {"required": ["a"]}}}}]`},
		{"a rule inside a removed property", `, "allOf": [{"properties": {"secret": {"not": {"required": ["shown"]}}}}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, findings := FromSchemas(files(map[string]string{"schemas/t/result.schema.json": result(c.members)}), 0); len(findings) > 0 {
				t.Errorf("findings:\n%s", lines(findings))
			}
		})
	}
}

func TestMarksOfViewsAreChecked(t *testing.T) {
	const head = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", `
	const control = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", `
	for _, c := range []struct{ name, result, harness, want string }{
		{"a top-level property without views", head + `"properties": {"a": {"x-aci-views": []}, "b": {}}}`, "",
			`/properties/b: contract/views-missing: the property "b" does not say which views carry it [add "x-aci-views": ["control", "observation"] to the property "b" of the result, or fewer; [] for neither]`},
		{"a required name that no property has", head + `"required": ["b"], "properties": {"a": {"x-aci-views": []}}}`, "",
			`/required: contract/views-missing: the property "b" does not say which views carry it [add "x-aci-views": ["control", "observation"] to the property "b" of the result, or fewer; [] for neither]`},
		{"a result without properties", head + `"additionalProperties": false}`, "",
			`: contract/views-missing: no property of the result says which views carry it [add "x-aci-views": ["control", "observation"] to each top-level property, or fewer; [] for neither]`},
		{"a result that is true", `true`, "",
			`: contract/views-missing: no property of the result says which views carry it [add "x-aci-views": ["control", "observation"] to each top-level property, or fewer; [] for neither]`},
		{"a nested property beyond its parent", head + `"properties": {"a": {"x-aci-views": ["control"], "items": {"properties": {"b": {"x-aci-views": ["control", "observation"]}}}}}}`, "",
			`/properties/a/items/properties/b/x-aci-views: contract/views-subset: the property "b" is in the observation view, and what holds it is not [name only views that carry what holds the property]`},
		{"an opaque $id", `{"$id": "urn:example:result", "properties": {"a": {"x-aci-views": []}}}`, "",
			`/$id: contract/views-id: the $id is no URI with a path, so the control view cannot have one beside it [write an $id such as https://acigen.example/schemas/t/result.schema.json]` + "\n" +
				`/$id: contract/views-id: the $id is no URI with a path, so the observation view cannot have one beside it [write an $id such as https://acigen.example/schemas/t/result.schema.json]`},
		{"a harness property of a name that the result has", head + `"properties": {"a": {"x-aci-views": []}}}`, control + `"properties": {"a": {}}}`,
			`/properties/a: contract/harness: the harness adds a property "a" of the same name to the control view [rename one of the two]`},
		{"a harness with more than properties", head + `"properties": {"a": {"x-aci-views": []}}}`, control + `"minProperties": 1}`,
			`/minProperties: contract/harness: the keyword "minProperties" cannot be added to the control view of a tool [state properties and required, with type object]`},
		{"a result that is closed behind an allOf", head + `"properties": {"a": {"x-aci-views": []}}, "allOf": [{"additionalProperties": false}]}`, control + `"properties": {"b": {}}}`,
			`/allOf/0/additionalProperties: contract/harness: additionalProperties would judge the properties that the harness adds to the control view [close the result by additionalProperties at its root alone]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts := map[string]string{"schemas/t/result.schema.json": c.result}
			if c.harness != "" {
				texts["schemas/harness/control.schema.json"] = c.harness
			}
			_, findings := FromSchemas(files(texts), 0)
			var got []string
			for _, f := range findings {
				got = append(got, f.SchemaPointer+": "+f.Rule+": "+f.Message+" ["+f.Remedy+"]")
			}
			if got := strings.Join(got, "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
