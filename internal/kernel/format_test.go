package kernel

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestFormatsOfTheSuite holds every format to the official verdicts. A host name
// with an encoded label is judged by the rule for letters, digits and hyphens,
// whatever the label decodes to: that is the one documented difference.
func TestFormatsOfTheSuite(t *testing.T) {
	var rows []struct {
		Format, Text   string
		Valid, Encoded bool
	}
	data, err := os.ReadFile("testdata/formats.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, row := range rows {
		seen[row.Format]++
		want := row.Valid || row.Encoded
		if got := CheckFormat(row.Format, row.Text); got != want {
			t.Errorf("%s %q: got %v, want %v", row.Format, row.Text, got, want)
		}
		if !FormatKnown(row.Format) {
			t.Errorf("format %q is not known", row.Format)
		}
	}
	if len(seen) != 13 || len(rows) < 380 {
		t.Errorf("%d rows of %d formats", len(rows), len(seen))
	}
}

func TestFormatsBeyondTheSuite(t *testing.T) {
	label := strings.Repeat("a", 63)
	for _, c := range []struct {
		name, format, text string
		valid              bool
	}{
		{"a format that is not asserted says nothing", "idn-email", "\x00", true},

		{"a date-time has a T between date and time", "date-time", "2026-03-01 10:00:00Z", false},
		{"a date alone is no date-time", "date-time", "2026-03-01", false},
		{"a date and a T are no date-time", "date-time", "2026-03-01T", false},
		{"a leap second may be in any month", "date-time", "2026-03-01T23:59:60Z", true},
		{"a leap second may have a fraction", "time", "23:59:60.5Z", true},
		{"a fraction has a digit", "time", "10:00:00.Z", false},
		{"a fraction starts with a dot", "time", "10:00:00,5Z", false},
		{"an offset has a colon", "time", "10:00:00+0100", false},
		{"an offset of one digit is cut off", "time", "10:00:00+1", false},
		{"nothing follows Z", "time", "10:00:00ZZ", false},
		{"year 0000 is a year", "date", "0000-02-29", true},

		{"a duration needs a P", "duration", "T1H", false},
		{"weeks stand alone", "duration", "P1W1D", false},
		{"a designator is a capital letter", "duration", "p1d", false},
		{"a unit needs a number", "duration", "PY", false},
		{"a unit is there once", "duration", "P1D1D", false},
		{"months of the date and minutes of the time share a letter", "duration", "P1MT1M", true},

		{"a local part has 64 bytes at most", "email", strings.Repeat("a", 64) + "@b", true},
		{"a local part of 65 bytes is too long", "email", strings.Repeat("a", 65) + "@b", false},
		{"an empty quoted string is a local part", "email", `""@example.com`, true},
		{"a quoted pair is a local part's character", "email", `"a\"b"@example.com`, true},
		{"a quoted string ends", "email", `"a@example.com`, false},
		{"a quoted string holds no control character", "email", "\"a\tb\"@example.com", false},
		{"a quoted pair holds no control character", "email", "\"a\\\nb\"@example.com", false},
		{"nothing stands between a quoted string and @", "email", `"a"b@example.com`, false},
		{"a local part is ASCII", "email", "jos\u00e9@example.com", false},
		{"an address literal ends", "email", "a@[127.0.0.1", false},
		{"an address literal is not empty", "email", "a@[]", false},
		{"the tag of an address literal has any case", "email", "a@[ipV6:::1]", true},
		{"an IPv6 address needs its tag", "email", "a@[::1]", false},
		{"a domain has no trailing dot", "email", "a@example.com.", false},

		{"a name of 253 bytes is the longest", "hostname", label + "." + label + "." + label + "." + label[:61], true},
		{"a name of 254 bytes is too long", "hostname", label + "." + label + "." + label + "." + label[:62], false},
		{"a label is not empty", "hostname", "a..b", false},
		{"an inner label ends without a hyphen", "hostname", "a-.b", false},

		{"an octet has three digits at most", "ipv4", "0001.2.3.4", false},
		{"a leading zero is no octet", "ipv4", "01.2.3.4", false},
		{"two colons may stand for one group", "ipv6", "1:2:3:4:5:6:7::", true},
		{"two colons stand for a group at least", "ipv6", "1:2:3:4:5:6:7:8::", false},
		{"two colons do not follow eight groups in the middle", "ipv6", "1:2:3:4::5:6:7:8", false},
		{"a dotted tail counts as two groups", "ipv6", "1:2:3:4:5:6:1.2.3.4", true},
		{"a dotted tail does not fit after seven groups", "ipv6", "1:2:3:4:5:6:7:1.2.3.4", false},
		{"a dotted part stands at the end", "ipv6", "::1.2.3.4:5", false},
		{"an empty text is no address", "ipv6", "", false},
		{"a colon is no address", "ipv6", ":", false},

		{"a scheme alone is a URI with an empty path", "uri", "a:", true},
		{"a URI has a scheme", "uri", ":a", false},
		{"an empty text is no URI", "uri", "", false},
		{"an authority may be empty", "uri", "file:///etc", true},
		{"a port may be empty", "uri", "http://a:/", true},
		{"an address of a later version", "uri", "http://[v1F.a:b]/", true},
		{"a later version has a number", "uri", "http://[v.a]/", false},
		{"a later version has an address", "uri", "http://[v1.]/", false},
		{"an address in brackets ends", "uri", "http://[::1", false},
		{"nothing but a port follows an address in brackets", "uri", "http://[::1]a", false},
		{"an address has no zone", "uri", "http://[fe80::1%25eth0]/", false},
		{"a query may hold a question mark", "uri", "a:?b?c/d", true},
		{"a fragment holds no number sign", "uri", "a:#b#c", false},
		{"a fragment may hold a slash", "uri", "a:#b/c?d", true},
		{"a bracket stands nowhere in a query", "uri", "a:?b[]", false},
		{"a colon may follow the first slash", "uri-reference", "a/b:c", true},
		{"a colon may stand in a query", "uri-reference", "?a:b", true},
		{"a colon may stand in a fragment", "uri-reference", "#a:b", true},
		{"a colon does not stand in the first segment", "uri-reference", ":a", false},

		{"a token may hold anything else", "json-pointer", "/\u0000\"\\", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := CheckFormat(c.format, c.text); got != c.valid {
				t.Errorf("%s %q: got %v, want %v", c.format, c.text, got, c.valid)
			}
		})
	}
}

func TestFormatsDoNotAllocate(t *testing.T) {
	texts := []string{
		"2026-03-01T10:15:02.123+01:00", "P1Y2M3DT4H5M6S", `"a b"@[IPv6:::1]`, "www.example.com", "10.0.0.1",
		"2001:db8::10.0.0.1", "https://u@[::1]:80/a/b?c=%20#d", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "/a~0/b~1",
		`^(?:[a-z\u{1F600}-\u{1F64F}]+\p{Script=Greek}{1,20}|(a)\1)*?$`,
	}
	for _, format := range []string{
		"date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid", "json-pointer", "regex",
	} {
		for _, text := range texts {
			if n := testing.AllocsPerRun(10, func() { CheckFormat(format, text) }); n != 0 {
				t.Errorf("%s %q: %v allocations", format, text, n)
			}
		}
	}
}

// FuzzCheckFormat holds every format to its promise that any text has a verdict.
func FuzzCheckFormat(f *testing.F) {
	for _, text := range []string{
		"2026-03-01T23:59:60.5+01:00", "P1Y2M3DT4H5M6S", "P1W", `"a\"b"@[IPv6:::1.2.3.4]`, "a.b@c-d.e", "1:2::3.4.5.6", "a:b",
		"https://u:p@[v1.a]:80/%20?#", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "/~0/~1", `(?<a>[\d-]{1,2}|\u{1F600}\p{L})\k<a>`, "(?<=a", "[\xff",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []string{
			"date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid", "json-pointer", "regex",
		} {
			CheckFormat(format, text)
		}
		if FormatURI(text) && !FormatURIReference(text) {
			t.Errorf("%q is a URI and no URI reference", text)
		}
		if FormatIPv4(text) && !FormatHostname(text) {
			t.Errorf("%q is an IPv4 address and no host name", text)
		}
	})
}
