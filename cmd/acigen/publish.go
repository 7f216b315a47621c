package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/emit/tooldef"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/publish"
)

type publishOptions struct {
	*common
	report      reportOptions
	target, out string
	fixtures    string
	snapshot    bool
}

func newPublish(c *common) *cobra.Command {
	o := &publishOptions{common: c}
	cmd := &cobra.Command{
		Use:   "publish --target bundle --out DIR",
		Short: "Make an archive of the frozen contract for others to install",
		Long: `Writes an archive of the latest frozen version of every tool. The same contract
gives the same bytes, on every machine and at every time. No credentials are ever
asked for.

bundle is contract.tar.gz: self-contained schemas, tool definitions for every
provider, examples that are accepted and rejected (the fixtures), a changelog, the
lines of acigen.lock, SHA256SUMS and index.json.

A tool whose working copy is not its latest frozen version is refused; --snapshot
publishes it without a version.`,
		Example: `  acigen publish --target bundle --out dist
  acigen publish --target bundle --out dist --snapshot`,
		GroupID: groupContract,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.target, "target", "", "what to make: `bundle`")
	flags.StringVar(&o.out, "out", "", "the folder to write into, `DIR`")
	flags.StringVar(&o.fixtures, "fixtures", "testdata/fixtures", "the folder of fixtures to take examples from, `DIR`; it need not exist")
	flags.BoolVar(&o.snapshot, "snapshot", false, "publish what is not frozen, without a version")
	o.report.bind(cmd)
	flags.SortFlags = false
	return cmd
}

func (o *publishOptions) run(ctx context.Context) error {
	switch {
	case o.target != "bundle":
		return fail("use --target bundle", "--target: this version of acigen cannot publish %q", o.target)
	case o.out == "":
		return fail("name the folder to write into", "publish needs --out DIR")
	}
	if err := o.report.check(); err != nil {
		return err
	}
	c, findings, err := project()
	if err != nil {
		return err
	}
	if c == nil {
		return o.report.stop(o.common, o.err, o.errTerminal, findings)
	}
	a, altered := freeze.Open(c.Root, c.Display)
	if a == nil {
		return o.report.altered(o.common, altered)
	}
	items, refused, err := publish.Collect(c, a, o.snapshot)
	if err != nil {
		return fail("", "%w", err)
	}
	definitions, more := tooldef.Generate(c, toolProviders(c))
	if findings := append(refused, more...); len(findings) > 0 {
		return o.report.print(o.common, o.err, o.errTerminal, findings, 0, func(r *report) int { return worst(exitFindings, r.code()) })
	}
	var files []publish.File
	for _, f := range definitions.Files {
		files = append(files, publish.File{Path: f.Path, Data: f.Data})
	}
	archive, err := publish.Tar("contract", publish.Bundle(c, a, items, files, o.examples(c)))
	if err != nil {
		return fail("", "%w", err)
	}
	if ctx.Err() != nil {
		o.complain("interrupted", "nothing was written")
		return exit(exitInterrupted)
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fail("", "--out: %w", err)
	}
	name := filepath.Join(o.out, "contract.tar.gz")
	f, err := createReport(name)
	if err == nil {
		if _, err = f.file.Write(archive); err == nil {
			err = f.finish()
		}
	}
	if err != nil {
		return fail("", "write %s: %s", filepath.ToSlash(name), plain(err))
	}
	for _, item := range items {
		o.say("%s %s", item.Tool.Name, item.Version)
	}
	o.say("%s: %d bytes", filepath.ToSlash(name), len(archive))
	return nil
}

// toolProviders are the providers of the first target tools in acigen.yaml, all when there is none.
func toolProviders(c *contract.Contract) []string {
	for _, t := range c.Config.Generate {
		if t.Kind == "tools" {
			return t.Providers
		}
	}
	return nil
}

// examples are the fixtures of a tool: what is valid is accepted, the rest rejected.
func (o *publishOptions) examples(c *contract.Contract) publish.Examples {
	root := filepath.Join(c.Root, filepath.FromSlash(o.fixtures))
	if filepath.IsAbs(o.fixtures) {
		root = o.fixtures
	}
	return func(tool string) (out []publish.File) {
		below := os.DirFS(root)
		for from, to := range map[string]string{"valid": "accept", "invalid": "reject"} {
			found, err := fs.Glob(below, tool+"/*/"+from+"/*.json")
			if err != nil {
				continue
			}
			for _, name := range found {
				data, err := fs.ReadFile(below, name)
				if err == nil {
					parts := strings.Split(name, "/")
					out = append(out, publish.File{Path: parts[1] + "/" + to + "/" + parts[3], Data: data})
				}
			}
		}
		return out
	}
}
