package e2e

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// answers are labels of three classes, each row as written by one of the forms below. Some workers guess, one copies.
func answers(row func(task, worker, label string) string) []string {
	classes := []string{"cat", "dog", "owl"}
	var rows []string
	for i := range 300 {
		for j := range 5 {
			w := (7*i + 3*j) % 20
			label := i % 3
			if w < 3 || (31*i+17*w)%6 == 0 {
				label = (i + w) % 3
			}
			if w == 19 {
				w, label = 18, (i+18)%3
			}
			rows = append(rows, row(fmt.Sprint("photo ", i), fmt.Sprint("w", w), classes[label]))
		}
	}
	return rows
}

// everyday are files as most people have them, by their names.
func everyday() map[string]string {
	joined := func(by string) func(task, worker, label string) string {
		return func(task, worker, label string) string { return task + by + worker + by + label }
	}
	lines := func(head string, rows []string) string { return head + strings.Join(rows, "\n") + "\n" }
	object := func(task, worker, label string) string {
		return fmt.Sprintf(`{"task": %q, "worker": %q, "label": %q}`, task, worker, label)
	}
	shuffled := answers(joined(","))
	slices.SortStableFunc(shuffled, func(a, b string) int { return strings.Compare(a[6:], b[6:]) })
	return map[string]string{
		"labels.csv":   lines("task,worker,label\n", answers(joined(","))),
		"shuffled.csv": lines("item,annotator,answer\n", shuffled),
		"bare.csv":     lines("", answers(joined(","))),
		"german.csv":   "\xef\xbb\xbf" + lines("task;worker;label\r\n", answers(joined(";"))),
		"tabs.tsv":     lines("task\tworker\tlabel\n", answers(joined("\t"))),
		"quoted.csv": lines("task,worker,label\n", answers(func(task, worker, label string) string {
			return fmt.Sprintf("%q,%q,%q", task, worker, label)
		})),
		"labels.json":  "[" + strings.Join(answers(object), ",") + "]",
		"labels.jsonl": lines("", answers(object)),
	}
}

// linger waits while the page asks for what it will show next, where a list of all that a visit enters is made.
func linger() {
	if os.Getenv("CONCORD_FIRST") != "" {
		time.Sleep(2 * time.Second)
	}
}

// usual is what most first visits do: drop a file, look at the answer, take it along.
func (v *visit) usual(file string) {
	v.Helper()
	v.navigate("/")
	v.state("empty")
	v.drop("labels", file)
	v.await(`document.body.dataset.state === "done" || document.querySelector("#confirm-roles")`)
	if eval[bool](v, `document.querySelector("#confirm-roles") !== null`) {
		v.click("#confirm-roles")
		v.await(`document.querySelector("#confirm-roles") === null`)
		v.await(`document.body.dataset.state === "done" || document.querySelector("#run:enabled:not([hidden])")`)
		if eval[bool](v, `document.body.dataset.state !== "done"`) {
			v.click("#run")
		}
	}
	v.state("done")
	linger()
	for _, view := range []string{"workers", "agreement", "data", "tasks"} {
		v.turn(view)
		linger()
	}
	for _, what := range []string{"labels", "posteriors", "workers"} {
		v.download("#download-" + what)
	}
}

// curious is what some do then: other methods, the truth, another file, one that is none.
func (v *visit) curious() {
	v.Helper()
	v.click("#panel-tasks tbody tr button, #panel-tasks tbody tr a, #panel-tasks tbody tr th")
	for _, method := range []string{"majority", "ds", "hds"} {
		v.turns(method)
	}
	var truth strings.Builder
	truth.WriteString("task,truth\n")
	for i := range 100 {
		fmt.Fprintf(&truth, "photo %d,%s\n", i, []string{"cat", "dog", "owl"}[i%3])
	}
	v.drop("truth", write(v.TB, "truth.csv", truth.String()))
	v.await(`document.querySelector("#summary")?.textContent.includes("wrong")`)
	v.drop("labels", write(v.TB, "notes.csv", "just\none,two\n\"three"))
	v.state("error")
	v.drop("labels", write(v.TB, "animals.csv", animals))
	v.state("ready", "done")
	v.drop("labels", large(v.TB, 60_000, 12_000, 500))
	v.state("done")
	linger()
	v.turns("majority")
	linger()
	v.download("#download-labels")
}

// turns chooses a method, which then runs by itself.
func (v *visit) turns(method string) {
	v.Helper()
	v.choose("#method", method)
	v.await(fmt.Sprintf(`document.body.dataset.state === "done" &&
		document.querySelector("#about-answer").textContent.includes(document.querySelector("#method option[value=%s]").label + ":")`, method))
	linger()
}

// firstVisit does all of it, and calls then where the worker has done its part.
func (v *visit) firstVisit(then func()) {
	v.Helper()
	files := everyday()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		v.usual(write(v.TB, name, files[name]))
		then()
	}
	v.curious()
	then()
	v.killWorker()
	v.replaces()
	then()
}

// profiled writes a worker's program that tells which functions it enters, and returns their names.
func profiled(t *testing.T, program string) (names []string) {
	t.Helper()
	list, err := exec.Command("go", "run", "concord/wasm/split", "-profile", "-o", program, "../bin/worker.wasm").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(list)), "\n")
}

// held serves the app and holds the rest of the worker's program back until it is released.
func held(t *testing.T) (s *server, release func()) {
	dir, held := export(t, nil), make(chan struct{})
	return broken(t, dir, "rest.wasm", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-held:
			files := http.FileServer(http.Dir(dir))
			files.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}), func() { close(held) }
}

// What most visits do asks for nothing of the rest of the worker's program (make first), and what does waits until it is there.
func TestFirstProgramAlone(t *testing.T) {
	s, release := held(t)
	v := arrive(t, s, "/")
	v.allow("") // a worker ends
	names := profiled(t, filepath.Join(t.TempDir(), "worker.wasm"))
	t.Cleanup(func() {
		v.patience = 0
		if n := work[int](v, "globalThis.missing ?? -1"); t.Failed() && n >= 0 {
			t.Errorf("the worker needs %s, which the first program lacks", names[n])
		}
	})
	v.usual(write(t, "labels.csv", everyday()["labels.csv"]))
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("done")
	v.choose("#method", "glad")
	v.reads("Loading the part of Concord that this needs")
	release()
	v.turns("glad")
	v.download("#download-report")
}

// If the rest does not arrive, the page says what to do, has what was open again, and does what it can.
func TestRestDoesNotArrive(t *testing.T) {
	for name, how := range map[string]http.HandlerFunc{
		"missing": missing, "reset": reset, "cut": cut, "portal": portal, "damaged": damaged, "other": other,
	} {
		t.Run(name, func(t *testing.T) {
			v := open(t, broken(t, export(t, nil), "rest.wasm", how), "/")
			v.allow("rest.wasm")
			v.allow("Failed to load resource")
			v.state("empty")
			v.drop("labels", write(t, "animals.csv", animals))
			v.fit("majority")
			v.choose("#method", "glad")
			v.click("#run")
			v.state("error")
			v.reads("The part of Concord that this needs is not here: rest.wasm ")
			v.reads("Reload the page when you are online")
			v.click("#failure button")
			v.fit("ds")
			v.download("#download-labels")
		})
	}
}

// other is a program that needs what the worker's does not have, so that it can't be its rest.
func other(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/wasm")
	io.WriteString(w, "\x00asm\x01\x00\x00\x00"+"\x01\x04\x01\x60\x00\x00"+"\x02\x11\x01\x05first\x07nothing\x00\x00")
}

// With CONCORD_FIRST set (make first) the list of functions that the first program has is written anew: what a first visit enters.
func TestListOfFirst(t *testing.T) {
	if os.Getenv("CONCORD_FIRST") == "" {
		t.Skip("make first writes the list")
	}
	program := filepath.Join(t.TempDir(), "worker.wasm")
	names := profiled(t, program)
	files := http.FileServer(http.Dir(export(t, nil)))
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Base(r.URL.Path) {
		case "worker.wasm":
			http.ServeFile(w, r, program)
		case "rest.wasm":
			<-r.Context().Done() // it is of another program
		case "worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, `globalThis.entered = new Uint8Array(%d);
			globalThis.Go = class extends Go {
				constructor() {
					super();
					const split = {enter: (n) => { entered[n] = 1; }, missing() {}};
					Object.defineProperty(this.importObject, "split", {get: () => split, set() {}});
				}
			};`+"\n", len(names))
			script, err := os.ReadFile("../web/worker.js")
			if err != nil {
				t.Error(err)
			}
			w.Write(script)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(h.Close)
	v := arrive(t, &server{url: h.URL}, "/")
	entered := map[string]bool{}
	v.firstVisit(func() {
		for _, n := range work[[]int](v, "[...entered.keys()].filter((n) => entered[n])") {
			entered[names[n]] = true
		}
	})
	alsoSorting(entered, names)
	sorted := slices.Sorted(maps.Keys(entered))
	if err := os.WriteFile("../wasm/worker/first.txt", []byte(strings.Join(sorted, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d functions", len(sorted))
}

// sorting matches the functions by which package slices sorts keys of maps, or what JSON makes of those, and their type.
var sorting = regexp.MustCompile(`^slices\.[a-z]\w*(CmpFunc|Ordered)(\[go\.shape\.(?:string|struct \{ encoding/json\.v .*)\])$`)

// alsoSorting adds the functions that sort what an entered one sorts. Maps are gone through in another order on each visit, so which of
// them a visit enters is chance.
func alsoSorting(entered map[string]bool, names []string) {
	types := map[string]bool{}
	for name := range entered {
		if m := sorting.FindStringSubmatch(name); m != nil {
			types[m[1]+m[2]] = true
		}
	}
	for _, name := range names {
		if m := sorting.FindStringSubmatch(name); m != nil && types[m[1]+m[2]] {
			entered[name] = true
		}
	}
}
