package contract

import (
	"os"
	"path/filepath"
)

// ConfigFile is the file that makes a folder a contract project.
const ConfigFile = "acigen.yaml"

// Find returns the nearest folder that holds an acigen.yaml: start itself or one
// of its parents. The root is absolute.
func Find(start string) (root string, ok bool) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Lstat(filepath.Join(dir, ConfigFile)); err == nil {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}
