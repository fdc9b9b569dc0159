//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asConcord has the test binary be the program itself.
const asConcord = "CONCORD_TEST_IS_CONCORD"

func TestMain(m *testing.M) {
	if os.Getenv(asConcord) != "" {
		main()
	}
	os.Exit(m.Run())
}

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
	Input  struct {
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
	for n := range 300_000 {
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
		if r.Labels != 300_000 || r.Input.SHA256 != want || r.Input.Bytes != int64(len(text)) || r.Input.Name != name {
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
		{labels, []string{"replay", "-features", plain("x.csv", features), "PIPE"}},
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
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
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

// What is neither a file nor a pipe is refused, or ends in good time.
func TestWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "s") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer zero.Close()
	file := filepath.Join(dir, "labels.csv")
	if err := os.WriteFile(file, many(), 0o644); err != nil {
		t.Fatal(err)
	}
	twice := fifo(t, "twice.csv")
	feed(t, twice, []byte("task,worker,label\nt1,ann,yes\nt1,bob,no\n"))
	for _, c := range []struct {
		stdin io.Reader
		args  []string
		want  string
	}{
		{nil, []string{"fit", dir}, "is a folder, not a file"},
		{nil, []string{"fit", "-truth", dir, file}, "is a folder, not a file"},
		{nil, []string{"fit", socket}, "socket is a socket, from which no file can be read"},
		{nil, []string{"fit", "/dev/zero"}, "/dev/zero has not ended after 64 MB, and is no file"},
		{zero, []string{"fit", "-"}, "standard input has not ended after 64 MB, and is no file"},
		{nil, []string{"fit", "/dev/null"}, "empty"},
		{nil, []string{"fit", "-truth", "-", "/dev/stdin"}, "only one file can come from standard input"},
		{nil, []string{"fit", "-truth", twice, twice},
			"twice.csv is named twice, and can be read only once; put what comes from it into a file first"},
	} {
		_, said := concord(t, c.stdin, c.args...).begin().ends(2)
		if !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: got %q, want %q", c.args, said, c.want)
		}
	}
}

// A file that is cut, has grown, or is another by the time that it is read is
// refused. The second file of labels, a pipe, holds the program up meanwhile.
func TestAFileThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	const text = "task,worker,label\nt1,ann,yes\nt2,ann,no\n"
	for _, c := range []struct {
		name, want string
		change     func(path string) error
	}{
		{"cut", "it was changed after the command began, and has 28 bytes now instead of 39.", func(path string) error {
			return os.Truncate(path, 28)
		}},
		{"grown", "it was changed after the command began, and has 50 bytes now instead of 39.", func(path string) error {
			return os.WriteFile(path, []byte(text+"t3,ann,yes\n"), 0o644)
		}},
		{"written over", "it was changed after the command began.", func(path string) error {
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "ann", "eve")), 0o644); err != nil {
				return err
			}
			return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) // clocks of file systems are coarse
		}},
		{"replaced", "another file has been put in its place since the command began.", func(path string) error {
			if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		}},
	} {
		path := filepath.Join(t.TempDir(), "labels.csv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		pipe := fifo(t, "more.csv")
		p := concord(t, nil, "fit", "-method", "majority", path, pipe).begin()
		w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // as soon as the program opens the other end
		if err != nil {
			t.Fatal(err)
		}
		if err := c.change(path); err != nil {
			t.Fatal(err)
		}
		w.WriteString("task,worker,label\nt1,bob,yes\n")
		w.Close()
		if _, said := p.ends(1); !strings.Contains(said, "labels.csv can't be read: "+c.want) {
			t.Errorf("%s: got %q, want %q", c.name, said, c.want)
		}
	}
}

// A file that changes while it is being read ends with an error, not where it ends
// now.
func TestAFileThatChangesWhileItIsRead(t *testing.T) {
	t.Parallel()
	text := many()
	for name, change := range map[string]func(path string) error{
		"cut":      func(path string) error { return os.Truncate(path, int64(len(text)/2)) },
		"emptied":  func(path string) error { return os.Truncate(path, 0) },
		"replaced": func(path string) error { return os.Rename(path+".new", path) },
		"removed":  os.Remove,
		"touched":  func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) },
		"nothing":  func(string) error { return nil },
	} {
		path := filepath.Join(t.TempDir(), "labels.csv")
		for _, path := range []string{path, path + ".new"} {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := newSession(t.Context(), newOptions(), nil, io.Discard, io.Discard)
		f, err := s.input(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, make([]byte, len(text)/3)); err != nil {
			t.Fatal(err)
		}
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r); (err == nil) != (name == "nothing") {
			t.Errorf("%s: got %v", name, err)
		}
		r.Close()
	}
}
