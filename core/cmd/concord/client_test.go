//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/internal/warehouse"
)

// held runs concord sql --run - and each statement that it writes alone, until one fails. It returns the code and what was said.
func held(t *testing.T, db *warehouse.Database, args ...string) (code int, said string) {
	t.Helper()
	asks, sql := io.Pipe()
	rows, answers := io.Pipe()
	var stderr bytes.Buffer
	ended := make(chan int)
	go func() {
		args = append([]string{"sql", "--dialect", db.Dialect, "--table", "labels", "--run", "-"}, args...)
		code := run(t.Context(), args, rows, sql, &stderr)
		sql.Close()
		rows.Close()
		ended <- code
	}()
	var statement strings.Builder
	for from := bufio.NewReader(asks); ; {
		line, err := from.ReadString('\n')
		if err != nil {
			break
		}
		if statement.WriteString(line); !strings.HasSuffix(line, ";\n") {
			continue
		}
		out, err := db.Run(statement.String())
		if err != nil {
			t.Logf("%v, of\n%s", err, &statement)
			answers.Close()
		}
		io.WriteString(answers, out)
		statement.Reset()
	}
	return <-ended, stderr.String()
}

// Whoever starts the command can run its statements, one at a time: the answers are in tables and, if asked for, in files.
func TestSQLByAnotherProgram(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			t.Setenv("TMPDIR", t.TempDir()) // for statements that failed
			file, dir := crowdTable(t, db, "labels", "--tasks", "30", "--workers", "5"), t.TempDir()
			if _, err := db.Run("UPDATE labels SET label = CONCAT(label, ';');"); err != nil { // which ends no statement
				t.Fatal(err)
			}
			here, there, record := filepath.Join(dir, "here"), filepath.Join(dir, "there"), filepath.Join(dir, "record.json")
			exits(t, 0, "fit", "--method", "fds", "--seed", "0", "--out", here, file)
			code, said := held(t, db, "--method", "fds", "--out", there, "--into", "concord_", "--record", record)
			if code != 0 || !strings.Contains(said, "fds: converged") {
				t.Fatalf("got code %d, %s", code, said)
			}
			var want []string
			for _, one := range cellsOf(t, filepath.Join(here, "labels.csv"), "task", "label") {
				want = append(want, one+";")
			}
			if got := cellsOf(t, filepath.Join(there, "labels.csv"), "task", "label"); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			out, err := db.Run("SELECT CONCAT(task, '|', label) AS answer FROM concord_labels ORDER BY task;")
			if got := strings.Fields(out); err != nil || !slices.Equal(got, want) {
				t.Errorf("the table: got %q, %v, want %q", got, err, want)
			}
			var run struct{ Method, Status string }
			text, err := os.ReadFile(record)
			if err == nil {
				err = json.Unmarshal(text, &run)
			}
			if err != nil || run.Method != "fds" || run.Status != "converged" {
				t.Errorf("the record: got %+v, %v", run, err)
			}
			left := []string{"concord_classes", "concord_confusion", "concord_labels", "concord_workers", "labels"}
			if got := tables(t, db); !slices.Equal(got, left) {
				t.Errorf("got tables %q, want %q", got, left)
			}
			code, said = held(t, db, "--roles", "task=task,worker=worker,label=nosuch", "--fresh")
			if code != 2 || !strings.Contains(said, "standard input has ended") {
				t.Errorf("a statement that fails: got code %d, %q", code, said)
			}
		})
	}
}

// Of all that a client complains about, the first error is told, which is the cause, or the beginning.
func TestComplaintsOfClients(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for client, want := range map[string]string{
		"echo no schema x >&2; seq 1000 >&2; echo the end >&2; exit 3": "ended with exit status 3: no schema x 1 2 3 ",
		"seq 1000 >&2; echo the end >&2":                               "statement 1: the client says: 1 2 3 ",
		"printf 'note\nERROR: one\nHINT: two\nLINE 1: x\n  ^\nERROR: three\n' >&2": "the client says: ERROR: one HINT: two; " +
			"the statements are in ",
		"exit 3": "ended with exit status 3, and does not say why",
	} {
		got := says(t, "sql", "-dialect", "duckdb", "-table", "labels", "-run", client)
		if !strings.Contains(got, want) || len(got) > 900 {
			t.Errorf("%s: got %q, want %q", client, got, want)
		}
	}
}

// White space in a list of labels is not part of them, and none of them may mean that there is no answer.
func TestListedLabels(t *testing.T) {
	script := invoke(t, "sql", "-dialect", "duckdb", "-table", "labels", "-classes", "cat, dog")
	if !strings.Contains(script, "SELECT 'dog' AS said, 1 AS label, 'dog' AS name") {
		t.Error("the script does not look for dog")
	}
	for classes, want := range map[string]string{"cat,NA": `-classes lists "NA"`, "cat,,dog": `-classes lists ""`} {
		if got := says(t, "sql", "-dialect", "duckdb", "-table", "labels", "-classes", classes); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", classes, got, want)
		}
	}
}
