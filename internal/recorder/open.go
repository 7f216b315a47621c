package recorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Forms are how the DSN of a store is written, for messages.
const Forms = "sqlite:FILE, mysql://USER:PASSWORD@HOST/DATABASE or postgres://USER:PASSWORD@HOST/DATABASE"

// Open opens a store and brings its tables up to date. The DSN is one of Forms; an
// error never shows its password.
func Open(ctx context.Context, dsn string) (*Store, error) {
	s, err := connect(dsn)
	if err != nil {
		return nil, err
	}
	if err := s.migrate(ctx); err != nil {
		_ = s.db.Close()
		return nil, fmt.Errorf("open the store: %w", hide(err, dsn))
	}
	return s, nil
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

func connect(dsn string) (*Store, error) {
	scheme, rest, _ := strings.Cut(dsn, ":")
	switch scheme {
	case "sqlite":
		if rest == "" {
			return nil, errors.New("the DSN names no file: write sqlite:FILE")
		}
		return openSQLite(rest)
	case "mysql":
		return openMySQL(dsn)
	case "postgres", "postgresql":
		config, err := pgx.ParseConfig(dsn)
		if err != nil {
			return nil, errors.New("the DSN is not understood: write postgres://USER:PASSWORD@HOST/DATABASE")
		}
		return &Store{stdlib.OpenDB(*config), &postgresDialect}, nil
	}
	return nil, errors.New("the DSN is not understood: write " + Forms)
}

// openSQLite opens a file. Its pages go through a write-ahead log, so that a process
// that is killed leaves the file as it was before or after each write.
func openSQLite(path string) (*Store, error) {
	q := url.Values{"_pragma": {"busy_timeout(30000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}, "_txlock": {"immediate"}}
	name := (&url.URL{Scheme: "file", Opaque: strings.ReplaceAll(url.PathEscape(path), "%2F", "/"), RawQuery: q.Encode()}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one writer at a time in any case
	return &Store{db, &sqliteDialect}, nil
}

func openMySQL(dsn string) (*Store, error) {
	wrong := errors.New("the DSN is not understood: write mysql://USER:PASSWORD@HOST:PORT/DATABASE, with ?socket=PATH for a socket")
	u, err := url.Parse(dsn)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return nil, wrong
	}
	config := mysql.NewConfig()
	config.User = u.User.Username()
	config.Passwd, _ = u.User.Password()
	config.Net, config.Addr = "tcp", u.Host
	if u.Port() == "" {
		config.Addr = u.Hostname() + ":3306"
	}
	config.DBName = strings.Trim(u.Path, "/")
	config.Collation = "utf8mb4_bin"
	config.Params = map[string]string{"sql_mode": "'STRICT_ALL_TABLES'"}
	config.Logger = &mysql.NopLogger{}
	config.Timeout = 10 * time.Second
	for name, values := range u.Query() {
		switch name {
		case "socket":
			config.Net, config.Addr = "unix", values[0]
		case "tls":
			config.TLSConfig = values[0]
		default:
			return nil, fmt.Errorf("the DSN has the parameter %q, which is not known: there is socket and tls", name)
		}
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, wrong
	}
	return &Store{sql.OpenDB(connector), &mysqlDialect}, nil
}

// hide takes the user information of a DSN out of an error.
func hide(err error, dsn string) error {
	u, parsed := url.Parse(dsn)
	if parsed != nil || u.User == nil {
		return err
	}
	message := err.Error()
	if password, has := u.User.Password(); has && password != "" {
		message = strings.ReplaceAll(strings.ReplaceAll(message, password, "***"), url.QueryEscape(password), "***")
	}
	if message == err.Error() {
		return err
	}
	return errors.New(message)
}

// retry runs an operation again while another process is in its way, for a bounded time.
func (s *Store) retry(ctx context.Context, operation func() error) error {
	const attempts = 12
	wait := 5 * time.Millisecond
	for i := 1; ; i++ {
		err := operation()
		if err == nil || i == attempts || !s.dialect.transient(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait + rand.N(wait)):
		}
		wait = min(2*wait, time.Second)
	}
}
