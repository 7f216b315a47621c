package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/acigen/acigen/internal/schema"
)

// common is what all commands have.
type common struct {
	*streams
	dir     string
	quiet   bool
	noColor bool
}

// colour tells whether to use colours on a stream.
func (c *common) colour(terminal bool) bool {
	return terminal && !c.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// say prints a line about what was done.
func (c *common) say(format string, args ...any) {
	if !c.quiet {
		_, _ = fmt.Fprintf(c.err, format+"\n", args...)
	}
}

// printJSON prints a document and a newline, laid out for people where that is asked for.
func (c *common) printJSON(document []byte, laidOut bool) error {
	if laidOut {
		var b bytes.Buffer
		if err := json.Indent(&b, document, "", "  "); err != nil {
			return fail("", "%w", err)
		}
		document = b.Bytes()
	}
	if _, err := (&pipe{w: c.out}).Write(append(document, '\n')); err != nil {
		return fail("", "%w", err)
	}
	return nil
}

const (
	groupContract = "contract"
	groupData     = "data"
	groupOther    = "other"
)

// newRoot returns the command acigen with all its commands.
func newRoot(s *streams) *cobra.Command {
	c := &common{streams: s}
	root := &cobra.Command{
		Use:   "acigen",
		Short: "Contracts for the tools of LLM agents",
		Long: `acigen is to the tools of LLM agents what buf is to protobuf: the JSON Schemas of
a tool's request and result are the source of truth, everything else is
generated from them, checked against them, or projected into them.

Exit codes: 0 nothing found; 1 findings of severity error; 2 usage, an unreadable
file, a broken schema or configuration; 3 only undecided; 4 acigen.lock or a
frozen file was altered; 130 interrupted.`,
		Example: `  acigen init weather
  acigen -C weather generate
  acigen -C weather validate --fixtures testdata/fixtures`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if c.dir == "" {
				return nil
			}
			if err := os.Chdir(c.dir); err != nil {
				return fail("", "change to the folder of -C: %w", err)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(flagError)
	flags := root.PersistentFlags()
	flags.StringVarP(&c.dir, "directory", "C", "", "change to this `DIR` first; the project is the nearest parent with an acigen.yaml")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "print findings and errors alone")
	flags.BoolVar(&c.noColor, "no-color", false, "no colours, as with NO_COLOR set")
	flags.SortFlags = false

	root.AddGroup(
		&cobra.Group{ID: groupContract, Title: "Contracts:"},
		&cobra.Group{ID: groupData, Title: "Data:"},
		&cobra.Group{ID: groupOther, Title: "Other:"},
	)
	root.AddCommand(newInit(c), newImport(c), newGenerate(c), newLint(c), newFreeze(c), newCheck(c), newDiff(c), newPublish(c), newValidate(c), newProject(c), newMock(c), newInvocations(c), newVersion(c))
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	strict(root)
	return root
}

// strict makes the commands that cobra brings refuse what they do not know, instead of printing help as if all were well.
func strict(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			cmd.Args = cobra.ArbitraryArgs
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				const hint = "name a shell: bash, zsh, fish or powershell"
				if len(args) > 0 {
					return fail(hint, "there is no completion for %q", args[0])
				}
				return fail(hint, "completion for which shell?")
			}
		case "help":
			cmd.Run = nil
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				topic, rest, err := root.Find(args)
				if err != nil || topic == nil || len(rest) > 0 {
					return fail("acigen --help lists the commands", "there is no help about %q", strings.Join(args, " "))
				}
				return topic.Help()
			}
		}
	}
}

// flagError says what is wrong with a flag, and which one may be meant.
func flagError(cmd *cobra.Command, err error) error {
	hint := cmd.CommandPath() + " --help lists the flags"
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, f.Name)
			}
		})
		if near := schema.Suggest(name, known); near != "" {
			hint = "did you mean --" + near + "?"
		}
	}
	return fail(hint, "%w", err)
}

// noArguments refuses arguments where there is no use for them.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fail(cmd.CommandPath()+" --help says what it takes", "%s takes no arguments, and got %q", cmd.CommandPath(), args[0])
	}
	return nil
}
