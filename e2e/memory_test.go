package e2e

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// scarce serves the app with a bound on the memory of its programs, in bytes; 0: none.
type scarce struct {
	server
	page, worker atomic.Int64
}

func newScarce(t *testing.T) *scarce {
	t.Helper()
	s, dir := &scarce{}, export(t, nil)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		bound := map[string]*atomic.Int64{"app.wasm": &s.page, "worker.wasm": &s.worker}[path.Base(r.URL.Path)]
		if path.Base(r.URL.Path) == "sw.js" {
			http.NotFound(w, r) // it would keep one of them
			return
		}
		if bound == nil || bound.Load() == 0 {
			http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
			return
		}
		program, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(r.URL.Path)))
		if err == nil {
			program, err = bounded(program, bound.Load())
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/wasm")
		w.Write(program)
	}))
	t.Cleanup(h.Close)
	s.url = h.URL
	return s
}

// bounded gives the memory of a WebAssembly program a bound.
func bounded(program []byte, most int64) ([]byte, error) {
	const head, memory = 8, 5 // bytes before the sections; the number of the one about memory
	for at := head; at < len(program); {
		size, n := binary.Uvarint(program[at+1:])
		from, to := at+1+n, at+1+n+int(size)
		if program[at] != memory {
			at = to
			continue
		}
		old := program[from:to]
		if len(old) < 3 || old[0] != 1 || old[1] != 0 {
			return nil, fmt.Errorf("got the memory %x, want one without a bound", old)
		}
		section := append([]byte{1, 1}, old[2:]...)
		section = binary.AppendUvarint(section, uint64(most>>16)) // pages
		made := append([]byte{}, program[:at]...)
		made = binary.AppendUvarint(append(made, memory), uint64(len(section)))
		return append(append(made, section...), program[to:]...), nil
	}
	return nil, fmt.Errorf("the program has no memory")
}

// manyClasses writes a file of few labels whose confusion matrices take 80 MB.
func manyClasses(t testing.TB) string {
	t.Helper()
	const workers, each, classes = 1000, 20, 100
	file := filepath.Join(t.TempDir(), "classes.csv")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, "task,worker,label")
	for j := range workers {
		for n := range each {
			i := (j*7 + n*53) % 2000
			fmt.Fprintf(w, "task-%04d,worker-%04d,class-%02d\n", i, j, (i+n/19*j)%classes)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// Where memory runs out in reading, fitting, exporting or drawing, the page says so, and goes on with what it had.
func TestOutOfMemory(t *testing.T) {
	s := newScarce(t)
	s.worker.Store(14e6)
	v := open(t, &s.server, "/")
	v.allow("") // the programs say what they die of
	v.state("empty")
	v.fitKept(write(t, "animals.csv", animals))
	const data = "document.querySelector('#data').innerText.split('\\n').slice(0, 2).join()" // the name, and how many labels
	counts := eval[string](v, data)
	const full = "document.querySelector('#failure')?.innerText.includes('The browser has no more memory for this')"

	v.drop("labels", large(t, 300_000, 60_000, 3_000))
	v.await(full)
	v.click("#failure button")
	v.state("ready", "done")
	if got := eval[string](v, data); got != counts {
		t.Errorf("after reading: got %s, want %s", got, counts)
	}
	v.fit("ds")

	work[bool](v, `(globalThis.RealBlob = Blob, true)`)
	work[bool](v, `(globalThis.Blob = function () { throw new RangeError("Array buffer allocation failed"); }, true)`)
	v.click("#download-labels")
	v.await(full)
	v.click("#failure button")
	v.state("done")
	work[bool](v, `(globalThis.Blob = RealBlob, true)`)
	if _, got := v.download("#download-labels"); !strings.Contains(string(got), "\np1,") {
		t.Errorf("after exporting: got %s", got)
	}

	s.worker.Store(40e6)
	v.navigate("/?fitting")
	v.state("empty")
	v.drop("labels", manyClasses(t))
	v.state("ready")
	counts = eval[string](v, data)
	v.choose("#method", "majority")
	v.click("#run")
	v.await(full)
	v.click("#failure button")
	v.state("ready", "done")
	if got := eval[string](v, data); got != counts {
		t.Errorf("after fitting: got %s, want %s", got, counts)
	}
	v.drop("labels", write(t, "birds.csv", animals))
	v.fit("majority")

	s.page.Store(13e6)
	v.navigate("/?drawing")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.await(`(document.querySelector("#run")?.click(), document.documentElement.dataset.program === "dead")`)
	v.stopped("Concord has run out of memory", "Close other tabs", "Your work is kept in this browser")
	s.page.Store(0)
	v.click("#fatal-reload")
	v.state("empty")
	v.click("#open-shelf")
	v.state("done")
	v.fit("onecoin")
}
