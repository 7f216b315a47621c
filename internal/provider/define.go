package provider

import (
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/schema"
)

// Definition is one tool as a target takes it.
type Definition struct {
	Tool *contract.Tool
	// Value is the definition.
	Value *schema.Value
	// Notes are losses and refusals, by role: "request" or "observation"; "" for the tool itself.
	Notes map[string][]Note
}

// Define makes a tool's definition for a target.
func Define(p *Profile, t *contract.Tool) (Definition, error) {
	d := Definition{Tool: t, Notes: map[string][]Note{}}
	root := t.Request
	if root == nil {
		root = t.Result
	}
	refuse := func(reason string) {
		d.Notes[""] = append(d.Notes[""], Note{Schema: root, Reason: reason, Refused: true})
	}
	if !p.Name.MatchString(t.Name) {
		refuse("the name " + t.Name + " is not one that the target takes")
	}
	if p.Described && t.Words.Text() == "" {
		refuse("a description is required: write use_when, input and cannot in descriptions.yaml")
	}
	var input, output *schema.Value
	lower := func(role string, s *schema.Schema, notes []contract.Note) (*schema.Value, error) {
		words := map[*schema.Schema]string{}
		for _, n := range notes {
			if n.Schema != nil {
				words[n.Schema] = n.Phrase.Text
			}
		}
		v, found, err := Lower(p, s, words, role != "request")
		d.Notes[role] = found
		return v, err
	}
	var err error
	if t.Request == nil {
		refuse("the tool has no request schema")
		input = object("type", text("object"))
	} else if input, err = lower("request", t.Request, t.Words.Fields); err != nil {
		return d, err
	}
	if p.Output && t.Observation != nil {
		if output, err = lower(contract.Observation, t.Observation, t.Words.Outputs); err != nil {
			return d, err
		}
	}
	d.Value = p.shape(t, input, output)
	return d, nil
}

// object is an object of names and values in turn; nil values are left out.
func object(pairs ...any) *schema.Value {
	out := &schema.Value{Kind: schema.Object}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v, ok := pairs[i+1].(*schema.Value); ok && v != nil {
			out.Members = append(out.Members, schema.Member{Name: pairs[i].(string), Value: v})
		}
	}
	return out
}

func boolean(b bool) *schema.Value { return &schema.Value{Kind: schema.Bool, Bool: b} }

// shape puts a definition together.
func (p *Profile) shape(t *contract.Tool, input, output *schema.Value) *schema.Value {
	name, description := text(t.Name), text(t.Words.Text())
	var title *schema.Value
	if t.Words.Title.Text != "" {
		title = text(t.Words.Title.Text)
	}
	switch p.Shape {
	case MCP:
		return object("name", name, "title", title, "description", description, "inputSchema", input, "outputSchema", output)
	case Chat:
		return object("type", text("function"), "function", object("name", name, "description", description, "parameters", input, "strict", boolean(p.Strict)))
	case Responses:
		return object("type", text("function"), "name", name, "description", description, "parameters", input, "strict", boolean(p.Strict), "output_schema", output)
	case Anthropic:
		var strict *schema.Value
		if p.Strict {
			strict = boolean(true)
		}
		return object("name", name, "description", description, "input_schema", input, "strict", strict)
	case Gemini:
		return object("name", name, "description", description, "parametersJsonSchema", input, "responseJsonSchema", output)
	case GeminiOpen:
		return object("name", name, "description", description, "parameters", input, "response", output)
	case Bedrock:
		return object("toolSpec", object("name", name, "description", description, "inputSchema", object("json", input)))
	case LangChain:
		return object("name", name, "description", description, "args_schema", input, "response_format", text("content_and_artifact"))
	default:
		return object("name", name, "description", description, "inputSchema", text(compact(input)))
	}
}

// Document puts the definitions of all tools into the form in which the target reads them.
func (p *Profile) Document(definitions []Definition) *schema.Value {
	list := &schema.Value{Kind: schema.Array}
	for _, d := range definitions {
		list.Items = append(list.Items, d.Value)
	}
	switch p.Shape {
	case MCP:
		var kind *schema.Value
		if p.ID == "mcp-2026-07-28" {
			kind = text("complete")
		}
		return object("resultType", kind, "tools", list)
	case Gemini, GeminiOpen:
		return object("functionDeclarations", list)
	case Bedrock:
		return object("tools", list)
	}
	return list
}
