package schema

import "github.com/acigen/acigen/internal/kernel"

// AppendValue appends v as JSON text to dst: literals and the order of members are
// kept, strings are escaped only where they must be. An empty indent gives the
// compact form; otherwise each level is indented by it, and no newline ends the text.
func AppendValue(dst []byte, v *Value, indent string) []byte {
	return appendValue(dst, v, indent, 0)
}

func appendValue(dst []byte, v *Value, indent string, level int) []byte {
	switch v.Kind {
	case Bool:
		if v.Bool {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return append(dst, v.Text...)
	case String:
		return kernel.AppendText(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			dst = appendBreak(dst, i > 0, indent, level+1)
			dst = appendValue(dst, item, indent, level+1)
		}
		if len(v.Items) > 0 {
			dst = appendBreak(dst, false, indent, level)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.Members {
			dst = appendBreak(dst, i > 0, indent, level+1)
			dst = append(kernel.AppendText(dst, m.Name), ':')
			if indent != "" {
				dst = append(dst, ' ')
			}
			dst = appendValue(dst, m.Value, indent, level+1)
		}
		if len(v.Members) > 0 {
			dst = appendBreak(dst, false, indent, level)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// appendBreak separates what follows from what stands before it.
func appendBreak(dst []byte, comma bool, indent string, level int) []byte {
	if comma {
		dst = append(dst, ',')
	}
	if indent == "" {
		return dst
	}
	dst = append(dst, '\n')
	for range level {
		dst = append(dst, indent...)
	}
	return dst
}
