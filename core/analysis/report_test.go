package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/internal/race"
)

const nasty = "task,worker,label\n<script>alert(1)</script>,\"a\"\"b\",<b>&\nt2,'w2',no\nt2,\"a\"\"b\",no\n<script>alert(1)</script>," +
	"'w2',no\n"

// Numbers have commas, in sentences and in cells.
func TestReportOfManyLabels(t *testing.T) {
	var labels strings.Builder
	labels.WriteString("task,worker,label\n")
	for i := range 1234 {
		fmt.Fprintf(&labels, "t%d,ann,%d\nt%[1]d,bob,%[3]d\n", i, i%2, (i+i%10/9)%2) // they agree on nine in ten
	}
	v := newVisit(t)
	v.open("labels", labels.String())
	v.fit("ds")
	got := v.file("report")
	for _, want := range []string{"2,468 labels by 2 workers on 1,234 tasks", "1,234, 0 of them with one label only", "of 1,234 labels",
		"30 of 1,234 tasks", ">1,234</td>"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

func TestReport(t *testing.T) {
	race.Skip(t)
	text := func() string {
		v := newVisit(t)
		v.open("labels", nasty)
		v.open("truth", "task,label\nt2,no\n")
		v.fit("ds")
		v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "<b>&"}}})
		return v.file("report")
	}
	got := text()
	if got != text() {
		t.Error("the same twice gives different bytes")
	}
	for _, never := range []string{"<script", "<b>&", "src=", "href=", "http:", "https:", "NaN"} {
		if strings.Contains(got, never) {
			t.Errorf("the report has %q", never)
		}
	}
	for _, want := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;b&gt;&amp;", "a&#34;b", "The truth of only 1 task is",
		"Judged by hand: 1 task;", "Figures are over the"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, sample := range api.Samples() { // with and without a truth, classes and numbers
		v := newVisit(t)
		o := v.sample("labels", sample.Name)
		if sample.Truth {
			v.sample("truth", sample.Name)
		}
		method := "ds"
		if o.Counts.Kind.Numbers {
			method = "mean"
		}
		v.fit(method)
		got := v.file("report")
		for j := range o.Counts.Workers {
			if name := v.Session.Labels.Set.Workers.At(j); o.Counts.Workers <= analysis.ReportWorkers && !strings.Contains(got, ">"+name+"<") {
				t.Errorf("%s: the report says nothing of %s", sample.Name, name)
			}
		}
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") || strings.Contains(got, "Compared with") != sample.Truth {
			t.Errorf("%s: got\n%s", sample.Name, got)
		}
	}
}
