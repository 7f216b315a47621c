// Package stamp remembers that a project was up to date, so that it need not be
// generated anew to find that out again: as long as acigen itself, everything that
// is read and everything that was written have the same bytes.
//
// It keeps one file for each project in the user's cache folder, and nothing hangs
// on it: without it, or when it says something else, the work is done.
package stamp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxEntries bounds the files that are looked at; a project with more is not remembered.
const maxEntries = 50_000

// Stamp is what is known of one project.
type Stamp struct {
	root *os.Root
	file string // in the cache
	key  string
}

// record is the form of the file.
type record struct {
	Key   string            `json:"key"`
	Files map[string]string `json:"files"` // digests of what was generated, by path
}

// Open computes the key of a project: acigen's own bytes, and those of every file
// that generating reads. It returns nil when that cannot be done.
func Open(dir string) *Stamp {
	cache, err := os.UserCacheDir()
	if err != nil || os.Getenv("ACIGEN_CACHE") == "off" {
		return nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil
	}
	s := &Stamp{root: root, file: filepath.Join(cache, "acigen", "generated", sum([]byte(abs))+".json")}
	h := sha256.New()
	if !s.self(h) || !s.inputs(h) {
		s.Close()
		return nil
	}
	s.key = hex.EncodeToString(h.Sum(nil))
	return s
}

// Close releases the project's folder. A nil Stamp may be closed.
func (s *Stamp) Close() {
	if s != nil {
		_ = s.root.Close()
	}
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// self adds the bytes of the running program.
func (s *Stamp) self(h hash.Hash) bool {
	name, err := os.Executable()
	if err != nil {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	_, err = io.Copy(h, f)
	return err == nil
}

// inputs adds the configuration, the words, and everything below schemas but frozen versions.
func (s *Stamp) inputs(h hash.Hash) bool {
	add := func(name string, data []byte) {
		h.Write([]byte(sum([]byte(name)) + sum(data)))
	}
	for _, name := range []string{"acigen.yaml", "descriptions.yaml"} {
		data, err := s.root.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			add(name, nil)
			continue
		}
		if err != nil {
			return false
		}
		add(name, append([]byte("+"), data...))
	}
	files, ok := s.list("schemas")
	if !ok {
		return false
	}
	for _, name := range files {
		data, err := s.root.ReadFile(name)
		if err != nil {
			return false
		}
		add(name, data)
	}
	return true
}

// list returns the files below a folder, sorted; frozen versions are left out. What is
// neither file nor folder, such as a link, is not looked into: ok is false then.
func (s *Stamp) list(dir string) (files []string, ok bool) {
	err := fs.WalkDir(s.root.FS(), dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p == "schemas/frozen":
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular(), len(files) >= maxEntries:
			return errors.New("not to be remembered")
		}
		files = append(files, p)
		return nil
	})
	return files, err == nil
}

// outputs are the digests of everything in the given folders.
func (s *Stamp) outputs(dirs []string) (map[string]string, bool) {
	out := map[string]string{}
	for _, dir := range dirs {
		files, ok := s.list(path.Clean(dir))
		if !ok {
			return nil, false
		}
		for _, name := range files {
			data, err := s.root.ReadFile(name)
			if err != nil {
				return nil, false
			}
			out[name] = sum(data)
		}
	}
	return out, true
}

// Fresh tells whether the project was up to date with this key, and its outputs have not changed since.
func (s *Stamp) Fresh() bool {
	if s == nil {
		return false
	}
	data, err := os.ReadFile(s.file)
	if err != nil {
		return false
	}
	var r record
	if json.Unmarshal(data, &r) != nil || r.Key != s.key {
		return false
	}
	var dirs []string
	for name := range r.Files {
		if dir := path.Dir(name); !slices.ContainsFunc(dirs, func(d string) bool { return d == dir || strings.HasPrefix(dir, d+"/") }) {
			dirs = append(dirs, dir)
		}
	}
	have, ok := s.outputs(dirs)
	return ok && len(r.Files) > 0 && maps.Equal(have, r.Files)
}

// Remember notes that the project is up to date; dirs are the folders that were generated.
func (s *Stamp) Remember(dirs []string) {
	if s == nil {
		return
	}
	files, ok := s.outputs(dirs)
	if !ok {
		return
	}
	data, err := json.Marshal(record{s.key, files})
	if err != nil || os.MkdirAll(filepath.Dir(s.file), 0o700) != nil {
		return
	}
	temp, err := os.CreateTemp(filepath.Dir(s.file), ".*.new")
	if err != nil {
		return
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), s.file)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
}
