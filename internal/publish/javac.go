package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// Jackson is the version of Jackson that emitted Java depends on: packages name it,
// and what compiles is preferred to be of it.
const Jackson = "2.19.2"

// oldestJackson is the first version that has all that emitted Java calls.
const oldestJackson = "2.16.0"

// ErrNoJackson tells that Jackson's jars are nowhere to be found.
var ErrNoJackson = errors.New("the jars of Jackson are not on this machine")

// FindJackson returns a class path of Jackson's jars: of the local Maven repository, or
// of Debian's packages. It reads no network.
func FindJackson() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	root := filepath.Join(home, ".m2", "repository", "com", "fasterxml", "jackson", "core")
	entries, err := os.ReadDir(filepath.Join(root, "jackson-databind"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	var versions []string
	for _, e := range entries {
		if v := "v" + e.Name(); semver.IsValid(v) && semver.Prerelease(v) == "" && semver.Compare(v, "v"+oldestJackson) >= 0 {
			versions = append(versions, e.Name())
		}
	}
	slices.SortFunc(versions, func(a, b string) int { return semver.Compare("v"+b, "v"+a) })
	for _, version := range append([]string{Jackson}, versions...) {
		var jars []string
		for _, artifact := range []string{"jackson-databind", "jackson-core", "jackson-annotations"} {
			jar := filepath.Join(root, artifact, version, artifact+"-"+version+".jar")
			if _, err := os.Stat(jar); err == nil {
				jars = append(jars, jar)
			}
		}
		if len(jars) == 3 {
			return strings.Join(jars, string(os.PathListSeparator)), nil
		}
	}
	return "", ErrNoJackson
}

// Javac compiles Java 17 with the JDK of the machine and returns the classes, sorted by
// path. The bytes hang on nothing but the sources and the JDK's version.
func Javac(ctx context.Context, sources []File, classPath string) ([]File, error) {
	javac := "javac"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		javac = filepath.Join(home, "bin", "javac")
	}
	if _, err := exec.LookPath(javac); err != nil {
		return nil, fmt.Errorf("%s: %w", javac, exec.ErrNotFound)
	}
	dir, err := os.MkdirTemp("", "acigen-javac-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// It runs in a folder of its own, where relative paths would be others.
	jars := filepath.SplitList(classPath)
	for i, jar := range jars {
		if jars[i], err = filepath.Abs(jar); err != nil {
			return nil, err
		}
	}
	// A command line has a limit: the sources come from a file.
	var names strings.Builder
	for _, f := range sources {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return nil, err
		}
		names.WriteString(f.Path + "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "sources"), []byte(names.String()), 0o644); err != nil {
		return nil, err
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, javac, "--release", "17", "-encoding", "UTF-8", "-proc:none", "-nowarn",
		"-cp", strings.Join(jars, string(os.PathListSeparator)), "-d", "classes", "@sources")
	// Classes may have names in any script.
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &said, &said
	if err := cmd.Run(); err != nil {
		text := said.String()
		if len(text) > 2000 {
			text = text[:2000] + "…"
		}
		return nil, fmt.Errorf("javac: %w\n%s", err, strings.TrimSpace(text))
	}
	var out []File
	classes := os.DirFS(filepath.Join(dir, "classes"))
	err = fs.WalkDir(classes, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(classes, name)
		out = append(out, File{name, data})
		return err
	})
	sortFiles(out)
	return out, err
}
