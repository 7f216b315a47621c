// Package tooldef emits tool definitions: one file for each provider, in the form
// in which it reads them, and losses.json, which lists what each cannot say.
package tooldef

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/provider"
	"github.com/acigen/acigen/internal/schema"
)

// LossesFile is the list of what definitions cannot say.
const LossesFile = "losses.json"

// Output is what Generate makes.
type Output struct {
	Files []emit.File
	// Losses is how many losses there are, by target in the order of the targets.
	Losses []Count
}

// Count is a number of losses of one target.
type Count struct {
	Target string
	Losses int
}

// Generate makes the definitions of all tools for the given providers, all when
// there are none. The findings are what a target would reject: then there is no output.
func Generate(c *contract.Contract, providers []string) (Output, []diag.Finding) {
	if len(providers) == 0 {
		providers = provider.IDs()
	}
	var out Output
	var findings []diag.Finding
	losses := &schema.Value{Kind: schema.Array}
	for _, id := range providers {
		p := provider.Find(id)
		if p == nil {
			continue // the configuration was checked
		}
		var definitions []provider.Definition
		count := 0
		for _, t := range c.Tools {
			d, err := provider.Define(p, t)
			if err != nil {
				findings = append(findings, diag.Finding{Rule: "generate/tools", File: c.Config.File, Message: err.Error()})
				continue
			}
			definitions = append(definitions, d)
			for _, role := range []string{"", "request", contract.Observation} {
				for _, n := range d.Notes[role] {
					if n.Refused {
						findings = append(findings, refusal(c, p, n))
						continue
					}
					count++
					losses.Items = append(losses.Items, loss(c, p, t, role, n))
				}
			}
		}
		out.Losses = append(out.Losses, Count{id, count})
		out.Files = append(out.Files, file(id+".json", p.Document(definitions)))
	}
	out.Files = append(out.Files, file(LossesFile, losses))
	slices.SortFunc(out.Files, func(a, b emit.File) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	})
	return out, findings
}

func file(path string, v *schema.Value) emit.File {
	return emit.File{Path: path, Data: append(schema.AppendValue(nil, v, "  "), '\n')}
}

// Place is the finding of a note, at the schema that somebody wrote.
func Place(c *contract.Contract, n provider.Note, rule, message, remedy string) diag.Finding {
	s := n.Schema
	if written := c.Origin(s); written != nil {
		s = written
	}
	return s.Finding(rule, n.Keyword, message, remedy)
}

func refusal(c *contract.Contract, p *provider.Profile, n provider.Note) diag.Finding {
	return Place(c, n, "generate/tools", fmt.Sprintf("%s would reject the definition: %s", p.ID, n.Reason),
		"change the contract, or name the providers of the target tools in acigen.yaml without "+p.ID)
}

// loss is an entry of losses.json.
func loss(c *contract.Contract, p *provider.Profile, t *contract.Tool, role string, n provider.Note) *schema.Value {
	f := Place(c, n, "", "", "")
	entry := &schema.Value{Kind: schema.Object}
	for _, m := range [][2]string{
		{"target", p.ID}, {"tool", t.Name}, {"role", role}, {"schema", n.Schema.Doc.ID}, {"pointer", f.SchemaPointer}, {"keyword", n.Keyword}, {"reason", n.Reason},
	} {
		if m[1] != "" || m[0] == "pointer" {
			entry.Members = append(entry.Members, schema.Member{Name: m[0], Value: &schema.Value{Kind: schema.String, Text: m[1]}})
		}
	}
	return entry
}

// Summary says in a line how much is lost.
func (o Output) Summary() string {
	total, targets := 0, 0
	for _, c := range o.Losses {
		total += c.Losses
		if c.Losses > 0 {
			targets++
		}
	}
	if total == 0 {
		return ""
	}
	return strconv.Itoa(total) + " losses: " + strconv.Itoa(targets) + " of " + strconv.Itoa(len(o.Losses)) + " providers cannot say every rule; see " + LossesFile
}
