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
	for _, name := range []string{"app.wasm", "worker.wasm", "rest.wasm", "wasm_exec.js"} {
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
	if shared, err = start(); err != nil {
		return 0, err
	}
	defer shared.stop()
	return m.Run(), nil
}

// server is a running server.
type server struct {
	url string // without a slash at the end
	cmd *exec.Cmd
}

var address = regexp.MustCompile(`http://\S+`)

// shared is the server of all tests: as it starts it compresses the programs, which takes seconds.
var shared *server

// serve returns a running server, which the test must leave running.
func serve(t testing.TB) *server {
	t.Helper()
	return shared
}

// start starts a server that a test can stop.
func start() (*server, error) {
	s := &server{cmd: exec.Command(built.server, "-web", "../web", "-addr", "localhost:0", "-quality", "0")}
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the server said nothing: %w", err)
	}
	s.url = address.FindString(line)
	return s, nil
}

// stop ends the server.
func (s *server) stop() {
	s.cmd.Process.Kill()
	s.cmd.Wait() // always fails: it was killed
}
