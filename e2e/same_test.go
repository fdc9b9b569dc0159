package e2e

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every method gives the same labels natively and as WebAssembly. Probabilities may
// differ in their last digits, as gonum's assembly adds in another order.
func TestSameLabelsAsWebAssembly(t *testing.T) {
	program := filepath.Join(t.TempDir(), "concord.wasm")
	build := exec.Command("go", "build", "-o", program, "concord/core/cmd/concord")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	// As go_js_wasm_exec does, but that code is hardly ever optimised: a fit is shorter than that takes.
	node := []string{"--stack-size=8192", "--wasm-tiering-budget=100000000",
		filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), program}
	out, err := exec.Command(built.shell, "methods", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var methods []struct{ Name string }
	if err := json.Unmarshal(out, &methods); err != nil {
		t.Fatal(err)
	}
	labels := large(t, 2_000, 400, 20)
	compared := 0
	for _, m := range methods {
		native, wasm := t.TempDir(), t.TempDir()
		args := []string{"fit", "-method", m.Name, "-max-steps", "20", "-out"}
		if out, err := exec.Command(built.shell, append(args, native, labels)...).CombinedOutput(); err != nil {
			if strings.Contains(string(out), "can't run on these data") {
				continue // it needs features, texts or numbers
			}
			t.Errorf("%s: %v\n%s", m.Name, err, out)
			continue
		}
		if out, err := exec.Command("node", slices.Concat(node, args, []string{wasm, labels})...).CombinedOutput(); err != nil {
			t.Errorf("%s as WebAssembly: %v\n%s", m.Name, err, out)
			continue
		}
		compared++
		if d := difference(t, native, wasm); d > 1e-9 {
			t.Errorf("%s: the posteriors differ by %g", m.Name, d)
		}
	}
	t.Logf("%d of %d methods compared", compared, len(methods))
	if compared < 15 {
		t.Errorf("only %d of %d methods could be compared", compared, len(methods))
	}
}

// difference returns the largest difference between the posteriors in two
// folders; the labels must be the same.
func difference(t *testing.T, a, b string) float64 {
	t.Helper()
	read := func(dir, name string) [][]string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return cells(t, string(text))
	}
	p, q := read(a, "labels.csv"), read(b, "labels.csv")
	for n := range p {
		if p[n][0] != q[n][0] || p[n][1] != q[n][1] {
			t.Errorf("%s: got %q as WebAssembly, want %q", filepath.Base(a), q[n], p[n])
			break
		}
	}
	most := 0.0
	p, q = read(a, "posteriors.csv"), read(b, "posteriors.csv")
	for n := range p[1:] {
		for k := range p[n+1][1:] {
			x, err1 := strconv.ParseFloat(p[n+1][k+1], 64)
			y, err2 := strconv.ParseFloat(q[n+1][k+1], 64)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			most = max(most, math.Abs(x-y))
		}
	}
	return most
}

// The tab gives real crowds the labels that the shell gives, with which core/sql compares those of
// databases, on the same data.
func TestSameLabelsInTheTab(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	for _, set := range []string{"rte", "trec2011", "dog", "sp"} {
		file := reference(t, "data", set, "labels.csv")
		v.drop("labels", file)
		v.state("ready")
		for _, method := range []string{"ds", "onecoin"} {
			v.fit(method)
			_, got := v.download("#download-labels")
			sameCells(t, got, filepath.Join(shell(t, "-method", method, file), "labels.csv"))
		}
		eval[bool](v, `(document.querySelector("#clear").click(), true)`)
		v.state("empty")
	}
}
