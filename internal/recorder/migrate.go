package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// migrate brings the tables up to the version that this package knows. The version
// stands in a table of one row. Every step may be done by several processes at once.
func (s *Store) migrate(ctx context.Context) error {
	version, err := s.version(ctx)
	if err == nil && version == len(s.dialect.tables) {
		return nil
	}
	err = s.retry(ctx, func() error {
		if _, err := s.db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS acigen_store (name VARCHAR(16) NOT NULL PRIMARY KEY, version INTEGER NOT NULL)"); err != nil {
			return err
		}
		version, err := s.version(ctx)
		if err != nil {
			return err
		}
		for ; version < len(s.dialect.tables); version++ {
			for _, statement := range s.dialect.tables[version] {
				if _, err := s.db.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			if err := s.setVersion(ctx, version+1); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if version, err = s.version(ctx); err == nil && version > len(s.dialect.tables) {
		err = fmt.Errorf("it has the version %d, and this acigen knows up to %d: use a newer acigen", version, len(s.dialect.tables))
	}
	return err
}

// version is the version of the tables; 0 when there is none.
func (s *Store) version(ctx context.Context) (version int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT version FROM acigen_store WHERE name = 'schema'").Scan(&version)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return version, err
}

// setVersion notes a version, unless another process was further already.
func (s *Store) setVersion(ctx context.Context, version int) error {
	done, err := s.db.ExecContext(ctx, s.dialect.bind("UPDATE acigen_store SET version = ? WHERE name = 'schema' AND version < ?"), version, version)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n > 0 {
		return err
	}
	if now, err := s.version(ctx); err != nil || now > 0 {
		return err
	}
	_, err = s.db.ExecContext(ctx, s.dialect.bind("INSERT INTO acigen_store (name, version) VALUES ('schema', ?)"), version)
	if err == nil {
		return nil
	}
	if now, again := s.version(ctx); again == nil && now >= version {
		return nil // another process did it in between
	}
	return err
}
