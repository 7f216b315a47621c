package lint

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// term is a word, or several in a row, that must not be used, and what it is about.
type term struct {
	about string
	// words are spellings: the words of a term are separated by spaces, and are found
	// joined as well. All are in lower case and in the singular where there is one.
	words []string
	// parts are found anywhere: for scripts that do not separate words.
	parts []string
}

const (
	internals      = "retrieval internals"
	infrastructure = "infrastructure"
	credentials    = "credentials"
)

// common are the terms that neither words nor field names may have.
var common = []term{
	{internals, []string{
		"milvus", "l0", "l1", "l2", "vector", "vectorize", "vectorized", "embedding", "embed", "embedded", "rerank", "reranker", "reranking", "reranked",
		"re rank", "re ranking", "re ranked", "re ranker", "top k", "topn", "top n", "knn", "ann", "hnsw", "bm25", "cosine",
	}, []string{"向量", "嵌入", "重排", "召回", "相似度"}},
	{"scores", []string{"score", "scored", "scoring"}, []string{"评分", "得分", "分数", "打分"}},
	{infrastructure, []string{
		"cls", "region", "topic id", "host", "hostname", "port", "jdbc", "odbc", "dsn", "redis", "endpoint", "ip address", "connection string",
	}, []string{"主机", "端口", "地域", "主题id", "连接串", "连接字符串"}},
	{credentials, []string{
		"password", "passwd", "pwd", "passphrase", "secret", "credential", "api key", "access key", "secret key", "private key", "auth key",
		"access token", "api token", "auth token", "bearer", "token",
	}, []string{"密码", "口令", "密钥", "秘钥", "令牌", "凭证", "凭据"}},
	{"audit storage", []string{"audit", "auditing", "audited", "auditor"}, []string{"审计"}},
	{"traces", []string{"trace", "tracing", "traced", "trace id", "span id"}, []string{"追踪", "链路", "跟踪"}},
	{"retries", []string{"retry", "retries", "retried", "retrying", "backoff", "back off"}, []string{"重试"}},
	{"ranking", []string{"rank", "ranked", "ranking"}, []string{"排名", "排序分"}},
}

// wordTerms are those for descriptions.
var wordTerms = append(slices.Clone(common),
	term{"result limits", []string{"limit", "limited to", "max result", "maximum result", "at most", "up to n", "page size"}, []string{"上限", "限制", "最多"}},
)

// fieldTerms are those for names of properties.
var fieldTerms = append(slices.Clone(common),
	term{infrastructure, []string{"cluster", "bucket", "shard", "replica", "namespace id", "ip", "uri host", "node ip", "physical topic"}, nil},
	term{internals, []string{"context pack", "retrieval", "fallback attempt", "distance"}, nil},
	term{"result limits", []string{"limit", "page size", "max result"}, nil},
)

// allowedNames are names of properties that have a forbidden word in them and mean
// something else.
var allowedNames = []string{"token_count", "tokens", "max_tokens", "prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens"}

// forbidden returns what a text speaks of that it must not, with the spelling that
// it was found in, or "".
func forbidden(text string, terms []term) string {
	text = norm.NFKC.String(text)
	words := split(text)
	squashed := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	for _, t := range terms {
		for _, spelling := range t.words {
			if find(words, strings.Fields(spelling)) {
				return t.about + " (" + spelling + ")"
			}
		}
		for _, part := range t.parts {
			if strings.Contains(squashed, part) {
				return t.about + " (" + part + ")"
			}
		}
	}
	return ""
}

// find tells whether words hold the words of a term in a row, or joined in one.
func find(words, spelling []string) bool {
	joined := strings.Join(spelling, "")
	for i := range words {
		if len(spelling) > 1 && (words[i] == joined || singular(words[i]) == joined) {
			return true
		}
		if i+len(spelling) > len(words) {
			continue
		}
		ok := true
		for j, w := range spelling {
			ok = ok && (words[i+j] == w || singular(words[i+j]) == w)
		}
		if ok {
			return true
		}
	}
	return false
}

// singular takes a plural's ending off.
func singular(word string) string {
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	}
	return word
}

// split parts a text into words in lower case: at everything that is no letter or
// digit, and in camel case. Invisible characters are passed over.
func split(text string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(text)
	runes = slices.DeleteFunc(runes, func(r rune) bool { return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Mn, r) })
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if unicode.IsUpper(r) && i > 0 {
			before := runes[i-1]
			// A capital before small letters begins a word, but for the s of a plural: HTTPServer, APIKeys, IDs.
			plural := i+1 < len(runes) && runes[i+1] == 's' && (i+2 == len(runes) || !unicode.IsLetter(runes[i+2]))
			ends := i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(before) && !plural
			if unicode.IsLower(before) || ends {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}
