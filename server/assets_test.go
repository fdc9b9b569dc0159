package main

import (
	"bytes"
	"encoding/json"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"
)

// Every URL in the page and in the manifest leads to a file and is relative, so
// that the app works under any path.
func TestURLsAreRelative(t *testing.T) {
	s := site(t, folder(t))
	var urls []string
	for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllSubmatch(s.Files["index.html"].Raw, -1) {
		urls = append(urls, string(m[1])) // those of links, too
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

var (
	tags       = regexp.MustCompile(`(?s)<([a-zA-Z][a-zA-Z0-9-]*)\b([^>]*)>`)
	attributes = regexp.MustCompile(`(?i)(?:^|\s)(?:xlink:)?(href|src|srcset|poster|data|action|formaction|background)` +
		`\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)`)
	inStyles  = regexp.MustCompile(`(?i)url\(\s*["']?([^"')]*)|@import\s*["']([^"']*)`)
	inScripts = regexp.MustCompile(`(?i)(?:https?|wss?)://[^\s"'` + "`" + `<>]*|["'` + "`" + `]//[a-z][^\s"'` + "`" + `]*`)
)

// namespace begins the names of vocabularies of XML, which look like addresses and are not asked for.
const namespace = "http://www.w3.org/"

// loads lists what a browser fetches by itself for a file, as the file has it: what only links lead to it does not.
func loads(name, text string) (all []string) {
	add := func(url string) {
		if url = strings.Trim(url, "\"'"); url != "" && !strings.HasPrefix(url, "data:") {
			all = append(all, url)
		}
	}
	kind := path.Ext(name)
	switch kind {
	case ".html", ".svg":
		for _, tag := range tags.FindAllStringSubmatch(text, -1) {
			for _, at := range attributes.FindAllStringSubmatch(tag[2], -1) {
				if !strings.EqualFold(tag[1], "a") && !strings.HasPrefix(strings.Trim(at[2], "\"'"), "#") {
					add(html.UnescapeString(at[2]))
				}
			}
		}
	case ".js":
		for _, url := range inScripts.FindAllString(text, -1) {
			if !strings.HasPrefix(url, namespace) {
				add(url)
			}
		}
	}
	if kind != ".js" { // styles stand in pages and pictures as well
		for _, m := range inStyles.FindAllStringSubmatch(text, -1) {
			add(m[1] + m[2])
		}
	}
	return all
}

// What is to be found below is found.
func TestLoads(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.html", `<img src="https://x.org/a.png"><a href="https://x.org">x</a>`, "https://x.org/a.png"},
		{"a.html", `<link rel=stylesheet href=//x.org/a.css>`, "//x.org/a.css"},
		{"a.html", "<script\n  src='https://x.org/a.js'></script>", "https://x.org/a.js"},
		{"a.html", `<style>p{background:url(https://x.org/a.png)}</style>`, "https://x.org/a.png"},
		{"a.html", `<p style="background:url('b.png')">`, "b.png"},
		{"a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/><image xlink:href="https://x.org/a.png"/></svg>`,
			"https://x.org/a.png"},
		{"a.css", `@import "https://x.org/a.css"; p{color:red}`, "https://x.org/a.css"},
		{"a.css", `@import url(https://x.org/a.css);`, "https://x.org/a.css"},
		{"a.css", `p{background:url("data:image/png;base64,AA")}`, ""},
		{"a.js", `const n = "http://www.w3.org/2000/svg"; fetch("https://x.org/a"); a / b // c`, "https://x.org/a"},
		{"a.js", "import('//x.org/a.js')", "//x.org/a.js"},
		{"a.js", "new WebSocket(`wss://x.org`)", "wss://x.org"},
	} {
		if got := strings.Join(loads(c.name, c.text), " "); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// No page, style, picture or script fetches anything from elsewhere, and what it fetches is there.
func TestNothingIsFetchedFromElsewhere(t *testing.T) {
	s := site(t, folder(t))
	found := 0
	for _, name := range sorted(s.Files) {
		for _, url := range loads(name, string(s.Files[name].Raw)) {
			found++
			if strings.HasPrefix(url, "/") || strings.Contains(url, ":") {
				t.Errorf("%s fetches %s, which is not relative", name, url)
			} else if s.Files[path.Join(path.Dir(name), url)] == nil {
				t.Errorf("%s fetches %s, which is not there", name, url)
			}
		}
	}
	if found < 100 {
		t.Errorf("got %d addresses: those of the pages are not found", found)
	}
}

// Each page carries its policy itself, for hosts that send none, and before anything that it is to rule: the page that of the headers,
// pages of help one under which no script runs at all.
func TestPoliciesInPages(t *testing.T) {
	s := site(t, folder(t))
	inPage := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	ruled := regexp.MustCompile(`(?i)<(script|link|style|img|svg|iframe|object|embed|base|form|body)\b`)
	pages := 0
	for _, name := range sorted(s.Files) {
		if path.Ext(name) != ".html" {
			continue
		}
		pages++
		text := string(s.Files[name].Raw)
		m := inPage.FindStringSubmatchIndex(text)
		if m == nil {
			t.Errorf("%s has no policy", name)
			continue
		}
		if first := ruled.FindStringIndex(text); first != nil && first[0] < m[0] {
			t.Errorf("%s has %s before its policy", name, text[first[0]:first[1]])
		}
		got := html.UnescapeString(text[m[2]:m[3]])
		want := "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
		if name == "index.html" {
			want = metaPolicy
		}
		if got != want {
			t.Errorf("%s has the policy %q, want %q", name, got, want)
		}
	}
	if pages < 10 {
		t.Errorf("got %d pages, want the page and those of help", pages)
	}
}

// The page has one style sheet, which holds all there are.
func TestStyleSheets(t *testing.T) {
	web := folder(t)
	names, err := fs.Glob(web, "*.css")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var want []byte
	for _, name := range names {
		sheet, err := fs.ReadFile(web, name)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, sheet...)
	}
	s := site(t, web)
	got := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`).FindAllSubmatch(s.Files["index.html"].Raw, -1)
	if len(got) != 1 || !bytes.Equal(s.Files[string(got[0][1])].Raw, want) {
		t.Errorf("got style sheets %q, want one of all", got)
	}
}
