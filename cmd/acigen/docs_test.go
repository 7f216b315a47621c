package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "rewrite docs/cli.md")

func TestTheReferenceIsThatOfTheCommands(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "cli.md")
	got := reference(newRoot(&streams{}))
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the commands say: go test ./cmd/acigen -update", path)
	}
}

// reference is the reference of all commands in Markdown.
func reference(root *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The command line\n\n<!-- Written by go test ./cmd/acigen -update. -->\n\n%s\n", root.Long)
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		section(&b, cmd)
	}
	fmt.Fprintf(&b, "\n## acigen completion SHELL\n\nPrints a completion script for bash, zsh, fish or powershell; `acigen completion SHELL --help` says how to load it.\n")
	fmt.Fprintf(&b, "\n## Flags of all commands\n\n```text\n%s```\n", root.PersistentFlags().FlagUsages())
	return b.Bytes()
}

func section(b *bytes.Buffer, cmd *cobra.Command) {
	fmt.Fprintf(b, "\n## %s %s\n\n", cmd.Parent().CommandPath(), cmd.Use)
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	fmt.Fprintf(b, "%s\n", text)
	if cmd.Example != "" {
		var lines []string
		for _, line := range strings.Split(cmd.Example, "\n") {
			lines = append(lines, strings.TrimPrefix(line, "  "))
		}
		fmt.Fprintf(b, "\n```sh\n%s\n```\n", strings.Join(lines, "\n"))
	}
	if usages := cmd.LocalNonPersistentFlags().FlagUsages(); usages != "" {
		fmt.Fprintf(b, "\n```text\n%s```\n", usages)
	}
	if usages := cmd.PersistentFlags().FlagUsages(); usages != "" {
		fmt.Fprintf(b, "\n```text\n%s```\n", usages)
	}
	for _, sub := range cmd.Commands() {
		section(b, sub)
	}
}
