package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// export writes the app as plain files. change, unless nil, first modifies a copy of the
// web folder, to make another version.
func export(t testing.TB, change func(web string)) string {
	t.Helper()
	dir, from := t.TempDir(), ""
	var err error
	if change == nil {
		from, err = exported()
	} else {
		web := t.TempDir()
		if err := os.CopyFS(web, os.DirFS("../web")); err != nil {
			t.Fatal(err)
		}
		change(web)
		from, err = written(web)
	}
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(from))
	}
	if err != nil {
		t.Fatalf("exporting: %v", err)
	}
	return dir
}

// exported is the app as it is, written once for all tests: to compress it takes seconds.
var exported = sync.OnceValues(func() (string, error) { return written("../web") })

// written exports a web folder.
func written(web string) (string, error) {
	dir, err := os.MkdirTemp(filepath.Dir(built.server), "export")
	if err != nil {
		return "", err
	}
	// What is compressed isn't asked for, so let that be quick.
	if out, err := exec.Command(built.server, "-web", web, "-export", dir, "-quality", "0").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return dir, nil
}

// host is a static host that knows nothing of the app: no headers, no
// compression, the files of a folder below /some/where/.
type host struct {
	*httptest.Server
	dir  atomic.Pointer[string]
	down atomic.Bool   // does not respond
	hold chan struct{} // programs wait until it is closed
}

const prefix = "/some/where/"

func newHost(t testing.TB, dir string) *host {
	h := slowHost(t, dir)
	close(h.hold)
	return h
}

// slowHost holds the programs back until its hold is closed.
func slowHost(t testing.TB, dir string) *host {
	h := &host{hold: make(chan struct{})}
	h.dir.Store(&dir)
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.down.Load() || !strings.HasPrefix(r.URL.Path, prefix) {
			http.Error(w, "nothing here", http.StatusServiceUnavailable)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			<-h.hold
		}
		http.StripPrefix(prefix, http.FileServer(http.Dir(*h.dir.Load()))).ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *host) server() *server { return &server{url: h.URL} }
