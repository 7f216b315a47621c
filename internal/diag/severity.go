package diag

import "fmt"

var severityNames = [...]string{Error: "error", Warning: "warning", Info: "info"}

// String returns "error", "warning" or "info", and "severity(N)" for a value that is none of the three.
func (s Severity) String() string {
	if s < Error || s > Info {
		return fmt.Sprintf("severity(%d)", int(s))
	}
	return severityNames[s]
}

// MarshalText returns what String does. A value that is no severity is an error.
func (s Severity) MarshalText() ([]byte, error) {
	if s < Error || s > Info {
		return nil, fmt.Errorf("no such severity: %d", int(s))
	}
	return []byte(severityNames[s]), nil
}

// UnmarshalText accepts exactly the three names that String returns.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, name := range severityNames {
		if name == string(text) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("no such severity: %q", text)
}
