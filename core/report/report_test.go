package report_test

import (
	"regexp"
	"strings"
	"testing"

	"concord/core/export"
	"concord/core/report"
	"concord/core/sheet"
)

// A report is opened from a disk or a mail, where nothing else says what it may do: its policy allows its own styles alone, stands before
// them, and whatever the names in it are, it asks for nothing.
func TestPolicy(t *testing.T) {
	const hostile = `"><script src=https://x.org/a.js></script><img src="https://x.org/a.png"><style>@import "https://x.org/a.css";</style>`
	list := sheet.Listing{Header: []string{hostile}, Digits: []bool{false}, Rows: [][]string{{hostile}}, Of: 1}
	r := report.Report{
		Name: hostile, Summary: hostile, Reading: []report.Fact{{Name: hostile, Says: hostile}}, Classes: list, Workers: list, Tasks: list,
		Crew:  report.Crew{Average: .8, What: hostile, Dots: []report.Dot{{Name: hostile, Labels: 3, At: .5, Look: true}}},
		Notes: []string{hostile}, References: []string{hostile}, Record: &export.Record{Recipe: export.Recipe{Files: make([]export.Used, 1)}},
	}
	var text strings.Builder
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ` +
		`base-uri 'none'; form-action 'none'">`
	head, rest, ok := strings.Cut(text.String(), policy)
	if !ok || strings.Count(head, "<") != 4 { // doctype, html, head, charset
		t.Fatalf("got %q at the beginning, want the charset, then %s", text.String()[:300], policy)
	}
	if got := regexp.MustCompile(`(?i)<(?:script|link|img|iframe|object|embed|base|form|meta http)[^>]*>`).FindString(rest); got != "" {
		t.Errorf("the report holds %s", got)
	}
	for _, tag := range regexp.MustCompile(`<[a-z][^>]*>`).FindAllString(rest, -1) {
		if regexp.MustCompile(`\s(?:src|href|style|on[a-z]+)\s*=`).MatchString(tag) {
			t.Errorf("the report holds %s", tag)
		}
	}
	if _, style, _ := strings.Cut(rest, "<style>"); strings.Count(rest, "<style") != 1 ||
		regexp.MustCompile(`(?i)url\(|@import`).MatchString(style[:strings.Index(style, "</style>")]) {
		t.Error("the report has styles from elsewhere")
	}
}
