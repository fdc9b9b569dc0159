package main

import (
	"fmt"
	"testing"
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
