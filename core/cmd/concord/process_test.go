//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"concord/internal/warehouse"
)

// asConcord has the test binary be the program itself.
const asConcord = "CONCORD_TEST_IS_CONCORD"

func TestMain(m *testing.M) {
	if os.Getenv(asConcord) != "" {
		main()
	}
	code := m.Run()
	databases.Stop()
	os.Exit(code)
}

// databases are those on which tests run SQL.
var databases warehouse.Pool

// process is a process of the program, with a folder for temporary files of its own.
type process struct {
	*exec.Cmd
	t              *testing.T
	stdout, stderr bytes.Buffer
	spools         string
}

func concord(t *testing.T, stdin io.Reader, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(self, args...), t: t, spools: t.TempDir()}
	p.Env = append(os.Environ(), asConcord+"=1", "TMPDIR="+p.spools)
	p.Stdin, p.Stdout, p.Stderr = stdin, &p.stdout, &p.stderr
	return p
}

// begin starts the process, and ends it with the test whatever happens.
func (p *process) begin() *process {
	p.t.Helper()
	if err := p.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { p.Process.Kill() })
	return p
}

// ends waits for the process and looks what it leaves behind.
func (p *process) ends(code int) (stdout, stderr string) {
	p.t.Helper()
	p.Wait() // its code says it
	if got := p.ProcessState.ExitCode(); got != code {
		p.t.Errorf("%s: got code %d, want %d\n%s%s", strings.Join(p.Args[1:], " "), got, code, &p.stdout, &p.stderr)
	}
	if left, err := os.ReadDir(p.spools); err != nil || len(left) > 0 {
		p.t.Errorf("%s: left behind: %v %v", strings.Join(p.Args[1:], " "), left, err)
	}
	return p.stdout.String(), p.stderr.String()
}

// counted is what run.json says of the labels and of their file.
type counted struct {
	Labels int
	Files  []struct {
		Name, SHA256 string
		Bytes        int64
	}
	Evaluated int
}

func record(t *testing.T, text string) (r counted) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return r
}

// many is a file of labels that no pipe holds, and that is read in many parts.
func many() []byte {
	var b bytes.Buffer
	b.WriteString("task,worker,label\n")
	for n := range 100_000 {
		fmt.Fprintf(&b, "t%d,w%d,%s\n", n/5, n%5*1000+n%7, []string{"yes", "no"}[n/5%2])
	}
	return b.Bytes()
}

// fifo makes a pipe with a name; feed has a goroutine write what comes of it.
func fifo(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func feed(t *testing.T, path string, text []byte) {
	go func() {
		w, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		w.Write(text) // may break off with the process
		w.Close()
	}()
}
