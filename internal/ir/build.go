package ir

import (
	"slices"
	"sort"
	"strconv"
	"strings"

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

// structure makes the struct, tuple, enum or union of a named type.
func (b *builder) structure(n *Named) {
	if values, _, there := valuesOf(n.Set); there {
		n.Type = b.enum(n, values)
		return
	}
	if u := unionOf(n.Set); u != nil {
		n.Type = b.variants(n, u)
		return
	}
	switch object := n.Set.Kinds()&schema.Object != 0; {
	case object && (len(n.Set.Names()) > 0 || b.closed(n.Set)):
		n.Type = b.object(n)
	case object:
		n.Type = b.dictionary(n.Set, n.Name)
	case b.sets.Prefix(n.Set) > 0:
		n.Type = b.tuple(n)
	default:
		n.Type = b.list(n.Set, n.Name)
	}
}

// methods are the names that generated types give to methods: fields cannot have them.
var methods = []string{"AppendJSON", "DecodeShared", "MarshalJSON", "UnmarshalJSON", "Validate"}

func (b *builder) object(n *Named) Type {
	t := &Struct{}
	names := n.Set.Names()
	one, groups := b.sets.Rest(n.Set)
	switch {
	case len(groups) > 0:
		t.Extra = Raw
	case !one.Never():
		t.Extra = b.typeOf(one, n.Name+"Extra")
	}
	idents := distinct(names, fieldIdent, func(ident string) bool { return slices.Contains(methods, ident) })
	if t.Extra != nil {
		t.ExtraName = "Extra"
		for slices.Contains(idents, t.ExtraName) {
			t.ExtraName += "Members"
		}
	}
	for i, name := range names {
		set := b.sets.Property(n.Set, name)
		f := &Field{Name: name, Ident: idents[i], Set: set, Type: b.typeOf(set, n.Name+idents[i])}
		for _, s := range n.Set {
			f.Required = f.Required || slices.Contains(s.Required, name)
			for _, p := range s.Properties {
				if p.Name == name && f.Doc == "" {
					f.Doc = p.Schema.Description
					f.Deprecated = f.Deprecated || p.Schema.Deprecated
				}
			}
		}
		for _, s := range set {
			if f.Doc == "" {
				f.Doc = s.Description
			}
		}
		t.Fields = append(t.Fields, f)
	}
	return t
}

func (b *builder) tuple(n *Named) Type {
	t := &Tuple{}
	minimum := 0
	for _, s := range n.Set {
		if s.MinItems != nil {
			minimum = max(minimum, *s.MinItems)
		}
	}
	count := b.sets.Prefix(n.Set)
	for i := range count {
		set := b.sets.Element(n.Set, i)
		ident := "Item" + strconv.Itoa(i)
		f := &Field{Name: strconv.Itoa(i), Ident: ident, Set: set, Type: b.typeOf(set, n.Name+ident), Required: i < minimum}
		for _, s := range set {
			if f.Doc == "" {
				f.Doc = s.Description
			}
		}
		t.Items = append(t.Items, f)
	}
	if rest := b.sets.Element(n.Set, count); !rest.Never() {
		t.Rest = b.typeOf(rest, n.Name+"Rest")
	}
	return t
}

func (b *builder) enum(n *Named, values []*schema.Value) Type {
	t := &Enum{Base: String}
	var texts []string
	for _, v := range values {
		switch v.Kind {
		case schema.String:
			texts = append(texts, v.Text)
		case schema.Number:
			t.Base = Int64
			d := kernel.ParseDecimal(v.Text)
			i, _ := d.Small()
			texts = append(texts, strconv.FormatInt(i, 10))
		}
	}
	texts = unique(texts)
	idents := distinct(texts, valueIdent, func(string) bool { return false })
	for i, text := range texts {
		ident := idents[i]
		if t.Base == Int64 {
			ident = strings.Replace(text, "-", "Minus", 1)
		}
		t.Values = append(t.Values, EnumValue{Ident: n.Name + ident, Text: text})
	}
	return t
}

func unique(texts []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(texts, func(text string) bool {
		was := seen[text]
		seen[text] = true
		return was
	})
}

func (b *builder) variants(n *Named, u *union) Type {
	t := &Union{Exactly: u.exactly, Inline: n.inline}
	kinds := map[string]int{}
	for _, branch := range u.branches {
		kinds[kindIdents[b.kindsOfSet(b.sets.Of(branch))]]++
	}
	for i, branch := range u.branches {
		set := b.sets.Of(branch)
		ident := "Variant" + strconv.Itoa(i+1)
		if kind := kindIdents[b.kindsOfSet(set)]; kind != "" && kinds[kind] == 1 {
			ident = kind
		}
		shape := b.typeOf(set, n.Name+ident)
		ref, is := shape.(*Ref)
		if !is {
			// A variant without a name gets one, since it is a type of its own in the union.
			named := &Named{Name: n.Name + ident, Set: set, Source: set[0], Type: shape, variant: true}
			if own := set[0].Name; own != "" && b.sets.Of(set[0]).Key() == set.Key() {
				named.Name = own
			}
			named.describe(set[0], set)
			b.claim(named)
			b.pkg.Named = append(b.pkg.Named, named)
			ref = &Ref{To: named}
		}
		// What is marked as a variant has methods, which an interface cannot have.
		ref.To.inline = false
		if inner, is := ref.To.Type.(*Union); is {
			inner.Inline = false
		}
		if slices.ContainsFunc(t.Variants, func(v *Variant) bool { return v.Type.(*Ref).To == ref.To }) {
			continue
		}
		t.Variants = append(t.Variants, &Variant{Ident: ref.To.Name, Type: ref, Set: set})
	}
	return t
}

var kindIdents = map[schema.Kinds]string{
	schema.String: "String", schema.Bool: "Bool", schema.Integer: "Integer", schema.Number: "Number", schema.Fraction: "Number", schema.Null: "Null",
}

// markRecursion finds the types that contain themselves, and the references that must be indirect.
func markRecursion(named []*Named) {
	reach := map[*Named]map[*Named]bool{}
	for _, n := range named {
		reach[n] = map[*Named]bool{}
		var refs []*Ref
		n.refs(&refs, false)
		for _, r := range refs {
			reach[n][r.To] = true
		}
	}
	component := components(named, reach)
	for _, n := range named {
		var byValue []*Ref
		n.refs(&byValue, true)
		for _, r := range byValue {
			if _, union := r.To.Type.(*Union); !union && component[r.To] == component[n] {
				r.Indirect = true // a union is an interface, which is indirect by itself
			}
		}
		n.Recursive = reach[n][n]
		for to := range reach[n] {
			n.Recursive = n.Recursive || to != n && component[to] == component[n]
		}
	}
}

// refs appends the references of a type; byValue leaves out those behind a slice or map.
func (n *Named) refs(out *[]*Ref, byValue bool) {
	var walk func(t Type)
	walk = func(t Type) {
		switch t := t.(type) {
		case *Ref:
			*out = append(*out, t)
		case *Array:
			if !byValue {
				walk(t.Elem)
			}
		case *Map:
			if !byValue {
				walk(t.Elem)
			}
		case *Nullable:
			walk(t.Elem)
		case *Struct:
			for _, f := range t.Fields {
				walk(f.Type)
			}
			if t.Extra != nil && !byValue {
				walk(t.Extra)
			}
		case *Tuple:
			for _, f := range t.Items {
				walk(f.Type)
			}
			if t.Rest != nil && !byValue {
				walk(t.Rest)
			}
		case *Union:
			// A union is an interface: it holds its variants behind a pointer.
			if !byValue {
				for _, v := range t.Variants {
					walk(v.Type)
				}
			}
		}
	}
	walk(n.Type)
	if n.Alias != nil {
		*out = append(*out, &Ref{To: n.Alias})
	}
}

// components numbers the strongly connected components of the types.
func components(named []*Named, reach map[*Named]map[*Named]bool) map[*Named]int {
	order := map[*Named]int{}
	for i, n := range named {
		order[n] = i
	}
	index, low, component := map[*Named]int{}, map[*Named]int{}, map[*Named]int{}
	var stack []*Named
	count := 0
	var visit func(n *Named)
	visit = func(n *Named) {
		index[n] = len(index) + 1
		low[n] = index[n]
		stack = append(stack, n)
		next := make([]*Named, 0, len(reach[n]))
		for to := range reach[n] {
			next = append(next, to)
		}
		sort.Slice(next, func(i, j int) bool { return order[next[i]] < order[next[j]] })
		for _, to := range next {
			if index[to] == 0 {
				visit(to)
				low[n] = min(low[n], low[to])
			} else if component[to] == 0 {
				low[n] = min(low[n], index[to])
			}
		}
		if low[n] == index[n] {
			count++
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				component[top] = count
				if top == n {
					break
				}
			}
		}
	}
	for _, n := range named {
		if index[n] == 0 {
			visit(n)
		}
	}
	return component
}
