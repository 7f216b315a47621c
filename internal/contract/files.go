package contract

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"

	"github.com/acigen/acigen/internal/diag"
)

// reader reads the files of a project, none of them outside of its root.
type reader struct {
	root     *os.Root
	display  func(string) string
	findings []diag.Finding
	unread   []string // below schemas/, links that lead to no file
	total    int64    // bytes of schemas
	entries  int      // seen below schemas/
}

func (r *reader) report(rule, file, message, remedy string) {
	r.findings = append(r.findings, diag.Finding{
		Rule: rule, Message: message, Remedy: remedy, File: r.display(file),
	})
}

// problem reports an error of the file system, which states the path already.
func (r *reader) problem(rule, file string, err error) {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if info, lerr := r.root.Lstat(file); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
		r.report(rule, file, "the symbolic link leads out of the project or to nothing", "replace it by the file")
		return
	}
	r.report(rule, file, "the file cannot be read: "+err.Error(), "")
}

// read returns the content of a regular file of at most limit bytes. What is not
// there is no finding: ok is false then, as after one.
func (r *reader) read(rule, file string, limit int64) (content []byte, ok bool) {
	// A named pipe must not be opened, since that waits for a writer.
	info, err := r.root.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := r.root.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
	}
	if err != nil {
		r.problem(rule, file, err)
		return nil, false
	}
	if !info.Mode().IsRegular() {
		r.report(rule, file, "it is not a regular file", "replace it by one")
		return nil, false
	}
	in, err := r.root.Open(file)
	if err != nil {
		r.problem(rule, file, err)
		return nil, false
	}
	defer func() { _ = in.Close() }()
	content, err = io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		r.problem(rule, file, err)
		return nil, false
	}
	if int64(len(content)) > limit {
		r.report(rule, file, fmt.Sprintf("the file has more than %d bytes", limit), "")
		return nil, false
	}
	return content, true
}

// schemas returns the paths of all JSON files below schemas/, sorted; frozen
// versions are left out. ok is false when there is no such folder.
func (r *reader) schemas() (files []string, ok bool) {
	info, err := r.root.Stat("schemas")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false
	case err != nil:
		r.problem("schema/read", "schemas", err)
		return nil, true
	case !info.IsDir():
		r.report("schema/read", "schemas", "it is not a folder", "")
		return nil, true
	}
	files = r.folder("schemas", 1)
	sort.Strings(files)
	return files, true
}

func (r *reader) folder(dir string, level int) (files []string) {
	in, err := r.root.Open(dir)
	if err != nil {
		r.problem("schema/read", dir, err)
		return nil
	}
	defer func() { _ = in.Close() }()
	list, err := in.ReadDir(maxFiles + 1)
	if err != nil && err != io.EOF {
		r.problem("schema/read", dir, err)
		return nil
	}
	if r.entries > maxFiles {
		return nil // reported already
	}
	if r.entries += len(list); r.entries > maxFiles {
		r.report("schema/read", dir, fmt.Sprintf("there are more than %d files below schemas/", maxFiles), "")
		return nil
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name() < list[j].Name() })
	for _, e := range list {
		file := path.Join(dir, e.Name())
		if file == "schemas/frozen" {
			continue
		}
		mode := e.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := r.root.Stat(file)
			if err != nil {
				r.problem("schema/read", file, err)
				r.unread = append(r.unread, file)
				continue
			}
			if info.IsDir() {
				r.report("schema/read", file, "it is a symbolic link to a folder, which is not followed", "replace it by the folder")
				continue
			}
			mode = info.Mode().Type()
		}
		switch {
		case mode.IsDir() && level == maxFolders:
			r.report("schema/read", file, fmt.Sprintf("folders nest deeper than %d levels", maxFolders), "")
		case mode.IsDir():
			files = append(files, r.folder(file, level+1)...)
		case !strings.HasSuffix(e.Name(), ".json"):
		case !mode.IsRegular():
			r.report("schema/read", file, "it is not a regular file", "replace it by one")
		default:
			files = append(files, file)
		}
	}
	return files
}

// schema returns the content of one schema file within the bounds of the project.
func (r *reader) schema(file string) ([]byte, bool) {
	content, ok := r.read("schema/read", file, maxSchemaBytes)
	if !ok {
		return nil, false
	}
	if r.total += int64(len(content)); r.total > maxTotalBytes {
		if r.total-int64(len(content)) <= maxTotalBytes {
			r.report("schema/read", file, fmt.Sprintf("the schemas have more than %d bytes together", maxTotalBytes), "")
		}
		return nil, false
	}
	return content, true
}

// linkedOut returns the first symbolic link on the way to a path that is not
// inside the project, or "". What does not exist yet leads nowhere.
func (r *reader) linkedOut(p string) string {
	for i, c := range p + "/" {
		if c != '/' {
			continue
		}
		info, err := r.root.Lstat(p[:i])
		if err != nil {
			return ""
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, err := r.root.Stat(p[:i]); err != nil {
			return p[:i]
		}
	}
	return ""
}
