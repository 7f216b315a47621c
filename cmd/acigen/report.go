package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// target parts FORMAT=FILE, and says what is wrong with it.
func target(spec string) (format, file string, err error) {
	format, file, ok := strings.Cut(spec, "=")
	if !ok || file == "" {
		return "", "", fail("write for example --report junit=findings.xml", "--report: %q is not FORMAT=FILE", spec)
	}
	if err := checkFormat("--report", format); err != nil {
		return "", "", err
	}
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		return "", "", fail("name a file in it, such as "+filepath.ToSlash(filepath.Join(file, "findings."+format)), "--report: %s is a folder", file)
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return format, file, nil
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return "", "", fail("make it first", "--report: there is no folder %s to write %s into", filepath.Dir(file), filepath.Base(file))
	}
	return format, file, nil
}

// check says what is wrong with the flags, before there is anything to report.
func (o *reportOptions) check() error {
	if err := checkFormat("--format", o.format); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, spec := range o.files {
		_, file, err := target(spec)
		if err != nil {
			return err
		}
		if file = filepath.Clean(file); seen[file] {
			return fail("name another file for one of them", "--report: two reports would be written to %s", file)
		}
		seen[file] = true
	}
	return nil
}

// report prints findings to a stream and into files. A file appears, whole, when
// the report is closed.
type report struct {
	diag.Reporter
	diag.Summary
	files []*reportFile
}

// reportFile is a file that a report goes into.
type reportFile struct {
	path string
	file *os.File
	// temp tells that file is to be renamed to path. What is no regular file, such as
	// a pipe or a device, is never replaced: it is written to.
	temp bool
}

func createReport(path string) (*reportFile, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &reportFile{path: path, file: file}, err
	}
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to // a link stays one
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	return &reportFile{path, file, true}, err
}

// finish puts the file in its place.
func (f *reportFile) finish() error {
	if !f.temp {
		return f.file.Close()
	}
	if err := errors.Join(f.file.Chmod(0o644), f.file.Close()); err != nil {
		return err
	}
	return os.Rename(f.file.Name(), f.path)
}

// open starts the report that the flags ask for. The caller closes it.
func (o *reportOptions) open(c *common, w io.Writer, terminal bool) (*report, error) {
	if err := o.check(); err != nil {
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
		format, path, err := target(spec)
		if err != nil {
			r.abandon()
			return nil, err
		}
		f, err := createReport(path)
		if err != nil {
			r.abandon()
			return nil, fail("", "--report: %s cannot be written: %s", path, plain(err))
		}
		r.files = append(r.files, f)
		one, err := diag.NewReporter(format, f.file, opts)
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
		if err == nil {
			err = f.finish()
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
		_ = f.file.Close()
		if f.temp {
			_ = os.Remove(f.file.Name())
		}
	}
}

// plain is an error of the file system without the path.
func plain(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
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
