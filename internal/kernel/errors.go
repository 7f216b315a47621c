package kernel

import "strconv"

// Violation is one rule that an instance breaks.
type Violation struct {
	// InstancePointer is the JSON Pointer (RFC 6901) of the offending value; "" is the root.
	InstancePointer string
	// SchemaPointer is the JSON Pointer of the violated keyword in the document Schema, which is given by its $id.
	SchemaPointer, Schema string
	// Keyword is the violated keyword, or "json" when the text is not strict JSON.
	Keyword string
	// Message says what the rule demands. It never holds text of the instance.
	Message string
	// Offset is the byte offset of the offending value in the text, or -1 when there was no text.
	Offset int
}

// ValidationError is what an instance that breaks its schema is answered with.
type ValidationError struct {
	// Violations are sorted by position in the instance, then in schema order; there is at least one.
	Violations []Violation
	// More is how many violations were found beyond those listed.
	More int
}

// Error shows the first violation and how many there are.
func (e *ValidationError) Error() string {
	if len(e.Violations) == 0 {
		return "invalid"
	}
	v := e.Violations[0]
	text := v.InstancePointer
	if text == "" {
		text = "the root"
	}
	text += ": " + v.Message + " (" + v.Keyword + ")"
	if more := len(e.Violations) - 1 + e.More; more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text
}

// Rule is what a violation says about the schema: the part that is known before any instance.
type Rule struct {
	Schema, Pointer, Keyword, Message string
}

// pointerBudget bounds the text of all pointers of one error, beside the size of the instance.
const pointerBudget = 1 << 20

// Failed returns the violations as an error, or nil when there are none. Sites index rules.
func (r *Reader) Failed(rules []Rule) error {
	if r.Syntax != "" {
		return &ValidationError{Violations: []Violation{{Keyword: "json", Message: r.Syntax, Offset: r.SyntaxAt}}}
	}
	if r.Fails == 0 {
		return nil
	}
	r.sortFailures()
	e := &ValidationError{Violations: make([]Violation, 0, len(r.failures))}
	budget := pointerBudget + len(r.S)
	var last failure
	for i, f := range r.failures {
		if i > 0 && f.at == last.at && f.site == last.site {
			r.Fails--
			continue
		}
		last = f
		v := Violation{InstancePointer: r.pointer(f), Offset: f.at}
		if budget -= len(v.InstancePointer); budget < 0 {
			break
		}
		if f.site >= 0 {
			rule := &rules[f.site]
			v.Schema, v.SchemaPointer, v.Keyword, v.Message = rule.Schema, rule.Pointer, rule.Keyword, rule.Message
		} else {
			v.Keyword, v.Message = "json", "a member name that is there already"
		}
		e.Violations = append(e.Violations, v)
	}
	e.More = r.Fails - len(e.Violations)
	return e
}

// sortFailures orders by position, then by rule. There are few, and mostly in order.
func (r *Reader) sortFailures() {
	f := r.failures
	for i := 1; i < len(f); i++ {
		for j := i; j > 0 && (f[j].at < f[j-1].at || f[j].at == f[j-1].at && f[j].site < f[j-1].site); j-- {
			f[j], f[j-1] = f[j-1], f[j]
		}
	}
}

// pointer returns the JSON Pointer of a failure's value.
func (r *Reader) pointer(f failure) string {
	var out []byte
	for _, step := range r.steps[f.from:f.upto] {
		out = append(out, '/')
		if step < 0 {
			out = strconv.AppendInt(out, int64(^step), 10)
			continue
		}
		out = appendPointerToken(out, r.nameAt(step))
	}
	return string(out)
}

// nameAt returns the member name whose opening quote is at p.
func (r *Reader) nameAt(p int) string {
	c := cursor{r.S, p}
	return c.text()
}

// appendPointerToken escapes a token as RFC 6901 says.
func appendPointerToken(dst []byte, token string) []byte {
	for i := 0; i < len(token); i++ {
		switch c := token[i]; c {
		case '~':
			dst = append(dst, '~', '0')
		case '/':
			dst = append(dst, '~', '1')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
