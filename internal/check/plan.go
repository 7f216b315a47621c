package check

import (
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/compat"
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
)

// Step is what freezing one tool comes to.
type Step struct {
	Tool string
	// Latest is the version before, nil for the first.
	Latest *freeze.Release
	// Needed is the smallest part of the version that has to be raised, and Why says why.
	Needed freeze.Bump
	Why    string
	// Addition is what is to be frozen; nil when the tool is as it was.
	Addition *freeze.Addition
}

// RuleBump is the rule of findings that say that a version is too small.
const RuleBump = "freeze/bump"

// Plan says what freezing the named tools comes to, all tools when none is named.
// Bump is the part that the user wants to raise, NoBump for the smallest that will
// do. The findings are why it cannot be done: with one of severity error there are no steps.
func Plan(c *contract.Contract, a *freeze.Archive, tools []string, bump freeze.Bump, today string) ([]Step, []diag.Finding, error) {
	var steps []Step
	var findings []diag.Finding
	for _, t := range c.Tools {
		if len(tools) > 0 && !slices.Contains(tools, t.Name) {
			continue
		}
		d, err := freeze.NewDraft(t)
		if err != nil {
			return nil, nil, err
		}
		step, found := planTool(c, a, t, d, bump, today)
		findings = append(findings, found...)
		steps = append(steps, step)
	}
	for _, f := range findings {
		if f.Severity == diag.Error {
			return nil, findings, nil
		}
	}
	return steps, findings, nil
}

func planTool(c *contract.Contract, a *freeze.Archive, t *contract.Tool, d *freeze.Draft, bump freeze.Bump, today string) (Step, []diag.Finding) {
	reader := freeze.Reader("")
	if t.Result != nil {
		reader = freeze.Reader(c.Config.Reader(t.Name))
	}
	step := Step{Tool: t.Name, Latest: a.Find(t.Name, "latest")}
	if step.Latest == nil {
		step.Why = "it is the first version"
		step.Addition = &freeze.Addition{Draft: d, Version: freeze.Version{Major: 1}, Reader: reader}
		return step, nil
	}
	if d.Digest == step.Latest.Digest && reader == step.Latest.Reader {
		return step, nil
	}
	var findings []diag.Finding
	step.Needed, step.Why, findings = needed(c, a, t, d, today)
	chosen := bump
	if chosen == freeze.NoBump {
		chosen = step.Needed
	}
	if chosen < step.Needed {
		f := toolFinding(t, RuleBump, diag.Error, fmt.Sprintf("%s needs a %s version after %s, and --bump asks for %s: %s", t.Name, step.Needed, step.Latest.Version, chosen, step.Why),
			"use --bump "+step.Needed.String()+", or --bump auto")
		return step, append(findings, f)
	}
	step.Addition = &freeze.Addition{Draft: d, Version: step.Latest.Version.Next(chosen), Reader: reader}
	if chosen == freeze.Major {
		for _, r := range a.Active(t.Name) {
			step.Addition.Retire = append(step.Addition.Retire, r.Version)
		}
	}
	return step, nil
}

// needed is the smallest part of the version that the changes of a tool have to raise.
func needed(c *contract.Contract, a *freeze.Archive, t *contract.Tool, d *freeze.Draft, today string) (freeze.Bump, string, []diag.Finding) {
	bump, why := freeze.Patch, "no verdict changes"
	active := a.Active(t.Name)
	var versions []version
	for _, r := range active {
		versions = append(versions, ofRelease(r))
	}
	out := conclude(c, compareTool(c, t, d, versions), today)
	for _, f := range out.Findings {
		switch {
		case f.Rule == Undecided:
			return freeze.Major, "whether it breaks somebody could not be decided", out.Findings
		case f.Change != nil && f.Change.Bump == freeze.Major.String():
			return freeze.Major, "it breaks those who rely on " + active[len(active)-1].Version.String(), out.Findings
		}
	}
	latest := ofRelease(a.Find(t.Name, "latest"))
	if latest.validation != d.Validation && widened(d, latest) {
		bump, why = freeze.Minor, "it accepts or returns something else, and breaks nobody"
	}
	return bump, why, nil
}

// widened tells whether some verdict has changed since a version.
func widened(d *freeze.Draft, v version) bool {
	for _, role := range freeze.Roles {
		old, now := v.bundles[role], d.Bundles[role]
		if (old == nil) != (now == nil) {
			return true
		}
		if old == nil {
			continue
		}
		before := compat.Side{Set: old.Set, Schema: old.Root}
		after := compat.Side{Set: now.Set, Schema: now.Root}
		if compat.Contains(before, after).Verdict != compat.Compatible || compat.Contains(after, before).Verdict != compat.Compatible {
			return true
		}
	}
	return false
}
