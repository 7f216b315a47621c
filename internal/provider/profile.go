// Package provider knows what each consumer of tool definitions accepts, and lowers
// a contract's schemas to it: what a target cannot say moves into the description
// and is listed as a loss; what it would reject is refused, with the place.
//
// A profile is data. There is one lowering (lower.go) for all of them.
package provider

import (
	"regexp"
	"slices"
)

// Shape is the form in which a target takes a definition.
type Shape int

// The shapes.
const (
	MCP        Shape = iota // name, title, description, inputSchema, outputSchema
	Chat                    // OpenAI Chat Completions: type and function
	Responses               // OpenAI Responses
	Anthropic               // name, description, input_schema
	Gemini                  // functionDeclarations with JSON Schemas
	GeminiOpen              // functionDeclarations with the OpenAPI subset
	Bedrock                 // toolSpec
	LangChain               // args_schema
	SpringAI                // inputSchema as a string
)

// Profile is what one target accepts.
type Profile struct {
	// ID is the value of --provider and the name of the file in gen/tools.
	ID    string
	Shape Shape
	// Name is what the names of tools match.
	Name *regexp.Regexp
	// Described tells that a description is required.
	Described bool
	// Output tells that the observation's schema is published, too.
	Output bool
	// Strict tells that the target enforces the schema while the model writes: objects are closed.
	Strict bool
	// Required tells that every property is required: an optional one may be null instead.
	Required bool
	// Cannot are the keywords that it cannot say.
	Cannot []string
	// Formats are those that it can say; nil for all.
	Formats []string
	// AnyOf tells that oneOf is written as anyOf.
	AnyOf bool
	// SmallMinItems tells that minItems can be 0 or 1 only.
	SmallMinItems bool
	// Flat tells that references are written out.
	Flat bool
	// OpenAPI tells that types are single (null is nullable), constants are enums, and enums are of strings.
	OpenAPI bool
	// RootUnion tells that a union may stand at the root.
	RootUnion bool
	// Bounds of one schema; 0 is none. Levels count objects and arrays.
	Properties, Levels, EnumValues, Characters, Optional, Unions int
}

var (
	plainName  = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	mcpName    = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	geminiName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,62}$`)

	conditions    = []string{"not", "dependentRequired", "dependentSchemas", "if", "then", "else"}
	openNames     = []string{"patternProperties", "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties", "unevaluatedItems"}
	openaiCannot  = slices.Concat([]string{"allOf", "contains", "minContains", "maxContains", "uniqueItems", "prefixItems"}, conditions, openNames)
	openaiFormats = []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
	claudeCannot  = slices.Concat([]string{
		"allOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems",
		"uniqueItems", "contains", "minContains", "maxContains", "prefixItems",
	}, conditions, openNames)
	geminiCannot = slices.Concat([]string{
		"allOf", "additionalProperties", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "contains", "minContains", "maxContains", "prefixItems",
	}, conditions, []string{"patternProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems"})
)

// Profiles are all targets.
var Profiles = []Profile{
	{ID: "mcp-2025-06-18", Shape: MCP, Name: mcpName, Output: true, RootUnion: true},
	{ID: "mcp-2025-11-25", Shape: MCP, Name: mcpName, Output: true, RootUnion: true},
	{ID: "mcp-2026-07-28", Shape: MCP, Name: mcpName, Output: true, RootUnion: true},
	{ID: "openai-chat", Shape: Chat, Name: plainName},
	{ID: "openai-chat-strict", Shape: Chat, Name: plainName, Strict: true, Required: true, AnyOf: true, Cannot: openaiCannot, Formats: openaiFormats,
		Properties: 5000, Levels: 10, EnumValues: 1000, Characters: 120_000},
	{ID: "openai-responses", Shape: Responses, Name: plainName, Output: true},
	{ID: "openai-responses-strict", Shape: Responses, Name: plainName, Output: true, Strict: true, Required: true, AnyOf: true, Cannot: openaiCannot, Formats: openaiFormats,
		Properties: 5000, Levels: 10, EnumValues: 1000, Characters: 120_000},
	{ID: "anthropic", Shape: Anthropic, Name: plainName},
	{ID: "anthropic-strict", Shape: Anthropic, Name: plainName, Strict: true, AnyOf: true, SmallMinItems: true, Cannot: claudeCannot,
		Formats:  []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"},
		Optional: 24, Unions: 16},
	{ID: "gemini-json", Shape: Gemini, Name: geminiName, Output: true, Described: true, RootUnion: true},
	{ID: "gemini-openapi", Shape: GeminiOpen, Name: geminiName, Output: true, Described: true, Flat: true, OpenAPI: true, AnyOf: true, Cannot: geminiCannot},
	{ID: "bedrock-converse", Shape: Bedrock, Name: plainName, Described: true},
	{ID: "langchain", Shape: LangChain, Name: plainName, Described: true, RootUnion: true},
	{ID: "spring-ai", Shape: SpringAI, Name: plainName, Described: true, RootUnion: true},
}

// IDs are the IDs of all profiles.
func IDs() []string {
	var out []string
	for _, p := range Profiles {
		out = append(out, p.ID)
	}
	return out
}

// Find returns a profile, or nil.
func Find(id string) *Profile {
	for i := range Profiles {
		if Profiles[i].ID == id {
			return &Profiles[i]
		}
	}
	return nil
}
