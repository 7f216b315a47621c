// Package publish makes archives of frozen contracts, for those who install them:
// the same contracts give the same bytes, on every machine and at every time.
package publish

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/freeze"
	"github.com/acigen/acigen/internal/schema"
)

// RuleUnfrozen is the rule of findings that say that the working copy is not what was frozen.
const RuleUnfrozen = "publish/unfrozen"

// Item is one tool that is published.
type Item struct {
	Tool *contract.Tool
	// Version is the frozen version, or "snapshot".
	Version string
	// Release is nil for a snapshot.
	Release *freeze.Release
	// Files are the schemas and words by name.
	Files map[string][]byte
}

// Snapshot is the version of what was not frozen.
const Snapshot = "0.0.0-snapshot"

// Collect finds what to publish: the latest version of every tool. The findings are
// tools whose working copy is not their latest frozen version; with snapshot set
// they are published as they are, without a version.
func Collect(c *contract.Contract, a *freeze.Archive, snapshot bool) ([]Item, []diag.Finding, error) {
	var items []Item
	var findings []diag.Finding
	for _, t := range c.Tools {
		d, err := freeze.NewDraft(t)
		if err != nil {
			return nil, nil, err
		}
		latest := a.Find(t.Name, "latest")
		if latest != nil && latest.Digest == d.Digest {
			items = append(items, Item{t, latest.Version.String(), latest, latest.Files})
			continue
		}
		if snapshot {
			files, err := d.Snapshot(Snapshot)
			if err != nil {
				return nil, nil, err
			}
			items = append(items, Item{t, Snapshot, nil, files})
			continue
		}
		s := t.Request
		if s == nil {
			s = t.Result
		}
		message := fmt.Sprintf("%s is not frozen", t.Name)
		if latest != nil {
			message = fmt.Sprintf("the working copy of %s is not %s, its latest frozen version", t.Name, latest.Version)
		}
		findings = append(findings, s.Finding(RuleUnfrozen, "", message, "run acigen freeze, or publish a --snapshot"))
	}
	return items, findings, nil
}

// File is a file of an archive.
type File struct {
	Path string
	Data []byte
}

// Examples are documents that a role accepts or rejects, by path below the tool.
type Examples func(tool string) []File

// Bundle is the content of a bundle, sorted by path: self-contained schemas, tool
// definitions, examples, a changelog, the lock's lines, checksums and an index.
func Bundle(c *contract.Contract, a *freeze.Archive, items []Item, definitions []File, examples Examples) []File {
	var files []File
	index := &schema.Value{Kind: schema.Object}
	put := func(v *schema.Value, name string, value *schema.Value) {
		v.Members = append(v.Members, schema.Member{Name: name, Value: value})
	}
	put(index, "format", text("acigen-bundle/1"))
	tools := &schema.Value{Kind: schema.Array}
	var log strings.Builder
	log.WriteString("# Changelog\n")
	for _, item := range items {
		entry := &schema.Value{Kind: schema.Object}
		put(entry, "name", text(item.Tool.Name))
		put(entry, "version", text(item.Version))
		if item.Release != nil {
			put(entry, "digest", text("sha256:"+item.Release.Digest))
		}
		roles := &schema.Value{Kind: schema.Object}
		for _, name := range sortedNames(item.Files) {
			p := path.Join("schemas", item.Tool.Name, name)
			files = append(files, File{p, item.Files[name]})
			if role, ok := strings.CutSuffix(name, ".schema.json"); ok {
				put(roles, role, text(p))
			}
		}
		put(entry, "schemas", roles)
		tools.Items = append(tools.Items, entry)
		for _, f := range examples(item.Tool.Name) {
			files = append(files, File{path.Join("examples", item.Tool.Name, f.Path), f.Data})
		}
		changelog(&log, a, item)
	}
	put(index, "tools", tools)
	targets := &schema.Value{Kind: schema.Object}
	for _, f := range definitions {
		p := path.Join("tools", f.Path)
		files = append(files, File{p, f.Data})
		put(targets, strings.TrimSuffix(f.Path, ".json"), text(p))
	}
	put(index, "definitions", targets)
	files = append(files,
		File{"CHANGELOG.md", []byte(log.String())},
		File{"acigen.lock", a.Lock.Excerpt(names(items))},
		File{"index.json", append(schema.AppendValue(nil, index, "  "), '\n')},
	)
	sortFiles(files)
	return append(files, File{"SHA256SUMS", sums(files)})
}

func names(items []Item) []string {
	var out []string
	for _, i := range items {
		out = append(out, i.Tool.Name)
	}
	return out
}

// changelog lists the versions of a tool, the latest first.
func changelog(b *strings.Builder, a *freeze.Archive, item Item) {
	fmt.Fprintf(b, "\n## %s\n\n", item.Tool.Name)
	if item.Release == nil {
		fmt.Fprintf(b, "- %s: not frozen\n", item.Version)
	}
	releases := a.Of(item.Tool.Name)
	for i := len(releases) - 1; i >= 0; i-- {
		r := releases[i]
		what := "the first version"
		if i > 0 {
			before := releases[i-1]
			switch {
			case r.Version.Major > before.Version.Major:
				what = "breaks readers or senders of " + before.Version.String()
			case r.Validation != before.Validation:
				what = "accepts or returns something else, and breaks nobody"
			default:
				what = "other words, the same verdicts"
			}
		}
		fmt.Fprintf(b, "- %s (%s): %s\n", r.Version, r.Status, what)
	}
}

func sortedNames(files map[string][]byte) []string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func text(s string) *schema.Value { return &schema.Value{Kind: schema.String, Text: s} }

func sortFiles(files []File) {
	slices.SortFunc(files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
}

// Version is the version of all tools together, which only grows: 1.0.0, its parts
// raised by as much as those of the tools were, a minor version for each tool that
// was added, and a major one for each that is gone. With a snapshot among the items
// it is Snapshot.
func Version(a *freeze.Archive, items []Item) string {
	major, minor, patch, tools := 1, 0, 0, 0
	published := map[string]bool{}
	for _, item := range items {
		if item.Release == nil {
			return Snapshot
		}
		published[item.Tool.Name] = true
	}
	for _, name := range a.Tools() {
		latest := a.Find(name, "latest")
		if latest == nil {
			continue
		}
		tools++
		major += latest.Version.Major - 1
		minor += latest.Version.Minor
		patch += latest.Version.Patch
		if !published[name] {
			major++
		}
	}
	return freeze.Version{Major: major, Minor: minor + max(tools-1, 0), Patch: patch}.String()
}
