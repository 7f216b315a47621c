package plan

import (
	"github.com/acigen/acigen/internal/kernel"
)

// Engine runs a plan over instances. It keeps its memory between runs; it is for one goroutine.
type Engine struct {
	plan  *Plan
	rules []kernel.Rule
	r     kernel.Reader
	slots []kernel.Place
}

// NewEngine returns an engine for the plan. Instances may nest maxDepth levels; 0
// and more than kernel.MaxDepth mean kernel.MaxDepth.
func NewEngine(p *Plan, maxDepth int) *Engine {
	e := &Engine{plan: p, rules: p.Rules()}
	if maxDepth > 0 && maxDepth < kernel.MaxDepth {
		e.r.Spare = kernel.MaxDepth - maxDepth
	}
	return e
}

// Check returns nil when text is strict JSON and holds for the node, otherwise a
// *kernel.ValidationError. A nil node holds for everything.
func (e *Engine) Check(node *Node, text string) error {
	e.r.Reset(text)
	e.slots = e.slots[:0]
	if p := e.r.Start(); p >= 0 {
		e.r.Finish(e.value(node, p))
	}
	return e.r.Failed(e.rules)
}

// value reads the value at p and returns the offset behind it, or -1.
func (e *Engine) value(n *Node, p int) int {
	if n == nil {
		return e.r.Skip(p)
	}
	if !n.Memo {
		return e.read(n, p)
	}
	if end, known := e.r.Recall(n.ID, p); known {
		return end
	}
	fails := e.r.Fails
	return e.r.Remember(n.ID, p, e.read(n, p), fails)
}

func (e *Engine) read(n *Node, p int) int {
	r := &e.r
	if len(n.Never) > 0 {
		return e.never(n, p)
	}
	kind := r.KindAt(p)
	if kind != 0 && n.Kinds&kind == 0 {
		return e.refuse(n, kind, p)
	}
	switch kind {
	case kernel.KindString:
		q := r.Str(p)
		if q >= 0 {
			e.str(n, p, q, r.Escaped)
			e.finish(n, kind, p, q, nil)
		}
		return q
	case kernel.KindObject:
		return e.object(n, p)
	case kernel.KindArray:
		return e.array(n, p)
	case kernel.KindNumber:
		q := r.Num(p)
		if q >= 0 {
			if r.Is(n.Kinds, kind, p, q) {
				e.number(n, p, q)
			}
			e.finish(n, kind, p, q, nil)
		}
		return q
	case kernel.KindBool, kernel.KindNull:
		q := r.Literal(p)
		if q >= 0 {
			e.finish(n, kind, p, q, nil)
		}
		return q
	}
	return r.Broken(p, "a value is expected")
}

// refuse passes over a value of a type that is not allowed: no other rule about it matters.
func (e *Engine) refuse(n *Node, kind, p int) int {
	q := e.r.Skip(p)
	for _, t := range n.Types {
		if q >= 0 && t.Kinds&kind == 0 {
			e.r.Fail(p, t.Site.Index)
		}
	}
	return q
}

// never refuses a value: no other rule about it matters.
func (e *Engine) never(n *Node, p int) int {
	r, start := &e.r, p
	if p = r.Skip(p); p < 0 {
		return p
	}
	for _, never := range n.Never {
		at := start
		if never.AtName && r.Depth > 0 && r.Path[r.Depth-1] >= 0 {
			at = r.Path[r.Depth-1]
		}
		r.Fail(at, never.Site.Index)
	}
	return p
}

// finish checks what is demanded of any value, once its end q is known.
func (e *Engine) finish(n *Node, kind, p, q int, f *frame) {
	r := &e.r
	if !r.Is(n.Kinds, kind, p, q) {
		// What is of the wrong type breaks that rule only.
		for _, t := range n.Types {
			if !r.Is(t.Kinds, kind, p, q) {
				r.Fail(p, t.Site.Index)
			}
		}
		return
	}
	for i := range n.Values {
		if v := &n.Values[i]; !e.among(v, kind, p, q) {
			r.Fail(p, v.Site.Index)
		}
	}
	for _, rule := range n.Rules {
		e.rule(rule, p, q, f)
	}
}

// among tells whether the value [p,q) is one of an enum's.
func (e *Engine) among(v *ValueCheck, kind, p, q int) bool {
	r := &e.r
	switch kind {
	case kernel.KindString:
		return v.strings[r.Content(p, q)]
	case kernel.KindNumber:
		return len(v.numbers) > 0 && v.numbers[kernel.NumberKey(r.S[p:q])]
	}
	for _, s := range v.others {
		if kernel.EqualJSON(s, r.S[p:q]) {
			return true
		}
	}
	return false
}

func (e *Engine) str(n *Node, p, q int, escaped bool) {
	if len(n.Strings) == 0 {
		return
	}
	r := &e.r
	text := r.ViewOf(p, q, escaped)
	for _, check := range n.Strings {
		switch c := check.(type) {
		case Length:
			if c.Max && kernel.Longer(text, c.Limit) || !c.Max && kernel.Shorter(text, c.Limit) {
				r.Fail(p, c.Site.Index)
			}
		case Pattern:
			if !c.Pattern.MatchString(text) {
				r.Fail(p, c.Site.Index)
			}
		case Format:
			if !kernel.CheckFormat(c.Name, text) {
				r.Fail(p, c.Site.Index)
			}
		}
	}
}

func (e *Engine) number(n *Node, p, q int) {
	r := &e.r
	for _, c := range n.Numbers {
		if !numberHolds(c, r.S[p:q]) {
			r.Fail(p, c.Site.Index)
		}
	}
}

func numberHolds(c NumberCheck, literal string) bool {
	switch c.Op {
	case AtLeast:
		return kernel.CompareText(literal, c.Limit) >= 0
	case Above:
		return kernel.CompareText(literal, c.Limit) > 0
	case AtMost:
		return kernel.CompareText(literal, c.Limit) <= 0
	case Below:
		return kernel.CompareText(literal, c.Limit) < 0
	}
	return kernel.MultipleOf(literal, c.Limit)
}
