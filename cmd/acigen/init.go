package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/contract"
)

type initOptions struct {
	*common
	module string
}

func newInit(c *common) *cobra.Command {
	o := &initOptions{common: c}
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Start a contract project",
		Long: `Writes a contract project with one example tool into DIR, by default the current
folder: schemas, descriptions, configuration and fixtures. No file is replaced.
Where there is no go.mod in DIR or a parent, one is written.`,
		Example: `  acigen init weather
  acigen -C weather generate
  acigen -C weather validate --fixtures testdata/fixtures`,
		GroupID: groupContract,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fail("", "acigen init takes one folder, and got %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return o.run(dir)
		},
	}
	cmd.Flags().StringVar(&o.module, "module", "", "Go module `PATH` of a new go.mod; by default one after the folder's name")
	return cmd
}

func (o *initOptions) run(dir string) error {
	files, err := contract.Scaffold(dir, o.module)
	switch {
	case errors.Is(err, contract.ErrExists):
		return fail("name another folder, or move the file away: nothing was written", "%w", err)
	case err != nil:
		return fail("", "write the project: %w", err)
	}
	for _, file := range files {
		_, _ = fmt.Fprintln(o.out, filepath.ToSlash(filepath.Join(dir, file)))
	}
	if o.module != "" && !slices.Contains(files, "go.mod") {
		o.say("\nThere is no new go.mod: the folder is in a Go module already, and --module is for a new one.")
	}
	in := ""
	if filepath.Clean(dir) != "." {
		in = " -C " + dir
	}
	o.say("\nNext:\n  acigen%s generate\n  acigen%s validate --fixtures testdata/fixtures", in, in)
	return nil
}
