package mask

import (
	"strings"
	"testing"
)

func masked(text string) string {
	out, n := Append(nil, text)
	if n == 0 {
		return text
	}
	return string(out)
}

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk"

func TestCredentialsAreMaskedAndTheirKeysStay(t *testing.T) {
	for text, want := range map[string]string{
		"login with password=Tulip88x failed at postgres://basket:Tulip88x@pg/carts": "login with password=*** failed at postgres://***@pg/carts",
		"dial billing:Tulip88x@tcp(10.20.30.40:3306)/bills: timeout":                 "dial ***@tcp(10.20.30.40:3306)/bills: timeout",
		"https://:Tulip88x@host/x":                                         "https://***@host/x",
		"https://Tulip88x@host/x":                                          "https://***@host/x",
		"redis://u:p@ss@host:6379/0":                                       "redis://***@host:6379/0",
		"amqp://u:p/w@host/v":                                              "amqp://***@host/v",
		"dsn=root:Tulip88x@tcp(db)/x":                                      "dsn=***@tcp(db)/x",
		"jdbc:mysql://h/db?user=root&password=Tulip88x&a=b":                "jdbc:mysql://h/db?user=root&password=***&a=b",
		`{"password": "Tulip 88x", "user": "a"}`:                           `{"password": "***", "user": "a"}`,
		`{\"apiKey\":\"Tulip88x\",\"b\":1}`:                                `{\"apiKey\":\"***\",\"b\":1}`,
		`password="a\"b" x`:                                                `password="***" x`,
		"spring.datasource.password: Tulip88x":                             "spring.datasource.password: ***",
		"DB_PASSWORD=Tulip88x, next":                                       "DB_PASSWORD=***, next",
		"password=a,b;c d":                                                 "password=*** d",
		"password=a,user=b":                                                "password=***,user=b",
		"X-Api-Key: abc123 rest":                                           "X-Api-Key: *** rest",
		"token => 'abc def' x":                                             "token => '***' x",
		"Authorization: Bearer abc.def-1":                                  "Authorization: Bearer ***",
		"authorization=Basic dXNlcjpwYXNz, x":                              "authorization=Basic ***, x",
		`"Authorization":"Bearer abc123"`:                                  `"Authorization":"Bearer ***"`,
		"sent bearer aB3dE6gH to":                                          "sent bearer *** to",
		"got " + jwt + " back":                                             "got *** back",
		"key AKIAIOSFODNN7EXAMPLE used":                                    "key *** used",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY": "aws_secret_access_key = ***",
		"AKIDz8krbsJ5yKBZQpn74WFkmLPx3gnPhESA":                             "***",
		"ghp_16C7e42F292c6912E7710c838347Ae178B4a":                         "***",
		"sk-ant-api03-abcdefgh and glpat-abcdefgh12345678":                 "*** and ***",
		"run --password Tulip88x --user a":                                 "run --password *** --user a",
		"run --token=Tulip88x":                                             "run --token=***",
		"mysql -uroot -pTulip88x db":                                       "mysql -uroot -p*** db",
		"密码：Tulip88x，用户：a":                                                 "密码：***，用户：a",
		"用户密码=Tulip88x":                                                    "用户密码=***",
		"令牌: Tulip88x。":                                                    "令牌: ***。",
		"Set-Cookie: sid=abc; Path=/; x=1":                                 "Set-Cookie: ***",
		"a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb": "a\n***\nb",
		"-----BEGIN OPENSSH PRIVATE KEY-----\\nb3Blb":                                "***",
		"credentials={user=a, password=Tulip88x}":                                    "credentials={user=a, password=***}",
		"(password=Tulip88x)":                                                        "(password=***)",
		"DefaultEndpointsProtocol=https;AccountKey=abc+/1==;x=y":                     "DefaultEndpointsProtocol=https;AccountKey=***;x=y",
		"https://h/b?sig=abc%2F&se=1":                                                "https://h/b?sig=***&se=1",
		"password=Tulip88x password=Tulip88x":                                        "password=*** password=***",
		"客户端token=Tulip88x结束":                                                        "客户端token=***",
		"pwd=Tulip88x":                                                               "pwd=***",
		"postgres://u:p,ss@h":                                                        "postgres://***@h",
		"postgres://u:p,s:s@h":                                                       "postgres://***@h",
		"postgres://u:(p;s's)@h/d":                                                   "postgres://***@h/d",
		"postgres://u:" + strings.Repeat("p", 3000) + "@h":                           "postgres://***@h",
		"password=ab'cd ":                                                            "password=*** ",
		`password=ab"cd `:                                                            "password=*** ",
		"password=ab<cd":                                                             "password=***",
		"'password=ab'":                                                              "'password=***'",
		"<password=ab>":                                                              "<password=***>",
		"Cookie: sid=abc; t=***":                                                     "Cookie: ***",
		"next=%2F&password%3DTulip88x&a=b":                                           "next=%2F&password%3D***&a=b",
		"token%3ATulip88x":                                                           "token%3A***",
	} {
		if got := masked(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestOrdinaryTextStays(t *testing.T) {
	for _, text := range []string{
		"", "token count=5 max_tokens: 4096 tokens=120 token_count=7", "password reset for user 5", "the password is required", "keyboard=us author=x secretary: y", "passwordless login",
		"key=value cache_key=a:b primary_key=id", "mail a.b@c.de to user@host", "12:30:45@node", "fe80::1%eth0 at 10.0.0.1:80", "Foo@1a2b3c", "git@github.com:org/repo", "password=*** and password=<*>", "password=",
		"password=null token: true", "HikariPool-1 - Connection is not available, request timed out after 30000ms (total=50, active=50, idle=0, waiting=12)", "PWD=/srv/app", "Bearer token missing", "eyJ is how it starts",
		"ratio=a:b", "http://host:8080/a@b", "http://host/a@b:c", "-----BEGIN CERTIFICATE-----", "see --help or -p 80", "2026-03-01 10:15:02 INFO", "sketch=1 sk-8", "step: 1/3", "user:", "@", "a@", ":@", "postgres://***@pg/carts",
	} {
		if out, n := Append(nil, text); n != 0 || len(out) != 0 {
			t.Errorf("%q is %q", text, out)
		}
	}
}

func TestNoPartOfASecretStaysWhateverStandsAround(t *testing.T) {
	const value = "Tu1ip88xQz"
	for _, form := range []string{"password=%s", "db.password: %s", `"secret":"%s"`, "postgres://u:%s@h/d", "u:%s@tcp(h)/d", "Authorization: Bearer %s", "--token %s", "密码：%s", "https://h/p?access_token=%s&x=1", "q=password%3D%s", "Cookie: sid=%s; t=***", `\"client_secret\":\"%s\"`} {
		for _, around := range []string{"%s", " %s ", "(%s)", "[%s]", `"%s"`, "步骤 %s 步骤", "a\n%s\nb", "x, %s, y", "x; %s; y", "%s %s", "'%s'", "<%s>", "e=%s;"} {
			text := strings.ReplaceAll(around, "%s", strings.ReplaceAll(form, "%s", value))
			got := masked(text)
			for n := 4; n <= len(value); n++ {
				if strings.Contains(got, value[:n]) || strings.Contains(got, value[len(value)-n:]) {
					t.Errorf("%q shows %q", text, got)
					break
				}
			}
			if again := masked(got); again != got {
				t.Errorf("%q is masked to %q, and that to %q", text, got, again)
			}
		}
	}
}

func TestPrivateKeysAreFound(t *testing.T) {
	for text, want := range map[string]bool{
		"x -----BEGIN PRIVATE KEY-----\nMII": true, "-----BEGIN ENCRYPTED PRIVATE KEY-----": true, "-----BEGIN PGP PRIVATE KEY BLOCK-----": true,
		"-----BEGIN CERTIFICATE-----\n-----BEGIN EC PRIVATE KEY-----": true, "-----BEGIN CERTIFICATE-----": false, "PRIVATE KEY": false, "": false,
	} {
		if got := PrivateKey(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestHostileTextTakesLinearTime(t *testing.T) {
	for _, piece := range []string{"password=", "eyJ.eyJ.", "a:b@a:b@", "-----BEGIN ", "://", "@", "a@", "password", "=", "token: ", "-p", "--", "x/y@", "http://a/", "\"", "\\\"", ".--", "eyJ-", "eyJaaaaaaaa-", "cookie:*** ", "cookie:", "password%3D", "password='", "x://a,", "a,b;c@"} {
		text := strings.Repeat(piece, 1<<20/len(piece))
		got := masked(text)
		if again := masked(got); again != got {
			t.Errorf("masking %q is not idempotent", piece)
		}
	}
}

func BenchmarkOrdinary(b *testing.B) {
	text := strings.Repeat("2026-03-01 10:15:02 HikariPool-1 - Connection is not available, request timed out after 30000ms for the basket 7 of node n-1\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Append(nil, text)
	}
}

func FuzzAppend(f *testing.F) {
	for _, text := range []string{"password=a", "postgres://u:p@h", jwt, "Authorization: Bearer x", "-----BEGIN PRIVATE KEY-----", "密码：x", `{\"token\":\"a\"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := masked(text)
		if again := masked(got); again != got {
			t.Errorf("%q is masked to %q, and that to %q", text, got, again)
		}
	})
}
