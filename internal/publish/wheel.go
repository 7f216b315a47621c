package publish

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
)

var pythonName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// requires is what the emitted Python needs.
var requires = []string{"pydantic>=2.11,<3", "typing_extensions>=4.12"}

// metadata is the core metadata of a package (version 2.1).
func (p Package) metadata() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\nRequires-Python: >=3.10\n", p.Name, pep440(p.Version), p.Description)
	for _, r := range requires {
		fmt.Fprintf(&b, "Requires-Dist: %s\n", r)
	}
	return []byte(b.String())
}

// pep440 is a version as Python writes it: a snapshot is a development release.
func pep440(version string) string {
	if version == Snapshot {
		return "0.0.0.dev0"
	}
	return version
}

// stem is the beginning of a distribution's file name.
func (p Package) stem() string {
	return strings.ToLower(regexp.MustCompile(`[-_.]+`).ReplaceAllString(p.Name, "_")) + "-" + pep440(p.Version)
}

// Wheel is a Python wheel (binary distribution format 1.0) and its file name. Module
// is the files of the package, by path.
func Wheel(p Package, module, resources []File) (name string, data []byte, err error) {
	if !pythonName.MatchString(p.Name) {
		return "", nil, fmt.Errorf("%q is no name for a Python package", p.Name)
	}
	info := p.stem() + ".dist-info/"
	files := append([]File(nil), module...)
	if len(module) > 0 {
		root, _, _ := strings.Cut(module[0].Path, "/")
		for _, f := range resources {
			files = append(files, File{root + "/" + f.Path, f.Data})
		}
	}
	sortFiles(files)
	files = append(files,
		File{info + "METADATA", p.metadata()},
		File{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: acigen\nRoot-Is-Purelib: true\nTag: py3-none-any\n")},
	)
	var record strings.Builder
	for _, f := range files {
		h := sha256.Sum256(f.Data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.Path, base64.RawURLEncoding.EncodeToString(h[:]), len(f.Data))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	files = append(files, File{info + "RECORD", []byte(record.String())})
	data, err = Zip(files)
	return p.stem() + "-py3-none-any.whl", data, err
}

// Sdist is a Python source distribution and its file name.
func Sdist(p Package, module, resources []File) (name string, data []byte, err error) {
	root := "contract"
	if len(module) > 0 {
		root, _, _ = strings.Cut(module[0].Path, "/")
	}
	project := fmt.Sprintf("[build-system]\nrequires = [\"setuptools>=77\"]\nbuild-backend = \"setuptools.build_meta\"\n\n[project]\nname = %q\nversion = %q\ndescription = %q\nrequires-python = \">=3.10\"\ndependencies = [%q, %q]\n\n"+
		"[tool.setuptools]\npackages = [%q]\n\n[tool.setuptools.package-data]\n%q = [\"py.typed\", \"schemas/**/*.json\", \"tools/*.json\"]\n",
		p.Name, pep440(p.Version), p.Description, requires[0], requires[1], root, root)
	files := append([]File(nil), module...)
	for _, f := range resources {
		files = append(files, File{root + "/" + f.Path, f.Data})
	}
	files = append(files, File{"PKG-INFO", p.metadata()}, File{"pyproject.toml", []byte(project)})
	sortFiles(files)
	data, err = Tar(p.stem(), files)
	return p.stem() + ".tar.gz", data, err
}
