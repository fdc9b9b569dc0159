//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asServer has the test binary be the program itself.
const asServer = "CONCORD_TEST_IS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// download is a process of the server, and a download from it that has begun.
type download struct {
	*exec.Cmd
	addr   string
	stderr bytes.Buffer
	body   io.Reader
	want   []byte
}

func downloading(t *testing.T) *download {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, folder(t)); err != nil {
		t.Fatal(err)
	}
	big := make([]byte, 32<<20) // more than the buffers of a network hold
	r := rand.New(rand.NewPCG(1, 2))
	for n := range big {
		big[n] = byte(r.Uint32())
	}
	if err := os.WriteFile(filepath.Join(dir, "app.wasm"), big, 0o644); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d := &download{Cmd: exec.Command(self, "-addr", "localhost:0", "-web", dir, "-quality", "0"), want: big}
	d.Env = append(os.Environ(), asServer+"=1")
	d.Stderr = &d.stderr
	out, err := d.StdoutPipe()
	if err == nil {
		err = d.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("it does not say where it is: %v, %s", err, &d.stderr)
	}
	var version string
	if _, err := fmt.Sscanf(line, "Concord is at http://%s (version %s", &d.addr, &version); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	got, err := client.Get("http://" + d.addr + "/v/" + strings.TrimSuffix(version, ";") + "/app.wasm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Body.Close() })
	if got.StatusCode != http.StatusOK {
		t.Fatalf("got %s", got.Status)
	}
	d.body = got.Body
	return d
}

// told sends a signal, and waits until the process takes no more requests.
func (d *download) told(t *testing.T, s os.Signal) {
	t.Helper()
	if err := d.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	for {
		c, err := net.Dial("tcp", d.addr)
		if err != nil {
			return
		}
		c.Close()
	}
}

// ends are the signals that end the program: all but those that it is told to ignore, as after nohup.
func ends() []syscall.Signal {
	all := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	return slices.DeleteFunc(all, func(s syscall.Signal) bool { return signal.Ignored(s) })
}

// A signal during a download: all of it arrives, and then the program has ended well.
func TestSignalDuringADownload(t *testing.T) {
	for _, s := range ends() {
		d := downloading(t)
		d.told(t, s)
		if got, err := io.ReadAll(d.body); err != nil || !bytes.Equal(got, d.want) {
			t.Errorf("%v: got %d bytes (%v), want %d", s, len(got), err, len(d.want))
		}
		if err := d.Wait(); err != nil || d.stderr.Len() > 0 {
			t.Errorf("%v: got %v, %q, want a quiet end", s, err, &d.stderr)
		}
	}
}

// A second one ends it at once, whoever is still downloading.
func TestSecondSignal(t *testing.T) {
	for _, s := range ends() {
		d := downloading(t)
		d.told(t, s)
		ended := make(chan error, 1)
		go func() { ended <- d.Wait() }()
		for over := false; !over; { // the first is obeyed meanwhile, which may take a moment
			d.Process.Signal(s)
			select {
			case <-ended:
				over = true
			case <-time.After(10 * time.Millisecond):
			}
		}
		if at := d.ProcessState.Sys().(syscall.WaitStatus); !at.Signaled() || at.Signal() != s {
			t.Errorf("%v: got %v, %s, want an end by the signal", s, d.ProcessState, &d.stderr)
		}
	}
}
