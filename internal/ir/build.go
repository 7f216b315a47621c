package ir

import (
	"slices"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// Build makes the types that the roots need. Problems are why that cannot be
// done. Canonical (which may be nil) is as in Sets.
func Build(roots []Root, canonical func(*schema.Schema) *schema.Schema) (*Package, []Problem) {
	b := &builder{sets: NewSets(), byKey: map[string]*Named{}, byName: map[string]*Named{}, open: map[string]bool{}, recursive: map[string]bool{}, kinds: map[string]schema.Kinds{}}
	b.sets.Canonical = canonical
	for _, r := range roots {
		b.root(r)
	}
	b.fill()
	markRecursion(b.pkg.Named)
	b.pkg.Sets = b.sets
	return &b.pkg, b.problems
}

type builder struct {
	pkg      Package
	sets     *Sets
	byKey    map[string]*Named
	byName   map[string]*Named
	pending  []*Named
	problems []Problem
	rooting  *Named // the root whose shape is being decided

	open      map[string]bool // sets of lists and maps whose shape is being decided
	recursive map[string]bool // those that contain themselves
	kinds     map[string]schema.Kinds
}

func (b *builder) problem(p Problem) { b.problems = append(b.problems, p) }

// root names the type of a root before anything else can.
func (b *builder) root(r Root) {
	set := b.sets.Of(r.Schema)
	n := &Named{Name: r.Name, Set: set, Source: r.Schema, Root: true}
	n.describe(r.Schema, set)
	if !b.claim(n) {
		return
	}
	if other, there := b.byKey[set.Key()]; there {
		n.Alias = other
	} else {
		b.byKey[set.Key()] = n
		b.pending = append(b.pending, n)
	}
	b.pkg.Named = append(b.pkg.Named, n)
}

// claim takes the name of a type; a clash is a problem.
func (b *builder) claim(n *Named) bool {
	if reserved(n.Name) {
		remedy, keyword := "ask for the type by another name", ""
		if n.Source.Name == n.Name {
			remedy, keyword = "choose another x-aci-name", "x-aci-name"
		}
		b.problem(Problem{At: n.Source, Keyword: keyword, Message: "the type name " + n.Name + " is taken by the generated code itself", Remedy: remedy})
		return false
	}
	other, there := b.byName[n.Name]
	if !there {
		b.byName[n.Name] = n
		return true
	}
	b.problem(Problem{
		At: n.Source, Other: other.Source,
		Message: "the type name " + n.Name + " is taken by " + other.Source.Doc.File + "#" + other.Source.Pointer,
		Remedy:  "give one of the two schemas a name of its own with x-aci-name",
	})
	return false
}

func (n *Named) describe(at *schema.Schema, set Set) {
	for _, s := range append(Set{at}, set...) {
		n.Deprecated = n.Deprecated || s.Deprecated
		if n.Doc == "" {
			n.Doc = s.Description
		}
	}
	if n.Doc == "" {
		for _, s := range append(Set{at}, set...) {
			if n.Doc == "" {
				n.Doc = s.Title
			}
		}
	}
}

// There is a type for every combination of schemas that can apply to one value,
// exponentially many where members of recursive schemas combine.
const (
	maxTypes       = 5_000
	typesPerSchema = 16
)

// fill gives every named type its shape; shapes name further types.
func (b *builder) fill() {
	met := map[*schema.Schema]bool{}
	for i := 0; i < len(b.pending); i++ {
		n := b.pending[i]
		for _, s := range n.Set {
			met[s] = true
		}
		if len(b.pkg.Named) > maxTypes+typesPerSchema*len(met) {
			b.problem(Problem{
				At: n.Source, Message: "the schemas that can apply to one value combine in too many ways",
				Remedy: "let fewer schemas apply to the members of a recursive schema",
			})
			for _, n := range b.pending[i:] {
				n.Type = Raw
			}
			return
		}
		b.shape(n)
	}
}

// named returns a reference to the type of a set, which gets a name when it has none.
func (b *builder) named(set Set, context string) Type {
	key := set.Key()
	if b.rooting != nil && b.rooting.Set.Key() == key {
		return &Ref{To: b.rooting}
	}
	if n, there := b.byKey[key]; there {
		return &Ref{To: n}
	}
	source := set[0]
	name := context
	// The set has the name of its first schema only when that is all there is to it.
	if b.sets.Of(source).Key() == key {
		switch {
		case source.Name != "":
			name = source.Name
		case defName(source) != "":
			name = Camel(defName(source))
		}
	}
	n := &Named{Name: name, Set: set, Source: source, inline: name == context, NonNull: b.kindsOfSet(set)&schema.Null != 0}
	if reserved(n.Name) && source.Name == "" {
		n.Name += "Value"
	}
	n.describe(source, set)
	if !b.claim(n) {
		return Raw
	}
	b.byKey[key] = n
	b.pending = append(b.pending, n)
	b.pkg.Named = append(b.pkg.Named, n)
	return &Ref{To: n}
}

// defName returns the name of a schema that stands directly in $defs, or "".
func defName(s *schema.Schema) string {
	tokens, err := schema.ParsePointer(s.Pointer)
	if err != nil || len(tokens) < 2 {
		return ""
	}
	if keyword := tokens[len(tokens)-2]; keyword != "$defs" && keyword != "definitions" {
		return ""
	}
	return tokens[len(tokens)-1]
}

// reserved tells whether generated code has the name for itself.
func reserved(name string) bool { return slices.Contains(kernel.Public, name) }

// shape decides what a named type is made of.
func (b *builder) shape(n *Named) {
	if len(n.Set) == 0 || n.Set.Never() {
		n.Type = Raw
		return
	}
	if !n.Root {
		b.structure(n)
		return
	}
	// A root has its name whatever it is; where its shape wants a name, that is the root's.
	b.rooting = n
	t := b.typeOf(n.Set, n.Name)
	b.rooting = nil
	if ref, is := t.(*Ref); is && ref.To == n {
		b.structure(n)
		return
	}
	if null, is := t.(*Nullable); is {
		if ref, is := null.Elem.(*Ref); is && ref.To == n {
			inner := &Named{Name: n.Name + "Value", Set: n.Set, Source: n.Source, Doc: n.Doc, NonNull: true}
			if b.claim(inner) {
				b.pkg.Named = append(b.pkg.Named, inner)
				b.structure(inner)
			}
			ref.To = inner
		}
	}
	n.Type = t
}
