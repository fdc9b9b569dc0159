package main

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	f := read("goos: linux\nBenchmarkA/labels=10/x=1-2 \t 3\t 5.5 ns/op\t 7 rows/s\nBenchmarkA/labels=10/x=1-2 3 4.5 ns/op 6 " +
		"rows/s\nBenchmarkA/labels=9/x=2 1 2 ns/op\nPASS\n")
	if got := []float64{f.best("BenchmarkA/labels=10/x=1", "ns/op"), f.best("BenchmarkA/labels=10/x=1", "rows/s")}; got[0] != 4.5 ||
		got[1] != 7 {
		t.Errorf("got %v, want 4.5 and 7", got)
	}
	if got, want := fmt.Sprint(names(f)), "[BenchmarkA/labels=9/x=2 BenchmarkA/labels=10/x=1]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := grouped("1800000"); got != "1,800,000" {
		t.Errorf("got %s", got)
	}
}

func TestSeconds(t *testing.T) {
	for s, want := range map[float64]string{0.00252: "0.0025", 0.0488: "0.049", 0.846: "0.85", 7.358: "7.4", 10.967: "11", 56.149: "56"} {
		if got := seconds(s); got != want {
			t.Errorf("%v s: got %s, want %s", s, got, want)
		}
	}
}

func TestNoSuchSection(t *testing.T) {
	if err := run("there-is-no-such-report.md", "a-section-of-no-name", false); err == nil || !strings.Contains(err.Error(), "visit, page") {
		t.Errorf("got %v, want the names of the sections", err)
	}
}

// Every file is counted once, in its share, by what is sent of it; what no visit fetches is not.
func TestSizes(t *testing.T) {
	site := fstest.MapFS{}
	for name, size := range map[string]int{
		"index.html": 90, "index.html.br": 30, "index.html.gz": 40, "sw.js": 8, "sw-kill.js": 1000, "icons/icon.png": 7, "help/ds.html": 50,
		"help/ds.html.br": 5, "help/ds.html.gz": 6, "help/help.css": 1, "v/1/app.wasm": 900, "v/1/app.wasm.br": 200, "v/1/app.wasm.gz": 300,
		"v/1/worker.wasm": 800, "v/1/worker.wasm.br": 250, "v/1/worker.wasm.gz": 350, "v/1/rest.wasm": 70, "v/1/boot.js": 2,
		"v/1/a.css": 3, "v/1/b.css": 4,
	} {
		site[name] = &fstest.MapFile{Data: make([]byte, size)}
	}
	got, err := sizes(site)
	if want := "[{900 300 200} {800 350 250} {90 40 30} {10 10 10} {70 70 70} {7 7 7} {58 14 13}]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s (%v)", got, want, err)
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		six, eleven int
		want        string
	}{
		{1_800_000, 1_500_000, "yes"},
		{1_980_000, 1_720_000, "at quality 11; at 6 0.18 MB over"},
		{3_080_000, 2_660_000, "no: 0.86 MB over at quality 11"},
	} {
		if got := verdict(c.six, c.eleven, 1_800_000); got != c.want {
			t.Errorf("%d and %d: got %q, want %q", c.six, c.eleven, got, c.want)
		}
	}
}
