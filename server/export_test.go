package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

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
	const most = 1 << 20
	whole := &interrupted{t.Context(), most}
	into := filepath.Join(t.TempDir(), "site")
	var said bytes.Buffer
	if err := run(whole, &said, "localhost:0", into, dir, 1); err != nil {
		t.Fatal(err)
	}
	n, size := 0, int64(0)
	err := filepath.Walk(into, func(_ string, f fs.FileInfo, err error) error {
		if err == nil && f.Mode().IsRegular() {
			n++
			size += f.Size()
		}
		return err
	})
	versions, _ := filepath.Glob(filepath.Join(into, "v", "*"))
	if err != nil || len(versions) != 1 {
		t.Fatalf("got versions %q, %v", versions, err)
	}
	want := fmt.Sprintf("Wrote %d files, %.1f MB, to %s (version %s)\n", n, float64(size)/1e6, into, filepath.Base(versions[0]))
	if said.String() != want {
		t.Errorf("got %q, want %q", said.String(), want)
	}
	asks := most - whole.asked
	for _, asked := range []int{0, asks / 40, asks * 9 / 10} { // nothing is compressed; some; most is written
		err := run(&interrupted{t.Context(), asked}, io.Discard, "localhost:0", out, dir, 1)
		if err == nil || err.Error() != "interrupted; what was in "+out+" before still works" {
			t.Errorf("after %d of %d: got %v", asked, asks, err)
		}
	}
	f := newFile(&interrupted{t.Context(), 1}, "large.css", make([]byte, 1<<22), nil, true, 1)
	if f.Br != nil || f.Gzip != nil {
		t.Error("a file is compressed to its end, though it was interrupted at its second part")
	}
}

// Outside the clone, and before make build, what is said tells what to do.
func TestNoPageToServe(t *testing.T) {
	unbuilt := folder(t)
	t.Chdir(t.TempDir())
	delete(unbuilt, "app.wasm")
	if err := os.CopyFS("unbuilt", unbuilt); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{
		"":        "no page in web: run this in the clone of Concord",
		"other":   "no page in other: run this in the clone of Concord",
		"unbuilt": "app.wasm isn't built: run make build in the clone",
	} {
		if err := run(t.Context(), io.Discard, "localhost:0", "", folder, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("-web %q: got %v, want %q", folder, err, want)
		}
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
