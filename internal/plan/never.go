package plan

import (
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// never returns the check of a schema false: it is reported as the keyword that carries it.
func (c *Compiler) never(s *schema.Schema) NeverCheck {
	keyword := carrier(s.Pointer)
	message := neverMessages[keyword]
	if message == "" {
		keyword, message = "false", "no value is allowed here"
	}
	key := siteKey{s, keyword, 0}
	site, there := c.sites[key]
	if !there {
		site = &Site{
			Rule:  kernel.Rule{Schema: s.Doc.ID, Pointer: s.Pointer, Keyword: keyword, Message: message},
			order: [3]int{s.Seq, s.Value.Start, 0},
		}
		c.sites[key] = site
		c.plan.Sites = append(c.plan.Sites, site)
	}
	return NeverCheck{Site: site, AtName: keyword == "additionalProperties" || keyword == "unevaluatedProperties"}
}

// carrier returns the keyword that carries the schema at a pointer: a member can be named like one.
func carrier(pointer string) string {
	tokens := strings.Split(pointer, "/")[1:]
	keyword := ""
	for len(tokens) > 0 {
		keyword = tokens[0]
		tokens = tokens[1:]
		switch keyword {
		case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "allOf", "anyOf", "oneOf", "prefixItems":
			tokens = tokens[min(len(tokens), 1):] // a name or an index
		}
	}
	return keyword
}

var neverMessages = map[string]string{
	"additionalProperties":  "is not a property that the schema allows here",
	"unevaluatedProperties": "is not a property that the schema allows here",
	"properties":            "must be absent",
	"patternProperties":     "must be absent",
	"items":                 "is one element too many",
	"prefixItems":           "is one element too many",
	"unevaluatedItems":      "is one element too many",
	"then":                  "no value is allowed under this condition",
	"else":                  "no value is allowed under this condition",
	"dependentSchemas":      "no value is allowed under this condition",
	"allOf":                 "no value is allowed here",
}
