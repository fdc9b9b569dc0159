// Package e2e drives the whole app in a real Chromium: the built programs, the
// real server, a fresh profile for every visit. `make e2e` builds what it needs.
package e2e

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// built are the programs that the tests run, once for all of them.
var built struct {
	server, shell, chromium string // paths; shell is cmd/concord
}

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	for _, name := range []string{"app.wasm", "worker.wasm", "wasm_exec.js"} {
		if _, err := os.Stat(filepath.Join("..", "web", name)); err != nil {
			return 0, fmt.Errorf("web/%s is missing: run these tests with make e2e", name)
		}
	}
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			built.chromium = path
			break
		}
	}
	if built.chromium == "" {
		return 0, fmt.Errorf("there is no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path")
	}
	dir, err := os.MkdirTemp("", "concord-e2e")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	built.server, built.shell = filepath.Join(dir, "server"), filepath.Join(dir, "concord")
	if out, err := exec.Command("go", "build", "-o", dir, "concord/server", "concord/core/cmd/concord").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building: %w\n%s", err, out)
	}
	return m.Run(), nil
}

// server is a running server.
type server struct {
	url string // without a slash at the end
	cmd *exec.Cmd
}

var address = regexp.MustCompile(`http://\S+`)

// serve starts the server. It is stopped at the end of the test, or by stop.
func serve(t testing.TB, args ...string) *server {
	t.Helper()
	s := &server{cmd: exec.Command(built.server, append([]string{"-web", "../web", "-addr", "localhost:0"}, args...)...)}
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server said nothing: %v", err)
	}
	s.url = address.FindString(line)
	return s
}

// stop ends the server.
func (s *server) stop() {
	s.cmd.Process.Kill()
	s.cmd.Wait() // always fails: it was killed
}
