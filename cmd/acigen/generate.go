package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/golang"
	"github.com/acigen/acigen/internal/emit/java"
	"github.com/acigen/acigen/internal/emit/python"
	"github.com/acigen/acigen/internal/emit/tooldef"
	"github.com/acigen/acigen/internal/emit/typescript"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/provider"
	"github.com/acigen/acigen/internal/single"
	"github.com/acigen/acigen/internal/stamp"
)

type generateOptions struct {
	*common
	report reportOptions
	check  bool

	// One schema without a project.
	schema, name, target, pkg, out string
}

func newGenerate(c *common) *cobra.Command {
	o := &generateOptions{common: c}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Generate what acigen.yaml names",
		Long: `Generates every target of acigen.yaml. Files are replaced whole, one by one, and
only those that acigen has generated itself; what is no longer generated is
removed. When anything cannot be generated, nothing is written.

With --check nothing is written: what differs is printed as a unified diff, and
the exit code is 1.

With --schema one schema is generated without a project. FILE may be followed by
# and a JSON Pointer or an anchor; references resolve inside its folder.`,
		Example: `  acigen generate
  acigen generate --check
  acigen generate --schema order.schema.json --name Order --target go --package order --out gen/order
  acigen generate --schema 'order.schema.json#/$defs/Item' --name Item --target go --package item --out gen/item`,
		GroupID: groupContract,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.check, "check", false, "write nothing, and fail when something differs")
	flags.StringVar(&o.schema, "schema", "", "generate from this schema alone, `FILE[#PTR]`")
	flags.StringVar(&o.name, "name", "", "with --schema: `NAME` of its type")
	flags.StringVar(&o.target, "target", "", "with --schema: `TARGET` to generate: go, typescript, python or java")
	flags.StringVar(&o.pkg, "package", "", "with --schema and go: `NAME` of the package")
	flags.StringVar(&o.out, "out", "", "with --schema: folder to write into, `DIR`")
	o.report.bind(cmd)
	flags.SortFlags = false
	return cmd
}

func (o *generateOptions) run(ctx context.Context) error {
	if err := errors.Join(o.usage(), o.report.check()); err != nil {
		return err
	}
	// A short run with much to keep: collecting garbage early would be most of its time.
	debug.SetGCPercent(400)
	var root string
	var outputs []emit.Output
	var findings []diag.Finding
	var err error
	var fresh bool
	var known *stamp.Stamp
	defer func() { known.Close() }()
	if !unlessDone(ctx, func() {
		if dir, ok := contract.Find("."); ok && o.schema == "" {
			known = stamp.Open(dir)
			if fresh = o.check && known.Fresh(); fresh {
				return
			}
		}
		root, outputs, findings, err = o.outputs()
	}) {
		o.complain("interrupted", "nothing was written")
		return exit(exitInterrupted)
	}
	switch {
	case fresh:
		w, terminal := o.stream()
		return o.report.print(o.common, w, terminal, nil, 0, (*report).code)
	case err != nil:
		return err
	case len(findings) > 0:
		w, terminal := o.stream()
		return o.report.stop(o.common, w, terminal, findings)
	case o.check:
		err = o.diff(root, outputs)
	default:
		err = o.write(root, outputs)
	}
	if err == nil {
		var dirs []string
		for _, out := range outputs {
			dirs = append(dirs, out.Dir)
		}
		known.Remember(dirs)
	}
	return err
}

// stream is where findings go: they are the result of a check, and beside the
// result otherwise.
func (o *generateOptions) stream() (io.Writer, bool) {
	if o.check {
		return &pipe{w: o.common.out}, o.outTerminal
	}
	return o.err, o.errTerminal
}

func (o *generateOptions) usage() error {
	single := []struct{ flag, value string }{{"name", o.name}, {"target", o.target}, {"package", o.pkg}, {"out", o.out}}
	var missing, extra []string
	for _, f := range single {
		if f.value == "" {
			if f.flag == "package" && o.target == "typescript" {
				continue // a module has no name of its own
			}
			missing = append(missing, "--"+f.flag)
		} else {
			extra = append(extra, "--"+f.flag)
		}
	}
	switch {
	case o.schema == "" && len(extra) > 0:
		return fail("add --schema FILE, or write the target into acigen.yaml", "%s is for one schema without a project", extra[0])
	case o.schema != "" && len(missing) > 0:
		return fail("", "--schema needs %s too", strings.Join(missing, ", "))
	case o.schema != "" && !slices.Contains(languages, o.target):
		return unknownTarget(o.target)
	case o.schema != "" && ir.Camel(o.name) != o.name:
		return fail("write it as "+ir.Camel(o.name), "--name: %q is no name for a type in every language", o.name)
	}
	return nil
}

// languages are the targets that one schema without a project can be generated for.
var languages = []string{"go", "typescript", "python", "java"}

func unknownTarget(target string) error {
	if target == "tools" || target == "schemas" {
		return fail("use --target "+strings.Join(languages, ", "), "--target: %s is made of a project, not of one schema", target)
	}
	return fail(oneOf(target, languages), "--target: there is no target %q", target)
}

// tools emits tool definitions for the providers that a target names.
func (o *generateOptions) tools(c *contract.Contract, t contract.Target) (tooldef.Output, []diag.Finding) {
	for _, id := range t.Providers {
		if provider.Find(id) == nil {
			return tooldef.Output{}, []diag.Finding{c.ConfigFinding(t.ProvidersNode, "config/providers", fmt.Sprintf("there is no provider %q", id), oneOf(id, provider.IDs()))}
		}
	}
	return tooldef.Generate(c, t.Providers)
}

// outputs emits everything in memory. Without findings and error it is complete.
func (o *generateOptions) outputs() (root string, outputs []emit.Output, findings []diag.Finding, err error) {
	if o.schema != "" {
		files, findings := o.one()
		return o.out, []emit.Output{{Dir: ".", Files: files}}, findings, nil
	}
	c, findings, err := project()
	if err != nil || c == nil {
		return "", nil, findings, err
	}
	for _, t := range c.Config.Generate {
		out := emit.Output{Dir: t.Out}
		switch t.Kind {
		case "go":
			files, refused := golang.Generate(golang.Input{
				Package: t.Package, Roots: emit.Roots(c), Digest: contract.Digest, Canonical: c.StandIn, Tolerant: c.Tolerant, Origin: c.Origin, MaxDepth: c.Config.Limits.MaxDepth,
				Known: contentIn(filepath.Join(c.Root, filepath.FromSlash(t.Out))),
			})
			out.Files = files
			findings = append(findings, refused...)
		case "typescript":
			files, refused := typescript.Generate(emit.Of(c, ""))
			out.Files = files
			findings = append(findings, refused...)
		case "python":
			files, refused := python.Generate(emit.Of(c, t.Package))
			out.Files = files
			findings = append(findings, refused...)
		case "java":
			files, refused := java.Generate(emit.Of(c, t.Package))
			out.Files = files
			findings = append(findings, refused...)
		case "schemas":
			for _, d := range c.Derived {
				out.Files = append(out.Files, emit.File{Path: d.Path, Data: d.Source})
			}
		case "tools":
			made, refused := o.tools(c, t)
			out.Files = made.Files
			findings = append(findings, refused...)
			if summary := made.Summary(); summary != "" && len(refused) == 0 && !o.check {
				o.say("%s", strings.Replace(summary, tooldef.LossesFile, path.Join(t.Out, tooldef.LossesFile), 1))
			}
		}
		outputs = append(outputs, out)
	}
	return c.Root, outputs, findings, nil
}

// contentIn tells whether a file of a folder has a content.
func contentIn(dir string) func(path string, data []byte) bool {
	return func(path string, data []byte) bool {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		return err == nil && bytes.Equal(got, data)
	}
}

// one emits a single schema.
func (o *generateOptions) one() ([]emit.File, []diag.Finding) {
	_, s, findings := single.Load(o.schema)
	if s == nil {
		return nil, findings
	}
	in := emit.Input{Package: o.pkg, Roots: []ir.Root{{Name: o.name, Schema: s}}, Digest: contract.Digest}
	switch o.target {
	case "typescript":
		return typescript.Generate(in)
	case "python":
		return python.Generate(in)
	case "java":
		return java.Generate(in)
	}
	return golang.Generate(golang.Input{Package: in.Package, Roots: in.Roots, Digest: in.Digest})
}

func (o *generateOptions) write(root string, outputs []emit.Output) error {
	res, err := emit.Write(root, outputs)
	var conflict *emit.ConflictError
	switch {
	case errors.As(err, &conflict):
		return o.report.stop(o.common, o.err, o.errTerminal, conflict.Findings)
	case err != nil:
		hint := "nothing was written"
		if len(res.Written)+len(res.Removed) > 0 {
			hint = "some files are new and the others as they were: run acigen generate again once that is put right"
		}
		return fail(hint, "%w", err)
	}
	o.sayWritten(res.Written)
	for _, file := range res.Removed {
		o.say("removed %s", file)
	}
	for _, file := range res.Kept {
		o.say("left %s, which is no longer generated and was edited by hand", file)
	}
	o.say("%d written, %d removed, %d unchanged", len(res.Written), len(res.Removed), res.Unchanged)
	r, err := o.report.open(o.common, io.Discard, false)
	if err != nil {
		return err
	}
	return r.close()
}

// shownFiles is up to how many written files are named one by one.
const shownFiles = 8

// sayWritten names the files that were written, or their folders where there are many.
func (o *generateOptions) sayWritten(files []string) {
	if len(files) <= shownFiles {
		for _, file := range files {
			o.say("wrote %s", file)
		}
		return
	}
	counts := map[string]int{}
	var folders []string
	for _, file := range files {
		folder := path.Dir(filepath.ToSlash(file))
		if counts[folder] == 0 {
			folders = append(folders, folder)
		}
		counts[folder]++
	}
	if len(folders) > shownFiles {
		return // the totals say enough
	}
	for _, folder := range folders {
		if counts[folder] == 1 {
			o.say("wrote 1 file in %s", folder)
		} else {
			o.say("wrote %d files in %s", counts[folder], folder)
		}
	}
}

func (o *generateOptions) diff(root string, outputs []emit.Output) error {
	text, findings, err := emit.Diff(root, outputs)
	if err != nil {
		return fail("", "%w", err)
	}
	w, terminal := o.stream()
	// The diff is for people; a machine gets the findings alone.
	if o.report.format == "text" {
		if _, err := io.WriteString(w, text); err != nil {
			return fail("", "write the diff: %w", err)
		}
	} else if !o.quiet {
		_, _ = io.WriteString(o.err, text)
	}
	r, err := o.report.open(o.common, w, terminal)
	if err != nil {
		return err
	}
	if err := errors.Join(r.add(findings), r.close()); err != nil {
		return err
	}
	for _, f := range findings {
		if f.Rule != emit.RuleDrift {
			return exit(exitBroken)
		}
	}
	return withCode(r.code())
}
