package ir

import (
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

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
