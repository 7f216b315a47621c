package kernel

// FormatUUID reports whether s is a UUID in the text form of RFC 4122, section
// 3: 8-4-4-4-12 hexadecimal digits in any case, of any version and variant.
func FormatUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !formatHex(s[i]) {
				return false
			}
		}
	}
	return true
}

// FormatJSONPointer reports whether s is a JSON Pointer of RFC 6901, section 3:
// empty, or tokens that each follow a slash, with ~ as ~0 and / as ~1.
func FormatJSONPointer(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != '/' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}
