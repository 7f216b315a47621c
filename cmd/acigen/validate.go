package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/single"
	"github.com/acigen/acigen/internal/validate"
)

type validateOptions struct {
	*common
	report     reportOptions
	tool, role string
	schema     string
	at         string
	fixtures   string
	lines      bool
}

func newValidate(c *common) *cobra.Command {
	o := &validateOptions{common: c}
	cmd := &cobra.Command{
		Use:   "validate [PATH|-]...",
		Short: "Hold instances against a contract",
		Long: `Holds instances against a tool's schema or a schema file, and reports every
violation with file, line and column.

PATH is a file, a folder (all *.json, *.jsonl and *.ndjson files below it, and the
same with .gz), a pattern, or - for standard input. A file that ends in .jsonl or
.ndjson, and with --lines any input, holds one record a line; a malformed line is
a finding of that record, and the rest goes on. What is compressed with gzip is
decompressed. A document may have 1 GiB, a record 256 MiB; the number of records
has no limit.

With --at the tool's schema is that of a frozen version instead of the working copy:
a version such as 1.0.0, or latest.

With --fixtures the folder's files DIR/TOOL/ROLE/valid/*.json must pass and
DIR/TOOL/ROLE/invalid/*.json must fail. NAME.expect beside an invalid one says in
one line which finding there must be: KEYWORD INSTANCE_POINTER.`,
		Example: `  acigen validate --tool query_logs --role result results/ 'more/*.json'
  acigen validate --tool query_logs --role request - < request.json
  zcat calls.jsonl.gz | acigen validate --tool query_logs --role observation --lines -
  acigen validate --tool query_logs --role result --at latest results/
  acigen validate --schema order.schema.json orders.ndjson --format json
  acigen validate --fixtures testdata/fixtures --report junit=findings.xml`,
		GroupID: groupData,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.tool, "tool", "", "validate against the contract of this `TOOL`")
	flags.StringVar(&o.role, "role", "", "with --tool: `ROLE` of the instances: "+strings.Join(roles, ", "))
	flags.StringVar(&o.at, "at", "", "with --tool: hold the instances against this frozen `VERSION`, or latest")
	flags.StringVar(&o.schema, "schema", "", "validate against this schema, `FILE[#PTR]`; needs no project")
	flags.StringVar(&o.fixtures, "fixtures", "", "validate the fixtures of the project's tools in `DIR`")
	flags.BoolVar(&o.lines, "lines", false, "every input holds one record a line (NDJSON)")
	flags.IntVar(&o.report.maxErrors, "max-errors", 1000, "print at most `N` findings and count the rest; 0 for no limit")
	o.report.bind(cmd)
	flags.SortFlags = false
	return cmd
}

var roles = []string{"request", "result", contract.Control, contract.Observation}

func (o *validateOptions) run(ctx context.Context, args []string) error {
	if err := errors.Join(o.usage(args), o.report.check()); err != nil {
		return err
	}
	var inputs []validate.Input
	var unread, broken []diag.Finding
	var err error
	if !unlessDone(ctx, func() { inputs, unread, broken, err = o.inputs(args) }) {
		o.complain("interrupted", "nothing was judged")
		return exit(exitInterrupted)
	}
	if err != nil {
		return err
	}
	if slices.ContainsFunc(broken, func(f diag.Finding) bool { return f.Rule == freeze.RuleAltered }) {
		return o.report.altered(o.common, broken)
	}
	if len(broken) > 0 {
		return o.report.stop(o.common, &pipe{w: o.out}, o.outTerminal, broken)
	}
	return o.judge(ctx, inputs, unread)
}

func (o *validateOptions) usage(args []string) error {
	switch {
	case o.report.maxErrors < 0:
		return fail("0 is no limit", "--max-errors: %d is less than 0", o.report.maxErrors)
	case o.fixtures != "" && (len(args) > 0 || o.tool != "" || o.role != "" || o.schema != "" || o.at != "" || o.lines):
		return fail("the folders below DIR name tool and role", "--fixtures goes with neither --tool, --role, --schema, --lines nor paths")
	case o.fixtures != "":
		return nil
	case o.tool != "" && o.schema != "":
		return fail("name one of the two", "--tool and --schema exclude each other")
	case o.tool == "" && o.at != "":
		return fail("add --tool TOOL", "--at is for --tool")
	case o.tool == "" && o.role != "":
		return fail("add --tool TOOL", "--role is for --tool")
	case o.tool == "" && o.schema == "":
		return fail("use --tool TOOL --role ROLE, --schema FILE, or --fixtures DIR", "nothing says what to validate against")
	case len(args) == 0:
		return fail("name files or folders, or - for standard input", "there is nothing to validate")
	}
	return nil
}

// inputs finds what to judge. Unread are arguments that name nothing: the others
// are judged all the same. With broken ones, which are about the contract, nothing is.
func (o *validateOptions) inputs(args []string) (inputs []validate.Input, unread, broken []diag.Finding, err error) {
	if o.fixtures != "" {
		return o.fixtureInputs()
	}
	var v *validate.Validator
	if o.schema != "" {
		set, s, findings := single.Load(o.schema)
		if s == nil {
			return nil, nil, findings, nil
		}
		v, broken = validate.New(set, s, validate.Terms{})
	} else {
		c, findings, err := project()
		if err != nil || c == nil {
			return nil, nil, findings, err
		}
		if o.at != "" {
			v, broken, err = o.frozen(c)
		} else {
			var s *schema.Schema
			if s, err = roleOf(c, o.tool, o.role); err == nil {
				v, broken = validate.New(c.Set, s, terms(c))
			}
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	if v == nil {
		return nil, nil, broken, nil
	}
	inputs, unread = validate.Expand(args, o.in, o.lines)
	for i := range inputs {
		inputs[i].Validator = v
	}
	return inputs, unread, nil, nil
}

// frozen is the validator of a frozen version. The broken findings are about the lock
// and frozen files.
func (o *validateOptions) frozen(c *contract.Contract) (v *validate.Validator, broken []diag.Finding, err error) {
	a, altered := freeze.Open(c.Root, c.Display)
	if a == nil {
		return nil, altered, nil
	}
	r := a.Find(o.tool, o.at)
	if r == nil {
		var versions []string
		for _, r := range a.Of(o.tool) {
			versions = append(versions, r.Version.String())
		}
		if len(versions) == 0 {
			return nil, nil, fail("run acigen freeze", "--at: %s has no frozen version", o.tool)
		}
		return nil, nil, fail("there is "+strings.Join(versions, ", ")+" and latest", "--at: %s has no frozen version %s", o.tool, o.at)
	}
	if o.role == "" {
		return nil, nil, fail("use --role "+strings.Join(roles, ", --role ")+" according to what the instances are", "--at needs --role")
	}
	s := r.Schemas[o.role]
	if s == nil {
		return nil, nil, fail("name one of its roles with --role", "--role: %s has no %q", r.Name(), o.role)
	}
	v, broken = validate.New(r.Set, s, validate.Terms{
		MaxDepth: c.Config.Limits.MaxDepth,
		Tolerant: func(*schema.Document) bool { return r.Reader == freeze.Tolerant && o.role != "request" },
	})
	return v, broken, nil
}

// roleOf finds the schema that --tool and --role name.
func roleOf(c *contract.Contract, tool, role string) (*schema.Schema, error) {
	var tools, has []string
	for _, t := range c.Tools {
		tools = append(tools, t.Name)
	}
	t := c.Tool(tool)
	if t == nil {
		return nil, fail(oneOf(tool, tools), "--tool: the project has no tool %q", tool)
	}
	for _, r := range roles {
		if t.Role(r) != nil {
			has = append(has, r)
		}
	}
	if role == "" {
		if len(has) == 1 {
			return t.Role(has[0]), nil
		}
		return nil, fail("use --role "+strings.Join(has, ", --role ")+" according to what the instances are", "--tool needs --role: %s has several", tool)
	}
	if s := t.Role(role); s != nil {
		return s, nil
	}
	return nil, fail(oneOf(role, has), "--role: %s has no %q", tool, role)
}

// oneOf is a hint: the known word that is meant, or all of them.
func oneOf(word string, known []string) string {
	if near := schema.Suggest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	if len(known) == 0 {
		return ""
	}
	return "there is " + strings.Join(known, ", ")
}

func (o *validateOptions) fixtureInputs() (inputs []validate.Input, unread, broken []diag.Finding, err error) {
	c, findings, err := project()
	if err != nil || c == nil {
		return nil, nil, findings, err
	}
	inputs, found, err := validate.Fixtures(o.fixtures, func(tool, role string) (*validate.Validator, string, string) {
		s, err := roleOf(c, tool, role)
		if err != nil {
			var f *failure
			errors.As(err, &f)
			return nil, fmt.Sprintf("the folder names no tool's role: %s", strings.TrimPrefix(strings.TrimPrefix(f.Error(), "--tool: "), "--role: ")), f.hint
		}
		v, refused := validate.New(c.Set, s, terms(c))
		broken = append(broken, refused...)
		return v, "the schema of " + role + " has no verdict", ""
	})
	switch {
	case err != nil:
		return nil, nil, nil, fail("", "--fixtures: %w", err)
	case len(broken) > 0:
		return nil, nil, broken, nil
	case len(inputs)+len(found) == 0:
		return nil, nil, nil, fail("fixtures are DIR/TOOL/ROLE/valid/*.json and DIR/TOOL/ROLE/invalid/*.json", "--fixtures: there are none in %s", filepath.ToSlash(o.fixtures))
	}
	return inputs, found, nil, nil
}

// judge runs the validation and reports.
func (o *validateOptions) judge(ctx context.Context, inputs []validate.Input, before []diag.Finding) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	total, known := validate.Size(inputs)
	if !known {
		total = -1
	}
	bar := startProgress(o.common, total)
	out := &pipe{w: o.out, before: bar.hide}
	if len(o.report.files) == 0 {
		out.closed = func() { cancel(errClosed) }
	}
	r, err := o.report.open(o.common, out, o.outTerminal)
	if err != nil {
		bar.stop()
		return err
	}
	defer r.abandon()
	if err := r.add(before); err != nil {
		return fail("", "%w", err)
	}
	outcome, err := validate.Run(ctx, inputs, r, validate.Options{MaxFindings: o.report.maxErrors, Read: &bar.read})
	bar.stop()
	r.Inputs, r.Records = outcome.Summary.Inputs, outcome.Summary.Records
	r.Errors += outcome.Summary.Errors
	r.Warnings += outcome.Summary.Warnings
	r.Infos += outcome.Summary.Infos

	code := r.code()
	switch {
	case errors.Is(context.Cause(ctx), errClosed):
		return withCode(code) // nobody is reading
	case errors.Is(err, context.Canceled):
		code = exitInterrupted
		if err := r.add([]diag.Finding{{Rule: "validate/interrupted", Severity: diag.Warning, Message: "the run was interrupted: the findings are those so far"}}); err != nil {
			return fail("", "%w", err)
		}
	case err != nil:
		return fail("", "%w", err)
	}
	for _, f := range before {
		if f.Rule == validate.RuleRead {
			code = worst(code, exitBroken)
		}
	}
	if outcome.Unreadable {
		code = worst(code, exitBroken)
	}
	if err := r.close(); err != nil {
		return err
	}
	// The text form says so itself; a form for machines has no place for it.
	if more := r.Findings() - o.report.maxErrors; more > 0 && o.report.maxErrors > 0 && o.report.format == "json" {
		o.say("%d more findings not printed; --max-errors 0 prints all", more)
	}
	return withCode(code)
}

// errClosed says that the reader of standard output went away.
var errClosed = errors.New("standard output was closed")

// terms are what a contract says about all its instances.
func terms(c *contract.Contract) validate.Terms {
	return validate.Terms{MaxDepth: c.Config.Limits.MaxDepth, StandIn: c.StandIn, Tolerant: c.Tolerant}
}
