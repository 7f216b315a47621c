package compat

import (
	"math/big"

	"github.com/acigen/acigen/internal/schema"
)

// numbers are what is demanded of a number.
type numbers struct {
	least, most             *big.Rat // nil without bound
	aboveLeast, belowMost   bool
	multiples, notMultiples []*big.Rat
	exclude                 []*constant
}

const maxNumberSteps = 4000

// number decides a goal about integers, or about numbers that are none.
func (s *solver) number(kind schema.Kinds, pos, neg []*atom) (*schema.Value, status) {
	n := &numbers{}
	var lists []*atom
	one := big.NewRat(1, 1)
	if kind == schema.Integer {
		n.multiples = append(n.multiples, one)
	} else {
		n.notMultiples = append(n.notMultiples, one)
	}
	for _, a := range pos {
		switch a.kind {
		case lowerBound:
			n.atLeast(a.limit, a.strict)
		case upperBound:
			n.atMost(a.limit, a.strict)
		case multipleAtom:
			n.multiples = append(n.multiples, a.limit)
		case valueAtom:
			lists = append(lists, a)
		}
	}
	for _, a := range neg {
		switch a.kind {
		case lowerBound:
			n.atMost(a.limit, !a.strict)
		case upperBound:
			n.atLeast(a.limit, !a.strict)
		case multipleAtom:
			n.notMultiples = append(n.notMultiples, a.limit)
		case valueAtom:
			n.exclude = append(n.exclude, a.values...)
		}
	}
	for _, a := range append(pos[:len(pos):len(pos)], neg...) {
		for _, c := range a.values {
			if c.kind&schema.Number != 0 && c.rat == nil {
				return nil, s.giveUp("a number is too large or too long to compute with")
			}
		}
	}
	if len(lists) > 0 {
		for _, c := range lists[0].values {
			if c.kind == kind && inAll(c, lists[1:]) && n.contain(c.rat) {
				return c.value, found
			}
		}
		return nil, none
	}
	x, st := n.find()
	if st != found {
		if st == unknown {
			s.giveUp("bounds and multiples take too many steps together")
		}
		return nil, st
	}
	digits, _ := x.FloatPrec()
	return &schema.Value{Kind: schema.Number, Text: x.FloatString(digits)}, found
}

func (n *numbers) atLeast(limit *big.Rat, strict bool) {
	if n.least == nil || limit.Cmp(n.least) > 0 || limit.Cmp(n.least) == 0 && strict {
		n.least, n.aboveLeast = limit, strict
	}
}

func (n *numbers) atMost(limit *big.Rat, strict bool) {
	if n.most == nil || limit.Cmp(n.most) < 0 || limit.Cmp(n.most) == 0 && strict {
		n.most, n.belowMost = limit, strict
	}
}

// within tells whether x is within the bounds.
func (n *numbers) within(x *big.Rat) bool {
	if n.least != nil {
		if c := x.Cmp(n.least); c < 0 || c == 0 && n.aboveLeast {
			return false
		}
	}
	if n.most != nil {
		if c := x.Cmp(n.most); c > 0 || c == 0 && n.belowMost {
			return false
		}
	}
	return true
}

func (n *numbers) contain(x *big.Rat) bool {
	if !n.within(x) {
		return false
	}
	for _, m := range n.multiples {
		if !divides(m, x) {
			return false
		}
	}
	for _, m := range n.notMultiples {
		if divides(m, x) {
			return false
		}
	}
	for _, c := range n.exclude {
		if c.rat != nil && c.rat.Cmp(x) == 0 {
			return false
		}
	}
	return true
}

// divides tells whether x is a multiple of m.
func divides(m, x *big.Rat) bool { return new(big.Rat).Quo(x, m).IsInt() }

// find returns one of the numbers, near to 0 and with few digits.
func (n *numbers) find() (*big.Rat, status) {
	if n.least != nil && n.most != nil {
		if c := n.least.Cmp(n.most); c > 0 || c == 0 && (n.aboveLeast || n.belowMost) {
			return nil, none
		} else if c == 0 {
			if n.contain(n.least) {
				return n.least, found
			}
			return nil, none
		}
	}
	if len(n.multiples) > 0 {
		step := n.multiples[0]
		for _, m := range n.multiples[1:] {
			step = leastCommonMultiple(step, m)
		}
		for _, m := range n.notMultiples {
			if divides(m, step) {
				return nil, none
			}
		}
		return n.scan(step, maxNumberSteps)
	}
	// Among infinitely many decimals only those of finitely many lattices are left
	// out, so one with digits enough is found.
	step := big.NewRat(1, 1)
	for range 2*maxExponent + 10 {
		if x, st := n.scan(step, 40); st == found {
			return x, st
		}
		step = new(big.Rat).Quo(step, big.NewRat(10, 1))
	}
	return nil, unknown
}

// scan looks at the multiples of step from the one nearest to 0 on.
func (n *numbers) scan(step *big.Rat, limit int) (*big.Rat, status) {
	var first, last *big.Int
	if n.least != nil {
		first = floor(new(big.Rat).Quo(n.least, step))
		for !n.above(times(first, step)) {
			first = new(big.Int).Add(first, big.NewInt(1))
		}
	}
	if n.most != nil {
		last = new(big.Int).Add(floor(new(big.Rat).Quo(n.most, step)), big.NewInt(1))
		for !n.below(times(last, step)) {
			last = new(big.Int).Sub(last, big.NewInt(1))
		}
	}
	if first != nil && last != nil && first.Cmp(last) > 0 {
		return nil, none
	}
	start := new(big.Int)
	if first != nil && first.Sign() > 0 {
		start = first
	} else if last != nil && last.Sign() < 0 {
		start = last
	}
	up, down := new(big.Int).Set(start), new(big.Int).Sub(start, big.NewInt(1))
	for range limit {
		canUp := last == nil || up.Cmp(last) <= 0
		canDown := first == nil || down.Cmp(first) >= 0
		if !canUp && !canDown {
			return nil, none
		}
		if canUp {
			if x := times(up, step); n.contain(x) {
				return x, found
			}
			up.Add(up, big.NewInt(1))
		}
		if canDown {
			if x := times(down, step); n.contain(x) {
				return x, found
			}
			down.Sub(down, big.NewInt(1))
		}
	}
	return nil, unknown
}

func (n *numbers) above(x *big.Rat) bool {
	c := x.Cmp(n.least)
	return c > 0 || c == 0 && !n.aboveLeast
}

func (n *numbers) below(x *big.Rat) bool {
	c := x.Cmp(n.most)
	return c < 0 || c == 0 && !n.belowMost
}

func times(k *big.Int, step *big.Rat) *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).SetInt(k), step)
}

func floor(x *big.Rat) *big.Int {
	return new(big.Int).Div(x.Num(), x.Denom()) // Euclidean: the denominator is positive
}

// leastCommonMultiple returns the least positive number that is a multiple of both.
func leastCommonMultiple(a, b *big.Rat) *big.Rat {
	x := new(big.Int).Mul(a.Num(), b.Denom())
	y := new(big.Int).Mul(b.Num(), a.Denom())
	gcd := new(big.Int).GCD(nil, nil, x, y)
	lcm := new(big.Int).Mul(new(big.Int).Quo(x, gcd), y)
	return new(big.Rat).SetFrac(lcm, new(big.Int).Mul(a.Denom(), b.Denom()))
}
