package mask

import "strings"

// maxKey is the most bytes of a pair's key that are looked at.
const maxKey = 64

// secrets are the ends of keys whose value is a secret: a key counts without case,
// hyphens, underscores and dots.
var secrets = []string{
	"password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "apikey", "accesskey", "accesskeyid", "accesskeysecret", "secretkey", "secretid", "secretaccesskey",
	"privatekey", "sharedkey", "accountkey", "sharedaccesskey", "encryptionkey", "signingkey", "credential", "credentials", "authorization", "authkey", "cookie", "sessionid", "sharedaccesssignature",
}

// whole are keys that count only as they are.
var whole = map[string]bool{"pass": true, "pw": true, "psw": true, "auth": true, "sig": true, "signature": true, "jwt": true, "bearer": true, "jsessionid": true, "phpsessid": true, "ak": true, "sk": true}

// chinese are the ends of such keys in Chinese.
var chinese = []string{"密码", "密碼", "口令", "令牌", "密钥", "密鑰", "私钥", "凭证"}

// endings tells for each two last letters whether a key can end in them.
var endings = func() (t [1 << 10]bool) {
	mark := func(key string) { t[ending(key[len(key)-2], key[len(key)-1])] = true }
	for _, key := range secrets {
		mark(key)
	}
	for key := range whole {
		mark(key)
	}
	return t
}()

func ending(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// keyKind says what a key is.
type keyKind uint8

const (
	harmless keyKind = iota
	secret
	header // authorization: a scheme may stand before the secret
	cookie // the value goes on to the end of the line
	folder // pwd: a path is the working folder
)

// kindOf returns what the key is that ends at end; nothing before from belongs to it.
func kindOf(text string, from, end int) keyKind {
	if end-from < 2 || text[end-1] < 0x80 && !endings[ending(text[end-2], text[end-1])] {
		return harmless
	}
	start := end
	for start > from && end-start < maxKey && keyPart(text[start-1]) {
		start--
	}
	if start == end {
		return harmless
	}
	if text[end-1] >= 0x80 {
		for _, key := range chinese {
			if strings.HasSuffix(text[start:end], key) {
				return secret
			}
		}
		return harmless
	}
	var buffer [maxKey]byte
	key := buffer[:0]
	for i := start; i < end; i++ {
		switch c := text[i]; {
		case c == '_' || c == '-' || c == '.':
		case c >= 0x80:
			key = key[:0] // a word of another script glued to the front
		case 'A' <= c && c <= 'Z':
			key = append(key, c|0x20)
		default:
			key = append(key, c)
		}
	}
	if whole[string(key)] {
		return secret
	}
	for _, end := range secrets {
		if len(key) < len(end) || string(key[len(key)-len(end):]) != end {
			continue
		}
		switch end {
		case "authorization":
			return header
		case "cookie":
			return cookie
		case "pwd":
			return folder
		}
		return secret
	}
	return harmless
}

// keyPart tells whether a byte can be in a key.
func keyPart(c byte) bool { return alphanumeric(c) || c == '-' || c == '.' || c >= 0x80 }
