package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// invoke runs a command line within this process, which must succeed.
func invoke(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("concord %s: got code %d, want 0\n%s%s", strings.Join(args, " "), code, &stdout, &stderr)
	}
	return stdout.String()
}

// exits runs a command line within this process, which must end with this code.
func exits(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	if got := run(t.Context(), args, strings.NewReader(""), &out, &complaints); got != code {
		t.Errorf("concord %s: got code %d, want %d\n%s%s", strings.Join(args, " "), got, code, &out, &complaints)
	}
	return out.String(), complaints.String()
}

// filesOf returns the files of a folder, without how long anything took.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = timing.ReplaceAllString(string(text), `"$1": 0`)
	}
	return all
}

// crowdFile writes labels of a class that only the last task has, and others.
func crowdFile(t *testing.T, tasks int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	var text bytes.Buffer
	text.WriteString("task,worker,label\n")
	for i := range tasks {
		label := []string{"yes", "no"}[i%2]
		if i == tasks-1 {
			label = "rare"
		}
		for j := range 3 {
			said := label
			if r.IntN(4) == 0 {
				said = "no"
			}
			fmt.Fprintf(&text, "t%d,w%d,%s\n", i, (i+j)%5, said)
		}
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// says runs a command line, which must be refused, and returns what it says.
func says(t *testing.T, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(""), &bytes.Buffer{}, &said); code == 0 {
		t.Errorf("concord %s: got code 0", strings.Join(args, " "))
	}
	return said.String()
}
