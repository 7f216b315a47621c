package main

import (
	"errors"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// goEnv is the part of the go command's environment that scripts which build need.
var goEnv = func() map[string]string {
	out := map[string]string{}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		if value, err := exec.Command("go", "env", name).Output(); err == nil {
			out[name] = strings.TrimSpace(string(value))
		}
	}
	return out
}()

func exitStatus(err error) string {
	var exited *exec.ExitError
	if errors.As(err, &exited) {
		return strconv.Itoa(exited.ExitCode())
	}
	return err.Error()
}

func tree(ts *testscript.TestScript, root fs.FS) map[string]string {
	out := map[string]string{}
	ts.Check(fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, p)
		out[p] = string(data)
		return err
	}))
	return out
}
