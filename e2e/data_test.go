package e2e

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// reference returns the path of a file of the reference data beside the
// project. Where they are absent the test is skipped with a notice: a user's
// clone does not have them. In CI, where they must be there, the test fails.
func reference(t testing.TB, path ...string) string {
	t.Helper()
	dir := os.Getenv("CONCORD_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	file := filepath.Join(append([]string{dir}, path...)...)
	if _, err := os.Stat(file); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the reference data are missing in CI: %v", err)
		}
		t.Skipf("skipped: the reference data are not beside the project (%v); set CONCORD_SHARED to their folder", err)
	}
	return file
}

// animals is a small file of labels: three workers, one of them often wrong.
const animals = `task,worker,label
p1,ann,cat
p1,bob,cat
p1,eve,dog
p2,ann,dog
p2,bob,dog
p2,eve,dog
p3,ann,cat
p3,bob,cat
p3,eve,cat
p4,ann,dog
p4,bob,dog
p4,eve,cat
p5,ann,cat
p5,bob,dog
p5,eve,dog
`

// write writes a file for the test.
func write(t testing.TB, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// shell runs concord fit and returns the folder with its answers.
func shell(t testing.TB, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command(built.shell, append([]string{"fit", "-out", dir}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("concord fit %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return dir
}

// sameCells compares two CSV files cell by cell.
func sameCells(t testing.TB, got []byte, file string) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a, b := cells(t, string(got)), cells(t, string(want))
	if len(a) != len(b) {
		t.Errorf("%s: got %d rows, want %d", filepath.Base(file), len(a), len(b))
		return
	}
	different := 0
	for i := range b {
		for j := range b[i] {
			if j >= len(a[i]) || a[i][j] != b[i][j] {
				if different++; different <= 5 {
					t.Errorf("%s, row %d, column %s: got %q, want %q", filepath.Base(file), i+1, b[0][j], a[i], b[i])
				}
			}
		}
	}
	if different > 5 {
		t.Errorf("%s: %d cells differ", filepath.Base(file), different)
	}
}

func cells(t testing.TB, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
