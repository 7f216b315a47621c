package freeze

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/schema"
)

// Draft is a tool's working copy in the form in which it would be frozen.
type Draft struct {
	Tool string
	// Bundles are the schemas by role, under $ids without a version.
	Bundles map[string]*Bundle
	// Words are the words of descriptions.yaml, nil when there are none.
	Words *schema.Value
	// Digest and Validation are what the lock would say.
	Digest, Validation string

	tool *contract.Tool
}

// NewDraft bundles a tool's schemas and words.
func NewDraft(t *contract.Tool) (*Draft, error) {
	d := &Draft{Tool: t.Name, Bundles: map[string]*Bundle{}, Words: words(t.Words), tool: t}
	all := &schema.Value{Kind: schema.Object}
	deciding := &schema.Value{Kind: schema.Object}
	for _, role := range Roles {
		s := t.Role(role)
		if s == nil {
			continue
		}
		b, err := MakeBundle(s, schema.DefaultBase+t.Name+"/"+role+".schema.json")
		if err != nil {
			return nil, err
		}
		d.Bundles[role] = b
		all.Members = append(all.Members, schema.Member{Name: role, Value: b.Root.Value})
		deciding.Members = append(deciding.Members, schema.Member{Name: role, Value: asserted(b.Root)})
	}
	if d.Words != nil {
		all.Members = append(all.Members, schema.Member{Name: "words", Value: d.Words})
	}
	d.Digest, d.Validation = digestOf(all), digestOf(deciding)
	return d, nil
}

// words is a tool's description as JSON: the keys of descriptions.yaml.
func words(d contract.Description) *schema.Value {
	out := &schema.Value{Kind: schema.Object}
	put := func(to *schema.Value, name, text string) {
		if text != "" {
			to.Members = append(to.Members, schema.Member{Name: name, Value: str(text)})
		}
	}
	put(out, "title", d.Title.Text)
	put(out, "use_when", d.UseWhen.Text)
	put(out, "input", d.Input.Text)
	put(out, "cannot", d.Cannot.Text)
	for _, list := range []struct {
		name  string
		notes []contract.Note
	}{{"fields", d.Fields}, {"outputs", d.Outputs}} {
		notes := &schema.Value{Kind: schema.Object}
		for _, n := range list.notes {
			put(notes, n.Pointer, n.Phrase.Text)
		}
		if len(notes.Members) > 0 {
			out.Members = append(out.Members, schema.Member{Name: list.name, Value: notes})
		}
	}
	if len(out.Members) == 0 {
		return nil
	}
	return out
}

// files are the files of a release.
func (d *Draft) files(v Version) (map[string][]byte, error) { return d.Snapshot(v.String()) }

// Snapshot is the files that a release would have, under a version of any form.
func (d *Draft) Snapshot(version string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for role := range d.Bundles {
		b, err := MakeBundle(d.tool.Role(role), schema.DefaultBase+d.Tool+"/"+version+"/"+role+".schema.json")
		if err != nil {
			return nil, err
		}
		out[role+".schema.json"] = b.Text
	}
	if d.Words != nil {
		out[WordsFile] = append(schema.AppendValue(nil, d.Words, "  "), '\n')
	}
	return out, nil
}

// Addition is a version that is to be frozen.
type Addition struct {
	Draft   *Draft
	Version Version
	Reader  Reader
	// Retire are the versions that it retires.
	Retire []Version
}

// Write freezes versions in the project in root. The files come first, in folders
// that nobody reads; then the lock, by a rename, which makes them versions; then the
// folders get their names. A run that is interrupted leaves the old state or the
// new one, and the next run tidies up behind it.
func (a *Archive) Write(root string, additions []Addition) error {
	lock := &Lock{Tools: map[string][]Entry{}}
	for tool, chain := range a.Lock.Tools {
		lock.Tools[tool] = append([]Entry(nil), chain...)
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	if err := a.settle(dir); err != nil {
		return err
	}
	for _, add := range additions {
		files, err := add.Draft.files(add.Version)
		if err != nil {
			return err
		}
		if err := writeFolder(dir, pending(add.Draft.Tool, add.Version), files); err != nil {
			return fmt.Errorf("freeze %s %s: %w", add.Draft.Tool, add.Version, err)
		}
		lock.append(add.Draft.Tool, Entry{
			Version: add.Version.String(), Status: Active, Digest: add.Draft.Digest, Validation: add.Draft.Validation,
			Files: filesDigest(files), Format: "assert", Reader: add.Reader,
		})
		for _, v := range add.Retire {
			lock.append(add.Draft.Tool, Entry{Version: v.String(), Status: Retired})
		}
	}
	if err := writeFile(dir, LockFile, lock.text()); err != nil {
		return err
	}
	for _, add := range additions {
		if err := dir.Rename(pending(add.Draft.Tool, add.Version), path.Join(Folder, add.Draft.Tool, add.Version.String())); err != nil {
			return err
		}
	}
	return nil
}

// pending is the folder of a version that has not got its name yet.
func pending(tool string, v Version) string { return path.Join(Folder, tool, "."+v.String()+".new") }

// settle finishes or removes what an interrupted run has left.
func (a *Archive) settle(dir *os.Root) error {
	var left []string
	err := fs.WalkDir(dir.FS(), Folder, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if isPending(path.Base(p)) {
			left = append(left, p)
			return fs.SkipDir
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, p := range left {
		tool, version := path.Base(path.Dir(p)), pendingVersion(path.Base(p))
		final := path.Join(Folder, tool, version)
		if _, err := dir.Lstat(final); errors.Is(err, fs.ErrNotExist) && a.Find(tool, version) != nil {
			err = dir.Rename(p, final)
			if err != nil {
				return err
			}
			continue
		}
		if err := dir.RemoveAll(p); err != nil {
			return err
		}
	}
	return nil
}

func isPending(name string) bool {
	return strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".new")
}

func pendingVersion(name string) string {
	return strings.TrimSuffix(strings.TrimPrefix(name, "."), ".new")
}

// writeFolder makes a folder with files, in place of what is there.
func writeFolder(dir *os.Root, folder string, files map[string][]byte) error {
	if err := dir.RemoveAll(folder); err != nil {
		return err
	}
	if err := dir.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for file, data := range files {
		if err := dir.WriteFile(path.Join(folder, file), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeFile replaces a file at once.
func writeFile(dir *os.Root, file string, data []byte) error {
	temp := "." + file + ".new"
	if err := dir.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := dir.WriteFile(temp, data, 0o644); err != nil {
		return err
	}
	return dir.Rename(temp, file)
}
