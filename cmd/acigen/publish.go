package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/java"
	"github.com/acigen/acigen/internal/emit/python"
	"github.com/acigen/acigen/internal/emit/tooldef"
	"github.com/acigen/acigen/internal/emit/typescript"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/publish"
)

type publishOptions struct {
	*common
	report      reportOptions
	target, out string
	name        string
	fixtures    string
	snapshot    bool
	classPath   string
	push        string
	plainHTTP   bool
}

// publishTargets are what publish can make.
var publishTargets = []string{"bundle", "npm", "python", "maven", "oci"}

func newPublish(c *common) *cobra.Command {
	o := &publishOptions{common: c}
	cmd := &cobra.Command{
		Use:   "publish --target bundle|npm|python|maven|oci --out DIR",
		Short: "Make an archive of the frozen contract for others to install",
		Long: `Writes an archive of the latest frozen version of every tool. The same contract
gives the same bytes, on every machine and at every time. No credentials are ever
asked for.

bundle is contract.tar.gz: self-contained schemas, tool definitions for every
provider, examples that are accepted and rejected (the fixtures), a changelog, the
lines of acigen.lock, SHA256SUMS and index.json.

npm is a tarball as npm install takes it: an ES module, its types, and, as in every
package, the schemas below schemas/ and the providers' tool definitions below tools/. python is a wheel and a source distribution of pydantic models.
maven is a jar, its sources and its POM; javac of a JDK, 17 or newer, compiles it, and
the bytes are the same wherever that is of the same version. Jackson's jars come from
the local Maven repository, or from --classpath. The version of a package grows with
those of the tools.

oci is the bundle as an OCI artifact in an image layout, DIR/contract.oci. With --push
it is also sent to a registry, with the credentials that docker or podman are logged in
with; nothing else in acigen speaks to a network.

A tool whose working copy is not its latest frozen version is refused; --snapshot
publishes it without a version.`,
		Example: `  acigen publish --target bundle --out dist
  acigen publish --target npm --name @example/contract --out dist
  acigen publish --target python --name example-contract --out dist
  acigen publish --target maven --name com.example:contract --out dist
  acigen publish --target oci --out dist --push registry.example/contracts/evidence
  acigen publish --target bundle --out dist --snapshot`,
		GroupID: groupContract,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.target, "target", "", "what to make: `bundle|npm|python|maven|oci`")
	flags.StringVar(&o.name, "name", "acigen-contract", "with npm, python and maven: `NAME` of the package; with maven GROUP:ARTIFACT")
	flags.StringVar(&o.out, "out", "", "the folder to write into, `DIR`")
	flags.StringVar(&o.fixtures, "fixtures", "testdata/fixtures", "the folder of fixtures to take examples from, `DIR`; it need not exist")
	flags.BoolVar(&o.snapshot, "snapshot", false, "publish what is not frozen, without a version")
	flags.StringVar(&o.classPath, "classpath", "", "with maven: the `PATH` of Jackson's jars, as javac takes it")
	flags.StringVar(&o.push, "push", "", "with oci: also push to `HOST/REPOSITORY[:TAG]`; without a tag it is the version")
	flags.BoolVar(&o.plainHTTP, "plain-http", false, "with --push: a registry without TLS")
	o.report.bind(cmd)
	flags.SortFlags = false
	return cmd
}

func (o *publishOptions) run(ctx context.Context) error {
	switch {
	case !slices.Contains(publishTargets, o.target):
		return fail(oneOf(o.target, publishTargets), "--target: there is no target %q", o.target)
	case o.classPath != "" && o.target != "maven":
		return fail("", "--classpath is for --target maven")
	case o.push != "" && !isReference(o.push):
		return fail("write HOST/REPOSITORY, or HOST/REPOSITORY:TAG", "--push: %q names no place in a registry", o.push)
	case (o.push != "" || o.plainHTTP) && o.target != "oci":
		return fail("", "--push and --plain-http are for --target oci")
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
	if len(refused) > 0 {
		return o.refuse(refused)
	}
	made, push, refused, err := o.make(ctx, c, a, items)
	switch {
	case ctx.Err() != nil:
		o.complain("interrupted", "nothing was written")
		return exit(exitInterrupted)
	case err != nil:
		return publishError(err)
	case len(refused) > 0:
		return o.refuse(refused)
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fail("", "--out: %w", err)
	}
	for _, m := range made {
		name := filepath.Join(o.out, filepath.FromSlash(m.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fail("", "--out: %w", err)
		}
		f, err := createReport(name)
		if err == nil {
			if _, err = f.file.Write(m.Data); err == nil {
				err = f.finish()
			}
		}
		if err != nil {
			return fail("", "write %s: %s", filepath.ToSlash(name), plain(err))
		}
	}
	for _, item := range items {
		o.say("%s %s", item.Tool.Name, item.Version)
	}
	if push != nil {
		o.say("%s: %s", filepath.ToSlash(filepath.Join(o.out, "contract.oci")), push.Digest())
	} else {
		for _, m := range made {
			o.say("%s: %d bytes", filepath.ToSlash(filepath.Join(o.out, m.Path)), len(m.Data))
		}
	}
	if o.push == "" {
		return nil
	}
	pushed, err := push.Push(ctx, o.push, o.plainHTTP)
	switch {
	case ctx.Err() != nil:
		o.complain("interrupted", "the registry may have parts of it")
		return exit(exitInterrupted)
	case err != nil:
		hint := ""
		if publish.Denied(err) {
			hint = "log in with docker login or podman login"
		}
		return fail(hint, "--push: %w", err)
	}
	o.say("pushed %s", pushed)
	return nil
}

func isReference(text string) bool {
	_, err := publish.ParseReference(text)
	return err == nil
}

// publishError says what is missing on the machine.
func publishError(err error) error {
	switch {
	case errors.Is(err, publish.ErrNoJackson):
		return fail("run mvn dependency:get -Dartifact=com.fasterxml.jackson.core:jackson-databind:"+publish.Jackson+", or name the jars with --classpath", "%w", err)
	case errors.Is(err, exec.ErrNotFound):
		return fail("install a JDK, 17 or newer, or set JAVA_HOME", "%w", err)
	}
	return fail("", "%w", err)
}

// refuse reports why nothing is published.
func (o *publishOptions) refuse(findings []diag.Finding) error {
	return o.report.print(o.common, o.err, o.errTerminal, findings, 0, func(r *report) int { return worst(exitFindings, r.code()) })
}

// make makes the files of the target, and what can be pushed.
func (o *publishOptions) make(ctx context.Context, c *contract.Contract, a *freeze.Archive, items []publish.Item) (made []publish.File, push *publish.Artifact, refused []diag.Finding, err error) {
	p := publish.Package{Name: o.name, Version: publish.Version(a, items), Description: "Types, validators and schemas of tool contracts"}
	definitions, refused := tooldef.Generate(c, toolProviders(c))
	if len(refused) > 0 {
		return nil, nil, refused, nil
	}
	resources := publish.Resources(items, files(definitions.Files))
	switch o.target {
	case "npm":
		made, refused, err = o.npm(c, p, resources)
	case "python":
		made, refused, err = o.python(c, p, resources)
	case "maven":
		made, refused, err = o.maven(ctx, c, p, resources)
	default:
		data, err := publish.Tar("contract", publish.Bundle(c, a, items, files(definitions.Files), o.examples(c)))
		if err != nil || o.target == "bundle" {
			return []publish.File{{Path: "contract.tar.gz", Data: data}}, nil, nil, err
		}
		push, err := publish.NewArtifact(ctx, p, data)
		if err != nil {
			return nil, nil, nil, err
		}
		layout, err := push.Layout(ctx)
		for i := range layout {
			layout[i].Path = "contract.oci/" + layout[i].Path
		}
		return layout, push, nil, err
	}
	return made, nil, refused, err
}

func (o *publishOptions) npm(c *contract.Contract, p publish.Package, resources []publish.File) ([]publish.File, []diag.Finding, error) {
	in := emit.Of(c, "")
	module, refused := typescript.Generate(in)
	if len(refused) > 0 {
		return nil, refused, nil
	}
	declarations, _ := typescript.Declarations(in)
	content, err := publish.Npm(p, files(module), files(declarations), resources)
	if err != nil {
		return nil, nil, err
	}
	data, err := publish.Tar("package", content)
	name := strings.ReplaceAll(strings.TrimPrefix(p.Name, "@"), "/", "-") + "-" + p.Version + ".tgz"
	return []publish.File{{Path: name, Data: data}}, nil, err
}

func (o *publishOptions) python(c *contract.Contract, p publish.Package, resources []publish.File) ([]publish.File, []diag.Finding, error) {
	module, refused := python.Generate(emit.Of(c, packageOf(c, "python")))
	if len(refused) > 0 {
		return nil, refused, nil
	}
	wheel, data, err := publish.Wheel(p, files(module), resources)
	if err != nil {
		return nil, nil, err
	}
	made := []publish.File{{Path: wheel, Data: data}}
	sdist, data, err := publish.Sdist(p, files(module), resources)
	return append(made, publish.File{Path: sdist, Data: data}), nil, err
}

func (o *publishOptions) maven(ctx context.Context, c *contract.Contract, p publish.Package, resources []publish.File) ([]publish.File, []diag.Finding, error) {
	pkg := packageOf(c, "java")
	names, err := publish.ParseCoordinates(o.name, pkg)
	if err != nil {
		return nil, nil, err
	}
	sources, refused := java.Generate(emit.Of(c, pkg))
	if len(refused) > 0 {
		return nil, refused, nil
	}
	classPath := o.classPath
	if classPath == "" {
		if classPath, err = publish.FindJackson(); err != nil {
			return nil, nil, err
		}
	}
	classes, err := publish.Javac(ctx, files(sources), classPath)
	if err != nil {
		return nil, nil, err
	}
	made, err := publish.Maven(p, names, pkg, files(sources), classes, resources)
	return made, nil, err
}

func files(list []emit.File) []publish.File {
	var out []publish.File
	for _, f := range list {
		out = append(out, publish.File{Path: f.Path, Data: f.Data})
	}
	return out
}

// packageOf is the package that acigen.yaml names for a language.
func packageOf(c *contract.Contract, kind string) string {
	for _, t := range c.Config.Generate {
		if t.Kind == kind {
			return t.Package
		}
	}
	return "aci"
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
