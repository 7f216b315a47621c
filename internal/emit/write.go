package emit

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/acigen/acigen/internal/diag"
)

// Result counts what Write did.
type Result struct {
	// Written are the files that are new or changed, Removed those that were
	// generated once and no longer are: as paths to print, sorted by output and path.
	Written, Removed []string
	// Kept are files that are no longer generated and were not removed, since they
	// were edited by hand. From now on they are nobody's but the user's.
	Kept []string
	// Unchanged is the number of files that were as they should be; they were not touched.
	Unchanged int
}

// ConflictError says why nothing was written.
type ConflictError struct {
	// Findings are the reasons, at least one.
	Findings []diag.Finding
}

// Error returns the first reason.
func (e *ConflictError) Error() string {
	return e.Findings[0].File + ": " + e.Findings[0].Message
}

// Write brings the folders of all outputs up to date: the root folder and what
// is missing below it is made, files are replaced one by one and whole, and
// generated files that are no longer generated are removed. A file is replaced or
// removed only when it has acigen's header or stands in the output's manifest with
// its digest.
//
// Everything is checked first. A *ConflictError says that something is in the way;
// then nothing was written. After any other error some files are new and the
// others as they were; another Write completes it.
func Write(root string, outputs []Output) (Result, error) {
	t, surveys, err := surveyAll(root, outputs)
	if err != nil {
		return Result{}, err
	}
	defer t.close()
	if len(t.findings) > 0 {
		return Result{}, &ConflictError{t.findings}
	}
	if t.root == nil {
		if err := os.MkdirAll(root, 0o755); err != nil {
			return Result{}, fmt.Errorf("make the folder to write into: %w", err)
		}
		if t.root, err = os.OpenRoot(root); err != nil {
			return Result{}, fmt.Errorf("open the folder to write into: %w", err)
		}
	}
	var res Result
	for _, s := range surveys {
		if err := t.apply(s, &res); err != nil {
			return res, err
		}
	}
	return res, nil
}

func surveyAll(root string, outputs []Output) (*tree, []*survey, error) {
	t, err := openTree(root)
	if err != nil {
		return nil, nil, err
	}
	surveys := make([]*survey, len(outputs))
	for i, out := range outputs {
		surveys[i] = t.surveyOutput(out)
	}
	return t, surveys, nil
}

// apply makes the changes of one output.
func (t *tree) apply(s *survey, res *Result) error {
	res.Unchanged += s.same
	for _, p := range s.kept {
		res.Kept = append(res.Kept, t.show(p))
	}
	for _, p := range s.left {
		if err := t.root.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a temporary file: %w", err)
		}
	}
	if len(s.write)+len(s.stale) == 0 {
		return nil
	}
	if err := t.root.MkdirAll(s.dir, 0o755); err != nil {
		return fmt.Errorf("make an output's folder: %w", err)
	}
	// Until all is done the manifest has the digests of before and after, so that
	// an interrupted run is no reason to refuse the next one.
	between := manifest{Files: slices.Clone(s.old.Files)}
	for _, c := range s.write {
		if f := (File{c.path, c.new}); c.path != ManifestName && !hasHeader(c.new) {
			between.Files = append(between.Files, entryOf(f))
		}
	}
	if data := between.bytes(); string(data) != string(s.old.bytes()) {
		if err := t.replace(path.Join(s.dir, ManifestName), data); err != nil {
			return err
		}
	}
	for _, c := range s.write {
		if c.path == ManifestName {
			continue
		}
		at := path.Join(s.dir, c.path)
		if err := t.replace(at, c.new); err != nil {
			return err
		}
		res.Written = append(res.Written, t.show(at))
	}
	for _, c := range s.stale {
		if c.path == ManifestName {
			continue
		}
		at := path.Join(s.dir, c.path)
		if err := t.root.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a stale file: %w", err)
		}
		res.Removed = append(res.Removed, t.show(at))
		t.prune(s.dir, path.Dir(at))
	}
	return t.finish(s)
}

// finish writes the manifest in its final form, or removes it.
func (t *tree) finish(s *survey) error {
	at := path.Join(s.dir, ManifestName)
	isManifest := func(c change) bool { return c.path == ManifestName }
	if i := slices.IndexFunc(s.write, isManifest); i >= 0 {
		return t.replace(at, s.write[i].new)
	}
	if slices.ContainsFunc(s.stale, isManifest) {
		if err := t.root.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a stale file: %w", err)
		}
	}
	return nil
}

// prune removes folders that became empty, up to the output's own.
func (t *tree) prune(top, dir string) {
	for dir != top && dir != "." && t.root.Remove(dir) == nil {
		dir = path.Dir(dir)
	}
}

// replace writes a file in one step: others see the old bytes or the new ones, never a part.
func (t *tree) replace(file string, data []byte) error {
	// A run that starts now takes the temporary file for one that was left behind.
	const attempts = 5
	for attempt := 1; ; attempt++ {
		if err := t.replaceOnce(file, data); attempt == attempts || !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

func (t *tree) replaceOnce(file string, data []byte) error {
	dir := path.Dir(file)
	if err := t.root.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	var id [8]byte
	_, _ = rand.Read(id[:])
	temp := path.Join(dir, ".acigen-"+hex.EncodeToString(id[:])+".tmp")
	out, err := t.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", t.show(file), err)
	}
	_, err = out.Write(data)
	if err = errors.Join(err, out.Close()); err == nil {
		err = t.root.Rename(temp, file)
	}
	if err != nil {
		_ = t.root.Remove(temp)
		return fmt.Errorf("write %s: %w", t.show(file), err)
	}
	return nil
}
