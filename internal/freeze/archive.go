package freeze

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// RuleAltered is the rule of findings that say that acigen.lock or a frozen file is
// not what it was when it was written: exit code 4.
const RuleAltered = "freeze/altered"

// The bounds of what is read.
const (
	maxFile  = 16 << 20 // bytes
	maxFiles = 20_000
)

// Archive is all frozen versions of a project.
type Archive struct {
	Lock *Lock
	// Releases are in the order of the lock: by tool, then by version.
	Releases []*Release
}

// Of returns the releases of a tool, oldest first.
func (a *Archive) Of(tool string) []*Release {
	var out []*Release
	for _, r := range a.Releases {
		if r.Tool == tool {
			out = append(out, r)
		}
	}
	return out
}

// Active returns the active releases of a tool, oldest first.
func (a *Archive) Active(tool string) []*Release {
	return slices.DeleteFunc(a.Of(tool), func(r *Release) bool { return r.Status != Active })
}

// Tools are the names of the tools that have releases, sorted.
func (a *Archive) Tools() []string { return a.Lock.names() }

// Find returns a release of a tool by its version, or the latest one for "latest".
// It is nil when there is none.
func (a *Archive) Find(tool, version string) *Release {
	list := a.Of(tool)
	if version == "latest" && len(list) > 0 {
		return list[len(list)-1]
	}
	for _, r := range list {
		if r.Version.String() == version {
			return r
		}
	}
	return nil
}

// Open reads and verifies the frozen versions of the project in root. Display maps
// a path relative to root to the one to print. Findings have the rule RuleAltered,
// and the archive is then nil. Without a lock and without frozen files it is empty.
func Open(root string, display func(string) string) (*Archive, []diag.Finding) {
	o := &opener{display: display}
	dir, err := os.OpenRoot(root)
	if err != nil {
		o.altered(".", "the project's folder cannot be opened", "")
		return nil, o.findings
	}
	defer func() { _ = dir.Close() }()
	o.dir = dir
	found := o.list()
	data, err := o.read(LockFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !slices.ContainsFunc(found, func(file string) bool { return !isPending(path.Base(path.Dir(file))) }):
		return &Archive{Lock: &Lock{Tools: map[string][]Entry{}}}, nil
	case errors.Is(err, fs.ErrNotExist):
		o.altered(LockFile, "the file is missing, but there are frozen versions", "restore it from version control")
		return nil, o.findings
	case err != nil:
		o.altered(LockFile, "the file cannot be read: "+err.Error(), "restore it from version control")
		return nil, o.findings
	}
	lock, err := parseLock(data)
	if err != nil {
		o.altered(LockFile, "the lock was altered: "+err.Error(), "restore it from version control; acigen alone writes it, and only appends")
		return nil, o.findings
	}
	a := &Archive{Lock: lock}
	for _, tool := range lock.names() {
		a.Releases = append(a.Releases, o.releases(tool, lock.Tools[tool], found)...)
	}
	for _, file := range found {
		if !o.known[file] && !isPending(path.Base(path.Dir(file))) {
			o.altered(file, "the file belongs to no version in "+LockFile, "remove it; acigen freeze adds versions")
		}
	}
	if len(o.findings) > 0 {
		return nil, diag.Sorted(o.findings)
	}
	return a, nil
}

// opener reads an archive.
type opener struct {
	dir      *os.Root
	display  func(string) string
	findings []diag.Finding
	known    map[string]bool
}

func (o *opener) altered(file, message, remedy string) {
	o.findings = append(o.findings, diag.Finding{Rule: RuleAltered, Message: message, Remedy: remedy, File: o.display(file)})
}

func (o *opener) read(file string) ([]byte, error) {
	info, err := o.dir.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	in, err := o.dir.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("it has more than %d bytes", maxFile)
	}
	return data, err
}

// list returns the paths of everything below the folder of frozen versions that is no folder.
func (o *opener) list() []string {
	o.known = map[string]bool{}
	var out []string
	err := fs.WalkDir(o.dir.FS(), Folder, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case len(out) > maxFiles:
			return fs.SkipAll
		case !d.IsDir():
			out = append(out, p)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		o.altered(Folder, "the folder cannot be read", "")
	}
	return out
}

// releases reads the versions of one tool.
func (o *opener) releases(tool string, chain []Entry, found []string) []*Release {
	var out []*Release
	for _, e := range chain {
		if e.Status == Retired {
			for _, r := range out {
				if r.Version.String() == e.Version {
					r.Status = Retired
				}
			}
			continue
		}
		v, err := ParseVersion(e.Version)
		if err != nil || strings.ContainsAny(tool, `/\`) {
			continue // the chain was verified
		}
		r := &Release{Tool: tool, Version: v, Status: Active, Reader: e.Reader, Digest: e.Digest, Validation: e.Validation, Files: map[string][]byte{}}
		folder := path.Join(Folder, tool, e.Version)
		if !slices.ContainsFunc(found, func(file string) bool { return path.Dir(file) == folder }) {
			folder = pending(tool, v) // its run was interrupted
		}
		for _, file := range found {
			if path.Dir(file) == folder {
				o.known[file] = true
				data, err := o.read(file)
				if err != nil {
					o.altered(file, "the file cannot be read: "+err.Error(), "restore it from version control")
					continue
				}
				r.Files[path.Base(file)] = data
			}
		}
		if e.Files != filesDigest(r.Files) {
			o.altered(path.Join(Folder, tool, e.Version), fmt.Sprintf("the files of %s are not those that were frozen: one was changed, added or removed", r.Name()),
				"restore the folder from version control; to change a contract, edit the working copy and run acigen freeze")
			continue
		}
		if err := r.read(folder, o.display); err != nil {
			o.altered(folder, "the frozen schemas do not load: "+err.Error(), "")
			continue
		}
		out = append(out, r)
	}
	return out
}

// filesDigest is the digest of the names and bytes of files.
func filesDigest(files map[string][]byte) string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	var text []byte
	for _, name := range names {
		text = fmt.Appendf(text, "%s %s\n", sum(files[name]), name)
	}
	return sum(text)
}

// read parses the files of a release.
func (r *Release) read(folder string, display func(string) string) error {
	var files []schema.File
	for _, role := range Roles {
		name := role + ".schema.json"
		if data, there := r.Files[name]; there {
			p := path.Join(folder, name)
			files = append(files, schema.File{Path: p, Display: display(p), Read: func() ([]byte, error) { return data, nil }})
		}
	}
	set, findings := schema.Load(files, nil, schema.Options{Pattern: pattern.Verdicts()})
	if set == nil {
		return errors.New(findings[0].Message)
	}
	r.Set, r.Schemas = set, map[string]*schema.Schema{}
	for _, doc := range set.Documents {
		r.Schemas[strings.TrimSuffix(path.Base(doc.Path), ".schema.json")] = doc.Root
	}
	if data, there := r.Files[WordsFile]; there {
		words, err := schema.Parse(data, 0)
		if err != nil {
			return err
		}
		r.Words = words
	}
	return nil
}
