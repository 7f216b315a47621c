package ir

import (
	"math"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// shape is what a set's values look like before names are given.
func (b *builder) typeOf(set Set, name string) Type {
	if set.Never() {
		return Raw
	}
	if values, constant, there := valuesOf(set); there {
		return b.ofValues(set, values, constant, name)
	}
	if union := unionOf(set); union != nil {
		return b.union(set, union, name)
	}
	kinds := set.Kinds()
	rest := kinds &^ schema.Null
	switch {
	case rest == schema.String || rest == schema.Bool || rest == schema.Array || rest == schema.Object ||
		rest != 0 && rest&^schema.Number == 0:
		inner := b.ofKind(set, rest, name)
		if kinds != rest {
			return &Nullable{Elem: inner, Set: set}
		}
		return inner
	case rest != 0 && rest&(schema.Array|schema.Object) == 0 && kinds != schema.AllKinds:
		return Scalar
	}
	return Raw
}

// ofKind is the type of values of one kind.
func (b *builder) ofKind(set Set, kind schema.Kinds, name string) Type {
	switch kind {
	case schema.String:
		return String
	case schema.Bool:
		return Bool
	case schema.Integer:
		if fitsInt64(set) {
			return Int64
		}
		return Integer
	case schema.Array:
		if b.sets.Prefix(set) > 0 {
			return b.named(set, name)
		}
		return b.unnamed(set, name, func() Type { return b.list(set, name) })
	case schema.Object:
		if len(set.Names()) > 0 || b.closed(set) {
			return b.named(set, name)
		}
		return b.unnamed(set, name, func() Type { return b.dictionary(set, name) })
	}
	return Number
}

// unnamed makes a type that needs no name, unless it contains itself.
func (b *builder) unnamed(set Set, name string, shape func() Type) Type {
	key := set.Key()
	if b.open[key] {
		// The outer call finds that it needs a name, and throws away what is made of this.
		b.recursive[key] = true
		return Raw
	}
	if !b.recursive[key] {
		b.open[key] = true
		t := shape()
		delete(b.open, key)
		if !b.recursive[key] {
			return t
		}
	}
	return b.named(set, name)
}

func (b *builder) list(set Set, name string) Type {
	elem := b.sets.Element(set, 0)
	return &Array{Elem: b.typeOf(elem, name+"Item"), Set: elem}
}

func (b *builder) dictionary(set Set, name string) Type {
	elem, groups := b.sets.Rest(set)
	if len(groups) > 0 {
		return &Map{Elem: Raw}
	}
	return &Map{Elem: b.typeOf(elem, name+"Value"), Set: elem}
}

// closed tells whether an object has no other members than those of its properties.
func (b *builder) closed(set Set) bool {
	one, groups := b.sets.Rest(set)
	return len(groups) == 0 && one.Never()
}

// fitsInt64 tells whether bounds keep an integer in the range of int64.
func fitsInt64(set Set) bool {
	low, high := false, false
	for _, s := range set {
		for _, limit := range []*schema.Value{s.Minimum, s.ExclusiveMinimum} {
			low = low || limit != nil && kernel.CompareText(limit.Text, "-9223372036854775808") >= 0
		}
		for _, limit := range []*schema.Value{s.Maximum, s.ExclusiveMaximum} {
			high = high || limit != nil && kernel.CompareText(limit.Text, "9223372036854775807") <= 0
		}
	}
	return low && high
}

// valuesOf returns the values of the set's enum or const that its types allow.
func valuesOf(set Set) (values []*schema.Value, constant, there bool) {
	kinds := set.Kinds()
	for _, s := range set {
		candidates := s.Enum
		if s.Const != nil {
			candidates = []*schema.Value{s.Const}
		} else if !s.HasEnum {
			continue
		}
		if there && len(candidates) >= len(values) {
			continue
		}
		values, constant, there = nil, s.Const != nil, true
		for _, v := range candidates {
			if kindsOf(v)&kinds != 0 {
				values = append(values, v)
			}
		}
	}
	return values, constant, there
}

// kindsOf is the kind of a value, an integer told from a fraction.
func kindsOf(v *schema.Value) schema.Kinds {
	if v.Kind != schema.Number {
		return v.Kind
	}
	if d := kernel.ParseDecimal(v.Text); d.Whole() {
		return schema.Integer
	}
	return schema.Fraction
}

// ofValues is the type of an enum or const.
func (b *builder) ofValues(set Set, values []*schema.Value, constant bool, name string) Type {
	kinds := schema.Kinds(0)
	small := true
	for _, v := range values {
		kinds |= kindsOf(v)
		if kindsOf(v) == schema.Integer {
			d := kernel.ParseDecimal(v.Text)
			if n, fits := d.Small(); !fits || n == math.MinInt64 {
				small = false
			}
		}
	}
	rest := kinds &^ schema.Null
	var inner Type
	switch {
	case rest == schema.String && constant:
		inner = String
	case rest == schema.String, rest == schema.Integer && small && !constant:
		inner = b.named(set, name)
	case rest == schema.Integer && small:
		inner = Int64
	case rest == schema.Integer:
		inner = Integer
	case rest == schema.Bool:
		inner = Bool
	case rest != 0 && rest&^schema.Number == 0:
		inner = Number
	case rest != 0 && rest&(schema.Array|schema.Object) == 0:
		return Scalar
	default:
		return Raw
	}
	if kinds != rest {
		return &Nullable{Elem: inner, Set: set}
	}
	return inner
}

// union is a schema whose whole demand is an anyOf or oneOf.
type union struct {
	branches []*schema.Schema
	exactly  bool
}

// unionOf returns the union that a set is, or nil.
func unionOf(set Set) *union {
	var found *union
	for _, s := range set {
		switch {
		case s.AnyOf != nil && s.OneOf != nil:
			return nil
		case s.AnyOf != nil || s.OneOf != nil:
			if found != nil {
				return nil
			}
			found = &union{branches: append(append([]*schema.Schema(nil), s.AnyOf...), s.OneOf...), exactly: s.OneOf != nil}
		}
		if s.Properties != nil || s.PatternProperties != nil || s.AdditionalProperties != nil || s.UnevaluatedProperties != nil ||
			s.PrefixItems != nil || s.Items != nil || s.UnevaluatedItems != nil {
			return nil
		}
	}
	return found
}

// union is the type of a union: nullable, scalar, one of several types, or raw where the branches say nothing of types.
func (b *builder) union(set Set, u *union, name string) Type {
	kinds := set.Kinds()
	var some []Set
	null := false
	all := schema.Kinds(0)
	for _, branch := range u.branches {
		part := b.sets.Of(branch)
		k := b.kindsOfSet(part) & kinds
		all |= k
		switch {
		case len(part) == 0 || part.Never():
			return Raw
		case k == schema.Null:
			null = true
		default:
			some = append(some, part)
		}
	}
	switch {
	case len(some) == 1 && null:
		inner := b.typeOf(some[0], name)
		if n, is := inner.(*Nullable); is {
			inner = n.Elem
		}
		if inner == Raw || inner == Scalar {
			return inner
		}
		return &Nullable{Elem: inner, Set: some[0]}
	case all == schema.String:
		return String
	case all&(schema.Array|schema.Object) == 0 && len(some) > 0:
		return Scalar
	case null || len(some) < 2 || kinds&all != all:
		return Raw
	}
	for _, part := range some {
		if k := b.kindsOfSet(part); k&(k-1) != 0 && k != schema.Number {
			return Raw
		}
	}
	return b.named(set, name)
}

// kindsOfSet is Kinds, sharpened by enum and const and by the branches of a union.
func (b *builder) kindsOfSet(set Set) schema.Kinds {
	key := set.Key()
	kinds, known := b.kinds[key]
	if !known {
		// Remembered, since unions of unions ask for the same many times.
		kinds = b.sharpKinds(set)
		b.kinds[key] = kinds
	}
	return kinds
}

func (b *builder) sharpKinds(set Set) schema.Kinds {
	kinds := set.Kinds()
	if values, _, there := valuesOf(set); there {
		sharp := schema.Kinds(0)
		for _, v := range values {
			sharp |= kindsOf(v)
		}
		kinds &= sharp
	}
	if u := unionOf(set); u != nil {
		sharp := schema.Kinds(0)
		for _, branch := range u.branches {
			sharp |= b.kindsOfSet(b.sets.Of(branch))
		}
		kinds &= sharp
	}
	return kinds
}
