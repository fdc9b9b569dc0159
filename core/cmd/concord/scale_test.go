//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whoever follows docs/scale.md line by line sees what it says, and gets the labels of the page.
func TestScalePage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	db := databases.Need(t, "postgres")
	dir, bin := t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\n" + asConcord + "=1 exec '" + self + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "concord"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(commands string) (string, error) {
		c := exec.Command("sh", "-eu", "-c", commands)
		c.Dir = dir
		c.Env = append(append(os.Environ(), db.Environment()...), "PATH="+bin+":"+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := run("dropdb --if-exists crowd"); err != nil { // of the guide for Python
		t.Fatal(out)
	}
	_, section, _ := bytes.Cut(text, []byte("## SQL in PostgreSQL\n"))
	section, _, _ = bytes.Cut(section, []byte("\n## "))
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```\n```text\n(.*?)```").FindAllSubmatch(section, -1)
	if len(blocks) < 5 {
		t.Fatalf("the section has %d blocks of commands", len(blocks))
	}
	fixed := string(text)
	for _, b := range blocks {
		got, err := run(string(b[1]))
		if err != nil {
			t.Fatalf("%s%v\n%s", b[1], err, got)
		}
		if got != string(b[2]) && !*update {
			t.Errorf("%sgot\n%swant\n%s", b[1], got, b[2])
		}
		block := "```sh\n" + string(b[1]) + "```\n```text\n"
		fixed = strings.Replace(fixed, block+string(b[2])+"```", block+got+"```", 1)
	}
	if *update && fixed != string(text) {
		if err := os.WriteFile("../../../docs/scale.md", []byte(fixed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The pipes out of PostgreSQL, the second of which has columns of its own.
	view := "CREATE VIEW ratings AS SELECT task AS item, worker AS rater, label AS answer, now() AS day FROM labels"
	if out, err := run("psql -q -d crowd -c '" + view + "'"); err != nil {
		t.Fatal(out)
	}
	pipes := regexp.MustCompile(`(?m)^    (psql .* \| concord fit .*)$`).FindAllSubmatch(text, -1)
	if len(pipes) != 2 {
		t.Fatalf("the page has %d pipes from psql, want 2", len(pipes))
	}
	for _, p := range pipes {
		if out, err := run(strings.Replace(string(p[1]), "fit --out answers", "fit --seed 0 --out piped", 1)); err != nil {
			t.Fatalf("%s: %v\n%s", p[1], err, out)
		}
		got := cellsOf(t, filepath.Join(dir, "piped", "labels.csv"), "task", "label")
		want := cellsOf(t, filepath.Join(dir, "page", "labels.csv"), "task", "label")
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: the labels are others", p[1])
		}
	}
}
