package recorder

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/acigen/acigen/internal/kernel"
)

// Invocation is one row of a store. Texts are empty while it is PROJECTING.
type Invocation struct {
	Key    Key
	CallID string
	HasID  bool
	Tool   string
	Status string
	// Request and Result are JSON texts; HasResult is false where there is no result.
	Request, Result string
	HasResult       bool
	Fingerprint     string
	// Details and Notices are JSON texts, Started and Ended times of RFC 3339.
	Details, Notices string
	Started, Ended   string
}

// Filter says which invocations to list. The zero value is all.
type Filter struct {
	Status, Tool string
	// Since leaves invocations out that began before; the zero time leaves none out.
	Since time.Time
	// Limit is the most to list; 0 is no limit.
	Limit int
}

const columns = "id, tool_call_id, tool_name, status, request, result, scope_fingerprint, retrieval_details, notices, started_at, ended_at"

func scan(row interface{ Scan(...any) error }) (Invocation, error) {
	var v Invocation
	var id []byte
	var result, fingerprint, details, notices, ended sql.NullString
	err := row.Scan(&v.Key, &id, &v.Tool, &v.Status, &v.Request, &result, &fingerprint, &details, &notices, &v.Started, &ended)
	v.CallID, v.HasID = string(id), id != nil
	v.Result, v.HasResult, v.Fingerprint, v.Details, v.Notices, v.Ended = result.String, result.Valid, fingerprint.String, details.String, notices.String, ended.String
	return v, err
}

func (s *Store) row(ctx context.Context, where string, args ...any) (Invocation, error) {
	v, err := scan(s.db.QueryRowContext(ctx, s.dialect.bind("SELECT "+columns+" FROM tool_invocation WHERE "+where), args...))
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrUnknown
	}
	return v, err
}

// Get returns the invocation of a call ID.
func (s *Store) Get(ctx context.Context, callID string) (Invocation, error) {
	sum := sha256.Sum256([]byte(callID))
	v, err := s.row(ctx, "call_hash = ?", sum[:])
	return v, wrap("read the invocation", err)
}

// GetKey returns the invocation of a key.
func (s *Store) GetKey(ctx context.Context, key Key) (Invocation, error) {
	v, err := s.row(ctx, "id = ?", int64(key))
	return v, wrap("read the invocation", err)
}

// List calls yield for the invocations that a filter lets pass, the newest first, in
// bounded memory.
func (s *Store) List(ctx context.Context, f Filter, yield func(Invocation) error) error {
	query, args := "SELECT "+columns+" FROM tool_invocation WHERE 1 = 1", []any{}
	since := ""
	if !f.Since.IsZero() {
		since = stamp(f.Since)
	}
	for _, c := range []struct{ clause, value string }{{" AND status = ?", f.Status}, {" AND tool_name = ?", f.Tool}, {" AND started_at >= ?", since}} {
		if c.value != "" {
			query, args = query+c.clause, append(args, c.value)
		}
	}
	query += " ORDER BY id DESC"
	if f.Limit > 0 {
		query, args = query+" LIMIT ?", append(args, f.Limit)
	}
	rows, err := s.db.QueryContext(ctx, s.dialect.bind(query), args...)
	if err != nil {
		return wrap("list the invocations", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return wrap("list the invocations", err)
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return wrap("list the invocations", rows.Err())
}

// AppendJSON appends the invocation as schemas/harness/invocation.schema.json describes it.
func (v *Invocation) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendInt(dst, int64(v.Key), 10)
	dst = append(dst, `,"tool_call_id":`...)
	if v.HasID {
		dst = kernel.AppendText(dst, v.CallID)
	} else {
		dst = append(dst, "null"...)
	}
	text := func(name, value string) {
		dst = append(append(append(dst, `,"`...), name...), `":`...)
		dst = kernel.AppendText(dst, value)
	}
	text("tool_name", v.Tool)
	text("status", v.Status)
	text("request", v.Request)
	if v.HasResult {
		text("result", v.Result)
	}
	if v.Fingerprint != "" {
		text("scope_fingerprint", v.Fingerprint)
	}
	if v.Details != "" {
		dst = append(append(dst, `,"retrieval_details":`...), v.Details...)
	}
	if v.Notices != "" {
		dst = append(append(dst, `,"notices":`...), v.Notices...)
	}
	text("started_at", v.Started)
	if v.Ended != "" {
		text("ended_at", v.Ended)
	}
	return append(dst, '}')
}
