package upstream

import (
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
)

// maxWraps is how many strings and tool results may be around an output.
const maxWraps = 8

// unwrap returns the document that an output is, or why it is none. Around it may be:
// a JSON string whose text is the output, an MCP CallToolResult (2025-06-18,
// server/tools), and a JSON-RPC 2.0 response that carries one.
func (r *Reader) unwrap(raw string) (tape.Value, Reason) {
	for range maxWraps {
		if text.Blank(raw) {
			return tape.Value{}, Empty
		}
		v, fault := r.tape.Parse(raw, r.maxDepth)
		if fault != tape.Sound {
			return tape.Value{}, unreadable(raw, fault)
		}
		switch {
		case isResponse(v):
			raw = v.Get("result").Raw()
		case v.Kind() == tape.String:
			raw = v.Text()
		case isToolResult(v):
			if v.Get("isError").True() {
				return tape.Value{}, Failed
			}
			if s := v.Get("structuredContent"); s.Kind() == tape.Object {
				raw = s.Raw()
				continue
			}
			var reason Reason
			if raw, reason = r.toolText(v); reason != None {
				return tape.Value{}, reason
			}
		default:
			return v, None
		}
	}
	return tape.Value{}, TooDeep
}

// isResponse tells whether v is a response of JSON-RPC that carries a result.
func isResponse(v tape.Value) bool {
	version := v.Get("jsonrpc")
	return version.Kind() == tape.String && version.Text() == "2.0" && v.Get("result").Kind() == tape.Object
}

// isToolResult tells whether v is an MCP CallToolResult: nothing but its members,
// and a content of typed parts.
func isToolResult(v tape.Value) bool {
	content := v.Get("content")
	if content.Kind() != tape.Array {
		return false
	}
	for name := range v.Members() {
		switch name.Text() {
		case "content", "structuredContent", "isError", "_meta", "resultType":
		default:
			return false
		}
	}
	for _, part := range content.Elements() {
		switch kind := part.Get("type"); kind.Text() {
		case "text", "image", "audio", "resource", "resource_link":
		default:
			return false
		}
	}
	return true
}

// toolText returns the output that the text parts of a tool result are: the text of
// a single one, or, when there are several and each is JSON, the list of them.
func (r *Reader) toolText(v tape.Value) (string, Reason) {
	var texts []string
	for _, part := range v.Get("content").Elements() {
		if t := part.Get("text"); part.Get("type").Text() == "text" && t.Kind() == tape.String && !text.Blank(t.Text()) {
			texts = append(texts, t.Text())
		}
	}
	switch len(texts) {
	case 0:
		return "", Empty
	case 1:
		return texts[0], None
	}
	for _, t := range texts {
		if _, fault := r.tape.Parse(t, r.maxDepth); fault != tape.Sound {
			return "", unreadable(strings.Join(texts, "\n"), fault)
		}
	}
	return "[" + strings.Join(texts, ",") + "]", None
}

// inner returns a tape that is in nobody's use until used is lowered again.
func (r *Reader) inner() *tape.Tape {
	if r.used == len(r.inners) {
		r.inners = append(r.inners, new(tape.Tape))
	}
	r.used++
	return r.inners[r.used-1]
}

// parseInside reads the JSON inside a string with a tape; absent when there is none.
func (r *Reader) parseInside(t *tape.Tape, v tape.Value) tape.Value {
	if v.Kind() != tape.String {
		return tape.Value{}
	}
	s := strings.TrimLeft(v.Text(), " \t\r\n")
	if s == "" || s[0] != '{' && s[0] != '[' {
		return tape.Value{}
	}
	inside, fault := t.Parse(s, r.maxDepth)
	if fault != tape.Sound {
		return tape.Value{}
	}
	return inside
}

// appendPath appends the way from a tape's root to one of its values.
func appendPath(out []byte, t *tape.Tape, v tape.Value) []byte {
	t.Trace(v, func(name tape.Value, index int) {
		switch {
		case name.Kind() == tape.Absent:
			out = append(strconv.AppendInt(append(out, '['), int64(index), 10), ']')
		case nameLength(name.Text()) == len(name.Text()) && name.Text() != "":
			out = append(append(out, '.'), name.Text()...)
		default:
			out = append(appendQuotedName(append(out, '['), name.Text()), ']')
		}
	})
	return out
}

// appendQuotedName appends a name in single quotes (RFC 9535, section 2.7).
func appendQuotedName(dst []byte, name string) []byte {
	quoted := kernel.AppendText(nil, name)
	inside := string(quoted[1 : len(quoted)-1])
	inside = strings.NewReplacer(`\"`, `"`, `'`, `\'`).Replace(inside)
	return append(append(append(dst, '\''), inside...), '\'')
}
