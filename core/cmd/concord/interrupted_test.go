//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"concord/internal/race"
)

// answers makes the answers of a first run, and returns their folder and what is in it.
func answers(t *testing.T) (dir string, was map[string][32]byte) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "answers")
	concord(t, strings.NewReader("task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\n"), "fit", "-method", "majority", "-out", dir, "-").
		begin().ends(0)
	return dir, sums(t, dir)
}

func sums(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][32]byte{}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = sha256.Sum256(text)
	}
	return all
}

// same checks that a folder holds what it held: no file of another run, and no part of one.
func same(t *testing.T, dir string, was map[string][32]byte) {
	t.Helper()
	if now := sums(t, dir); fmt.Sprint(now) != fmt.Sprint(was) {
		t.Errorf("%s: got %x, want %x", dir, now, was)
	}
}

// manyFile writes a large file of labels.
func manyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, many(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// ends are the signals that end a run: those that are ignored here, as under nohup, the run ignores as well.
func ends() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// stopped begins a run over the answers of another, and stops it while it writes the first of its own.
func stopped(t *testing.T, input string) (p *process, dir string, was map[string][32]byte) {
	t.Helper()
	for range 1000 { // until this was faster than the run
		dir, was = answers(t)
		p = concord(t, nil, "fit", "-method", "majority", "-out", dir, input).begin()
		gone := func(how int) bool {
			var status syscall.WaitStatus
			pid, err := syscall.Wait4(p.Process.Pid, &status, how, nil)
			return pid > 0 && !status.Stopped() || err == syscall.ECHILD
		}
		writes := func(name string) bool {
			parts, _ := filepath.Glob(filepath.Join(dir, name+".*.part"))
			return len(parts) > 0
		}
		for !writes("labels.csv") && !gone(syscall.WNOHANG) {
			time.Sleep(time.Millisecond)
		}
		p.Process.Signal(syscall.SIGSTOP)
		if !gone(syscall.WUNTRACED) && writes("labels.csv") && !writes("posteriors.csv") {
			return p, dir, was
		}
		p.Process.Kill()
	}
	t.Fatal("no run could be stopped while it wrote")
	return nil, "", nil
}

// A run that is ended while it writes leaves the answers of the run before, all of them, and nothing else.
func TestEndedWhileItWrites(t *testing.T) {
	t.Parallel()
	input := manyFile(t)
	for _, signal := range ends() {
		p, dir, was := stopped(t, input)
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		p.Process.Signal(syscall.SIGHUP) // a terminal that is closed sends more than one
		p.Process.Signal(syscall.SIGCONT)
		if _, said := p.ends(1); said != "concord: interrupted\n" {
			t.Errorf("%v: got %q", signal, said)
		}
		same(t, dir, was)
	}
}

// A terminal that is closed ends a run, unless the run was begun so as to outlive it.
func TestNohup(t *testing.T) {
	t.Parallel()
	in, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := concord(t, in, "agree", "-")
	p.Args = append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`, p.Path}, p.Args[1:]...)
	if p.Path, err = exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	p.Stderr = nil
	said, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.begin()
	in.Close()
	io.ReadFull(said, make([]byte, 20)) // it is waiting
	p.Process.Signal(syscall.SIGHUP)
	io.WriteString(w, "task,worker,label\nt1,ann,yes\nt1,bob,no\n")
	w.Close()
	io.Copy(io.Discard, said)
	p.ends(0)
}

// spooling reports whether the process has a place for what comes through a pipe: it listens to signals then.
func (p *process) spooling() bool {
	open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.Process.Pid))
	for _, fd := range open {
		if to, _ := os.Readlink(fd); strings.HasPrefix(to, p.spools) {
			return true
		}
	}
	return false
}

// The first Ctrl-C ends a run that waits for standard input, of which nothing, or a part, has come.
func TestQuietStandardInput(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	for _, came := range []string{"", "task,worker,label\nt1,ann,yes\n"} {
		for _, signal := range ends() {
			in, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			p := concord(t, in, "fit", "-").begin()
			in.Close()
			io.WriteString(w, came)
			for !p.spooling() {
				time.Sleep(time.Millisecond)
			}
			if err := p.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if _, said := p.ends(1); said != "concord: interrupted\n" {
				t.Errorf("%q, %v: got %q", came, signal, said)
			}
			w.Close()
		}
	}
}

// On a disk that is full the answers of the run before stay, and the message says what happened.
func TestFullDisk(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	input := manyFile(t)
	for _, blocks := range []int{1, 1700} { // of 512 bytes: the first file has no room, or the second
		dir, was := answers(t)
		p := concord(t, nil, "fit", "-method", "ds", "-max-steps", "2", "-out", dir, input)
		// A file that may not grow is as good as a full disk.
		p.Args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" "$@"`, blocks), p.Path}, p.Args[1:]...)
		var err error
		if p.Path, err = exec.LookPath("sh"); err != nil {
			t.Skip(err)
		}
		_, said := p.begin().ends(1)
		if !strings.Contains(said, " can't be written: file too large; what was there before is unchanged\n") || strings.Count(said, dir) != 1 {
			t.Errorf("%d blocks: got %q", blocks, said)
		}
		same(t, dir, was)
	}
	// The place for what comes through a pipe is full.
	p := concord(t, strings.NewReader(string(many())), "fit", "-method", "majority", "-")
	p.Args = append([]string{"sh", "-c", `ulimit -f 10; exec "$0" "$@"`, p.Path}, p.Args[1:]...)
	p.Path, _ = exec.LookPath("sh")
	if _, said := p.begin().ends(1); !strings.Contains(said, "standard input can't be kept: ") || !strings.Contains(said, "TMPDIR") {
		t.Errorf("got %q", said)
	}
}

// Folders into which nothing can be written are found out before the work.
func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // to whom all folders are open, but for those that are none
		if dir = "/proc/self"; runtime.GOOS != "linux" {
			t.Skip("needs a user who may not write everywhere")
		}
	}
	input := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(input, []byte("task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\nt2,bob,yes\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"fit", "-out", dir}, {"fit", "-save", dir + "/all.concord"}, {"fit", "-save-state", dir + "/state"},
		{"report", "-out", dir + "/report.html"}, {"compare", "-table", dir + "/methods.csv"},
		{"advise", "-budget", "3", "-out", dir + "/plan.csv"}, {"need", "-out", dir + "/needed.csv"},
	} {
		stdout, said := concord(t, nil, append(args, input)...).begin().ends(1)
		if !strings.HasPrefix(said, "concord: nothing can be written to "+dir+": ") || stdout != "" || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: got %q, %q", args, stdout, said)
		}
	}
}

// Whoever reads what is printed may go, or have no room: the files are written all the same.
func TestNobodyReadsWhatIsPrinted(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	input := manyFile(t)
	for _, c := range nobody(t) {
		dir := filepath.Join(t.TempDir(), "answers")
		p := concord(t, nil, "fit", "-method", "majority", "-json", "-out", dir, input)
		p.Stdout = c.to
		if _, said := p.begin().ends(c.code); !strings.Contains(said, c.want) {
			t.Errorf("got %q, want %q", said, c.want)
		}
		for _, name := range []string{"labels.csv", "run.json"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
		if parts, _ := filepath.Glob(filepath.Join(dir, "*.part*")); len(parts) > 0 {
			t.Errorf("left behind: %v", parts)
		}
	}
}

// deaf is what nothing can be printed to, how a process ends that tries, and what it says.
type deaf struct {
	to   *os.File
	code int // -1: by a signal, as shells expect
	want string
}

// nobody is a disk that is full, and a pipe that nobody reads.
func nobody(t *testing.T) []deaf {
	t.Helper()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	gone, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	t.Cleanup(func() { full.Close(); w.Close() })
	return []deaf{{full, 1, "concord: write /dev/stdout: no space left on device\n"}, {w, -1, ""}}
}

// Nor do commands go on, or say that all went well, that have nothing but what they print.
func TestNobodyReadsWhatOtherCommandsPrint(t *testing.T) {
	t.Parallel()
	labels := crowdFile(t, 60)
	for _, line := range []string{
		"simulate", "simulate -sample ratings", "agree " + labels, "agree -json " + labels, "methods", "methods -json",
		"sql -dialect postgres -table labels -classes cat,dog", "compare -methods majority,ds " + labels, "advise " + labels, "help", "help fit",
		"version", "completion bash",
	} {
		for _, c := range nobody(t) {
			p := concord(t, nil, strings.Fields(line)...)
			p.Stdout = c.to
			_, said := p.begin().ends(c.code)
			if said = waiting.ReplaceAllString(said, ""); said != c.want {
				t.Errorf("%s: got %q, want %q", line, said, c.want)
			}
		}
	}
}

// waiting are lines of progress, which a slow machine has.
var waiting = regexp.MustCompile(`(?m)^concord: (this may take|.*after) \d+ s.*\n`)

// Interrupted, or read by nobody any more, simulate leaves no truth behind.
func TestSimulateIsBrokenOff(t *testing.T) {
	dir := t.TempDir()
	args := []string{"simulate", "--tasks", "100000000", "--truth", filepath.Join(dir, "truth.csv")}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var said bytes.Buffer
	if code := run(ctx, args, strings.NewReader(""), io.Discard, &said); code != 1 || said.String() != "concord: interrupted\n" {
		t.Errorf("interrupted: got %d, %s", code, &said)
	}
	for _, c := range nobody(t) {
		p := concord(t, nil, args...)
		p.Stdout = c.to
		if _, said := p.begin().ends(1); !strings.HasPrefix(said, "concord: write /dev/stdout: ") {
			t.Errorf("got %q", said)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
