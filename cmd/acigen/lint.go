package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/lint"
	"github.com/acigen/acigen/internal/provider"
)

type lintOptions struct {
	*common
	report    reportOptions
	providers []string
	rules     bool
	fix       bool
}

func newLint(c *common) *cobra.Command {
	o := &lintOptions{common: c}
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Find what is open, unbounded, dead or leaking in the contract",
		Long: `Holds the schemas and the words of descriptions.yaml to the rules that make a
contract fit for models: closed and bounded, without contradictions and dead
keywords, with words that say what a tool does and nothing about how it is made.

With --provider it also says what a provider would reject (an error), and what it
cannot say and is lowered into the description (info). all stands for every one.

A finding is suppressed in acigen.yaml, under lint.suppress, with its rule, a
reason and, to be exact, file and pointer. A suppression without use is a finding.

--fix makes the edits that change no verdict: a missing $schema, an $id of another
place, dead keywords.`,
		Example: `  acigen lint
  acigen lint --provider openai-responses-strict
  acigen lint --format sarif --report github=lint.txt
  acigen lint --rules`,
		GroupID: groupContract,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.providers, "provider", nil, "hold the contract to a provider, `ID` or all; may be repeated")
	flags.BoolVar(&o.fix, "fix", false, "make the edits that change no verdict")
	flags.BoolVar(&o.rules, "rules", false, "list the rules with reason, remedy and examples, and lint nothing")
	o.report.bind(cmd)
	flags.SortFlags = false
	return cmd
}

func (o *lintOptions) run(ctx context.Context) error {
	if o.rules {
		for _, r := range lint.Rules {
			severity := r.Severity.String()
			if r.Safe {
				severity += ", --fix"
			}
			o.list(r.ID, severity, r.Reason, "fix:  "+r.Remedy, labelled("bad:  ", r.Bad), labelled("good: ", r.Good))
		}
		return nil
	}
	if err := o.report.check(); err != nil {
		return err
	}
	for _, id := range o.providers {
		if id == "all" {
			o.providers = provider.IDs()
			break
		}
		if !slices.Contains(provider.IDs(), id) {
			return fail(oneOf(id, provider.IDs()), "--provider: there is no provider %q", id)
		}
	}
	var result lint.Result
	var broken []diag.Finding
	var err error
	if !unlessDone(ctx, func() { result, broken, err = o.lint() }) {
		o.complain("interrupted", "nothing was linted")
		return exit(exitInterrupted)
	}
	if err != nil {
		return err
	}
	return o.report.print(o.common, &pipe{w: o.out}, o.outTerminal, append(broken, result.Findings...), result.Suppressed, func(r *report) int {
		if len(broken) > 0 {
			return exitBroken
		}
		return r.code()
	})
}

func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}

// lint lints the project. The broken findings are what keeps it from being loaded, or
// problems of descriptions.yaml, beside which the rest is linted.
func (o *lintOptions) lint() (lint.Result, []diag.Finding, error) {
	c, broken, err := lenient()
	if err != nil || c == nil {
		return lint.Result{}, broken, err
	}
	result := lint.Run(c, lint.Options{Providers: o.providers})
	if !o.fix || len(result.Fixes) == 0 {
		return result, broken, nil
	}
	byFile := map[string][]lint.Fix{}
	for _, f := range result.Fixes {
		byFile[f.Path] = append(byFile[f.Path], f)
	}
	for path, fixes := range byFile {
		source := c.Set.Document(path).Source
		if err := replaceFile(filepath.Join(c.Root, filepath.FromSlash(path)), lint.Apply(source, fixes)); err != nil {
			return lint.Result{}, nil, fail("", "--fix: %w", err)
		}
	}
	o.say("fixed %d findings in %d files", len(result.Fixes), len(byFile))
	if c, broken, err = lenient(); err != nil || c == nil {
		return lint.Result{}, broken, err
	}
	return lint.Run(c, lint.Options{Providers: o.providers}), broken, nil
}

// replaceFile replaces a file at once and keeps its mode.
func replaceFile(name string, content []byte) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	if _, err := temp.Write(content); err != nil {
		_ = temp.Close()
		return err
	}
	if err := temp.Chmod(info.Mode().Perm()); err != nil {
		_ = temp.Close()
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
