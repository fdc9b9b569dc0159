package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// story calls functions in every way there is, while the collector runs, and ends with a panic.
const story = `package main

import (
	"fmt"
	"runtime"
	"sort"
	"strings"
	"time"
)

type speaker interface{ speak() string }
type cat struct{ name string }

func (c *cat) speak() string { return c.name + " meows" }

func say(w speaker, done chan string) {
	defer func() { done <- "done" }()
	runtime.GC()
	fmt.Println(w.speak())
}

func late() { panic("the end") }

func main() {
	done := make(chan string)
	go say(&cat{"Tom"}, done)
	runtime.GC()
	fmt.Println(<-done)
	names := strings.Fields("owl dog cat")
	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
	fmt.Printf("%v %.2f\n", names, 1/3.0)
	time.Sleep(time.Millisecond)
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		late()
	}()
	late()
}
`

// glue runs a program in Node as web/worker.js does, and reads the rest when it is missed.
const glue = `
require(process.argv[2]);
const fs = require("fs");
const go = new Go();
let waits = false;
const resume = go._resume;
go._resume = () => (waits ? go._scheduledTimeouts.clear() : resume.call(go));
go.importObject.split = { missing() {
	waits = true;
	console.log("missing");
	setTimeout(() => {
		new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(process.argv[4])), { first: go._inst.exports });
		waits = false;
		go._inst.exports.goOn();
		if (go.exited) go._resolveExitPromise();
	}, 20);
} };
go.exit = (code) => console.log("exit", code);
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(({ instance }) => go.run(instance));
`

// However few functions are in the first program, both together do what the whole does; a panic still names functions.
func TestPartsAreTheWhole(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("skipped: there is no Node to run programs")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, text string) {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("main.go", story)
	put("glue.js", glue)
	put("none.txt", "")
	put("some.txt", "main.main\nmain.say\nfmt.Println\nmain.(*cat).speak\n")
	build := exec.Command("go", "build", "-o", in("whole.wasm"), in("main.go"))
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runtimeOfGo := filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js")
	does := func(program, rest string) (said string) {
		t.Helper()
		out, err := exec.Command("node", in("glue.js"), runtimeOfGo, program, rest).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	end := func(said string) string { // the addresses of goroutines and frames differ
		said, _, _ = strings.Cut(said, "goroutine 1")
		return said
	}
	want := does(in("whole.wasm"), "")
	for _, says := range []string{"Tom meows\ndone\n[cat dog owl] 0.33\nrecovered: the end\n", "panic: the end", "main.late", "exit 2"} {
		if !strings.Contains(want, says) {
			t.Fatalf("the whole program says %s, want %q", want, says)
		}
	}
	for _, list := range []string{"none.txt", "some.txt"} {
		if err := run(io.Discard, in("whole.wasm"), in("first.wasm"), in(list), in("rest.wasm"), false, false); err != nil {
			t.Fatal(err)
		}
		got := does(in("first.wasm"), in("rest.wasm"))
		if n := strings.Count(got, "missing\n"); n != 1 {
			t.Errorf("%s: the rest is missed %d times, want once", list, n)
		}
		if got := strings.Replace(got, "missing\n", "", 1); end(got) != end(want) {
			t.Errorf("%s: got %s, want %s", list, got, want)
		}
		if !strings.Contains(got, "main.late") || !strings.Contains(got, "exit 2") || strings.Contains(got, "main.go:") {
			t.Errorf("%s: got %s, want a panic that names functions and no lines", list, got)
		}
	}
}

// What is no program of Go is refused.
func TestOtherFiles(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "text": "a text", "header": string(preamble), "cut": string(preamble) + "\x01\x7f",
		"empty section": string(preamble) + "\x0a\x00",
	} {
		if _, err := parse([]byte(content)); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"main.main":               "main",
		"concord/core/fit.(*x).y": "concord/core/fit",
		"slices.SortFunc[go.shape.[]concord/core/crowd.Label]": "slices",
		"memeqbody": "memeqbody",
	} {
		if got := packageOf(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
