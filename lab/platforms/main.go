// Command platforms sends labels through the real programs of platforms and back: it makes projects there, labels them as a crowd would,
// exports them, has bin/concord fit the export, imports what that writes, and compares what the program then has with what was sent. `make
// platforms` runs it; `make label-studio` runs the part about Label Studio.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

var trips = []struct {
	name string
	try  func(dir string) error
}{{"label-studio", labelStudio}, {"doccano", doccano}, {"argilla", argilla}}

func main() {
	log.SetFlags(0)
	for _, t := range trips {
		if len(os.Args) > 1 && os.Args[1] != t.name {
			continue
		}
		dir, err := os.MkdirTemp("", "platforms")
		if err != nil {
			log.Fatal(err)
		}
		err = t.try(dir)
		os.RemoveAll(dir)
		if err != nil {
			log.Fatalf("%s: %v", t.name, err)
		}
	}
}

// venv returns a program of a platform's virtual environment, which make installs.
func venv(platform, program string) string {
	path, err := filepath.Abs(filepath.Join(".venv", platform, "bin", program))
	if err != nil {
		log.Fatal(err)
	}
	return path
}

// start starts a server, which the function it returns ends.
func start(env []string, program string, args ...string) (stop func(), err error) {
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return func() {
		syscall.Kill(-c.Process.Pid, syscall.SIGTERM)
		c.Wait()
	}, nil
}

// run runs a program with a text on its standard input, and returns what it printed.
func run(env []string, stdin, program string, args ...string) (string, error) {
	c := exec.Command(program, args...)
	c.Env, c.Stdin = append(os.Environ(), env...), strings.NewReader(stdin)
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, out)
	}
	return string(out), err
}

// fit fits an export and returns the file of a shape, and what was printed.
func fit(dir, export, shape, file string, flags ...string) (content []byte, said string, err error) {
	out := filepath.Join(dir, "out")
	if err := os.RemoveAll(out); err != nil {
		return nil, "", err
	}
	if said, err = run(nil, "", "bin/concord", append(append([]string{"fit", "-out", out, "-as", shape}, flags...), export)...); err != nil {
		return nil, "", err
	}
	content, err = os.ReadFile(filepath.Join(out, file))
	return content, said, err
}

// server is a program's API.
type server struct {
	base   string
	header http.Header
}

// wait waits until the server answers.
func (s *server) wait(path string) error {
	for range 600 { // the first start makes a database
		r, err := http.Get(s.base + path)
		if err == nil {
			r.Body.Close()
			if r.StatusCode < http.StatusInternalServerError {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("no answer from %s", s.base+path)
}

// do sends a request with a body of JSON, or the bytes as they are, and decodes the answer.
func (s *server) do(method, path string, body, answer any) error {
	raw, ok := body.([]byte)
	if !ok && body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
	}
	q, err := http.NewRequest(method, s.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	q.Header = s.header.Clone()
	if q.Header.Get("Content-Type") == "" {
		q.Header.Set("Content-Type", "application/json")
	}
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	said, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %s: %.300s", method, path, r.Status, said)
	}
	if to, raw := answer.(*[]byte); err == nil && raw {
		*to = said
	} else if err == nil && answer != nil {
		err = json.Unmarshal(said, answer)
	}
	return err
}
