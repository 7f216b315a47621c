package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/check"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/lint"
)

type freezeOptions struct {
	*common
	report reportOptions
	bump   string
}

func newFreeze(c *common) *cobra.Command {
	o := &freezeOptions{common: c}
	cmd := &cobra.Command{
		Use:   "freeze [TOOL...]",
		Short: "Make the working copy a version that others can rely on",
		Long: `Freezes the named tools, or all: it lints the contract, holds it against every
active frozen version, and writes schemas/frozen/TOOL/VERSION and a line in
acigen.lock. Both are only ever added to; commit them with the contract.

The version follows Semantic Versioning. The first is 1.0.0. After that, what breaks
somebody needs a major version, what changes a verdict and breaks nobody a minor
one, and what changes words a patch; a tool that is as it was is left alone. A new
major version retires the versions before it: nothing is held against them any more.

--bump raises more than is needed; less is refused, and says what would break.`,
		Example: `  acigen freeze
  acigen freeze query_logs
  acigen freeze query_logs --bump major`,
		GroupID: groupContract,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	cmd.Flags().StringVar(&o.bump, "bump", "auto", "the part of the version to raise: `auto|patch|minor|major`")
	o.report.bind(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

func (o *freezeOptions) run(ctx context.Context, tools []string) error {
	bump, known := freeze.ParseBump(o.bump)
	switch {
	case o.bump != "auto" && !known:
		return fail("use auto, patch, minor or major", "--bump: there is no part %q", o.bump)
	}
	if err := o.report.check(); err != nil {
		return err
	}
	debug.SetGCPercent(400) // as for generate
	c, findings, err := project()
	if err != nil {
		return err
	}
	if c == nil {
		return o.report.stop(o.common, o.err, o.errTerminal, findings)
	}
	var names []string
	for _, t := range c.Tools {
		names = append(names, t.Name)
	}
	for _, name := range tools {
		if c.Tool(name) == nil {
			return fail(oneOf(name, names), "the project has no tool %q", name)
		}
	}
	a, altered := freeze.Open(c.Root, c.Display)
	if a == nil {
		return o.report.altered(o.common, altered)
	}
	if found := lint.Run(c, lint.Options{Tools: tools}); found.Errors() {
		return o.refuse(found.Findings, "the contract does not lint clean: run acigen lint")
	}
	var steps []check.Step
	if !unlessDone(ctx, func() { steps, findings, err = check.Plan(c, a, tools, bump, today()) }) {
		o.complain("interrupted", "nothing was frozen")
		return exit(exitInterrupted)
	}
	if err != nil {
		return fail("", "%w", err)
	}
	if steps == nil && len(findings) > 0 {
		return o.refuse(findings, "")
	}
	var additions []freeze.Addition
	for _, s := range steps {
		if s.Addition != nil {
			additions = append(additions, *s.Addition)
		}
	}
	if len(additions) > 0 {
		if err := a.Write(c.Root, additions); err != nil {
			return fail("", "%w", err)
		}
	}
	for _, s := range steps {
		o.say("%s", describeStep(s))
	}
	return nil
}

// refuse reports why nothing is frozen.
func (o *freezeOptions) refuse(findings []diag.Finding, why string) error {
	if why != "" {
		o.complain(why, "nothing was frozen")
	}
	return o.report.print(o.common, o.err, o.errTerminal, findings, 0, func(r *report) int { return worst(exitFindings, r.code()) })
}

// describeStep says in a line what freezing a tool came to.
func describeStep(s check.Step) string {
	if s.Addition == nil {
		return fmt.Sprintf("%s %s is unchanged", s.Tool, s.Latest.Version)
	}
	line := fmt.Sprintf("%s %s frozen: %s", s.Tool, s.Addition.Version, s.Why)
	if len(s.Addition.Retire) > 0 {
		var retired []string
		for _, v := range s.Addition.Retire {
			retired = append(retired, v.String())
		}
		line += "; retired " + strings.Join(retired, ", ")
	}
	return line
}
