package contract

import (
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// targetKinds are the kinds of target with their default folder and, where the kind has one, package.
var targetKinds = []struct{ kind, out, pkg string }{
	{"go", "gen/aci", "aci"},
	{"typescript", "gen/typescript", ""},
	{"python", "gen/python", "aci"},
	{"java", "gen/java", "aci"},
	{"tools", "gen/tools", ""},
	{"schemas", "gen/schemas", ""},
}

// defaultTargets is what a project without the key generate generates.
func defaultTargets(hasResult bool) []Target {
	out := []Target{{Kind: "go", Out: "gen/aci", Package: "aci"}}
	if hasResult {
		out = append(out, Target{Kind: "schemas", Out: "gen/schemas"})
	}
	return out
}

func (f *yamlFile) targets(n *yaml.Node) []Target {
	out := []Target{} // an empty list says: nothing
	for _, item := range f.sequence(n, "generate") {
		target, outNode, ok := f.target(item)
		if !ok {
			continue
		}
		if other := overlap(out, target.Out); other != "" {
			f.at(outNode, "out", fmt.Sprintf("the folder %s overlaps %s of another target", quote(target.Out), quote(other)), "give each target a folder of its own")
			continue
		}
		out = append(out, target)
	}
	return out
}

// target reads one entry of generate; the node is where its folder is stated.
func (f *yamlFile) target(n *yaml.Node) (Target, *yaml.Node, bool) {
	t := Target{Line: n.Line, Column: n.Column}
	var kind, out, pkg *yaml.Node
	if n.Kind != yaml.MappingNode {
		f.at(n, "type", fmt.Sprintf("an entry of generate is %s where a mapping is expected", kindOf(n)), "write - target: go")
		return t, n, false
	}
	for _, e := range f.entries(n, "an entry of generate", "target", "out", "package", "providers") {
		switch e.key.Value {
		case "target":
			kind = e.value
		case "out":
			out = e.value
		case "package":
			pkg = e.value
		case "providers":
			t.ProvidersNode = e.value
			for _, item := range f.sequence(e.value, "providers") {
				if id, ok := f.str(item, "providers"); ok {
					t.Providers = append(t.Providers, id)
				}
			}
		}
	}
	if kind == nil {
		f.at(n, "target", "an entry of generate names no target", "add target: go")
		return t, n, false
	}
	word, ok := f.str(kind, "target")
	if !ok {
		return t, n, false
	}
	var names []string
	for _, k := range targetKinds {
		names = append(names, k.kind)
		if k.kind == word {
			t.Kind, t.Out, t.Package = k.kind, k.out, k.pkg
		}
	}
	if t.Kind == "" {
		f.at(kind, "target", fmt.Sprintf("there is no target %s", quote(word)), suggestion(word, names))
		return t, n, false
	}
	if t.ProvidersNode != nil && t.Kind != "tools" {
		f.at(t.ProvidersNode, "providers", fmt.Sprintf("the target %s has no providers", t.Kind), "remove the key")
	}
	ok = f.out(out, &t)
	ok = f.pkg(pkg, out != nil, &t) && ok
	if out == nil {
		out = kind
	}
	return t, out, ok
}

func (f *yamlFile) out(n *yaml.Node, t *Target) bool {
	if n == nil {
		return true
	}
	word, ok := f.str(n, "out")
	if !ok {
		return false
	}
	if reason, remedy := badFolder(word); reason != "" {
		f.at(n, "out", fmt.Sprintf("the folder %s %s", quote(word), reason), remedy)
		return false
	}
	t.Out = word
	return true
}

// forbiddenInPath are characters that some system does not allow in a file's name.
var forbiddenInPath = regexp.MustCompile(`[\x00-\x1f\x7f:*?"<>|\\]`)

// badFolder says why a path is not one to generate into, and what to write.
func badFolder(p string) (reason, remedy string) {
	switch {
	case p == "":
		return "is empty", "name a folder below the project's, such as gen/aci"
	case strings.HasPrefix(p, "/") || p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(path.Clean(p), "../") || path.Clean(p) == "..":
		return "is outside of the project", "name a folder below the project's, such as gen/aci"
	case forbiddenInPath.MatchString(p):
		return "has a character that not every system allows in a name", "use letters, digits, . _ - and / as the separator"
	case path.Clean(p) == ".":
		return "is the project's own", "name a folder below the project's, such as gen/aci"
	case path.Clean(p) != p:
		return "is not written plainly", "write " + path.Clean(p)
	}
	for _, segment := range strings.Split(p, "/") {
		if strings.HasSuffix(segment, ".") || strings.HasSuffix(segment, " ") || strings.HasPrefix(segment, " ") {
			return "has a name that starts or ends with a space, or ends with a dot", "rename it"
		}
	}
	for _, own := range []string{"schemas", "acigen.yaml", "descriptions.yaml", "acigen.lock", ".git"} {
		if within(p, own) {
			return "overlaps the project's own " + own, "name another folder, such as gen/aci"
		}
	}
	return "", ""
}

// within says whether p is dir or below it, on systems that ignore letter case too.
func within(p, dir string) bool {
	p, dir = strings.ToLower(p), strings.ToLower(dir)
	return p == dir || strings.HasPrefix(p, dir+"/")
}

// overlap returns the folder among targets that holds out or lies within it, or "".
func overlap(targets []Target, out string) string {
	for _, t := range targets {
		if within(out, t.Out) || within(t.Out, out) {
			return t.Out
		}
	}
	return ""
}

var (
	identifier  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	javaPackage = regexp.MustCompile(`^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$`)
)

// pkg reads the package; without one, a Go package is called like its folder where that is possible.
func (f *yamlFile) pkg(n *yaml.Node, ownFolder bool, t *Target) bool {
	if n == nil {
		if base := path.Base(t.Out); t.Kind == "go" && ownFolder && goPackage(base) {
			t.Package = base
		}
		return true
	}
	word, ok := f.str(n, "package")
	if !ok {
		return false
	}
	reason, remedy := "", ""
	switch t.Kind {
	case "go":
		if !goPackage(word) {
			reason, remedy = "is no name for a Go package", "write a lower-case word that is no keyword of Go, nor main"
		}
	case "python":
		if !identifier.MatchString(word) || slices.Contains(pythonKeywords, word) {
			reason, remedy = "is no name for a Python module", "write an identifier that is no keyword of Python"
		}
	case "java":
		if !javaPackage.MatchString(word) || slices.ContainsFunc(strings.Split(word, "."), func(s string) bool { return slices.Contains(javaKeywords, s) }) {
			reason, remedy = "is no name for a Java package", "write lower-case identifiers joined by dots, none a keyword of Java"
		}
	default:
		f.at(n, "package", fmt.Sprintf("the target %s has no package", t.Kind), "remove the key")
		return false
	}
	if reason != "" {
		f.at(n, "package", fmt.Sprintf("%s %s", quote(word), reason), remedy)
		return false
	}
	t.Package = word
	return true
}

// goPackage says whether Go code can be generated into a package of that name:
// an ASCII identifier that is neither a keyword nor blank, nor main, whose package is a program.
func goPackage(name string) bool {
	return identifier.MatchString(name) && !token.IsKeyword(name) && name != "_" && name != "main"
}

var pythonKeywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except
	finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`)

var javaKeywords = strings.Fields(`_ abstract assert boolean break byte case catch char class const continue default do double
	else enum extends false final finally float for goto if implements import instanceof int interface long native new null
	package private protected public return short static strictfp super switch synchronized this throw throws transient true
	try void volatile while`)
