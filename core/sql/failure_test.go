//go:build unix && !js

package sql_test

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"concord/core/sql"
)

// A statement that fails is noticed though the client goes on, also where it only was to add rows, as when a disk is full.
func TestStatementsThatFail(t *testing.T) {
	for _, dialect := range []string{"postgres", "duckdb"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			var rows [][]*string
			task, label := "t", "a"
			for n := range 2500 { // more than a statement takes
				worker := "w" + strconv.Itoa(n)
				rows = append(rows, []*string{&task, &worker, &label})
			}
			load(t, db, ask, "labels", []string{"task", "worker", "label"}, rows)
			for statement, what := range map[string]string{
				`INSERT INTO "concord_worker_names"`:               "keying tasks",
				`CREATE TABLE IF NOT EXISTS "concord_class_names"`: "looking for workers",
				`CREATE TABLE IF NOT EXISTS "concord_votes"`:       "keying tasks",
			} {
				verb, table, _ := strings.Cut(statement, `"`)
				broken := func(text string, line func([]byte) error) (string, error) {
					return ask(strings.Replace(text, statement, verb+`"nowhere"."`+table, 1), line)
				}
				j := &sql.Job{Dialect: d, Method: "ds", Table: sql.Name{"labels"},
					Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"}, Prefix: sql.Name{"concord_"}}
				_, err := sql.Open(j, broken, sql.Options{})
				failed := new(sql.Failure)
				if !errors.As(err, &failed) || failed.What != what || !strings.Contains(err.Error(), "nowhere") {
					t.Errorf("%s: got %v, want an error while %s", statement, err, what)
					continue
				}
				if len(err.Error()) > 400 || regexp.MustCompile(`(?i)\berror\b.*\berror\b.*\berror\b`).MatchString(err.Error()) {
					t.Errorf("%s: got %q, want the first error", statement, err)
				}
				_, blamed, _ := strings.Cut("\n"+failed.Statements, fmt.Sprintf("\n-- %d\n", failed.Statement))
				if one, _, _ := strings.Cut(blamed, ";\n"); !strings.Contains(one, `"`+table) {
					t.Errorf("%s: got statement %d of\n%.2000s", statement, failed.Statement, failed.Statements)
				}
				if _, err := sql.Clean(j, ask); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
