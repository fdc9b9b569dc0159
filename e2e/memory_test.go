package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// confined serves the app with a worker whose memory can't grow beyond so many megabytes.
func confined(t *testing.T, megabytes uint64) *server {
	t.Helper()
	program, err := os.ReadFile(filepath.Join("..", "web", "worker.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	program = limited(t, program, megabytes<<20/65536)
	return broken(t, export(t, nil), "worker.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		w.Write(program)
	})
}

// limited is a WebAssembly program whose memory has at most so many pages. It must have one memory, of any size.
func limited(t *testing.T, program []byte, pages uint64) []byte {
	t.Helper()
	const memories, header = 5, 8
	for from := header; from < len(program); {
		size, n := binary.Uvarint(program[from+1:])
		content := program[from+1+n:][:size]
		to := from + 1 + n + int(size)
		if program[from] != memories {
			from = to
			continue
		}
		least, ok := bytes.CutPrefix(content, []byte{1, 0}) // one memory, without a most
		if !ok {
			t.Fatalf("got memories % x, want one of any size", content)
		}
		content = binary.AppendUvarint(append([]byte{1, 1}, least...), pages)
		changed := binary.AppendUvarint(append(bytes.Clone(program[:from]), memories), uint64(len(content)))
		return append(append(changed, content...), program[to:]...)
	}
	t.Fatal("the program has no memory")
	return nil
}

// varied is a file of labels with many classes.
func varied(classes, tasks, workers int) string {
	var labels strings.Builder
	labels.WriteString("task,worker,label\n")
	r := rand.New(rand.NewPCG(1, 1))
	for i := range tasks {
		for n := range 3 {
			fmt.Fprintf(&labels, "photo %d,annotator %d,species %d\n", i, (3*i+n)%workers, (i+r.IntN(3)/2)%classes)
		}
	}
	return labels.String()
}

// outOfMemory checks that the page says, once, that something failed for want of memory, and what is left; and takes that off the page.
func (v *visit) outOfMemory(what, left string) {
	v.Helper()
	v.state("error")
	texts := eval[[]string](v, "[...document.querySelectorAll('.problem')].filter((e) => e.checkVisibility()).map((e) => e.innerText)")
	if len(texts) != 1 {
		v.Fatalf("got messages %q, want one", texts)
	}
	for _, want := range []string{what + " failed", "The browser has no more memory for this. Close other tabs", left} {
		if !strings.Contains(texts[0], want) {
			v.Errorf("the page says %q, want %q", texts[0], want)
		}
	}
	if why := v.covered("#failure"); why != "" {
		v.Errorf("the message can't be seen: %s", why)
	}
	v.station("message", "#failure")
	v.click("#failure button")
}

// Whatever the memory is too small for, the page says so, has what was open again, and runs.
func TestOutOfMemory(t *testing.T) {
	s := confined(t, 35)
	begin := func(t *testing.T) *visit {
		v := open(t, s, "/")
		v.allow("exit code:")                  // says Go of the worker
		v.allow("did not arrive as it should") // says the service worker, which knows the checksum of the program
		v.state("empty")
		return v
	}
	const counts = "document.querySelector('#counts').innerText"
	t.Run("reading", func(t *testing.T) {
		v := begin(t)
		v.drop("labels", write(t, "animals.csv", animals))
		v.state("ready")
		before := eval[string](v, counts)
		v.fit("majority")
		v.click("#autosave")
		v.keeps("animals-majority-")
		v.drop("labels", large(t, 800_000, 800_000, 1000))
		v.outOfMemory("Opening large.csv", "Your files are open again. The result is gone: run a method again.")
		v.state("ready")
		if got := eval[string](v, counts); got != before {
			t.Errorf("got %s, want %s", got, before)
		}
		v.fit("ds")
		v.keeps("animals-ds-")
		v.navigate("/?again")
		v.resumes("animals")
	})
	t.Run("fitting", func(t *testing.T) {
		v := begin(t)
		v.drop("labels", write(t, "species.csv", varied(200, 2000, 300)))
		v.state("ready")
		before := eval[string](v, counts)
		v.choose("#method", "ds")
		v.click("#run")
		v.outOfMemory("Dawid–Skene", "Your files are open again.")
		v.state("ready")
		if got := eval[string](v, counts); got != before {
			t.Errorf("got %s, want %s", got, before)
		}
		v.fit("majority")
		v.download("#download-labels")
	})
	t.Run("exporting", func(t *testing.T) {
		v := begin(t)
		// From some 180,000 tasks on all files are too much, from some 260,000 on a fit.
		v.drop("labels", large(t, 220_000, 220_000, 1000))
		v.state("ready")
		before := eval[string](v, counts)
		v.fit("majority")
		v.click("#download-all")
		v.outOfMemory("The download", "Your files are open again. The result is gone: run a method again.")
		v.state("ready")
		if got := eval[string](v, counts); got != before {
			t.Errorf("got %s, want %s", got, before)
		}
		v.fit("majority")
		v.download("#download-run") // which needs no memory to speak of
	})
}
