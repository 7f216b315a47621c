package mask

import "strings"

// prefixed are the credentials that their form gives away: what they start with, the
// characters that follow beside letters and digits, and how many at least.
var prefixed = []struct {
	prefix, also string
	least        int
}{
	{"AKIA", "", 12}, {"ASIA", "", 12}, {"AKID", "", 12}, {"LTAI", "", 10}, {"AIza", "-", 20},
	{"ghp_", "", 16}, {"gho_", "", 16}, {"ghu_", "", 16}, {"ghs_", "", 16}, {"ghr_", "", 16}, {"github_pat_", "", 16}, {"glpat-", "-", 12},
	{"xoxb-", "-", 8}, {"xoxp-", "-", 8}, {"xoxa-", "-", 8}, {"xoxr-", "-", 8}, {"xoxs-", "-", 8},
	{"sk_live_", "", 8}, {"sk_test_", "", 8}, {"rk_live_", "", 8}, {"sk-ant-", "-", 8}, {"sk-", "-", 20}, {"npm_", "", 20}, {"hf_", "", 20}, {"SG.", "-.", 20},
}

// byLetter are the numbers of the prefixes that start with a character.
var byLetter = func() (t [256][]uint8) {
	for i := range prefixed {
		c := prefixed[i].prefix[0]
		t[c] = append(t[c], uint8(i))
	}
	return t
}()

// token returns the credential that starts at i, where a word starts.
func token(text string, i int, barren *int) (start, end int) {
	rest := text[i:]
	switch rest[0] {
	case 'e':
		return webToken(text, i, barren)
	case 'B', 'b':
		if len(rest) > 7 && strings.EqualFold(rest[:6], "bearer") && (rest[6] == ' ' || rest[6] == '\t') {
			start = i + 7
			end = run(text, start, "-._~+/=")
			if random(text[start:end]) {
				return start, end
			}
		}
		return 0, 0
	}
	for _, i := range byLetter[rest[0]] {
		p := &prefixed[i]
		if strings.HasPrefix(rest, p.prefix) {
			start = len(text) - len(rest)
			end = run(text, start+len(p.prefix), p.also)
			if end-start-len(p.prefix) >= p.least {
				return start, end
			}
		}
	}
	return 0, 0
}

// webToken returns a JSON Web Token (RFC 7519): the header of one is base64 of {".
func webToken(text string, i int, barren *int) (start, end int) {
	if i < *barren || !strings.HasPrefix(text[i:], "eyJ") {
		return 0, 0
	}
	dot := run(text, i, "-")
	*barren = dot // what fails from here on fails from every later place of this run too
	if dot-i < 10 || dot >= len(text) || text[dot] != '.' {
		return 0, 0
	}
	end = run(text, dot+1, "-.")
	if end-dot < 6 {
		return 0, 0
	}
	return i, end
}

// random tells whether a word is made by a machine: long, or of more than small letters.
func random(s string) bool {
	if len(s) < 6 {
		return false
	}
	if len(s) >= 24 {
		return true
	}
	for i := 1; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return true
		}
	}
	return false
}

const begin = "-----BEGIN "

// keyLabel returns the length of the line that begins a private-key block (RFC 7468)
// at the start of s, or 0.
func keyLabel(s string) int {
	const most = 64
	head := s[:min(len(s), most)]
	label, _, closed := strings.Cut(head[len(begin):], "-----")
	if !strings.HasPrefix(head, begin) || !closed || !strings.Contains(label, "PRIVATE KEY") {
		return 0
	}
	return len(begin) + len(label) + 5
}

// keyBlock returns the private-key block at i; without its end it goes on to the end
// of the text.
func keyBlock(text string, i int) (start, end int) {
	n := keyLabel(text[i:])
	if n == 0 {
		return 0, 0
	}
	const last = "-----END "
	at := strings.Index(text[i+n:], last)
	if at < 0 {
		return i, len(text)
	}
	end = i + n + at + len(last)
	if dashes := strings.Index(text[end:], "-----"); dashes >= 0 && dashes < 64 {
		return i, end + dashes + 5
	}
	return i, end
}
