package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A target that fails is named, the others run all the same, and all are counted. What reached something new is kept as go test
// keeps what fails: it is run with the seeds. No time goes into making it smaller.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.24\n",
		"a.go": `package example

func Half(b byte) int {
	if b < 128 {
		return 1
	}
	return 2
}
`,
		"a_test.go": `package example

import (
	"flag"
	"testing"
)

func FuzzBad(f *testing.F) {
	f.Add("seed")
	f.Fuzz(func(t *testing.T, text string) {
		if text != "seed" {
			t.Fatal("not the seed")
		}
	})
}

func FuzzGood(f *testing.F) {
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		of := func(name string) string { return flag.Lookup(name).Value.String() }
		if of("test.fuzz") != "" && of("test.fuzzminimizetime") != "10x" && text != "" {
			t.Fatal("inputs are made smaller for " + of("test.fuzzminimizetime"))
		}
		if text != "" {
			Half(text[0])
		}
	})
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	count := filepath.Join(t.TempDir(), "fuzzing.csv")
	err := run(dir, []string{"./..."}, 3*time.Second, count, "", true, false, 1)
	if err == nil || !strings.Contains(err.Error(), "these fail: example FuzzBad;") {
		t.Errorf("got %v, want FuzzBad alone to fail", err)
	}
	got, err := os.ReadFile(count)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"FuzzBad", "FuzzGood"} {
		if !strings.Contains(string(got), "example,"+name+",") {
			t.Errorf("got %s, want %s in it", got, name)
		}
	}
	if err := run(dir, []string{"./..."}, time.Second, "", "Good", true, true, 0); err != nil {
		t.Errorf("FuzzGood alone: %v", err)
	}
	kept, err := inputs(filepath.Join(dir, "testdata", "fuzz", "FuzzGood"))
	for each := 5 * time.Second; len(kept) == 0 && each < time.Minute; each *= 2 { // where the machine is busy
		if err := run(dir, []string{"./..."}, each, "", "Good", true, false, 1); err != nil {
			t.Fatal(err)
		}
		kept, err = inputs(filepath.Join(dir, "testdata", "fuzz", "FuzzGood"))
	}
	if err != nil || len(kept) != 1 {
		t.Fatalf("got %v, %v, want one input", kept, err)
	}
	out, err := goCommand(dir, "test", "-v", "-run", "FuzzGood/"+kept[0].name, ".")
	if want := "--- PASS: FuzzGood/" + kept[0].name; err != nil || !strings.Contains(out, want) {
		t.Errorf("got %s, %v, want %s", out, err, want)
	}
}

func TestKeep(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "testdata", "fuzz", "FuzzA")
	for name, size := range map[string]int{"a": 40, "b": 10, "c": 30, "d": 5000, "e": 20, "f": 10} {
		if err := os.WriteFile(filepath.Join(from, name), make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		most int
		want string
	}{{0, ""}, {3, "b e f"}, {3, "b e f"}, {4, "b c e f"}, {9, "a b c e f"}, {2, "a b c e f"}} {
		if err := keep(from, to, step.most); err != nil {
			t.Fatal(err)
		}
		all, err := inputs(to)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, in := range all {
			got = append(got, in.name)
		}
		if s := strings.Join(got, " "); s != step.want {
			t.Errorf("at most %d: got %s, want %s", step.most, s, step.want)
		}
	}
	if err := keep(filepath.Join(from, "none"), to, 9); err != nil {
		t.Errorf("a target that found nothing: %v", err)
	}
}

func TestExecutions(t *testing.T) {
	const out = "fuzz: elapsed: 0s, gathering baseline coverage: 0/4 completed\n" +
		"fuzz: elapsed: 3s, execs: 1200 (400/sec), new interesting: 3 (total: 7)\n" +
		"fuzz: elapsed: 4s, execs: 1650 (450/sec), new interesting: 3 (total: 7)\nPASS\n"
	if got, want := executions(out), int64(1650); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
	if got := executions("fuzz: elapsed: 2s, gathering baseline coverage: 3/400 completed\nPASS\n"); got != 0 {
		t.Errorf("before it began: got %d, want 0", got)
	}
}

// Only a run that ends because its time is up is forgiven.
func TestTimeIsUp(t *testing.T) {
	for out, want := range map[string]bool{
		"fuzz: elapsed: 3s, execs: 3 (1/sec)\n--- FAIL: FuzzA (3.01s)\n    context deadline exceeded\nFAIL\n":             true,
		"--- FAIL: FuzzA (0.02s)\n    --- FAIL: FuzzA (0.00s)\n        a_test.go:9: got 1, want 2\n    \nFAIL\n":          false,
		"--- FAIL: FuzzA (0.02s)\n    a_test.go:9: context deadline exceeded\nFAIL\n":                                     false,
		"--- FAIL: FuzzA (1s)\n    context deadline exceeded\n    Failing input written to testdata/fuzz/FuzzA/1\nFAIL\n": false,
		"--- FAIL: FuzzA (1s)\n    fuzzing process hung or terminated unexpectedly: exit status 2\nFAIL\n":                false,
		"panic: runtime error: index out of range\n\ngoroutine 1 [running]:\n":                                            false,
	} {
		if got := timeIsUp(out); got != want {
			t.Errorf("%q: got %t, want %t", out, got, want)
		}
	}
}

func TestAdd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fuzzing.csv")
	for _, a := range []struct {
		dir, name string
		n         int64
	}{{"core/table", "FuzzB", 5}, {"core/table", "FuzzA", 7}, {"app/chart", "FuzzB", 1}, {"core/table", "FuzzB", 6}} {
		if err := add(file, a.dir, a.name, a.n); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const want = "package,target,executions\napp/chart,FuzzB,1\ncore/table,FuzzA,7\ncore/table,FuzzB,11\n"
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.WriteFile(file, []byte("package,target,executions\ncore/table,FuzzB,many\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := add(file, "core/table", "FuzzB", 6); err == nil {
		t.Error("a damaged file: got no error")
	}
}
