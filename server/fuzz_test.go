package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// FuzzRequests asks for any path with any headers: the answer is never an error of ours, and always carries the policy.
func FuzzRequests(f *testing.F) {
	f.Add("GET", "/", "gzip", `"x"`)
	f.Add("HEAD", "/v/../../main.go", "br;q=0", "*")
	f.Add("POST", "//icons/\x00", "", "W/")
	f.Add("GET", "/v/x/app.wasm.br", "identity;q=0", "")
	var s *Site // made once: it takes a while
	f.Fuzz(func(t *testing.T, method, path, encodings, match string) {
		if s == nil {
			s = site(t, folder(t))
		}
		asks := http.Header{"Accept-Encoding": {encodings}, "If-None-Match": {match}}
		r := &http.Request{Method: method, URL: &url.URL{Path: path}, Header: asks}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		got := w.Result()
		if got.StatusCode >= 500 || got.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s %q: got %s, %v", method, path, got.Status, got.Header)
		}
		if method != http.MethodGet && w.Body.Len() > 0 && got.StatusCode == http.StatusOK {
			t.Errorf("%s %q: got %d bytes", method, path, w.Body.Len())
		}
	})
}
