package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
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
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".wasm") {
			return err
		}
		content, err := os.ReadFile(filepath.Join("../web", name))
		m[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app.wasm", "worker.wasm", "wasm_exec.js"} {
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
	for _, want := range []string{"app.wasm", "worker.wasm", "worker.js", "wasm_exec.js", "boot.js", "kept.js", "fatal.js"} {
		if !listed["v/"+s.Version+"/"+want] {
			t.Errorf("the service worker does not list %s", want)
		}
	}
}

// Every URL in the page and in the manifest leads to a file and is relative, so
// that the app works under any path.
func TestURLsAreRelative(t *testing.T) {
	s := site(t, folder(t))
	var urls []string
	for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllSubmatch(s.Files["index.html"].Raw, -1) {
		urls = append(urls, string(m[1]))
	}
	var manifest struct {
		ID       string `json:"id"`
		StartURL string `json:"start_url"`
		Scope    string `json:"scope"`
		Icons    []struct{ Src string }
		Handlers []struct{ Action string } `json:"file_handlers"`
	}
	if err := json.Unmarshal(s.Files["manifest.webmanifest"].Raw, &manifest); err != nil {
		t.Fatal(err)
	}
	urls = append(urls, manifest.ID, manifest.StartURL, manifest.Scope)
	for _, icon := range manifest.Icons {
		urls = append(urls, icon.Src)
	}
	for _, h := range manifest.Handlers {
		urls = append(urls, h.Action)
	}
	if len(urls) < 12 {
		t.Fatalf("found only %d URLs: %q", len(urls), urls)
	}
	for _, url := range urls {
		if strings.HasPrefix(url, "/") || strings.Contains(url, ":") {
			t.Errorf("%s is not relative", url)
		}
		if r := get(s, "GET", "/"+strings.TrimPrefix(url, "./")); r.StatusCode != http.StatusOK {
			t.Errorf("%s: got status %d", url, r.StatusCode)
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
	if err == nil || !strings.Contains(err.Error(), "worker.wasm is missing: run make build") {
		t.Errorf("got %v", err)
	}
}

// What is exported is what is served, with the compressed forms beside it.
func TestExport(t *testing.T) {
	s := site(t, folder(t))
	dir := t.TempDir()
	if err := s.Export(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for name, f := range s.Files {
		for suffix, want := range map[string][]byte{"": f.Raw, ".br": f.Br, ".gz": f.Gzip} {
			got, err := os.ReadFile(filepath.Join(dir, name+suffix))
			if want != nil && (err != nil || !bytes.Equal(got, want)) || want == nil && err == nil {
				t.Errorf("%s%s is not as it is served (%v)", name, suffix, err)
			}
		}
	}
}

// An export over an older one leaves the new one, and what others put there.
func TestExportOverAnOlderOne(t *testing.T) {
	dir, web := t.TempDir(), folder(t)
	if err := site(t, web).Export(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	others := []string{"CNAME", "v/0123456789abcdef/notes.txt", "v/latest/app.wasm", "data/app.wasm"}
	for _, name := range others {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("of others"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	web["boot.js"].Data = []byte("x") // not worth compressing
	web["licenses.txt"].Data = []byte("x")
	s := site(t, web)
	if err := s.Export(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(others)
	for name, f := range s.Files {
		want = append(want, name)
		if f.Br != nil {
			want = append(want, name+".br")
		}
		if f.Gzip != nil {
			want = append(want, name+".gz")
		}
	}
	var got []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			got = append(got, name)
		}
		return err
	})
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q (%v)", got, want, err)
	}
}

// An export that breaks off leaves the older one as it was.
func TestExportThatBreaksOff(t *testing.T) {
	dir, web := t.TempDir(), folder(t)
	old := site(t, web)
	if err := old.Export(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	// What comes before the page can't be written.
	if err := os.RemoveAll(filepath.Join(dir, "icons")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "icons"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	web["boot.js"].Data = append(web["boot.js"].Data, '\n')
	if err := site(t, web).Export(t.Context(), dir); err == nil {
		t.Fatal("got no error: this tests nothing")
	}
	for name, f := range old.Files {
		if strings.HasPrefix(name, "icons/") {
			continue
		}
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, f.Raw) {
			t.Errorf("%s is not that of the older export (%v)", name, err)
		}
	}
}

// interrupted is a context that is done once it has been asked so often.
type interrupted struct {
	context.Context
	asked int
}

func (c *interrupted) Err() error {
	if c.asked--; c.asked < 0 {
		return context.Canceled
	}
	return nil
}

// An export that is ended, wherever it is, leaves the older one or the newer one, with all that its page needs.
func TestExportThatIsInterrupted(t *testing.T) {
	web := folder(t)
	maps.DeleteFunc(web, func(name string, _ *fstest.MapFile) bool { return strings.HasPrefix(name, "help/") })
	old := site(t, web)
	web["boot.js"].Data = append(web["boot.js"].Data, '\n')
	next := site(t, web)
	which := func(dir string) *Site {
		for _, s := range []*Site{old, next} {
			if got, err := os.ReadFile(filepath.Join(dir, "index.html")); err == nil && bytes.Equal(got, s.Files["index.html"].Raw) {
				return s
			}
		}
		t.Fatal("got the page of neither export")
		return nil
	}
	ends := map[*Site]int{}
	for after, err := 0, error(context.Canceled); err != nil; after += 10 {
		dir := t.TempDir()
		if err := old.Export(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		if err = next.Export(&interrupted{t.Context(), after}, dir); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		s := which(dir)
		ends[s]++
		for name, f := range s.Files {
			if got, err := os.ReadFile(filepath.Join(dir, name)); f.Fixed && (err != nil || !bytes.Equal(got, f.Raw)) {
				t.Errorf("after %d files: %s is not that of the page (%v)", after, name, err)
			}
		}
	}
	if ends[old] == 0 || ends[next] == 0 {
		t.Errorf("got %d of the older and %d of the newer, want some of each", ends[old], ends[next])
	}
}

// Ctrl-C ends an export, while it compresses as well, and what is said tells how things stand.
func TestExportEndsWithTheProgram(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(dir, folder(t)); err != nil {
		t.Fatal(err)
	}
	for _, asked := range []int{0, 10, 400} { // nothing is compressed; some; most is written
		err := run(&interrupted{t.Context(), asked}, io.Discard, "localhost:0", out, dir, 1)
		if err == nil || err.Error() != "interrupted; an earlier export in "+out+" still works" {
			t.Errorf("after %d: got %v", asked, err)
		}
	}
	f := newFile(&interrupted{t.Context(), 1}, "large.css", make([]byte, 1<<20), true, 1)
	if f.Br != nil || f.Gzip != nil {
		t.Error("a file is compressed to its end, though it was interrupted at its second part")
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

// A folder that can't be written is said to be so once, not once for every file.
func TestExportToAFile(t *testing.T) {
	s := site(t, folder(t))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Export(t.Context(), file); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

// The page has every style sheet there is, and nothing else as one.
func TestStyleSheets(t *testing.T) {
	web := folder(t)
	want, err := fs.Glob(web, "*.css")
	if err != nil || len(want) == 0 {
		t.Fatal(want, err)
	}
	s := site(t, web)
	var got []string
	for _, m := range regexp.MustCompile(`<link rel="stylesheet" href="v/[^/"]+/([^"]+)">`).FindAllSubmatch(s.Files["index.html"].Raw, -1) {
		got = append(got, string(m[1]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
