//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"concord/internal/race"
)

// Labels in files of -scratch have the answers of labels in memory, byte by byte, and nothing stays behind.
func TestScratch(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	dir := t.TempDir()
	var texts, numbers bytes.Buffer
	texts.WriteString("task,worker,label\n")
	numbers.WriteString("task,worker,label\n")
	r := rand.New(rand.NewPCG(1, 2))
	for range 300_000 {
		i := r.IntN(60_000)
		fmt.Fprintf(&texts, "%x-%d,w%d,%s\n", i*7919, i, r.IntN(300), []string{"yes", "no", "perhaps"}[(i+r.IntN(2))%3])
		fmt.Fprintf(&numbers, "t%d,w%d,%d\n", i, r.IntN(300), i%50+r.IntN(9))
	}
	for name, text := range map[string][]byte{"sorted": many(), "texts": texts.Bytes(), "numbers": numbers.Bytes()} {
		file := filepath.Join(dir, name+".csv")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		here, there, scratch := filepath.Join(dir, name+"-memory"), filepath.Join(dir, name+"-files"), filepath.Join(dir, name+"-scratch")
		args := []string{"fit", "-max-steps", "4", "-method", "ds", "-out"}
		if name == "numbers" {
			args = []string{"fit", "-method", "median", "-numeric", "yes", "-out"}
		}
		invoke(t, append(args, here, file)...)
		invoke(t, append(args, there, "-scratch", scratch, file)...)
		sameFiles(t, there, here)
		if name != "numbers" {
			split := filepath.Join(dir, name+"-shards")
			invoke(t, "shard", "-shards", "2", "-max-steps", "4", "-method", "ds", "-scratch", scratch, "-out", split, file)
			overShards(t, split, 2)
			invoke(t, "collect", split, "-scratch", scratch, "-out", there)
			sameFiles(t, there, here)
		}
		if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v %v", name, left, err)
		}
	}
}

// If the disk has no room for them, that is said at once, and no answer is written.
func TestScratchWithoutRoom(t *testing.T) {
	t.Parallel()
	scratch, out := t.TempDir(), filepath.Join(t.TempDir(), "answers")
	p := limited(t, "ulimit -f 10", "fit", "-scratch", scratch, "-out", out, manyFile(t))
	_, said := p.begin().ends(1)
	if !strings.Contains(said, "-scratch: "+scratch+": ") || !strings.Contains(said, " can't be set aside there, where ") {
		t.Errorf("got %q", said)
	}
	if left, err := os.ReadDir(out); err == nil && len(left) > 0 {
		t.Errorf("got %v", left)
	}
}

// limited is concord in a shell that was told something before.
func limited(t *testing.T, limit string, args ...string) *process {
	t.Helper()
	p := concord(t, nil, args...)
	p.Args = append([]string{"sh", "-c", limit + `; exec "$0" "$@"`, p.Path}, p.Args[1:]...)
	var err error
	if p.Path, err = exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	return p
}

// Ten million labels are fitted by a program that may have 300 MB.
func TestMemoryOfTenMillion(t *testing.T) {
	race.Skip(t)
	const labels = 10_000_000
	dir := t.TempDir()
	file := filepath.Join(dir, "labels.csv")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString("task,worker,label\n")
	r := rand.New(rand.NewPCG(1, 2))
	for n := range labels {
		fmt.Fprintf(w, "t%d,w%d,%c\n", n/5, n%5*200+r.IntN(200), 'a'+(n/5+r.IntN(2))%4)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	p := limited(t, "ulimit -d 300000", "fit", "-method", "ds", "-max-steps", "2", "-json", "-scratch", dir, file)
	if stdout, _ := p.begin().ends(0); !strings.Contains(stdout, fmt.Sprint(labels)) {
		t.Errorf("got %q", stdout)
	}
}
