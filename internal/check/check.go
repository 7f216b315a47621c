// Package check finds what an edit of a contract breaks: it holds the working copy
// against versions that others rely on, with an instance for every break, and says
// which part of the version the edit has to raise.
//
// A request may only accept more, a result and its views only less: see Direction.
package check

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/schema"
)

// version is what a tool was at some time.
type version struct {
	name       string
	bundles    map[string]*freeze.Bundle // by role
	words      *schema.Value
	reader     freeze.Reader
	digest     string
	validation string
}

// Outcome is what a check comes to.
type Outcome struct {
	Findings []diag.Finding
	// Undecided tells that some question has no answer, and was not accepted either.
	Undecided bool
	// Accepted is the number of breaks that acigen.yaml accepts.
	Accepted int
}

// Frozen holds a contract against every active frozen version. Today is YYYY-MM-DD.
func Frozen(c *contract.Contract, a *freeze.Archive, today string) Outcome {
	bases := map[string][]version{}
	var findings []diag.Finding
	for _, name := range a.Tools() {
		active := a.Active(name)
		if c.Tool(name) == nil {
			if len(active) > 0 {
				findings = append(findings, removed(c, name, active[len(active)-1].Version.String()))
			}
			continue
		}
		for _, r := range active {
			bases[name] = append(bases[name], ofRelease(r))
		}
	}
	for _, t := range c.Tools {
		if len(bases[t.Name]) == 0 {
			findings = append(findings, toolFinding(t, NothingFrozen, diag.Info, fmt.Sprintf("%s has no active frozen version, so there is nothing to break", t.Name),
				"run acigen freeze once others rely on it"))
		}
	}
	return conclude(c, append(findings, against(c, bases)...), today)
}

// Contracts holds a contract against another state of it, which messages call name.
func Contracts(c, base *contract.Contract, name, today string) (Outcome, error) {
	bases := map[string][]version{}
	var findings []diag.Finding
	for _, t := range base.Tools {
		if c.Tool(t.Name) == nil {
			findings = append(findings, removed(c, t.Name, name))
			continue
		}
		d, err := freeze.NewDraft(t)
		if err != nil {
			return Outcome{}, err
		}
		bases[t.Name] = []version{{name, d.Bundles, d.Words, freeze.Reader(base.Config.Reader(t.Name)), d.Digest, d.Validation}}
	}
	return conclude(c, append(findings, against(c, bases)...), today), nil
}

// ofRelease is a frozen version. Its bundles are made when they are needed.
func ofRelease(r *freeze.Release) version {
	v := version{name: r.Version.String(), words: r.Words, reader: r.Reader, digest: r.Digest, validation: r.Validation, bundles: map[string]*freeze.Bundle{}}
	for role, s := range r.Schemas {
		if b, err := freeze.MakeBundle(s, s.Doc.ID); err == nil {
			v.bundles[role] = b
		}
	}
	return v
}

// against compares all tools, on all cores; the order is that of the tools.
func against(c *contract.Contract, bases map[string][]version) []diag.Finding {
	found := make([][]diag.Finding, len(c.Tools))
	work := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range work {
				t := c.Tools[i]
				if len(bases[t.Name]) == 0 {
					continue
				}
				d, err := freeze.NewDraft(t)
				if err != nil {
					found[i] = []diag.Finding{toolFinding(t, Undecided, diag.Warning, "the tool cannot be compared: "+err.Error(), "")}
					continue
				}
				found[i] = compareTool(c, t, d, bases[t.Name])
			}
		})
	}
	for i := range c.Tools {
		work <- i
	}
	close(work)
	group.Wait()
	return slices.Concat(found...)
}

// compareTool holds a tool against its older versions.
func compareTool(c *contract.Contract, t *contract.Tool, d *freeze.Draft, versions []version) []diag.Finding {
	var out []diag.Finding
	for i, v := range versions {
		if v.digest == d.Digest {
			continue
		}
		repeats := slices.ContainsFunc(versions[:i], func(w version) bool { return w.validation == v.validation && w.reader == v.reader })
		if v.validation != d.Validation && !repeats {
			var found []diag.Finding
			for _, role := range []string{"request", "result", contract.Control, contract.Observation} {
				more, _ := compareRole(c, t, d, v, role)
				found = append(found, slices.DeleteFunc(more, func(f diag.Finding) bool { return ofResult(found, f) })...)
			}
			out = append(out, found...)
		}
		if i == len(versions)-1 {
			out = append(out, behaviours(c, t, d, v)...)
		}
	}
	return out
}

// ofResult tells whether a finding about a view is that about the result once more.
func ofResult(found []diag.Finding, f diag.Finding) bool {
	return (f.Rule == ControlWidened || f.Rule == ObservationWidened) && slices.ContainsFunc(found, func(g diag.Finding) bool {
		return g.File == f.File && g.SchemaPointer == f.SchemaPointer && g.Keyword == f.Keyword && g.InstancePointer == f.InstancePointer
	})
}

// roleRules are the directions and rules of the roles.
var roleRules = map[string]struct {
	direction Direction
	rule      string
}{
	"request":            {Request, RequestNarrowed},
	"result":             {Result, ResultWidened},
	contract.Control:     {Result, ControlWidened},
	contract.Observation: {Result, ObservationWidened},
}

// compareRole compares one schema of a tool.
func compareRole(c *contract.Contract, t *contract.Tool, d *freeze.Draft, v version, role string) ([]diag.Finding, verdict) {
	old, now := v.bundles[role], d.Bundles[role]
	switch {
	case old == nil:
		return nil, verdict{}
	case now == nil:
		if role != "request" && role != "result" {
			return nil, verdict{} // its result is gone, which is reported
		}
		f := toolFinding(t, RoleRemoved, diag.Error, fmt.Sprintf("%s has no %s any more, which %s has", t.Name, role, v.name), "restore schemas/"+t.Name+"/"+role+".schema.json")
		f.Change = &diag.Change{Direction: string(roleRules[role].direction), Bump: "major"}
		return []diag.Finding{f}, verdict{breaking: true}
	}
	if v.reader == freeze.Tolerant && role != "request" {
		old = old.Tolerant()
	}
	p := &pair{direction: roleRules[role].direction, rule: roleRules[role].rule, base: v.name, old: old, new: now, source: c.Origin}
	got := p.compare()
	return got.findings, got
}

// behaviours compares the words of a tool.
func behaviours(c *contract.Contract, t *contract.Tool, d *freeze.Draft, v version) []diag.Finding {
	var out []diag.Finding
	for _, role := range []string{"request", "result"} {
		if old, now := v.bundles[role], d.Bundles[role]; old != nil && now != nil {
			p := &pair{direction: roleRules[role].direction, base: v.name, old: old, new: now}
			out = append(out, p.behaviour()...)
		}
	}
	return append(out, wordsChanged(c, t, v.name, v.words, d.Words)...)
}

func removed(c *contract.Contract, tool, base string) diag.Finding {
	return diag.Finding{
		Rule: ToolRemoved, File: c.Display("schemas"), Message: fmt.Sprintf("the tool %s is gone, which %s has: agents that call it fail", tool, base),
		Remedy: "restore schemas/" + tool, Change: &diag.Change{Direction: string(Request), Bump: "major"},
	}
}

// toolFinding is a finding about a tool as a whole.
func toolFinding(t *contract.Tool, rule string, severity diag.Severity, message, remedy string) diag.Finding {
	s := t.Request
	if s == nil {
		s = t.Result
	}
	f := s.Finding(rule, "", message, remedy)
	f.Severity = severity
	return f
}

// conclude applies what acigen.yaml accepts.
func conclude(c *contract.Contract, findings []diag.Finding, today string) Outcome {
	out := Outcome{}
	accepted, problems := acceptances(c)
	for _, f := range findings {
		i := slices.IndexFunc(accepted, func(a *acceptance) bool { return a.covers(f) })
		switch {
		case i >= 0:
			accepted[i].used = true
			if accepted[i].expires <= today {
				problems = append(problems, c.ConfigFinding(accepted[i].node, ExpiredAcceptance,
					fmt.Sprintf("the acceptance of %s by %s has expired on %s", f.Rule, accepted[i].owner, accepted[i].expires),
					"undo the break, freeze a new major version, or agree on a new date"))
				out.Findings = append(out.Findings, f)
				out.Undecided = out.Undecided || f.Rule == Undecided
				continue
			}
			out.Accepted++
		default:
			out.Undecided = out.Undecided || f.Rule == Undecided
			out.Findings = append(out.Findings, f)
		}
	}
	for _, a := range accepted {
		if !a.used {
			f := c.ConfigFinding(a.node, StaleAcceptance, "nothing has this rule, pointer and witness any more", "remove the entry")
			f.Severity = diag.Warning
			problems = append(problems, f)
		}
	}
	out.Findings = append(out.Findings, problems...)
	return out
}

// covers tells whether an acceptance is about a finding.
func (a *acceptance) covers(f diag.Finding) bool {
	here := a.pointer == f.SchemaPointer || f.HasInstance && a.pointer == f.InstancePointer
	if a.rule != f.Rule || !here {
		return false
	}
	if a.tool != "" && !strings.Contains(f.Schema, "/"+a.tool+"/") {
		return false
	}
	if f.Rule == Undecided {
		return true
	}
	return f.Change != nil && WitnessDigest(f.Change.Witness) == a.witness
}

// Schemas compares two schemas. Name is what messages call the old one.
func Schemas(old, new *schema.Schema, direction Direction, name string) (Outcome, error) {
	rule := ResultWidened
	if direction == Request {
		rule = RequestNarrowed
	}
	return schemas(old, new, direction, rule, name)
}

// Role compares two schemas of one role of a tool.
func Role(old, new *schema.Schema, role, name string) (Outcome, error) {
	return schemas(old, new, roleRules[role].direction, roleRules[role].rule, name)
}

func schemas(old, new *schema.Schema, direction Direction, rule, name string) (Outcome, error) {
	before, err := freeze.MakeBundle(old, schema.DefaultBase+"old.schema.json")
	if err != nil {
		return Outcome{}, err
	}
	after, err := freeze.MakeBundle(new, schema.DefaultBase+"new.schema.json")
	if err != nil {
		return Outcome{}, err
	}
	p := &pair{direction: direction, rule: rule, base: name, old: before, new: after}
	got := p.compare()
	return Outcome{Findings: append(got.findings, p.behaviour()...), Undecided: got.unsure}, nil
}

// Missing is the finding that a folder lacks the schema of a role that the old one has.
func Missing(folder, role, old string) diag.Finding {
	return diag.Finding{
		Rule: RoleRemoved, File: folder, Message: fmt.Sprintf("there is no %s any more, which %s has", role, old),
		Remedy: "restore " + role + ".schema.json", Change: &diag.Change{Direction: string(roleRules[role].direction), Bump: "major"},
	}
}
