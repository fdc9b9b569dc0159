//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// says runs a command line, which must be refused, and returns what it says.
func says(t *testing.T, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(""), &bytes.Buffer{}, &said); code == 0 {
		t.Errorf("concord %s: got code 0", strings.Join(args, " "))
	}
	return said.String()
}

// What can be told without the labels is told before they are read, and leaves no directory behind.
func TestShardRefusesEarly(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "shards")
	for args, want := range map[string]string{
		"-shards 3":              "Take 4.",
		"-shards 0":              "Take 1.",
		"-shards 5000":           "Take 4,096.",
		"-shards 2 -method glad": "glad can't be split into shards; methods that can are majority, ds",
		"-shards 2 -method none": `there is no method "none"`,
		"-shards 2 -set none=1":  `ds has no setting "none"`,
	} {
		line := append([]string{"shard", "-out", out, filepath.Join(dir, "nothing.csv")}, strings.Fields(args)...)
		if got := says(t, line...); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the directory was made")
	}
}

// The directory of the shards may be several levels that are not there yet.
func TestShardsBelowNewFolders(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a", "b", "shards")
	got := invoke(t, "shard", "-shards", "1", "-numeric", "no", "-out", out, crowdFile(t, 20))
	want := out + ": 60 labels in 1 shard\nNext: concord pass " + out + " 0 0, then concord sum " + out + " 0.\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The first step has no change to tell, and a lost copy of the labels comes back with concord shard.
func TestShardsToldAndMended(t *testing.T) {
	split, labels := filepath.Join(t.TempDir(), "shards"), crowdFile(t, 40)
	splits := func() { invoke(t, "shard", "-shards", "1", "-numeric", "no", "-max-steps", "2", "-out", split, labels) }
	splits()
	for step, want := range []string{"votes counted", "step 1: objective -", "change "} {
		n := string(rune('0' + step))
		invoke(t, "pass", split, n, "0")
		if got := invoke(t, "sum", split, n); !strings.Contains(got, want) || strings.Contains(got, "NaN") {
			t.Errorf("step %s: got %q, want %q", n, got, want)
		}
	}
	answers := filepath.Join(t.TempDir(), "answers")
	if err := os.Remove(filepath.Join(split, "input-labels")); err != nil {
		t.Fatal(err)
	}
	got := says(t, "collect", split, "-out", answers)
	if want := "input-labels: there is no such file. Run concord shard again with the same labels and flags."; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	splits()
	invoke(t, "collect", split, "-out", answers)
}
