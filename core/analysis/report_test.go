package analysis_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

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
	for _, want := range []string{"A total of 2 workers gave 2,468 labels to 1,234 tasks (2 per task; 1,234 per worker)", "of 1,234 labels",
		"10 of 1,234 rows", ">1,234</td>", "2 January 2026"} {
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
		"The labels of 1 task were set by hand after review.", "Figures are over the"} {
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
			if name := v.Session.Labels.Set.Workers.At(j); o.Counts.Workers <= 300 && !strings.Contains(got, ">"+name+"<") {
				t.Errorf("%s: the report says nothing of %s", sample.Name, name)
			}
		}
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf ") || strings.Contains(got, "Inf<") ||
			strings.Contains(got, "<h2>Accuracy</h2>") != sample.Truth {
			t.Errorf("%s: got\n%s", sample.Name, got)
		}
	}
}

// Pseudonyms stand for the workers wherever the report would name them, the same whatever the order of the rows and whoever is left
// out; the key says whose they are.
func TestPseudonyms(t *testing.T) {
	names := []string{"Zoë Quill", "zoë quill", "Bob Marsh", "Cyd Twin", "Dan Twin"}
	var rows []string
	for i := range 40 {
		for j, name := range names {
			if j == 1 && i > 20 {
				continue
			}
			label := "yes"
			if (i+j)%(3+j) == 0 && j < 3 || i%2 == 0 {
				label = "no"
			}
			rows = append(rows, fmt.Sprintf("t%d,%s,%s\n", i, name, label))
		}
	}
	read := func(rows []string, exclude ...int) (report, paper, key string) {
		v := newVisit(t)
		v.open("labels", "task,worker,label\n"+strings.Join(rows, ""))
		v.fit("consensus")
		if exclude != nil {
			v.amend1(api.Amend{Exclude: exclude, Review: []api.Reviewed{{Task: 1, Label: "no", Note: "as Dan Twin says"}}})
		}
		w := must(v.result.Written(v.job(), &api.Export{What: api.FileReport}, nil, func() float64 { return 0 }))
		var text strings.Builder
		r := must(w.Report(v.job(), false))
		if err := errors.Join(r.Write(&text), r.WriteJSON(&text)); err != nil {
			t.Fatal(err)
		}
		for _, part := range must(w.Paper(v.job(), false)).Parts {
			paper += part.Text
		}
		return text.String(), paper, asCSV(must(v.result.KeyTable()))
	}
	const want = "pseudonym,worker\nW01,Bob Marsh\nW02,Cyd Twin\nW03,Dan Twin\nW04,Zoë Quill\nW05,zoë quill\n"
	turned := slices.Clone(rows)
	slices.Reverse(turned)
	for _, x := range []struct {
		rows    []string
		exclude []int
	}{{rows, nil}, {turned, nil}, {rows, []int{2}}} {
		report, paper, key := read(x.rows, x.exclude...)
		if key != want {
			t.Errorf("got the key\n%s\nwant\n%s", key, want)
		}
		for _, text := range []string{report, paper} {
			for _, name := range names {
				if strings.Contains(text, name) {
					t.Errorf("%s is named in\n%s", name, text)
				}
			}
			if !strings.Contains(text, "W05") {
				t.Error("W05 is missing")
			}
		}
		if x.exclude != nil && (!strings.Contains(report, "<dt>Workers excluded</dt><dd>W01</dd>") ||
			!strings.Contains(report, "1 worker was excluded by hand, with 40 labels.")) {
			t.Errorf("the report does not say who is left out:\n%s", report)
		}
	}
}

// Where columns are workers, the report's JSON does not name them: not for the labels, nor for a truth among them.
func TestPseudonymsOfColumns(t *testing.T) {
	v := newVisit(t)
	var text strings.Builder
	text.WriteString("task,Ann Marsh,Bob Quill,Eve Twin,truth\n")
	for i := range 9 {
		fmt.Fprintf(&text, "%d,%s,%s,%s,no\n", i, [2]string{"no", "yes"}[i%2], [2]string{"no", "yes"}[i%3/2], [2]string{"no", "yes"}[i%4/3])
	}
	o := v.open("labels", text.String())
	for _, held := range o.Embedded {
		v.Try(held.Role, v.Labels.Source, nil, &held.Read)
	}
	v.fit("ds")
	if v.Session.Input("truth") == nil {
		t.Fatal("there is no truth")
	}
	w := must(v.result.Written(v.job(), &api.Export{What: api.FileReport}, nil, func() float64 { return 0 }))
	text.Reset()
	if err := must(w.Report(v.job(), false)).WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Ann Marsh", "Bob Quill", "Eve Twin"} {
		if strings.Contains(text.String(), name) {
			t.Errorf("%s is named in\n%s", name, &text)
		}
	}
}

// What a paper says of the data, of agreement and of the method.
func TestPaper(t *testing.T) {
	parts := func(v *visit) map[string]string {
		w := must(v.result.Written(v.job(), &api.Export{What: api.FileReport}, nil, func() float64 { return 0 }))
		all := map[string]string{}
		for _, p := range must(w.Paper(v.job(), false)).Parts {
			all[p.Name] = p.Text
		}
		return all
	}
	v := newVisit(t)
	v.open("labels", "task,worker,label\n1,ann,a\n1,bob,a\n1,eve,A\n2,ann,b\n2,bob,b\n2,eve,b\n"+
		"3,ann,a\n3,bob,b\n3,eve,a\n3,eve,b\n4,ann,-\n4,bob,b\n")
	read := v.Labels.Choices()
	read.Merge = []api.Merge{{Of: "label", From: []string{"A"}, To: "a"}}
	read.Missing, read.Again = []string{"-"}, api.AgainLast
	v.reread("labels", read)
	v.open("truth", "task,label\n1,a\n2,b\n3,b\n")
	v.fit("ds")
	got := parts(v)
	for _, want := range []string{
		"A total of 3 workers gave 10 labels to 4 tasks (median 3, range 1 to 3 per task; median 3, range 3 to 4 per worker); each label was " +
			"one of 2 classes (“a” and “b”).",
		"Of 12 rows in the file, 1 held no usable answer and was left out.", "Cells that read “-” were treated as missing.",
		"Variant spellings of labels were merged: “A” into “a”.",
		"If a worker had labelled a task more than once, only the last label was used.",
		"Krippendorff’s α for nominal data (Krippendorff, 2011), which was 0.", "over the 3 tasks with two or more labels",
		"Concord, version 0.1.0 (The Concord authors), by its method “Dawid–Skene” (Dawid and Skene, 1979; Varadhan and Roland, 2008), on 2 " +
			"January 2026.", "Of the 3 tasks whose truth is known, 100.0% were labelled correctly",
		"A. Philip Dawid and Allan M. Skene (1979), Maximum Likelihood",
	} {
		if !strings.Contains(got["methods"], want) {
			t.Errorf("the paragraph lacks %q:\n%s", want, got["methods"])
		}
	}
	for part, want := range map[string]string{
		"latex": `method “Dawid--Skene”~\cite{dawid1979,varadhan2008}`, "markdown": "| Krippendorff’s α | 0.", "bibtex": "@article{dawid1979,",
		"csv": "\nworker,labels,",
	} {
		if part == "latex" {
			want = strings.NewReplacer("“", "``", "”", "''").Replace(want)
		}
		if !strings.Contains(got[part], want) {
			t.Errorf("%s lacks %q:\n%s", part, want, got[part])
		}
	}
	if !regexp.MustCompile(`\nExpected calibration error,[\d.]+,,\n`).MatchString(got["csv"]) {
		t.Errorf("the calibration error has an interval:\n%s", got["csv"])
	}
	for _, key := range []string{"concord", "krippendorff2011", "fleiss1971", "gwet2008", "wilson1927"} {
		if !strings.Contains(got["bibtex"], "{"+key+",") {
			t.Errorf("the references lack %s", key)
		}
	}

	v = newVisit(t)
	v.open("labels", "task,worker,label\n1,ann,a\n1,bob,a\n2,ann,b\n2,bob,b\n3,ann,a\n3,bob,b\n")
	v.open("gold", "task,label\n1,a\n")
	v.fit("majority")
	got = parts(v)
	for _, want := range []string{" Two labels of the same task agreed 66.7% of the time. Cohen’s κ (Cohen, 1960) was 0.40",
		" Besides the labels, it was given gold tasks.\n", "Jacob Cohen (1960)"} {
		if !strings.Contains(got["methods"], want) {
			t.Errorf("the paragraph lacks %q:\n%s", want, got["methods"])
		}
	}
	if want := "| a | 3 (50.0%) |"; !strings.Contains(got["markdown"], want) {
		t.Errorf("the tables lack %q:\n%s", want, got["markdown"])
	}

	v = newVisit(t)
	v.open("labels", "task,worker,label\n1,ann,a\n2,bob,b\n3,eve,a\n")
	v.fit("majority")
	got = parts(v)
	if strings.Contains(got["methods"], "Besides the labels") {
		t.Errorf("nothing but labels was given:\n%s", got["methods"])
	}
	for _, want := range []string{"Agreement between workers could not be measured because no task has two labels.",
		"The accuracy of the aggregated labels could not be estimated: nothing in the file shows how many labels are right"} {
		if !strings.Contains(got["methods"], want) {
			t.Errorf("the paragraph lacks %q:\n%s", want, got["methods"])
		}
	}

	for _, x := range []struct {
		labels, alpha string
		order         []string
		cited         []string
	}{
		{"1,ann,low 1,bob,high 2,ann,low 2,bob,low 3,ann,high 3,bob,high", "nominal", []string{"low", "high"}, []string{"cohen1960"}},
		{"1,ann,1 1,bob,2 2,ann,1 2,bob,1 3,ann,3 3,bob,3 4,ann,2 4,bob,3", "ordinal", []string{"1", "2", "3"},
			[]string{"cohen1968", "spearman1904", "kendall1990", "shrout1979", "mcgraw1996", "liljequist2019"}},
		{"1,ann,1.5 1,bob,2 2,ann,1 2,bob,1.2 3,ann,3 3,bob,3.1 4,ann,2 4,bob,3", "interval", nil,
			[]string{"pearson1895", "spearman1904", "shrout1979"}},
	} {
		v := newVisit(t)
		v.open("labels", "task,worker,label\n"+strings.ReplaceAll(x.labels, " ", "\n")+"\n")
		if x.order == nil {
			v.fit("mean")
		} else {
			v.fit("majority")
			v.amend1(api.Amend{Order: x.order})
		}
		got := parts(v)
		if want := "Krippendorff’s α for " + x.alpha + " data"; !strings.Contains(got["methods"], want) {
			t.Errorf("the paragraph lacks %q:\n%s", want, got["methods"])
		}
		if x.alpha == "ordinal" && !regexp.MustCompile(`Kendall’s W,0\.\d+,,\n`).MatchString(got["csv"]) {
			t.Errorf("W has an interval:\n%s", got["csv"])
		}
		for _, key := range x.cited {
			if !strings.Contains(got["bibtex"], "{"+key+",") {
				t.Errorf("%s data: the references lack %s", x.alpha, key)
			}
		}
	}
}
