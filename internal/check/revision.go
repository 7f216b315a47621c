package check

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The bounds of what is taken from a git revision.
const (
	maxRevisionFiles = 20_000
	maxRevisionBytes = 256 << 20
)

// Revision writes what of a project stands in a git revision into a new temporary
// folder, which the caller removes: acigen.yaml, descriptions.yaml, acigen.lock and
// schemas. It asks the git command; root is the project's folder in its work tree.
func Revision(ctx context.Context, root, ref string) (dir string, err error) {
	if strings.HasPrefix(ref, "-") {
		return "", fmt.Errorf("%q is no git revision", ref)
	}
	commit, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%q is neither a folder nor a git revision", ref)
	}
	listed, err := git(ctx, root, "ls-tree", "--name-only", strings.TrimSpace(string(commit)), "--", "acigen.yaml", "descriptions.yaml", "acigen.lock", "schemas")
	if err != nil {
		return "", err
	}
	names := strings.Fields(string(listed))
	if len(names) == 0 {
		return "", fmt.Errorf("the git revision %q has no contract project in this folder: no acigen.yaml and no schemas are committed there", ref)
	}
	archive, err := git(ctx, root, append([]string{"archive", "--format=tar", strings.TrimSpace(string(commit)), "--"}, names...)...)
	if err != nil {
		return "", err
	}
	dir, err = os.MkdirTemp("", "acigen-base-")
	if err != nil {
		return "", err
	}
	if err := unpack(dir, archive); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// git runs the git command in a folder and returns what it prints.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if message, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); message != "" {
			return nil, fmt.Errorf("git %s: %s", args[0], message)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}

// unpack writes the regular files of a tar archive below dir.
func unpack(dir string, archive []byte) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	r := tar.NewReader(bytes.NewReader(archive))
	var files, total int64
	for {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case h.Typeflag != tar.TypeReg:
			continue
		}
		files++
		if total += h.Size; files > maxRevisionFiles || total > maxRevisionBytes {
			return errors.New("the git revision holds more than a contract project may")
		}
		if err := root.MkdirAll(filepath.Dir(h.Name), 0o755); err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := root.WriteFile(h.Name, data, 0o644); err != nil {
			return err
		}
	}
}
