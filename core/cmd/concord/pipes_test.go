//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/internal/race"
)

// All of what comes through a pipe is counted, and its checksum is in the record.
func TestPipes(t *testing.T) {
	t.Parallel()
	text := many()
	sum := sha256.Sum256(text)
	want := hex.EncodeToString(sum[:])
	check := func(p *process, name string) {
		t.Helper()
		stdout, _ := p.ends(0)
		r := record(t, stdout)
		if of := r.Files[0]; r.Labels != 100_000 || of.SHA256 != want || of.Bytes != int64(len(text)) || of.Name != name {
			t.Errorf("%s: got %+v, want 300,000 labels, %d bytes, %s, %s", name, r, len(text), want, name)
		}
	}
	for _, path := range []string{"-", "/dev/stdin", "/dev/fd/0"} {
		// exec feeds a pipe from what is no file.
		check(concord(t, bytes.NewReader(text), "fit", "-method", "majority", "-json", path).begin(), "standard input")
	}
	named := fifo(t, "labels.csv")
	feed(t, named, text)
	check(concord(t, nil, "fit", "-method", "majority", "-json", named).begin(), "labels.csv")

	// As bash does <(cat labels.csv).
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := concord(t, nil, "fit", "-method", "majority", "-json", "/dev/fd/3")
	p.ExtraFiles = []*os.File{r}
	p.begin()
	r.Close()
	w.Write(text)
	w.Close()
	check(p, "/dev/fd/3")

	// A file that is standard input stays where it is, and is not written over.
	file := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	check(concord(t, in, "fit", "-method", "majority", "-json", "-").begin(), "standard input")
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, said := concord(t, in, "fit", "-method", "majority", "-out", filepath.Dir(file), "-").begin().ends(2); !strings.Contains(said,
		"written over") {
		t.Errorf("got %s", said)
	}
}

// Every flag that takes a file takes a pipe, in every command.
func TestPipesInEveryPlace(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	dir := t.TempDir()
	const labels = "task,worker,label\nt1,ann,yes\nt1,bob,yes\nt2,ann,no\nt2,bob,no\nt3,ann,yes\nt3,bob,no\n"
	const features = "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\nt4,1,1\n"
	state, saved := filepath.Join(dir, "state"), filepath.Join(dir, "all.concord")
	plain := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file := plain("labels.csv", labels)
	concord(t, nil, "fit", "-method", "ds", "-save-state", state, "-save", saved, file).begin().ends(0)
	bytesOf := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	described := []string{"-method", "gpc-ma", "-features", plain("features.csv", features)}
	for _, c := range []struct {
		text string
		args []string // PIPE is the pipe
	}{
		{"task,label\nt1,yes\nt2,no\n", []string{"fit", "-truth", "PIPE", file}},
		{"task,label\nt1,yes\n", []string{"fit", "-gold", "PIPE", file}},
		{"worker,truth,label,count\nann,yes,yes,5\nann,yes,no,1\nann,no,yes,1\nann,no,no,5\n",
			[]string{"fit", "-confusion-mode", "addition", "-confusion", "PIPE", file}},
		{"truth,label,cost\nyes,no,1\nno,yes,2\n", []string{"fit", "-costs", "PIPE", file}},
		{features, []string{"fit", "-method", "gpc-ma", "-features", "PIPE", file}},
		{"task,text\nt1,a b c\nt2,b c d\nt3,a c d\n", []string{"fit", "-method", "ma-sldac", "-set", "topics=2", "-min-documents", "1",
			"-max-share", "1", "-text", "PIPE", file}},
		{"task,term,count\nt1,a,1\nt2,b,2\nt3,a,1\n", []string{"fit", "-method", "ma-sldac", "-set", "topics=2", "-bow", "PIPE", file}},
		{"task,x,y\nn1,1,2\n", append(append([]string{"fit"}, described...), "-predict", "PIPE", file)},
		{"task,label\nt4,yes\n", append(append([]string{"fit"}, described...), "-test-truth", "PIPE", file)},
		{bytesOf(state), []string{"fit", "-state", "PIPE", file}},
		{bytesOf(saved), []string{"report", "-out", filepath.Join(dir, "report.html"), "PIPE.concord"}},
		{labels, []string{"report", "-out", filepath.Join(dir, "report.html"), "PIPE"}},
		{labels, []string{"agree", "PIPE"}},
		{labels, []string{"compare", "PIPE"}},
		{labels, []string{"advise", "-methods", "majority,wawa", "PIPE"}},
	} {
		for n, arg := range c.args {
			if name, ending, ok := strings.Cut(arg, "PIPE"); ok && name == "" {
				c.args[n] = fifo(t, "pipe"+ending)
				feed(t, c.args[n], []byte(c.text))
			}
		}
		concord(t, nil, c.args...).begin().ends(0)
	}
}

// A pipe into which nobody writes is waited for, which is said, and Ctrl-C ends it.
func TestAPipeIntoWhichNobodyWrites(t *testing.T) {
	t.Parallel()
	for _, signal := range ends() {
		path := fifo(t, "never.csv")
		p := concord(t, nil, "fit", path)
		p.Stderr = nil
		said, err := p.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		p.begin()
		line := make([]byte, 1000)
		n, _ := said.Read(line)
		want := "concord: waiting for never.csv, from which nothing has come yet; Ctrl-C ends it\n"
		if got := string(line[:n]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(said)
		if p.ends(1); string(rest) != "concord: interrupted\n" {
			t.Errorf("%v: got %q", signal, rest)
		}
	}
}

// So is one into which somebody has written something, and then nothing.
func TestAPipeThatStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, w := io.Pipe()
	defer in.Close()
	go func() {
		w.Write([]byte("task,worker,label\n")) // comes back when it is read
		cancel()
	}()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, []string{"agree", "-"}, in, &stdout, &stderr); code != 1 || stderr.String() != "concord: interrupted\n" {
		t.Errorf("got %d, %s", code, &stderr)
	}
}
