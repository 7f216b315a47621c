package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/golang"
	"github.com/acigen/acigen/internal/importer"
)

type importOptions struct {
	*common
	report reportOptions
	out    string
}

// maxSource is the most bytes of a source.
const maxSource = 64 << 20

func newImport(c *common) *cobra.Command {
	o := &importOptions{common: c}
	cmd := &cobra.Command{
		Use:   "import SOURCE|- --out DIR",
		Short: "Bring tools that exist already under contract",
		Long: `Makes a contract project of tools that exist already: of the answer of an MCP
server to tools/list, or of a tool array as OpenAI or Anthropic take it. SOURCE is a
file, - for standard input, or -- and the command of an MCP server that speaks over
its standard streams, which is started and asked.

Schemas of drafts 4 to 7 become 2020-12; titles and descriptions go to
descriptions.yaml. The project generates at once. Whatever cannot be taken as it is
is said in a finding: a name that no folder or type can have, a root that is no
object, a keyword that cannot be held. The exit code is 0 all the same once the
project is written. What acigen lint then says is the to-do list.`,
		Example: `  acigen import tools.json --out contracts
  acigen import --out contracts -- npx -y @modelcontextprotocol/server-everything
  acigen -C contracts generate`,
		GroupID: groupContract,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), args, cmd.ArgsLenAtDash())
		},
	}
	cmd.Flags().StringVar(&o.out, "out", "", "the folder to make the project in, `DIR`")
	o.report.bind(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

func (o *importOptions) run(ctx context.Context, args []string, dash int) error {
	if err := o.report.check(); err != nil {
		return err
	}
	switch {
	case o.out == "":
		return fail("name the folder of the new project", "import needs --out DIR")
	case len(args) == 0, dash != 0 && len(args) > 1:
		return fail("name one file, - for standard input, or -- and the command of an MCP server", "import reads one source")
	}
	var source *importer.Source
	var files map[string][]byte
	var err error
	if !unlessDone(ctx, func() {
		var name string
		var data []byte
		if name, data, err = o.source(ctx, args, dash == 0); err != nil {
			return
		}
		if source, err = importer.Parse(name, data); err == nil {
			files, err = source.Project(holds)
		}
	}) {
		o.complain("interrupted", "nothing was written")
		return exit(exitInterrupted)
	}
	if err != nil {
		return fail("", "%w", err)
	}
	if err := writeProject(o.out, files); err != nil {
		return err
	}
	findings := source.Findings()
	if err := o.report.print(o.common, o.err, o.errTerminal, findings, 0, func(*report) int { return exitOK }); err != nil {
		return err
	}
	o.say("%d tools in %s; next: acigen -C %s generate, then acigen -C %s lint", len(source.Tools), filepath.ToSlash(o.out), o.out, o.out)
	return nil
}

// source reads what is to be imported.
func (o *importOptions) source(ctx context.Context, args []string, command bool) (string, []byte, error) {
	if command {
		data, err := importer.Ask(ctx, args, version(), o.err)
		return filepath.ToSlash(args[0]), data, err
	}
	in := io.Reader(o.in)
	if args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return "", nil, errors.New(args[0] + ": " + plain(err))
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxSource+1))
	if err == nil && len(data) > maxSource {
		err = fmt.Errorf("%s has more than %d bytes", args[0], maxSource)
	}
	return filepath.ToSlash(args[0]), data, err
}

// holds says what of a contract no Go code could hold.
func holds(c *contract.Contract) []diag.Finding {
	_, findings := golang.Generate(golang.Input{
		Package: "aci", Roots: emit.Roots(c), Digest: contract.Digest, Canonical: c.StandIn, Origin: c.Origin, MaxDepth: c.Config.Limits.MaxDepth,
	})
	return findings
}

// writeProject writes files into a folder that has none of them.
func writeProject(dir string, files map[string][]byte) error {
	for _, name := range importer.Paths(files) {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			return fail("name a folder that is empty or does not exist", "--out: %s is there already", filepath.ToSlash(filepath.Join(dir, name)))
		}
	}
	for _, name := range importer.Paths(files) {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fail("", "%w", err)
		}
		if err := os.WriteFile(to, files[name], 0o644); err != nil {
			return fail("", "%w", err)
		}
	}
	return nil
}
