//go:build !unix

package recorder

import "testing"

func stopServers() {}

func mariaDB(t *testing.T) string {
	t.Skip("MariaDB is tested on Unix")
	return ""
}

func postgreSQL(t *testing.T) string {
	t.Skip("PostgreSQL is tested on Unix")
	return ""
}
