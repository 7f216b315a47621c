package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// reportOptions are the flags of commands that report findings.
type reportOptions struct {
	format    string
	files     []string
	maxErrors int
}

func (o *reportOptions) bind(cmd *cobra.Command) {
	formats := strings.Join(diag.Formats(), ", ")
	cmd.Flags().StringVar(&o.format, "format", "text", "`FORMAT` of the findings: "+formats)
	cmd.Flags().StringArrayVar(&o.files, "report", nil, "write the findings to a file too, as `FORMAT=FILE`; may be repeated")
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return diag.Formats(), cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc("format", complete); err != nil {
		panic(err) // the flag was defined above
	}
}

func checkFormat(flag, format string) error {
	if slices.Contains(diag.Formats(), format) {
		return nil
	}
	hint := "use one of " + strings.Join(diag.Formats(), ", ")
	if near := schema.Suggest(format, diag.Formats()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return fail(hint, "%s: there is no format %q", flag, format)
}

// report prints findings to a stream and into files. A file appears, whole, when
// the report is closed.
type report struct {
	diag.Reporter
	diag.Summary
	files []*reportFile
}

type reportFile struct {
	path string
	temp *os.File
}

// open starts the report that the flags ask for. The caller closes it.
func (o *reportOptions) open(c *common, w io.Writer, terminal bool) (*report, error) {
	if err := checkFormat("--format", o.format); err != nil {
		return nil, err
	}
	opts := diag.Options{Quiet: c.quiet, MaxErrors: o.maxErrors, ToolVersion: version()}
	if o.format == "text" {
		opts.Colour = c.colour(terminal)
	}
	main, err := diag.NewReporter(o.format, w, opts)
	if err != nil {
		return nil, err
	}
	opts.Colour = false
	all := []diag.Reporter{main}
	r := &report{}
	for _, spec := range o.files {
		format, path, ok := strings.Cut(spec, "=")
		if !ok || path == "" {
			r.abandon()
			return nil, fail("write for example --report junit=findings.xml", "--report: %q is not FORMAT=FILE", spec)
		}
		if err := checkFormat("--report", format); err != nil {
			r.abandon()
			return nil, err
		}
		temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
		if err != nil {
			r.abandon()
			return nil, fail("", "--report: %w", err)
		}
		r.files = append(r.files, &reportFile{path, temp})
		one, err := diag.NewReporter(format, temp, opts)
		if err != nil {
			r.abandon()
			return nil, err
		}
		all = append(all, one)
	}
	r.Reporter = diag.Multi(all...)
	if err := r.Begin(); err != nil {
		r.abandon()
		return nil, err
	}
	return r, nil
}

// add reports findings that belong to no input.
func (r *report) add(findings []diag.Finding) error {
	return r.Add(r.Count(findings))
}

// close ends the report and puts the files in their places.
func (r *report) close() error {
	err := r.End(r.Summary)
	for _, f := range r.files {
		err = errors.Join(err, f.temp.Chmod(0o644), f.temp.Close())
		if err == nil {
			err = os.Rename(f.temp.Name(), f.path)
		}
	}
	if err != nil {
		r.abandon()
		return fail("", "write the report: %w", err)
	}
	return nil
}

// abandon removes what would have become the files.
func (r *report) abandon() {
	for _, f := range r.files {
		_ = f.temp.Close()
		_ = os.Remove(f.temp.Name())
	}
}

// code is the exit code that the findings come to.
func (r *report) code() int {
	if r.Errors > 0 {
		return exitFindings
	}
	return exitOK
}

// stop reports findings after which a command cannot go on.
func (o *reportOptions) stop(c *common, w io.Writer, terminal bool, findings []diag.Finding) error {
	r, err := o.open(c, w, terminal)
	if err != nil {
		return err
	}
	if err := errors.Join(r.add(findings), r.close()); err != nil {
		return err
	}
	return exit(exitBroken)
}
