//go:build unix

package main

import (
	"strings"
	"testing"
)

// Of all that a client complains about, the first error is told, which is the cause, or the beginning.
func TestComplaintsOfClients(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for client, want := range map[string]string{
		"echo no schema x >&2; seq 1000 >&2; echo the end >&2; exit 3":             "ended with exit status 3: no schema x 1 2 3 ",
		"seq 1000 >&2; echo the end >&2":                                           "statement 1: the client says: 1 2 3 ",
		"printf 'note\nERROR: one\nHINT: two\nLINE 1: x\n  ^\nERROR: three\n' >&2": "the client says: ERROR: one HINT: two; the statements are in ",
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
