package session_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels/labelstest"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// judged are the files of programs that evaluate language models, by folder: the words by which a file is refused, or "" for one that the
// tests of its program read.
var judged = map[string]map[string]string{
	"inspect_ai": {"epochs.json": "", "jury.json": "", "mixed-scorers.json": "", "three-scorers.json": "", "three-scorers.eval": "",
		"EXPECTED.tsv": expected},
	"promptfoo": {"results.json": "", "results.small.json": "", "results.jsonl": "", "results.csv": "",
		"promptfooconfig.yaml": "this is YAML, not a table", "provider.js": "no column holds the task", "EXPECTED.tsv": expected},
	"deepeval": {"test_run.json": "", "evaluate_result.json": "", "EXPECTED.tsv": expected},
}

const expected = "it says what the others hold"

// TestJudgesFiles fails where a folder has a file that no test knows, and reads those that are refused.
func TestJudgesFiles(t *testing.T) {
	for folder, known := range judged {
		files, err := filepath.Glob(filepath.Join(shared.Dir(t), "platforms", folder, "*"))
		if err != nil || len(files) < len(known) {
			t.Errorf("%s: got %d files, %v, want %d", folder, len(files), err, len(known))
		}
		for _, file := range files {
			words, ok := known[filepath.Base(file)]
			if !ok {
				t.Errorf("nothing is known of %s", file)
			}
			if words == "" || words == expected {
				continue
			}
			f := sessiontest.New(t).Refused(api.RoleLabels, judgesFile(t, folder, filepath.Base(file)))
			if !strings.Contains(fmt.Sprint(f), words) {
				t.Errorf("%s: got %v, want %q", file, f, words)
			}
		}
	}
}

func judgesFile(t *testing.T, folder, name string) sessiontest.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.Dir(t), "platforms", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return sessiontest.File{Called: name, Text: string(text)}
}

// judgesExpected are the rows of a folder's EXPECTED.tsv below its header.
func judgesExpected(t *testing.T, folder string) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(judgesFile(t, folder, "EXPECTED.tsv").Text))
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// sameVotes compares the labels that are open with those wanted, each a task, a worker and an answer.
func sameVotes(t *testing.T, v *sessiontest.Visit, want [][3]string) {
	t.Helper()
	var lines []string
	for _, w := range want {
		lines = append(lines, "    "+strings.Join(w[:], " · "))
	}
	slices.Sort(lines)
	got := strings.Split(strings.TrimRight(labelstest.Votes(v.Labels.Set), "\n"), "\n")
	if len(got) != len(lines) {
		t.Fatalf("got %d labels, beginning with %q, want %d, beginning with %q", len(got), got[:1], len(lines), lines[:1])
	}
	for n := range got {
		if got[n] != lines[n] {
			t.Fatalf("got %q, want %q", got[n], lines[n])
		}
	}
}

// openedAtOnce opens a file as labels, and wants nothing to be asked.
func openedAtOnce(t *testing.T, files ...sessiontest.File) (*sessiontest.Visit, *api.Opened) {
	t.Helper()
	v := sessiontest.New(t)
	whole, all := sessiontest.Joined(files...)
	if len(files) == 1 {
		whole, all = files[0], nil
	}
	o := v.Open(api.RoleLabels, whole, all...)
	if o.Read.Confirm != "" {
		t.Errorf("%s: got the question %q", whole.Called, o.Read.Confirm)
	}
	return v, o
}

// columnOf is the column of a name.
func columnOf(read api.Choices, name string) int {
	return slices.IndexFunc(read.Columns, func(c api.Column) bool { return c.Name == name })
}
