//go:build unix

package recorder

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is a database server of the tests' own, on a socket in a temporary folder.
type server struct {
	once   sync.Once
	dir    string
	cmd    *exec.Cmd
	reason string // why there is none
	bases  int
}

var maria, postgres server

// lacking skips a test, unless nothing may be skipped.
func lacking(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("ACIGEN_REQUIRE_ALL") != "" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// program finds a program in the path or where Debian puts it.
func program(name string, also ...string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, pattern := range also {
		found, _ := filepath.Glob(filepath.Join(pattern, name))
		if slices.Sort(found); len(found) > 0 {
			return found[len(found)-1]
		}
	}
	return ""
}

// as makes a command run as a user that may run servers, when the tests run as root.
func as(cmd *exec.Cmd, name, dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return os.Chown(dir, uid, gid)
}

func run(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %.500s", filepath.Base(cmd.Path), err, out)
	}
	return nil
}

// start prepares a folder, starts the server and waits until it answers.
func (s *server) start(prepare func() (*exec.Cmd, error), dsn func() string) {
	var err error
	if s.dir, err = os.MkdirTemp("/tmp", "aci"); err == nil {
		s.cmd, err = prepare()
	}
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		s.reason, s.cmd = err.Error(), nil
		return
	}
	for range 300 {
		if err = ping(dsn()); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.reason = "the server does not answer: " + err.Error()
}

func ping(dsn string) error {
	store, err := connect(dsn)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	return store.db.Ping()
}

func stopServers() {
	for _, s := range []*server{&maria, &postgres} {
		if s.cmd != nil {
			_ = s.cmd.Process.Signal(syscall.SIGQUIT)
			if s == &maria {
				_ = s.cmd.Process.Kill()
			}
			_ = s.cmd.Wait()
		}
		if s.dir != "" {
			_ = os.RemoveAll(s.dir)
		}
	}
}

// base makes a new database.
func (s *server) base(t *testing.T, dsn func(name string) string, admin string) string {
	t.Helper()
	s.bases++
	name := "t" + strconv.Itoa(s.bases)
	store, err := connect(dsn(admin))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if err := exec1(store.db, "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return dsn(name)
}

func exec1(db *sql.DB, statement string) error {
	_, err := db.ExecContext(context.Background(), statement)
	return err
}

func mariaDB(t *testing.T) string {
	t.Helper()
	s := &maria
	dsn := func(name string) string { return "mysql://root@localhost/" + name + "?socket=" + s.dir + "/s" }
	s.once.Do(func() {
		daemon, install := program("mariadbd", "/usr/sbin"), program("mariadb-install-db")
		if daemon == "" || install == "" {
			s.reason = "MariaDB is not installed"
			return
		}
		s.start(func() (*exec.Cmd, error) {
			data := filepath.Join(s.dir, "d")
			prepare := exec.Command(install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
			cmd := exec.Command(daemon, "--no-defaults", "--datadir="+data, "--socket="+s.dir+"/s", "--pid-file="+s.dir+"/p", "--skip-networking", "--innodb-flush-log-at-trx-commit=2", "--innodb-buffer-pool-size=32M", "--max-connections=200")
			for _, c := range []*exec.Cmd{prepare, cmd} {
				if err := as(c, "mysql", s.dir); err != nil {
					return nil, err
				}
			}
			return cmd, run(prepare)
		}, func() string { return dsn("mysql") })
	})
	if s.reason != "" {
		lacking(t, s.reason)
	}
	return s.base(t, dsn, "mysql")
}

func postgreSQL(t *testing.T) string {
	t.Helper()
	s := &postgres
	dsn := func(name string) string { return "postgres://postgres@/" + name + "?host=" + s.dir }
	s.once.Do(func() {
		daemon, initdb := program("postgres", "/usr/lib/postgresql/*/bin"), program("initdb", "/usr/lib/postgresql/*/bin")
		if daemon == "" || initdb == "" {
			s.reason = "PostgreSQL is not installed"
			return
		}
		s.start(func() (*exec.Cmd, error) {
			data := filepath.Join(s.dir, "d")
			prepare := exec.Command(initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
			cmd := exec.Command(daemon, "-D", data, "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200")
			for _, c := range []*exec.Cmd{prepare, cmd} {
				c.Dir = s.dir
				if err := as(c, "postgres", s.dir); err != nil {
					return nil, err
				}
			}
			return cmd, run(prepare)
		}, func() string { return dsn("postgres") })
	})
	if s.reason != "" {
		lacking(t, s.reason)
	}
	return s.base(t, dsn, "postgres")
}
