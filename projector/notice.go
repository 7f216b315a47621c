package projector

import (
	"strconv"

	"github.com/acigen/acigen/internal/kernel"
)

// Notice is one kind of thing that was left out or changed on the way, for the
// harness. It never carries text of the output.
type Notice struct {
	// Code is one of the codes below; docs/notices.md explains them.
	Code string `json:"code"`
	// RawPath is the place of the first of them in the output.
	RawPath string `json:"raw_path"`
	// Count is how often it happened, at least 1.
	Count int `json:"count"`
}

// The codes of notices. They are stable.
const (
	// NoticeUnusableEntry: an entry lacks what makes it usable, and was dropped.
	NoticeUnusableEntry = "unusable_entry"
	// NoticeRelevanceUnrecognized: the stated relevance is none of HIGH, MEDIUM and LOW.
	NoticeRelevanceUnrecognized = "relevance_unrecognized"
	// NoticeRelevanceConflict: two spellings state different relevance; none is carried.
	NoticeRelevanceConflict = "relevance_conflict"
	// NoticeMaskedValue: a credential in log text was replaced by ***.
	NoticeMaskedValue = "masked_value"
	// NoticePrivateKey: a retrieved document carries a private key. Its excerpt is exact.
	NoticePrivateKey = "private_key"
	// NoticePartialAnswer: the upstream says that its answer is not whole.
	NoticePartialAnswer = "partial_answer"
	// NoticeEvidenceBesideNone: the upstream says that there is no evidence, and has entries. They count.
	NoticeEvidenceBesideNone = "evidence_beside_none"
	// NoticeUnknownColumn: rows have keys that columns does not name; they are not carried.
	NoticeUnknownColumn = "unknown_column"
	// NoticeTotalUnusable: the stated total is no number of entries that could be carried.
	NoticeTotalUnusable = "total_unusable"
)

// AppendNotices appends notices as a JSON array.
func AppendNotices(dst []byte, notices []Notice) []byte {
	dst = append(dst, '[')
	for i := range notices {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"code":`...)
		dst = kernel.AppendText(dst, notices[i].Code)
		dst = append(dst, `,"raw_path":`...)
		dst = kernel.AppendText(dst, notices[i].RawPath)
		dst = append(dst, `,"count":`...)
		dst = strconv.AppendInt(dst, int64(notices[i].Count), 10)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// notice counts what happened n times; path is called for the first of them.
func (w *work) notice(code string, n int, path func() string) {
	for i := range w.notices {
		if w.notices[i].Code == code {
			w.notices[i].Count += n
			return
		}
	}
	w.notices = append(w.notices, Notice{Code: code, RawPath: path(), Count: n})
}
