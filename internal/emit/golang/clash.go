package golang

import (
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
)

// clashes finds two things that would have one name in the package: types (whose
// clashes the IR has reported), their functions, the constants of enums, the
// interfaces of unions.
func clashes(pkg *ir.Package) []diag.Finding {
	type owner struct {
		named *ir.Named
		what  string
	}
	taken := map[string]owner{}
	var findings []diag.Finding
	claim := func(name, what string, n *ir.Named) {
		if slices.Contains(kernel.Public, name) {
			message := fmt.Sprintf("the name %s, which %s needs, is taken by the generated code itself", name, what)
			findings = append(findings, finding("generate/name", n.Source, "", message, "give the schema another name with x-aci-name"))
			return
		}
		other, there := taken[name]
		if !there {
			taken[name] = owner{n, what}
			return
		}
		message := fmt.Sprintf("the name %s is needed twice: for %s and for %s of %s#%s", name, what, other.what, other.named.Source.Doc.File, other.named.Source.Pointer)
		findings = append(findings, finding("generate/name", n.Source, "", message, "give one of the two schemas a name of its own with x-aci-name"))
	}
	for _, n := range pkg.Named {
		claim(n.Name, "the type "+n.Name, n)
	}
	for _, n := range pkg.Named {
		u, union := n.Type.(*ir.Union)
		if !union || !u.Inline {
			claim("Decode"+n.Name, "the function that decodes "+n.Name, n)
			claim("Check"+n.Name, "the function that checks "+n.Name, n)
		}
		if union && !u.Inline {
			claim(interfaceName(n), "the variants of "+n.Name, n)
		}
		if e, is := n.Type.(*ir.Enum); is {
			for _, v := range e.Values {
				claim(v.Ident, fmt.Sprintf("the value %q of %s", v.Text, n.Name), n)
			}
		}
	}
	return findings
}
