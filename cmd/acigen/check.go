package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/check"
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
)

type checkOptions struct {
	*common
	report  reportOptions
	against string
	rules   bool
}

func newCheck(c *common) *cobra.Command {
	o := &checkOptions{common: c}
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Find what an edit of the contract would break",
		Long: `Holds the working copy against every active frozen version and reports what would
break somebody: requests that are no longer accepted, results and views that
readers of a frozen version reject. Every break comes with a witness, a JSON
document that shows it, on which two validators agree. What can be neither proved
nor refuted is reported as undecided, never passed over.

With --against the base is another state of the project: a folder, or a git
revision (a folder wins). Then the frozen versions and acigen.lock of that state
must be unchanged here, too.

A break that somebody answers for is accepted in acigen.yaml, under check.accept,
with the rule, the pointer and the witness that the finding names, a reason, an
owner and the day it expires.

Exit codes: 1 something breaks; 3 nothing does, but something is undecided; 4
acigen.lock or a frozen file was altered.`,
		Example: `  acigen check
  acigen check --against main
  acigen check --format github --report sarif=check.sarif
  acigen check --rules`,
		GroupID: groupContract,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&o.against, "against", "", "compare with the project in this folder or git revision, `DIR|REF`")
	cmd.Flags().BoolVar(&o.rules, "rules", false, "list the rules with reason and remedy, and check nothing")
	o.report.bind(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

// today is the date that acceptances expire by.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

func (o *checkOptions) run(ctx context.Context) error {
	if o.rules {
		for _, r := range check.Rules {
			o.list(r.ID, r.Severity, r.Reason, r.Remedy)
		}
		return nil
	}
	if err := o.report.check(); err != nil {
		return err
	}
	debug.SetGCPercent(400) // as for generate
	var outcome check.Outcome
	var broken, altered []diag.Finding
	var err error
	if !unlessDone(ctx, func() { outcome, broken, altered, err = o.outcome(ctx) }) {
		o.complain("interrupted", "nothing was decided")
		return exit(exitInterrupted)
	}
	switch {
	case err != nil:
		return err
	case len(altered) > 0:
		return o.report.altered(o.common, altered)
	case len(broken) > 0:
		return o.report.stop(o.common, &pipe{w: o.out}, o.outTerminal, broken)
	}
	return o.report.conclude(o.common, outcome)
}

// outcome compares. Altered findings are about the lock and frozen files.
func (o *checkOptions) outcome(ctx context.Context) (out check.Outcome, broken, altered []diag.Finding, err error) {
	c, findings, err := project()
	if err != nil || c == nil {
		return out, findings, nil, err
	}
	a, altered := freeze.Open(c.Root, c.Display)
	if a == nil {
		return out, nil, altered, nil
	}
	if o.against == "" {
		return check.Frozen(c, a, today()), nil, nil, nil
	}
	dir, name := o.against, filepath.ToSlash(o.against)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		if dir, err = check.Revision(ctx, c.Root, o.against); err != nil {
			return out, nil, nil, fail("name a folder with an acigen.yaml, or a revision such as main or HEAD~1", "--against: %w", err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
	} else if root, ok := contract.Find(dir); ok {
		dir = root
	}
	inBase := func(p string) string { return name + ":" + p }
	base, findings := contract.Load(dir, contract.Options{Display: inBase})
	if base == nil {
		return out, findings, nil, nil
	}
	was, altered := freeze.Open(dir, inBase)
	if was == nil {
		return out, nil, altered, nil
	}
	if err := a.Lock.Extends(was.Lock); err != nil {
		return out, nil, []diag.Finding{{Rule: freeze.RuleAltered, File: c.Display(freeze.LockFile),
			Message: fmt.Sprintf("frozen versions are not what they were in %s: %s", name, err), Remedy: "restore acigen.lock and schemas/frozen from version control"}}, nil
	}
	out, err = check.Contracts(c, base, name, today())
	return out, nil, nil, err
}

// list prints a rule.
func (c *common) list(id, severity string, texts ...string) {
	_, _ = fmt.Fprintf(c.out, "%s (%s)\n", id, severity)
	for _, text := range texts {
		if text != "" {
			_, _ = fmt.Fprintf(c.out, "  %s\n", strings.ReplaceAll(text, "\n", "\n  "))
		}
	}
}

// altered reports that the lock or a frozen file is not what it was.
func (o *reportOptions) altered(c *common, findings []diag.Finding) error {
	if err := o.stop(c, &pipe{w: c.out}, c.outTerminal, findings); !errors.Is(err, exit(exitBroken)) {
		return err
	}
	return exit(exitAltered)
}

// conclude reports what a comparison came to.
func (o *reportOptions) conclude(c *common, outcome check.Outcome) error {
	return o.print(c, &pipe{w: c.out}, c.outTerminal, outcome.Findings, outcome.Accepted, func(r *report) int {
		code := exitOK
		if outcome.Undecided {
			code = exitUndecided
		}
		return worst(code, r.code())
	})
}

// print reports findings that belong to no input, and ends with a code.
func (o *reportOptions) print(c *common, w io.Writer, terminal bool, findings []diag.Finding, suppressed int, code func(*report) int) error {
	r, err := o.open(c, w, terminal)
	if err != nil {
		return err
	}
	r.Suppressed = suppressed
	if err := errors.Join(r.add(findings), r.close()); err != nil {
		return err
	}
	return withCode(code(r))
}
