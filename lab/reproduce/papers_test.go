package main

import (
	"os"
	"strings"
	"testing"
)

// The report has every table and figure of the papers, row by row, or says why not.
func TestReportHasEveryExhibit(t *testing.T) {
	raw, err := os.ReadFile("../../docs/reproduction.md")
	if err != nil {
		t.Fatal(err)
	}
	report := string(raw)
	parts, err := readParts("../../docs/reproduction")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(report, overview(parts)) {
		t.Error("the report's list of tables and figures is not that of papers.go and the sections: make reproduce-check")
	}
	for _, e := range exhibits() {
		if e.came != reproduced && e.why == "" {
			t.Errorf("%s, %s is %s, and nothing says why", e.paper, e.name, e.came)
		}
		if (e.came == reproduced || e.came == explained) && e.heading == "" {
			t.Errorf("%s, %s is %s, and nothing says where", e.paper, e.name, e.came)
		}
		if err := e.shown(report); err != nil {
			t.Error(err)
		}
		if e.heading != "" && e.claim(parts) == nil {
			t.Errorf("%s, %s: its section does not say what the paper claims by it", e.paper, e.name)
		}
	}
}

// Counted in the papers: Fast Dawid-Skene has five tables and a figure, the spectral paper two and
// one, the one on Gaussian processes four and two, MA-sLDA four and fourteen, the blog two pictures.
func TestEveryExhibitIsListed(t *testing.T) {
	want := map[string][2]int{fds: {5, 1}, meetEM: {2, 1}, gpcMA: {4, 2}, maSLDA: {4, 14}, blogGold: {0, 2}}
	got, seen := map[string][2]int{}, map[string]bool{}
	for _, e := range exhibits() {
		n := got[e.paper]
		if strings.HasPrefix(e.name, "Table") {
			n[0]++
		} else {
			n[1]++
		}
		got[e.paper] = n
		if seen[e.paper+e.name] {
			t.Errorf("%s, %s is listed twice", e.paper, e.name)
		}
		seen[e.paper+e.name] = true
	}
	for paper, n := range want {
		if got[paper] != n {
			t.Errorf("%s: got %d tables and %d figures, want %d and %d", paper, got[paper][0], got[paper][1], n[0], n[1])
		}
	}
}

func TestShown(t *testing.T) {
	e := exhibit{paper: "P", name: "Table 1", came: reproduced, heading: "### Table 1", rows: []string{"a", "b"}}
	const whole = "x\n### Table 1: t\n\n| | y |\n|---|---|\n| a | 1 |\n| b | 2 |\n\n### Table 2\n\n| c | 3 |\n"
	if err := e.shown(whole); err != nil {
		t.Error(err)
	}
	for name, report := range map[string]string{
		"a row less":              strings.Replace(whole, "| b | 2 |\n", "", 1),
		"its row in another":      strings.Replace(whole, "| b | 2 |\n\n### Table 2\n", "\n### Table 2\n\n| b | 2 |\n", 1),
		"no heading":              strings.Replace(whole, "### Table 1", "Table 1", 1),
		"the row in another part": strings.Replace(whole, "| b | 2 |\n\n### Table 2\n", "\n## Part\n\n| b | 2 |\n", 1),
	} {
		if e.shown(report) == nil {
			t.Errorf("%s: it counts as shown", name)
		}
	}
}
