package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// big is a site with one file that no buffer of a network holds.
func big() *Site {
	return &Site{Files: map[string]*File{"big": {Type: "text/plain", Raw: bytes.Repeat([]byte("0123456789abcdef"), 4<<20), ETag: "e"}}}
}

// start serves a site; end ends it and returns how that went.
func start(t *testing.T, s http.Handler, p patience) (addr string, end func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l, s, p) }()
	var once sync.Once
	end = func() (err error) {
		once.Do(func() { cancel(); err = <-done })
		return err
	}
	t.Cleanup(func() { end() })
	return l.Addr().String(), end
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// What is under way when the server is told to end arrives whole.
func TestEndsWhenAllHasArrived(t *testing.T) {
	s := big()
	addr, end := start(t, s, patient)
	r, err := http.Get("http://" + addr + "/big")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	ended := make(chan error)
	go func() { ended <- end() }()
	for { // until it takes nothing more
		c, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		c.Close()
	}
	if got, err := io.ReadAll(r.Body); err != nil || !bytes.Equal(got, s.Files["big"].Raw) {
		t.Errorf("got %d bytes (%v), want %d", len(got), err, len(s.Files["big"].Raw))
	}
	if err := <-ended; err != nil {
		t.Errorf("got %v, want a quiet end", err)
	}
}

// Who takes too long over a download when the server ends does not get the rest, which is said.
func TestDownloadsThatAreCutOff(t *testing.T) {
	p := patient
	p.end = time.Millisecond
	s := big()
	addr, end := start(t, s, p)
	r, err := http.Get("http://" + addr + "/big")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if err := end(); err == nil || !strings.Contains(err.Error(), "some downloads were cut off") {
		t.Errorf("got %v, want that some downloads were cut off", err)
	}
	if got, err := io.ReadAll(r.Body); err == nil {
		t.Errorf("got all %d bytes, want a part of %d", len(got), len(s.Files["big"].Raw))
	}
}

// asks sends a request as it is, and returns the answer.
func asks(t *testing.T, addr, request string) (r *http.Response, content []byte) {
	t.Helper()
	c := dial(t, addr)
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, body(t, r)
}

// What asks for no file at all, OPTIONS *, is answered by us, under the policy.
func TestOptionsOfTheServer(t *testing.T) {
	addr, _ := start(t, big(), patient)
	r, _ := asks(t, addr, "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	got := r.Header.Get("Content-Security-Policy")
	if r.StatusCode != http.StatusMethodNotAllowed || got != headers["Content-Security-Policy"] {
		t.Errorf("got status %d, policy %q, want 405 and ours", r.StatusCode, got)
	}
}

// What is no request, or too long a one, net/http answers by itself: in a line of text, and nothing of the site is reached.
func TestWhatIsNoRequest(t *testing.T) {
	addr, _ := start(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("served: %s %s", r.Method, r.URL) }), patient)
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"no protocol":       {"GET /big\r\n\r\n", http.StatusBadRequest},
		"no host":           {"GET /big HTTP/1.1\r\n\r\n", http.StatusBadRequest},
		"two hosts":         {"GET /big HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", http.StatusBadRequest},
		"a broken header":   {"GET /big HTTP/1.1\r\nHost: x\r\nodd name: 1\r\n\r\n", http.StatusBadRequest},
		"two lengths":       {"GET /big HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", http.StatusBadRequest},
		"an encoding":       {"GET /big HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: odd\r\n\r\n", http.StatusNotImplemented},
		"another protocol":  {"GET /big HTTP/9.9\r\nHost: x\r\n\r\n", http.StatusHTTPVersionNotSupported},
		"too large headers": {"GET /big HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("a", 32<<10), http.StatusRequestHeaderFieldsTooLarge},
	} {
		r, got := asks(t, addr, c.request)
		if r.StatusCode != c.status {
			t.Errorf("%s: got status %d, want %d", name, r.StatusCode, c.status)
		}
		if kind := r.Header.Get("Content-Type"); kind != "text/plain; charset=utf-8" || len(got) > 80 {
			t.Errorf("%s: got %q, %q, want a line of text", name, kind, got)
		}
	}
}

// A client that takes nothing keeps the server neither from ending nor from others.
func TestClientsThatStandStill(t *testing.T) {
	short := 50 * time.Millisecond
	for name, request := range map[string]string{
		"sends nothing":            "",
		"sends half a request":     "GET / HTTP/1.1\r\nHo",
		"sends half a body":        "GET /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
		"takes no response":        "GET /big HTTP/1.1\r\nHost: x\r\n\r\n",
		"asks for nothing further": "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			addr, _ := start(t, big(), patience{ask: short, take: short, idle: short, end: time.Hour})
			c := dial(t, addr)
			if _, err := io.WriteString(c, request); err != nil {
				t.Fatal(err)
			}
			for name == "takes no response" { // the server must give up first: its end of the connection is gone
				time.Sleep(short)
				if _, err := io.WriteString(c, "x"); err != nil {
					return
				}
			}
			c.SetReadDeadline(time.Now().Add(time.Minute)) // in place of hanging
			if _, err := io.Copy(io.Discard, c); err != nil && !strings.Contains(err.Error(), "reset") {
				t.Errorf("the server holds the connection: %v", err)
			}
		})
	}
}

// timed is a response that notes when it has to be taken by.
type timed struct {
	*httptest.ResponseRecorder
	most int         // bytes that were to be taken by one time
	by   []time.Time // …
}

func (w *timed) SetWriteDeadline(by time.Time) error {
	w.by = append(w.by, by)
	return nil
}

func (w *timed) Write(part []byte) (int, error) {
	w.most = max(w.most, len(part))
	return w.ResponseRecorder.Write(part)
}

// A client that is slow, but takes some, gets all: each part has its own time.
func TestSlowClientsGetAll(t *testing.T) {
	s, w := big(), &timed{ResponseRecorder: httptest.NewRecorder()}
	begun := time.Now()
	s.ServeHTTP(pressing(w, time.Hour), httptest.NewRequest("GET", "/big", nil))
	raw := s.Files["big"].Raw
	if !bytes.Equal(w.Body.Bytes(), raw) {
		t.Fatalf("got %d bytes, want %d", w.Body.Len(), len(raw))
	}
	if w.most > 64<<10 || len(w.by) < len(raw)/w.most {
		t.Errorf("got %d deadlines for parts of at most %d bytes, want one for each of 64 KiB", len(w.by), w.most)
	}
	for n, by := range w.by {
		if by.Before(begun.Add(time.Hour)) || n > 0 && by.Before(w.by[n-1]) {
			t.Fatalf("part %d is to be taken by %s, want an hour after it was sent", n, by)
		}
	}
}

// A thousand clients at once get what they ask for.
func TestManyClients(t *testing.T) {
	s := site(t, folder(t))
	addr, _ := start(t, s, patient)
	var ready, all sync.WaitGroup
	begin := make(chan struct{})
	ready.Add(1000)
	for n := range 1000 {
		all.Go(func() {
			c, err := net.Dial("tcp", addr)
			ready.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			<-begin // all are connected
			fmt.Fprintf(c, "GET /v/%s/boot.js HTTP/1.1\r\nHost: x\r\n\r\n", s.Version)
			r, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Errorf("client %d: %v", n, err)
				return
			}
			if got, err := io.ReadAll(r.Body); err != nil || !bytes.Equal(got, s.Files["v/"+s.Version+"/boot.js"].Raw) {
				t.Errorf("client %d: got %d bytes (%v)", n, len(got), err)
			}
		})
	}
	ready.Wait()
	close(begin)
	all.Wait()
}

// Without a host the server is at this machine only, and what it prints is where it is.
func TestAddress(t *testing.T) {
	for addr, want := range map[string]struct {
		url      string
		loopback bool
	}{
		":0":          {"http://localhost:", true},
		"localhost:0": {"http://localhost:", true},
		"127.0.0.1:0": {"http://127.0.0.1:", true},
		"0.0.0.0:0":   {"http://localhost:", false},
	} {
		l, err := listen(addr)
		if err != nil {
			t.Fatal(err)
		}
		at := l.Addr().(*net.TCPAddr)
		if got := at.IP.IsLoopback(); got != want.loopback {
			t.Errorf("%s: bound to %s, want this machine only: %v", addr, at, want.loopback)
		}
		if got := "http://" + printed(addr, at); got != want.url+strconv.Itoa(at.Port) {
			t.Errorf("%s: prints %s, want %s%d", addr, got, want.url, at.Port)
		}
		l.Close()
	}
	if _, err := listen("8113"); err == nil || !strings.Contains(err.Error(), "missing port") {
		t.Errorf("got %v for an address without a port", err)
	}
}

// Parts of a file are parts of the form in which it is sent.
func TestRanges(t *testing.T) {
	s := site(t, folder(t))
	name := "v/" + s.Version + "/app.wasm"
	f := s.Files[name]
	for _, test := range []struct {
		asks   []string
		status int
		want   []byte
	}{
		{[]string{"Range", "bytes=0-9"}, http.StatusPartialContent, f.Raw[:10]},
		{[]string{"Range", "bytes=-5"}, http.StatusPartialContent, f.Raw[len(f.Raw)-5:]},
		{[]string{"Range", "bytes=7990-", "If-Range", `"` + f.ETag + `"`}, http.StatusPartialContent, f.Raw[7990:]},
		{[]string{"Range", "bytes=5-", "If-Range", `"another"`}, http.StatusOK, f.Raw},
		{[]string{"Range", "bytes=3-7", "Accept-Encoding", "br"}, http.StatusPartialContent, f.Br[3:8]},
		{[]string{"Range", "bytes=99999999-"}, http.StatusRequestedRangeNotSatisfiable, nil},
		{[]string{"Range", "lines=1-2"}, http.StatusRequestedRangeNotSatisfiable, nil},
	} {
		r := get(s, "GET", "/"+name, test.asks...)
		got := body(t, r)
		if r.StatusCode != test.status || test.want != nil && !bytes.Equal(got, test.want) {
			t.Errorf("%q: got status %d with %d bytes, want %d with %d", test.asks, r.StatusCode, len(got), test.status, len(test.want))
		}
		if r.StatusCode != http.StatusRequestedRangeNotSatisfiable && r.Header.Get("Content-Length") != strconv.Itoa(len(got)) {
			t.Errorf("%q: got Content-Length %s for %d bytes", test.asks, r.Header.Get("Content-Length"), len(got))
		}
		if r.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%q: got no policy", test.asks)
		}
	}
}

// Whatever is asked, what is sent is a file of the site, a part of it, or none, under the policy.
func FuzzServe(f *testing.F) {
	files := map[string]*File{
		"index.html":  newFile(context.Background(), "index.html", bytes.Repeat([]byte("<p>Concord</p>"), 50), nil, false, 1),
		"v/1/boot.js": newFile(context.Background(), "boot.js", []byte("start()"), nil, true, 1),
	}
	s := &Site{Version: "1", Files: files}
	statuses := []int{200, 206, 304, 404, 405, 412, 416}
	for _, seed := range [][5]string{
		{"GET", "/", "", "", ""}, {"HEAD", "/v/1/boot.js", "br", "bytes=1-3,2-4", "*"}, {"POST", "/", "", "", ""},
		{"GET", "/../v/1/../1/boot.js", "gzip;q = 0, br;q=1", "bytes=-0", `W/"x"`}, {"GET", "//index.html", "*", "bytes=9-1", `"`},
		{"GET", "/index.html", "gzip", "bytes=0-0,-1", ""}, {"GET", "/%2e%2e/site.go", "", "bytes=,", `"a","b`},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, method, path, accept, ranges, held string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Method, r.URL.Path = method, path
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("Range", ranges)
		r.Header.Set("If-None-Match", held)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !slices.Contains(statuses, w.Code) {
			t.Errorf("got status %d", w.Code)
		}
		if got := w.Header().Get("Content-Security-Policy"); got != headers["Content-Security-Policy"] {
			t.Errorf("got policy %q", got)
		}
		if method != http.MethodGet && method != http.MethodHead && w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: got status %d", method, w.Code)
		}
		file := files[strings.TrimPrefix(path, "/")]
		if path == "/" || path == "" {
			file = files["index.html"]
		}
		switch {
		case w.Code != http.StatusOK && w.Code != http.StatusPartialContent:
			if w.Body.Len() > 64 {
				t.Errorf("got %d bytes with status %d", w.Body.Len(), w.Code)
			}
		case file == nil:
			t.Errorf("%q is no file, and got %d bytes", path, w.Body.Len())
		case w.Code == http.StatusOK && method == http.MethodGet:
			if got := w.Body.Bytes(); !slices.ContainsFunc([][]byte{file.Raw, file.Br, file.Gzip}, func(whole []byte) bool {
				return bytes.Equal(got, whole)
			}) {
				t.Errorf("%q: got %d bytes, which are not the file", path, len(got))
			}
		case w.Code == http.StatusPartialContent && method == http.MethodGet:
			whole := map[string][]byte{"": file.Raw, "br": file.Br, "gzip": file.Gzip}[w.Header().Get("Content-Encoding")]
			if err := parts(w, whole); err != nil {
				t.Errorf("%q, %q: %v", path, ranges, err)
			}
		}
	})
}

// parts checks that a response has the parts of a file that it says it has.
func parts(w *httptest.ResponseRecorder, whole []byte) error {
	same := func(says string, got []byte) error {
		var from, to, size int
		if n, err := fmt.Sscanf(says, "bytes %d-%d/%d", &from, &to, &size); n != 3 || err != nil {
			return fmt.Errorf("got Content-Range %q", says)
		}
		if size != len(whole) || from < 0 || to < from-1 || to >= size || !bytes.Equal(got, whole[from:to+1]) {
			return fmt.Errorf("got %d bytes as %q of %d, which are not those", len(got), says, len(whole))
		}
		return nil
	}
	kind, params, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if err != nil || kind != "multipart/byteranges" {
		return same(w.Header().Get("Content-Range"), w.Body.Bytes())
	}
	all := multipart.NewReader(w.Body, params["boundary"])
	for n := 0; ; n++ {
		part, err := all.NextPart()
		if err == io.EOF && n > 0 {
			return nil
		} else if err != nil {
			return err
		}
		got, err := io.ReadAll(part)
		if err = cmp.Or(err, same(part.Header.Get("Content-Range"), got)); err != nil {
			return err
		}
	}
}
