package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

const dialect = "https://json-schema.org/draft/2020-12/schema"

// build is what a binary knows of itself.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Dialect  string `json:"dialect"`
}

func thisBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Dialect: dialect}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// version is acigen's version as other tools see it.
func version() string { return thisBuild().Version }

type versionOptions struct {
	*common
	format string
}

func newVersion(c *common) *cobra.Command {
	o := &versionOptions{common: c}
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of acigen",
		Example: "  acigen version\n  acigen version --format json",
		GroupID: groupOther,
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return o.run() },
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "`FORMAT`: text or json")
	return cmd
}

func (o *versionOptions) run() error {
	b := thisBuild()
	switch o.format {
	case "json":
		text, err := json.Marshal(b)
		if err != nil {
			return err
		}
		return o.print(string(text) + "\n")
	case "text":
	default:
		return fail("use text or json", "--format: there is no format %q", o.format)
	}
	text := fmt.Sprintf("acigen %s\n", b.Version)
	if b.Revision != "" {
		text += "revision " + b.Revision
		if b.Modified {
			text += " (modified)"
		}
		text += "\n"
	}
	return o.print(text + fmt.Sprintf("%s %s\ndialect %s\n", b.Go, b.Platform, b.Dialect))
}

func (o *versionOptions) print(text string) error {
	if _, err := io.WriteString(&pipe{w: o.out}, text); err != nil {
		return fail("", "write the version: %w", err)
	}
	return nil
}
