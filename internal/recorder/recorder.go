// Package recorder is the store of invocations: what was asked, what came out of it,
// and what a claim can point at, in SQLite, MySQL, PostgreSQL, or what speaks their
// protocols.
//
// An invocation is written twice: Begin makes it PROJECTING, Finish makes it READY or
// ERROR, once. Any process may finish what another began. The same finished call
// recorded again is the same row; another result under a used call ID is ErrConflict,
// and nothing is overwritten. A crash between the two writes leaves a PROJECTING row.
package recorder

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The statuses of an invocation.
const (
	Projecting = "PROJECTING"
	Ready      = "READY"
	Error      = "ERROR"
)

// ErrConflict says that a call ID is used by an invocation with another tool, request or outcome.
var ErrConflict = errors.New("the call ID is used by another invocation")

// ErrUnknown says that the store has no such invocation.
var ErrUnknown = errors.New("the store has no such invocation")

// Store is an open store. It is safe for concurrent use.
type Store struct {
	db      *sql.DB
	dialect *dialect
}

// Call is a tool call as it begins.
type Call struct {
	// ID is the call ID; HasID is false for a call without a valid one, which always makes a new row.
	ID    string
	HasID bool
	Tool  string
	// Request is the request's text as it came. Where it is no text, the store has
	// U+FFFD for each byte that is none, and for U+0000.
	Request []byte
	Started time.Time
}

// Outcome is how an invocation ends.
type Outcome struct {
	// Status is Ready or Error.
	Status string
	// Result is the canonical result; nil where the tool has none.
	Result []byte
	// Fingerprint identifies what was asked; empty when the request was invalid.
	Fingerprint string
	// Refs and Notices are JSON arrays.
	Refs, Notices json.RawMessage
	// FailureClass and FailureMessage are empty unless something failed.
	FailureClass, FailureMessage string
	Ended                        time.Time
}

// Key is a store's own number of an invocation.
type Key int64

// Begin records that a call is being projected, unless it is recorded already.
func (s *Store) Begin(ctx context.Context, c Call) (Key, error) {
	var key Key
	err := s.retry(ctx, func() error {
		if !c.HasID {
			made, err := s.dialect.insert(ctx, s.db, nil, nil, c.Tool, Projecting, plain(c.Request), stamp(c.Started))
			key = Key(made)
			return err
		}
		sum := sha256.Sum256([]byte(c.ID))
		var err error
		key, err = s.same(ctx, sum[:], c)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		// Another process may be faster: then nothing is inserted, and its row is found.
		if _, err := s.dialect.insert(ctx, s.db, sum[:], []byte(c.ID), c.Tool, Projecting, plain(c.Request), stamp(c.Started)); err != nil {
			return err
		}
		key, err = s.same(ctx, sum[:], c)
		return err
	})
	return key, wrap("begin the invocation", err)
}

// same returns the key of the invocation with a call's ID, ErrConflict when it is
// another call, and sql.ErrNoRows when there is none.
func (s *Store) same(ctx context.Context, hash []byte, c Call) (key Key, err error) {
	var id []byte
	var tool, request string
	row := s.db.QueryRowContext(ctx, s.dialect.bind("SELECT id, tool_call_id, tool_name, request FROM tool_invocation WHERE call_hash = ?"), hash)
	if err := row.Scan(&key, &id, &tool, &request); err != nil {
		return 0, err
	}
	if string(id) != c.ID || tool != c.Tool || request != plain(c.Request) {
		return 0, ErrConflict
	}
	return key, nil
}

// Finish records the outcome of an invocation that was begun.
func (s *Store) Finish(ctx context.Context, key Key, o Outcome) error {
	if o.Status != Ready && o.Status != Error {
		return fmt.Errorf("%q is no status that ends an invocation", o.Status)
	}
	details := retrievalDetails(o)
	var result, fingerprint any
	if o.Result != nil {
		result = string(o.Result)
	}
	if o.Fingerprint != "" {
		fingerprint = o.Fingerprint
	}
	err := s.retry(ctx, func() error {
		done, err := s.db.ExecContext(ctx, s.dialect.bind("UPDATE tool_invocation SET status = ?, result = ?, scope_fingerprint = ?, retrieval_details = ?, notices = ?, ended_at = ? WHERE id = ? AND status = ?"),
			o.Status, result, fingerprint, details, string(o.Notices), stamp(o.Ended), int64(key), Projecting)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		row, err := s.row(ctx, "id = ?", int64(key))
		switch {
		case err != nil:
			return err
		case row.Status != o.Status || row.Result != string(o.Result) || row.HasResult != (o.Result != nil) || row.Fingerprint != o.Fingerprint || row.Details != details || row.Notices != string(o.Notices):
			return ErrConflict
		}
		return nil
	})
	return wrap("finish the invocation", err)
}

// retrievalDetails is the JSON text of the references and the failure.
func retrievalDetails(o Outcome) string {
	out := []byte(`{"evidence_refs":`)
	out = append(out, o.Refs...)
	if o.FailureClass != "" {
		failure, err := json.Marshal(struct {
			Class   string `json:"class"`
			Message string `json:"message"`
		}{o.FailureClass, o.FailureMessage})
		if err == nil {
			out = append(append(out, `,"failure":`...), failure...)
		}
	}
	return string(append(out, '}'))
}

// plain is what is stored of a text.
func plain(data []byte) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(data), "\uFFFD"), "\x00", "\uFFFD")
}

// stamp is a time as the store writes it: RFC 3339 in UTC with microseconds.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

func wrap(what string, err error) error {
	if err == nil || errors.Is(err, ErrConflict) || errors.Is(err, ErrUnknown) {
		return err
	}
	return fmt.Errorf("%s: %w", what, err)
}
