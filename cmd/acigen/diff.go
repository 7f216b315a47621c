package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/check"
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/single"
)

type diffOptions struct {
	*common
	report    reportOptions
	direction string
}

func newDiff(c *common) *cobra.Command {
	o := &diffOptions{common: c}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two versions of a schema or of a whole contract",
		Long: `Says what breaks between two schemas or two contracts, as acigen check does, with
a witness for every break.

OLD and NEW are schema files (FILE or FILE#PTR, as for --schema), project folders,
or folders with request.schema.json and result.schema.json, such as a frozen
version. Of files, --direction says who relies on them: request, whoever sends
(what was accepted must still be), or result, whoever reads (what is allowed now
must have been allowed before). A file named after its role needs no --direction.`,
		Example: `  acigen diff old/request.schema.json new/request.schema.json
  acigen diff order-v1.schema.json order-v2.schema.json --direction result --format json
  acigen diff ../main .`,
		GroupID: groupContract,
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	cmd.Flags().StringVar(&o.direction, "direction", "", "who relies on the schemas: `request|result`")
	o.report.bind(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

func (o *diffOptions) run(ctx context.Context, args []string) error {
	if err := o.report.check(); err != nil {
		return err
	}
	switch {
	case len(args) != 2:
		return fail("name two schema files or two folders", "diff compares OLD with NEW, and got %d arguments", len(args))
	case o.direction != "" && o.direction != "request" && o.direction != "result":
		return fail("use --direction request or --direction result", "--direction: there is no direction %q", o.direction)
	}
	var outcome check.Outcome
	var broken []diag.Finding
	var err error
	if !unlessDone(ctx, func() { outcome, broken, err = o.outcome(args[0], args[1]) }) {
		o.complain("interrupted", "nothing was decided")
		return exit(exitInterrupted)
	}
	switch {
	case err != nil:
		return err
	case len(broken) > 0:
		return o.report.stop(o.common, &pipe{w: o.out}, o.outTerminal, broken)
	}
	return o.report.conclude(o.common, outcome)
}

func (o *diffOptions) outcome(old, new string) (check.Outcome, []diag.Finding, error) {
	for _, name := range []string{old, new} {
		if _, err := os.Stat(name); err != nil {
			return check.Outcome{}, nil, fail("", "%s: %s", name, plain(err))
		}
	}
	if isFolder(old) != isFolder(new) {
		return check.Outcome{}, nil, fail("name two files or two folders", "one of %s and %s is a folder", old, new)
	}
	if isFolder(new) {
		if o.direction != "" {
			return check.Outcome{}, nil, fail("the files in the folders say it", "--direction is for files")
		}
		return o.folders(old, new)
	}
	direction := check.Direction(o.direction)
	if direction == "" {
		switch role, _, _ := strings.Cut(filepath.Base(new), "."); role {
		case "request":
			direction = check.Request
		case "result", contract.Control, contract.Observation:
			direction = check.Result
		default:
			return check.Outcome{}, nil, fail("use --direction request or --direction result, according to who relies on the schema", "nothing says who relies on %s", new)
		}
	}
	_, before, findings := single.Load(old)
	if before == nil {
		return check.Outcome{}, findings, nil
	}
	_, after, findings := single.Load(new)
	if after == nil {
		return check.Outcome{}, findings, nil
	}
	out, err := check.Schemas(before, after, direction, filepath.ToSlash(old))
	return out, nil, err
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// folders compares projects, or folders with one tool's schemas.
func (o *diffOptions) folders(old, new string) (check.Outcome, []diag.Finding, error) {
	if !isProject(old) && !isProject(new) {
		return o.roles(old, new)
	}
	before, findings := contract.Load(old, contract.Options{Bare: true})
	if before == nil {
		return check.Outcome{}, findings, nil
	}
	after, findings := contract.Load(new, contract.Options{Bare: true})
	if after == nil {
		return check.Outcome{}, findings, nil
	}
	out, err := check.Contracts(after, before, filepath.ToSlash(old), today())
	return out, nil, err
}

// isProject tells whether a folder holds a contract project, with or without its configuration.
func isProject(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, contract.ConfigFile))
	return err == nil || isFolder(filepath.Join(dir, "schemas"))
}

// roles compares the schemas of two folders role by role.
func (o *diffOptions) roles(old, new string) (out check.Outcome, broken []diag.Finding, err error) {
	compared := false
	for _, role := range roles {
		name := role + ".schema.json"
		before, after := filepath.Join(old, name), filepath.Join(new, name)
		was, is := isFile(before), isFile(after)
		if !was || !is && role != "request" && role != "result" {
			compared = compared || is
			continue
		}
		compared = true
		if !is {
			out.Findings = append(out.Findings, check.Missing(filepath.ToSlash(new), role, filepath.ToSlash(old)))
			continue
		}
		_, from, findings := single.Load(before)
		if from == nil {
			return out, findings, nil
		}
		_, to, findings := single.Load(after)
		if to == nil {
			return out, findings, nil
		}
		one, err := check.Role(from, to, role, filepath.ToSlash(old))
		if err != nil {
			return out, nil, err
		}
		out.Findings = append(out.Findings, one.Findings...)
		out.Undecided = out.Undecided || one.Undecided
	}
	if !compared {
		return out, nil, fail("name projects, or folders with request.schema.json or result.schema.json", "the folders %s and %s hold no contract", old, new)
	}
	return out, nil, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
