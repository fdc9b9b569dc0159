//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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

	"concord/app/ui"
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
	// More than the buffers of a network hold; a picture isn't compressed first, which would take much longer than to send it.
	big := bytes.Repeat([]byte("0123456789abcdef"), 2<<20)
	if err := os.WriteFile(filepath.Join(dir, "icons", "big.png"), big, 0o644); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d := &download{Cmd: exec.Command(self, "-addr", "localhost:0", "-web", dir, "-quality", "0"), want: big}
	d.Env = append(os.Environ(), asServer+"=1")
	d.Stderr = &d.stderr
	d.addr, _ = began(t, d.Cmd)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	got, err := client.Get("http://" + d.addr + "/icons/big.png")
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

// A server built with the page is one file: it serves the page in an empty folder, as the server of the clone does.
func TestCarriesThePage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the server")
	}
	dir, empty := t.TempDir(), t.TempDir()
	web, err := filepath.Abs("../web")
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string]string{} // stand-ins in place of programs that may not be built
	for _, name := range []string{"app.wasm", "worker.wasm", "rest.wasm", "wasm_exec.js"} {
		stands := filepath.Join(dir, name)
		if err := os.WriteFile(stands, folder(t)[name].Data, 0o644); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(web, name)] = stands
	}
	replace, err := json.Marshal(map[string]any{"Replace": overlay})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), replace, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "concord-server")
	build := exec.Command("go", "build", "-tags", "site", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	serves := exec.Command(program, "-addr", "localhost:0", "-quality", "0")
	serves.Dir = empty
	addr, version := began(t, serves)
	want, err := Build(t.Context(), folder(t), ui.Shell(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if version != want.Version {
		t.Errorf("got version %s, want %s, that of the folder web", version, want.Version)
	}
	for _, name := range []string{"index.html", "help/numbers.html", "v/" + version + "/worker.wasm"} {
		got, err := http.Get("http://" + addr + "/" + strings.TrimSuffix(name, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil || got.StatusCode != http.StatusOK || !bytes.Equal(all, want.Files[name].Raw) ||
			got.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: got %s, %d bytes, %v; want %d", name, got.Status, len(all), err, len(want.Files[name].Raw))
		}
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

// began starts a server, and returns where it is and its version.
func began(t *testing.T, server *exec.Cmd) (addr, version string) {
	t.Helper()
	var stderr bytes.Buffer
	if server.Stderr == nil {
		server.Stderr = &stderr
	}
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("it does not say where it is: %v, %s", err, server.Stderr)
	}
	if _, err := fmt.Sscanf(line, "Concord is at http://%s (version %s", &addr, &version); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return addr, strings.TrimSuffix(version, ";")
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
