package contract

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

//go:embed scaffold
var scaffold embed.FS

// goVersion is what a scaffolded module asks for: the least that generated code needs.
const goVersion = "1.24"

// ErrExists says that a scaffold would replace a file.
var ErrExists = errors.New("is there already")

// Scaffold writes an example project with one tool into dir, which is made when it
// does not exist, and returns the paths of the files, relative to dir and sorted.
// Where neither dir nor a parent has a go.mod, one of the given module is written,
// or of one named after the folder when module is empty. When one of the files
// exists, nothing is written and the error wraps ErrExists.
func Scaffold(dir, module string) ([]string, error) {
	files, err := scaffoldFiles()
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if module == "" {
		module = moduleName(filepath.Base(abs))
	} else if !modulePath.MatchString(module) {
		return nil, fmt.Errorf("%q is no module path", module)
	}
	if !insideModule(abs) {
		files["go.mod"] = []byte("module " + module + "\n\ngo " + goVersion + "\n")
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		switch _, err := os.Lstat(filepath.Join(abs, filepath.FromSlash(name))); {
		case err == nil:
			return nil, fmt.Errorf("%s %w", name, ErrExists)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	for i, name := range names {
		if err := writeNew(filepath.Join(abs, filepath.FromSlash(name)), files[name]); err != nil {
			return names[:i], fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return names, nil
}

// scaffoldFiles returns the template's files by path.
func scaffoldFiles() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(scaffold, "scaffold", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := scaffold.ReadFile(p)
		name := strings.TrimPrefix(p, "scaffold/")
		if name == "gitattributes" {
			name = ".gitattributes" // under its own name it would govern the template
		}
		files[name] = content
		return err
	})
	return files, err
}

// writeNew writes a file that does not exist: whole or not at all.
func writeNew(file string, content []byte) error {
	dir, name := filepath.Split(file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	out, err := os.CreateTemp(dir, "."+name+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(out.Name()) }()
	_, err = out.Write(content)
	err = errors.Join(err, out.Chmod(0o644), out.Close())
	if err != nil {
		return err
	}
	// A file that appeared meanwhile stays: a link is made only where nothing is.
	if err := os.Link(out.Name(), file); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(file); err == nil {
		return fs.ErrExist
	}
	return os.Rename(out.Name(), file) // on file systems without hard links
}

// insideModule says whether dir or a parent of it has a go.mod.
func insideModule(dir string) bool {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

var (
	modulePath     = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)
	notModuleRunes = regexp.MustCompile(`[^a-z0-9_-]+`)
)

// moduleName makes a module path out of a folder's name.
func moduleName(folder string) string {
	name := strings.Trim(notModuleRunes.ReplaceAllString(strings.ToLower(folder), "-"), "-")
	if name == "" {
		name = "contracts"
	}
	return path.Join("example.com", name)
}
