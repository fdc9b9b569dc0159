package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

// folder is the real web folder with stand-ins for the built programs, so that
// the tests need no build.
func folder(t *testing.T) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS("../web"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(name, ".wasm") {
			return err
		}
		content, err := os.ReadFile(filepath.Join("../web", name))
		m[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app.wasm", "worker.wasm", "rest.wasm", "wasm_exec.js"} {
		m[name] = &fstest.MapFile{Data: bytes.Repeat([]byte(name), 1000)}
	}
	return m
}

func site(t *testing.T, web fs.FS) *Site {
	t.Helper()
	s, err := Build(t.Context(), web, "<main>shell</main>", 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get asks for a path; header holds pairs of names and values.
func get(s *Site, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for n := 0; n < len(header); n += 2 {
		r.Header.Set(header[n], header[n+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// cached returns the files in the service worker, with the hash of each.
func cached(t *testing.T, s *Site) map[string]string {
	t.Helper()
	m := regexp.MustCompile(`const FILES = new Map\(Object\.entries\((.*)\)\);`).FindSubmatch(s.Files["sw.js"].Raw)
	if m == nil {
		t.Fatal("sw.js has no list of files")
	}
	var list map[string]string
	if err := json.Unmarshal(m[1], &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEveryAnswerHasTheHeaders(t *testing.T) {
	s := site(t, folder(t))
	needed := map[string]string{
		"Content-Security-Policy":      headers["Content-Security-Policy"], // see below
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Embedder-Policy": "require-corp",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           headers["Permissions-Policy"],
	}
	for _, path := range []string{"/", "/sw.js", "/v/" + s.Version + "/worker.js", "/licenses.txt", "/nowhere"} {
		h := get(s, "GET", path).Header
		for name, want := range needed {
			if got := h.Get(name); got != want || want == "" {
				t.Errorf("%s of %s: got %q, want %q", name, path, got, want)
			}
		}
	}
	policy := get(s, "GET", "/").Header.Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'", "worker-src 'self' blob:",
		"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	} {
		if !slices.Contains(strings.Split(policy, "; "), want) {
			t.Errorf("the policy lacks %q: %s", want, policy)
		}
	}
	for _, feature := range []string{"camera=()", "geolocation=()", "microphone=()"} {
		if !strings.Contains(headers["Permissions-Policy"], feature) {
			t.Errorf("%s is allowed", feature)
		}
	}
	if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
		t.Errorf("the policy allows too much: %s", policy)
	}
}

// What the service worker caches is all there, and it is all there is: a file
// that it misses would be missing offline, and one whose hash is another's would never
// be taken for whole.
func TestServiceWorkerListsEveryFile(t *testing.T) {
	s := site(t, folder(t))
	listed := map[string]bool{}
	for name, want := range cached(t, s) {
		r := get(s, "GET", "/"+strings.TrimPrefix(name, "./"))
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: got status %d", name, r.StatusCode)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(body(t, r))); got != want {
			t.Errorf("%s has the hash %s, the service worker wants %s", name, got, want)
		}
		listed[name] = true
	}
	for name := range s.Files {
		switch name {
		case "index.html": // as ./
			name = "./"
		case "sw.js", "sw-kill.js": // never from the cache
			continue
		}
		if !listed[name] {
			t.Errorf("the service worker does not list %s", name)
		}
	}
	for _, want := range []string{"app.wasm", "worker.wasm", "rest.wasm", "worker.js", "wasm_exec.js", "boot.js", "early.js", "fatal.js"} {
		if !listed["v/"+s.Version+"/"+want] {
			t.Errorf("the service worker does not list %s", want)
		}
	}
}

func TestEncodings(t *testing.T) {
	s := site(t, folder(t))
	path := "/v/" + s.Version + "/app.wasm"
	raw := s.Files[path[1:]].Raw
	etags := map[string]bool{}
	for _, test := range []struct{ accept, want string }{
		{"", ""},
		{"gzip, deflate, br, zstd", "br"},
		{"gzip", "gzip"},
		{"br;q=0, gzip;q=0.5", "gzip"},
		{"BR; q=1.0", "br"},
		{"br;q = 0, gzip", "gzip"},
		{"br; Q=0", ""},
		{"br;level=5;q=0.000", ""},
		{"br;q=", ""},
		{"brotli", ""},
		{"gzip;q=0", ""},
	} {
		r := get(s, "GET", path, "Accept-Encoding", test.accept)
		if got := r.Header.Get("Content-Encoding"); got != test.want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", test.accept, got, test.want)
			continue
		}
		var from io.Reader = r.Body
		switch test.want {
		case "br":
			from = brotli.NewReader(r.Body)
		case "gzip":
			z, err := gzip.NewReader(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			from = z
		}
		got, err := io.ReadAll(from)
		if err != nil || !bytes.Equal(got, raw) {
			t.Errorf("Accept-Encoding %q: the content is not that of the file (%v)", test.accept, err)
		}
		if got := r.Header.Get("Content-Type"); got != "application/wasm" {
			t.Errorf("got type %q", got)
		}
		if got := r.Header.Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("got Vary %q", got)
		}
		etags[r.Header.Get("ETag")] = true
	}
	if len(etags) != 3 {
		t.Errorf("got %d ETags for three encodings: %v", len(etags), etags)
	}
}

func TestCaching(t *testing.T) {
	s := site(t, folder(t))
	for path, want := range map[string]string{
		"/": "no-cache", "/sw.js": "no-cache", "/manifest.webmanifest": "no-cache",
		"/v/" + s.Version + "/boot.js": "public, max-age=31536000, immutable",
	} {
		r := get(s, "GET", path)
		if got := r.Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: got Cache-Control %q, want %q", path, got, want)
		}
		etag := r.Header.Get("ETag")
		for held, want := range map[string]int{
			etag: http.StatusNotModified, `"other", W/` + etag: http.StatusNotModified, "*": http.StatusNotModified,
			`"other"`: http.StatusOK, strings.Replace(etag, `"`, `"more`, 1): http.StatusOK,
		} {
			again := get(s, "GET", path, "If-None-Match", held)
			if again.StatusCode != want || (len(body(t, again)) == 0) != (want == http.StatusNotModified) {
				t.Errorf("%s: If-None-Match %s: got status %d, want %d", path, held, again.StatusCode, want)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	s := site(t, folder(t))
	if r := get(s, "POST", "/"); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") == "" {
		t.Errorf("POST: got status %d", r.StatusCode)
	}
	head, whole := get(s, "HEAD", "/"), get(s, "GET", "/")
	if head.StatusCode != http.StatusOK || len(body(t, head)) > 0 || head.Header.Get("Content-Length") != whole.Header.Get("Content-Length") {
		t.Errorf("HEAD is not GET without the body: %v", head.Header)
	}
	if r := get(s, "GET", "/../server/main.go"); r.StatusCode != http.StatusNotFound {
		t.Errorf("a file outside: got status %d", r.StatusCode)
	}
}

// The version follows every byte that a browser may get, and nothing else.
func TestVersion(t *testing.T) {
	web := folder(t)
	first := site(t, web).Version
	if again := site(t, web).Version; again != first {
		t.Errorf("the same files have two versions: %s and %s", first, again)
	}
	web["notes.md"] = &fstest.MapFile{Data: []byte("not for browsers")}
	if got := site(t, web).Version; got != first {
		t.Error("a file that is not part of the site changes the version")
	}
	for _, name := range []string{"app.wasm", "worker.js", "index.html.tmpl", "sw.js.tmpl", "icons/icon.svg", "manifest.webmanifest",
		"licenses.txt"} {
		changed := folder(t)
		changed[name].Data = append(changed[name].Data, '\n')
		if site(t, changed).Version == first {
			t.Errorf("the version does not follow %s", name)
		}
	}
	if s, err := Build(t.Context(), web, "<main>other</main>", 1); err != nil || s.Version == first {
		t.Errorf("the version does not follow the shell (%v)", err)
	}
}

func TestBuildNamesWhatIsMissing(t *testing.T) {
	web := folder(t)
	delete(web, "worker.wasm")
	_, err := Build(t.Context(), web, "", 6)
	if err == nil || !strings.Contains(err.Error(), "worker.wasm isn't built: run make build") {
		t.Errorf("got %v", err)
	}
}

// Links and hidden files are not published: they may lead anywhere, and hold anything.
func TestOnlyPlainFilesArePublished(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "secret.txt")
	if err := os.CopyFS(dir, folder(t)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{secret, filepath.Join(dir, ".secret.txt"), filepath.Join(dir, ".git", "secret.txt")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("secret"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"secret.txt": secret, "elsewhere": filepath.Dir(secret)} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	s := site(t, os.DirFS(dir))
	for name := range s.Files {
		if strings.Contains(name, "secret") || strings.Contains(name, "elsewhere") {
			t.Errorf("%s is published", name)
		}
	}
	if got, want := s.Version, site(t, folder(t)).Version; got != want {
		t.Errorf("got version %s, want %s, that of the files without them", got, want)
	}
}

// What is compressed beside a program is served, unless it is of another program.
func TestCompressedBeside(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, folder(t)); err != nil {
		t.Fatal(err)
	}
	if err := compressPrograms(dir, []string{"worker.wasm"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "app.wasm.br")); err == nil {
		t.Error("got app.wasm compressed, want the program that was named alone")
	}
	beside, err := os.ReadFile(filepath.Join(dir, "worker.wasm.br"))
	if err != nil {
		t.Fatal(err)
	}
	brOf := func() []byte {
		s := site(t, os.DirFS(dir))
		return s.Files["v/"+s.Version+"/worker.wasm"].Br
	}
	if got := brOf(); !bytes.Equal(got, beside) {
		t.Errorf("got %d bytes, want the %d that lie beside the program", len(got), len(beside))
	}
	program := bytes.Repeat([]byte("another "), 1000)
	if err := os.WriteFile(filepath.Join(dir, "worker.wasm"), program, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(brOf()))); err != nil || !bytes.Equal(got, program) {
		t.Errorf("got %d bytes of another program (%v)", len(got), err)
	}
	if err := compressPrograms(dir, nil); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "worker.wasm.br")); err != nil || bytes.Equal(again, beside) {
		t.Errorf("the program of before is beside the one of now (%v)", err)
	}
}
