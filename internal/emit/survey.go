package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
)

// survey is what has to happen in one output's folder, found out without changing anything.
type survey struct {
	dir   string // relative to the root, with slashes
	old   manifest
	write []change
	stale []change // generated once, no longer: data is what is on disk
	kept  []string // generated once, no longer, and edited by hand since
	left  []string // temporary files of an interrupted run
	same  int      // files that are as they should be
}

// change is a file with its bytes before and after; nil = it is not there.
type change struct {
	path     string // relative to the output's folder
	old, new []byte
}

// tree is the folder that outputs are relative to. A nil root is a folder that does not exist yet.
type tree struct {
	root     *os.Root
	display  string
	findings []diag.Finding
}

// openTree opens the root folder. What does not exist is an empty tree.
func openTree(root string) (*tree, error) {
	t := &tree{display: shown(root)}
	dir, err := os.OpenRoot(root)
	switch {
	case err == nil:
		t.root = dir
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("open the folder to write into: %w", err)
	}
	return t, nil
}

func (t *tree) close() {
	if t.root != nil {
		_ = t.root.Close()
	}
}

// shown is how a folder is printed: relative to the current one when it lies below it.
func shown(root string) string {
	if abs, err := filepath.Abs(root); err == nil && filepath.IsAbs(root) {
		if cwd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(cwd, abs); err == nil && filepath.IsLocal(rel) {
				root = rel
			}
		}
	}
	return filepath.ToSlash(root)
}

func (t *tree) show(file string) string { return path.Join(t.display, file) }

func (t *tree) report(rule, file, message, remedy string) {
	t.findings = append(t.findings, diag.Finding{Rule: rule, File: t.show(file), Message: message, Remedy: remedy})
}

// RuleDrift is the rule of a file that is not what would be generated. Findings of
// other rules are reasons why nothing can be written.
const RuleDrift = "generate/drift"

// The other rules that a folder to write into can break.
const (
	ruleConflict = "generate/conflict"
	rulePath     = "generate/path"
	ruleLink     = "generate/link"
	ruleManifest = "generate/manifest"
	ruleRead     = "generate/read"
)

const (
	moveAway = "move it away, or generate into another folder"
	unlink   = "replace the link by a file or folder of its own"
)

// surveyOutput compares an output with what is on disk.
func (t *tree) surveyOutput(out Output) *survey {
	s := &survey{dir: path.Clean(out.Dir)}
	if !fs.ValidPath(s.dir) {
		t.report(rulePath, out.Dir, "the output's folder is not inside the project", "name a folder below it")
		return s
	}
	files := slices.Clone(out.Files)
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	if !t.distinct(s.dir, files) || !t.folders(s.dir) {
		return s
	}
	found := t.walk(s)
	if data, there := found[ManifestName]; there {
		var err error
		if s.old, err = parseManifest(data); err != nil {
			t.report(ruleManifest, path.Join(s.dir, ManifestName), err.Error(), "remove it together with the files that it stands for")
			return s
		}
	}
	var next manifest
	for _, f := range files {
		// Below the output's folder a header does not tell whose a file is: another output may be there.
		if !hasHeader(f.Data) || path.Dir(f.Path) != "." {
			next.Files = append(next.Files, entryOf(f))
		}
	}
	if data := next.bytes(); data != nil {
		files = append(files, File{ManifestName, data})
	}
	for _, f := range files {
		t.compare(s, f, found)
		delete(found, f.Path)
	}
	for name, data := range found {
		if name == ManifestName || hasHeader(data) && path.Dir(name) == "." || s.old.lists(File{name, data}) {
			s.stale = append(s.stale, change{path: name, old: data})
		} else if s.old.names(name) {
			s.kept = append(s.kept, path.Join(s.dir, name))
		}
	}
	slices.Sort(s.kept)
	slices.SortFunc(s.stale, func(a, b change) int { return strings.Compare(a.path, b.path) })
	return s
}

// compare decides what happens to one file.
func (t *tree) compare(s *survey, f File, found map[string][]byte) {
	at := path.Join(s.dir, f.Path)
	old, there := found[f.Path]
	if !there {
		if !t.free(s.dir, f.Path) {
			return
		}
		old, there = t.appeared(at)
	}
	switch {
	case there && string(old) == string(f.Data):
		s.same++
		return
	case !there, f.Path == ManifestName, hasHeader(old), s.old.lists(File{f.Path, old}):
		s.write = append(s.write, change{f.Path, old, f.Data})
	case s.old.names(f.Path):
		t.report(ruleConflict, at, "the generated file was edited by hand", "remove it to have it generated again, or "+moveAway)
	default:
		t.report(ruleConflict, at, "a file that acigen did not generate is in the way", moveAway)
	}
}

// appeared returns a regular file that the walk did not see: another run has made it since.
func (t *tree) appeared(at string) ([]byte, bool) {
	if t.root == nil {
		return nil, false
	}
	if info, err := t.root.Lstat(at); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	data, err := t.root.ReadFile(at)
	return data, err == nil
}

// free tells whether a file can be made at a path where the walk saw no regular file:
// its folders are folders or do not exist, and nothing but a file has its name.
func (t *tree) free(dir, file string) bool {
	if t.root == nil {
		return true
	}
	at := path.Join(dir, file)
	for i := len(dir) + 1; i < len(at); i++ {
		if at[i] != '/' {
			continue
		}
		info, err := t.root.Lstat(at[:i])
		if errors.Is(err, fs.ErrNotExist) {
			return true
		}
		switch {
		case err == nil && info.IsDir():
			continue
		case err == nil && info.Mode()&fs.ModeSymlink == 0:
			t.report(ruleConflict, at[:i], "it is in the way of a generated folder", moveAway)
		case !t.reported(at[:i]):
			t.report(ruleLink, at[:i], "a symbolic link is in the way of a generated folder", unlink)
		}
		return false
	}
	info, err := t.root.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Mode().IsRegular():
		return true
	case err != nil:
		t.report(ruleRead, at, "it cannot be examined: "+plainError(err), "")
	case info.Mode()&fs.ModeSymlink != 0:
		if !t.reported(at) {
			t.report(ruleLink, at, "a symbolic link is in the way of a generated file", unlink)
		}
	default:
		t.report(ruleConflict, at, "something that is no file is in the way of a generated file", moveAway)
	}
	return false
}

func (t *tree) reported(file string) bool {
	return slices.ContainsFunc(t.findings, func(f diag.Finding) bool { return f.File == t.show(file) })
}

// folders checks the way to the output's folder: folders, or links that stay inside.
func (t *tree) folders(dir string) bool {
	if t.root == nil || dir == "." {
		return true
	}
	for i := 0; i <= len(dir); i++ {
		if i < len(dir) && dir[i] != '/' {
			continue
		}
		if _, err := t.root.Lstat(dir[:i]); errors.Is(err, fs.ErrNotExist) {
			return true
		}
		switch info, err := t.root.Stat(dir[:i]); {
		case err != nil:
			t.report(ruleLink, dir[:i], "the folder is a symbolic link that leads out of the project or to nothing", unlink)
			return false
		case !info.IsDir():
			t.report(ruleConflict, dir[:i], "it is in the way of a generated folder", moveAway)
			return false
		}
	}
	return true
}

// distinct checks the paths that an emitter has chosen: that they are paths, and
// are different files on a system that ignores letter case too.
func (t *tree) distinct(dir string, files []File) bool {
	before := len(t.findings)
	seen := map[string]bool{}
	for _, f := range files {
		key := strings.ToLower(f.Path)
		switch {
		case !fs.ValidPath(f.Path) || f.Path == "." || f.Path == ManifestName || strings.ContainsAny(f.Path, `\:`):
			t.report(rulePath, path.Join(dir, "?"), fmt.Sprintf("%q is no path for a generated file", f.Path), "")
		case seen[key]:
			t.report(rulePath, path.Join(dir, f.Path), "two generated files have the same name up to letter case", "rename one of the two schemas")
		}
		seen[key] = true
	}
	return len(t.findings) == before
}

// unrelated are folders that tools of other languages fill with files of others.
var unrelated = []string{"node_modules", "__pycache__"}

var temporary = regexp.MustCompile(`^\.acigen-[0-9a-f]{16}\.tmp$`)

// walk reads all regular files in an output's folder. Of files that neither have
// a header nor are in a manifest only the start would matter, but those are few.
func (t *tree) walk(s *survey) map[string][]byte {
	found := map[string][]byte{}
	if t.root == nil {
		return found
	}
	err := fs.WalkDir(t.root.FS(), s.dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && p == s.dir:
			return fs.SkipAll
		case err != nil:
			return err
		case d.IsDir():
			if p != s.dir && (strings.HasPrefix(d.Name(), ".") || slices.Contains(unrelated, d.Name())) {
				return fs.SkipDir
			}
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			if _, err := t.root.Stat(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.report(ruleLink, p, "the symbolic link leads out of the project", unlink)
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		case temporary.MatchString(d.Name()):
			s.left = append(s.left, p)
			return nil
		}
		data, err := t.root.ReadFile(p)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // another run has removed it
		}
		if err != nil {
			t.report(ruleRead, p, "the file cannot be read: "+plainError(err), "")
			return nil
		}
		name := p
		if s.dir != "." {
			name = strings.TrimPrefix(p, s.dir+"/")
		}
		found[name] = data
		return nil
	})
	if err != nil {
		t.report(ruleRead, s.dir, "the folder cannot be read: "+plainError(err), "")
	}
	return found
}

// plainError is an error of the file system without the path, which the finding has.
func plainError(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}
