// Package single loads one schema file on its own, without a contract project
// around it, as the flag --schema names it.
package single

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// What a reference root may hold. Beyond that, references to other files are not resolved.
const (
	maxBytes   = 16 << 20 // of one file
	maxFiles   = 10_000
	maxFolders = 16 // levels
)

// Load reads the schema that spec names: FILE, or FILE#PLACE with a JSON Pointer or
// an anchor as in a URI fragment. References resolve inside the file's folder; of a
// file below a contract project's schemas/, inside that. Other files are read
// only when a reference needs them. Without a schema there is at least one finding.
func Load(spec string) (*schema.Set, *schema.Schema, []diag.Finding) {
	file, place := split(spec)
	r, finding := newRoot(file)
	if finding != nil {
		return nil, nil, []diag.Finding{*finding}
	}
	defer r.close()
	set, findings := schema.Load([]schema.File{r.entry(file)}, nil, schema.Options{Pattern: pattern.Verdicts()})
	if set == nil {
		// Only now does it matter what else there is.
		if others := r.others(); len(others) > 0 {
			set, findings = schema.Load([]schema.File{r.entry(file)}, others, schema.Options{Pattern: pattern.Verdicts()})
		}
	}
	if set == nil {
		return nil, nil, findings
	}
	doc := set.Document(r.path)
	s, err := set.Lookup(doc, "#"+place)
	var lookup *schema.LookupError
	switch {
	case errors.As(err, &lookup):
		return nil, nil, lookup.Findings
	case err != nil:
		return nil, nil, []diag.Finding{{Rule: "schema/ref", File: doc.File, Message: err.Error()}}
	}
	return set, s, nil
}

// split parts a file from a place in it. A file whose name has a # in it is taken as it is.
func split(spec string) (file, place string) {
	if _, err := os.Lstat(spec); err == nil {
		return spec, ""
	}
	file, place, _ = strings.Cut(spec, "#")
	return file, place
}

// root is the folder inside which references resolve.
type root struct {
	dir     *os.Root
	display string // the folder as it is printed
	under   string // the part of it that is looked through, "." or "schemas"
	path    string // of the file, relative to the folder
}

// near proposes a file of the same folder, when one is called almost like it.
func near(file string) string {
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	found := schema.Suggest(filepath.Base(file), names)
	if found == "" || found == filepath.Base(file) {
		return ""
	}
	return "did you mean " + filepath.ToSlash(filepath.Join(filepath.Dir(file), found)) + "?"
}

func newRoot(file string) (*root, *diag.Finding) {
	failed := func(err error) *diag.Finding {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return &diag.Finding{Rule: "schema/read", File: filepath.ToSlash(file), Message: fmt.Sprintf("the file cannot be read: %v", err), Remedy: near(file)}
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, failed(err)
	}
	if info.IsDir() {
		return nil, failed(errors.New("it is a folder"))
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, failed(err)
	}
	dir, under := filepath.Dir(abs), "."
	display := filepath.Dir(file)
	if project, ok := contract.Find(dir); ok && !frozen(project, abs) {
		if inside, err := filepath.Rel(filepath.Join(project, "schemas"), abs); err == nil && filepath.IsLocal(inside) {
			if rel, err := filepath.Rel(dir, project); err == nil {
				dir, under, display = project, "schemas", filepath.Join(display, rel)
			}
		}
	}
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return nil, failed(err)
	}
	opened, err := os.OpenRoot(dir)
	if err != nil {
		return nil, failed(err)
	}
	return &root{dir: opened, display: display, under: under, path: filepath.ToSlash(rel)}, nil
}

// frozen tells whether a file is a released version, which refers to nothing that is being worked on.
func frozen(project, file string) bool {
	rel, err := filepath.Rel(filepath.Join(project, "schemas", "frozen"), file)
	return err == nil && filepath.IsLocal(rel)
}

func (r *root) close() { _ = r.dir.Close() }

// entry is the file itself, which may be a link to anywhere: the user has named it.
func (r *root) entry(file string) schema.File {
	return schema.File{
		Path: r.path, Display: filepath.ToSlash(file), ID: r.id(r.path),
		Read: func() ([]byte, error) {
			in, err := os.Open(file)
			if err != nil {
				return nil, err
			}
			defer func() { _ = in.Close() }()
			return bounded(in)
		},
	}
}

// id is the URI under which a file of a project is found; other files have none of their own.
func (r *root) id(file string) string {
	if below, ok := strings.CutPrefix(file, "schemas/"); ok && r.under == "schemas" {
		return schema.DefaultBase + (&url.URL{Path: below}).EscapedPath()
	}
	return ""
}

func bounded(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = fmt.Errorf("it has more than %d bytes", maxBytes)
	}
	return data, err
}

// others are all other JSON files that a reference may lead to, sorted.
func (r *root) others() []schema.File {
	var files []schema.File
	seen := 0
	err := fs.WalkDir(r.dir.FS(), r.under, func(p string, d fs.DirEntry, err error) error {
		if seen++; seen > maxFiles {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil // what cannot be read is not found, which the reference says
		case d.IsDir():
			hidden := strings.HasPrefix(d.Name(), ".") && p != "." || slices.Contains([]string{"node_modules", "frozen"}, d.Name())
			if hidden || strings.Count(p, "/") >= maxFolders {
				return fs.SkipDir
			}
		case path.Ext(p) == ".json" && p != r.path && d.Type().IsRegular():
			files = append(files, schema.File{
				Path: p, Display: filepath.ToSlash(filepath.Join(r.display, filepath.FromSlash(p))), ID: r.id(p),
				Read: func() ([]byte, error) {
					in, err := r.dir.Open(p)
					if err != nil {
						return nil, err
					}
					defer func() { _ = in.Close() }()
					return bounded(in)
				},
			})
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return files
}
