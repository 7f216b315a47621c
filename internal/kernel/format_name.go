package kernel

// FormatKnown reports whether name is one of the formats that are asserted.
func FormatKnown(name string) bool {
	switch name {
	case "date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6",
		"uri", "uri-reference", "uuid", "json-pointer", "regex":
		return true
	}
	return false
}

// CheckFormat reports whether s has the format name. A format that is not
// asserted (see [FormatKnown]) says nothing, so every s has it.
func CheckFormat(name, s string) bool {
	switch name {
	case "date-time":
		return FormatDateTime(s)
	case "date":
		return FormatDate(s)
	case "time":
		return FormatTime(s)
	case "duration":
		return FormatDuration(s)
	case "email":
		return FormatEmail(s)
	case "hostname":
		return FormatHostname(s)
	case "ipv4":
		return FormatIPv4(s)
	case "ipv6":
		return FormatIPv6(s)
	case "uri":
		return FormatURI(s)
	case "uri-reference":
		return FormatURIReference(s)
	case "uuid":
		return FormatUUID(s)
	case "json-pointer":
		return FormatJSONPointer(s)
	case "regex":
		return FormatRegex(s)
	}
	return true
}
