package lint

import "github.com/acigen/acigen/internal/diag"

// Rule is one thing that a contract is held to.
type Rule struct {
	// ID is GROUP/NAME.
	ID       string
	Severity diag.Severity
	// Reason says why it matters; Remedy what to do.
	Reason, Remedy string
	// Bad is an example that the rule finds, Good what it should be: schemas or words.
	Bad, Good string
	// Safe tells that --fix applies the remedy: no verdict changes by it.
	Safe bool
}

func ruleOf(id string) Rule {
	for _, r := range Rules {
		if r.ID == id {
			return r
		}
	}
	panic("no rule " + id) // a constant of this package
}

// Rules are all rules, in the order in which they are listed.
var Rules = []Rule{
	{"lint/dialect", diag.Warning, "Without $schema, readers guess the dialect.", `state "$schema": "https://json-schema.org/draft/2020-12/schema"`,
		`{"type": "object"}`, `{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}`, true},
	{"lint/id", diag.Warning, "An $id that is not that of the file's place sends references elsewhere.", "make the $id that of the file's place, or leave it out",
		`schemas/a/request.schema.json: {"$id": "https://acigen.example/schemas/b/request.schema.json"}`, `{"$id": "https://acigen.example/schemas/a/request.schema.json"}`, true},
	{"lint/file-name", diag.Warning, "A file that is called almost like a role is a schema of its own, and the tool lacks the role.", "rename it, or choose a name that is unlike request and result",
		`schemas/query/results.schema.json`, `schemas/query/result.schema.json`, false},
	{"lint/unknown-keyword", diag.Error, "A keyword that no vocabulary knows demands nothing; mostly it is a slip.", "correct or remove it",
		`{"type": "string", "maxLenght": 5}`, `{"type": "string", "maxLength": 5}`, false},
	{"lint/unknown-format", diag.Error, "A format that is not asserted demands nothing, and generate refuses it.", "use one of the asserted formats, or a pattern",
		`{"type": "string", "format": "phone"}`, `{"type": "string", "pattern": "^[0-9+ ]{3,20}$"}`, false},
	{"lint/typed", diag.Error, "Where anything is allowed, nobody can rely on anything.", "state a type, an enum or a $ref",
		`{"properties": {"a": {}}}`, `{"properties": {"a": {"type": "boolean"}}}`, false},
	{"lint/closed-object", diag.Error, "An open object lets anything through to the model: what upstream adds one day leaks.", `add "additionalProperties": false`,
		`{"type": "object", "properties": {}}`, `{"type": "object", "properties": {}, "additionalProperties": false}`, false},
	{"lint/bounded-map", diag.Error, "A map without bound can be of any size.", "add maxProperties",
		`{"type": "object", "additionalProperties": {"type": "boolean"}}`, `{"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 20}`, false},
	{"lint/bounded-string", diag.Error, "A string without bound can fill the model's context.", "add maxLength",
		`{"type": "string"}`, `{"type": "string", "maxLength": 512}`, false},
	{"lint/bounded-array", diag.Error, "An array without bound can fill the model's context.", "add maxItems",
		`{"type": "array", "items": {"type": "boolean"}}`, `{"type": "array", "items": {"type": "boolean"}, "maxItems": 50}`, false},
	{"lint/snake-case", diag.Error, "One spelling for all names; every language makes its own of it.", "rename it in snake_case",
		`{"properties": {"userName": {"type": "boolean"}}}`, `{"properties": {"user_name": {"type": "boolean"}}}`, false},
	{"lint/boolean-schema", diag.Error, "Some consumers take only objects for schemas.", "write a schema with a type, or leave the property out",
		`{"properties": {"a": true}}`, `{"properties": {"a": {"type": "boolean"}}}`, false},
	{"lint/common-pattern", diag.Error, `Escapes such as \d, \w, \s, \b and \p differ between the languages that read the schema.`, "write a character class, such as [0-9]",
		`{"type": "string", "maxLength": 9, "pattern": "^\\d+$"}`, `{"type": "string", "maxLength": 9, "pattern": "^[0-9]+$"}`, false},
	{"lint/unsatisfiable", diag.Error, "Nothing can be sent or returned there.", "correct the keywords that contradict each other",
		`{"type": "integer", "minimum": 5, "maximum": 4}`, `{"type": "integer", "minimum": 4, "maximum": 5}`, false},
	{"lint/dead-constraint", diag.Error, "It says something and demands nothing: whoever reads it is misled.", "remove it, or add what it belongs to",
		`{"type": "integer", "maxLength": 5}`, `{"type": "integer", "maximum": 5}`, true},
	{"lint/enum", diag.Error, "An enum has one type, and values that nobody confuses.", "give each value one spelling, and each enum one meaning",
		`{"type": "string", "enum": ["ok", "OK"]}`, `{"type": "string", "enum": ["ok", "failed"]}`, false},
	{"lint/enum-meaning", diag.Error, "The status of evidence and the status of an invocation are two things: a model that sees both mixes them up.", "make them two enums under two names",
		`{"enum": ["EVIDENCE_FOUND", "READY"]}`, `{"enum": ["EVIDENCE_FOUND", "NO_EVIDENCE", "ERROR"]}`, false},
	{"lint/examples", diag.Error, "An example that is not valid teaches what is rejected.", "correct the example or the default",
		`{"type": "boolean", "default": "yes"}`, `{"type": "boolean", "default": true}`, false},
	{"lint/relation", diag.Error, "A cross-field keyword about a sibling of another type demands nothing.", "name a sibling of the right type",
		`{"properties": {"n": {"type": "integer", "x-aci-count-of": "s"}, "s": {"type": "string", "maxLength": 5}}}`, `{"properties": {"n": {"type": "integer", "x-aci-count-of": "s"}, "s": {"type": "array", "maxItems": 5, "items": {"type": "boolean"}}}}`, false},
	{"lint/views", diag.Error, "What no view carries is computed for nobody, and what every view carries should say so.", `add "x-aci-views" to the property`,
		`{"properties": {"a": {"type": "boolean"}}}`, `{"properties": {"a": {"type": "boolean", "x-aci-views": ["observation"]}}}`, false},
	{"lint/count", diag.Error, "A count that is not tied to what it counts can be wrong.", `add "x-aci-count-of" or "x-aci-at-least"`,
		`{"returned_count": {"type": "integer"}}`, `{"returned_count": {"type": "integer", "x-aci-count-of": "rows"}}`, false},
	{"lint/call-id", diag.Error, "A result without the ID of its call cannot be matched to it.", "add tool_call_id to the result and require it, in both views",
		`{"properties": {"rows": {}}}`, `{"properties": {"tool_call_id": {}}, "required": ["tool_call_id"]}`, false},
	{"lint/call-id-in-request", diag.Error, "The ID of a call comes from the framework, never from the model.", "remove it from the request",
		`request: {"properties": {"tool_call_id": {}}}`, `request: {"properties": {"query": {}}}`, false},
	{"lint/object-root", diag.Error, "Providers take objects alone for the input and the output of a tool.", `make the root "type": "object"`,
		`{"type": "array"}`, `{"type": "object", "properties": {"items": {"type": "array"}}}`, false},
	{"lint/field-name", diag.Error, "Names of infrastructure, credentials and retrieval internals tell a model what it must not know, and invite it to ask for it.", "name what the value means to the agent",
		`{"properties": {"api_key": {"type": "string"}}}`, `{"properties": {"data_source": {"type": "string"}}}`, false},
	{"lint/described", diag.Error, "A model chooses a tool by its description.", "say in descriptions.yaml what the tool is for: use_when, input, cannot",
		`tools: {query: {use_when: "…"}}`, `tools: {query: {use_when: "…", input: "…", cannot: "…"}}`, false},
	{"lint/concise", diag.Error, "Long descriptions crowd out the question.", "shorten use_when, input and cannot",
		"a description of 900 characters", "one of at most 600", false},
	{"lint/vocabulary", diag.Error, "Words about retrieval internals, infrastructure, credentials, audit, retries, limits and ranking leak how a tool is made.", "say what the tool does for the agent, in its words",
		`use_when: "Searches Milvus with topK."`, `use_when: "Use it when written knowledge may answer the question."`, false},
	{"lint/provider", diag.Error, "The provider would reject the definition.", "change the contract, or do not publish it to this provider",
		"a tool name of 70 characters", "one of at most 64", false},
	{"lint/provider-loss", diag.Info, "The provider cannot say this keyword: it is lowered into the description.", "nothing, unless the model must be held to it",
		`openai-responses-strict: {"not": {}}`, "", false},
	{"lint/suppression", diag.Error, "A suppression names a rule and gives a reason.", "give rule, reason and, to be exact, file and pointer",
		`suppress: [{rule: lint/typed}]`, `suppress: [{rule: lint/typed, pointer: /properties/a, reason: "…"}]`, false},
	{"lint/unused-suppression", diag.Warning, "A suppression that suppresses nothing hides the next finding.", "remove it",
		"", "", false},
}
