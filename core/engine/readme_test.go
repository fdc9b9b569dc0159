package engine

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/sheet"
)

// entries are the files of an archive by their names, and the names in order; each has the date of the host.
func entries(t *testing.T, archive string) (names []string, texts map[string]string) {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		names, texts[f.Name] = append(names, f.Name), string(text)
		if date := f.Modified.Format("2006-01-02"); date != "2026-01-02" {
			t.Errorf("%s bears the date %s, want the host's", f.Name, date)
		}
	}
	return names, texts
}

// Everything holds the tables, the report and the record, which are those that are downloaded one by one, and says what each is, of
// which method, and how it is made again.
func TestEverythingExplainsItself(t *testing.T) {
	v := newVisit(t)
	v.opens(api.RoleLabels, "labels, of Ann's.csv", "task,worker,label\n=1,ann,yes\n=1,bob,yes\nt2,ann,no\nt2,bob,yes\nt3,ann,no\nt3,bob,no\n")
	v.fit("ds")
	for _, tiers := range []bool{false, true} {
		f := v.must(api.Request{Export: &api.Export{What: api.FileAll, Safe: true, Tiers: tiers}}, nil).Exported
		names, texts := entries(t, v.files[f.Name])
		want := []string{"README.txt", "labels.csv", "posteriors.csv", "workers.csv", "confusion.csv", "classes.csv", "report.html", "run.json"}
		if tiers {
			want = slices.Insert(want, 6, "tiers.csv")
		}
		if !slices.Equal(names, want) {
			t.Fatalf("got %q, want %q", names, want)
		}
		readme := texts["README.txt"]
		for _, d := range api.Downloads() {
			if text, there := texts[d.Name]; there && d.What != api.FileReadme {
				if !strings.Contains(readme, "\n"+d.Name+"\n  ") {
					t.Errorf("README.txt does not say what %s is:\n%s", d.Name, readme)
				}
				other := d.What == api.FileRun || d.What == api.FileTiers || d.What == api.FileWorkers // with times, or with tiers
				if !other && text != v.File(d.What) {
					t.Errorf("%s: got\n%.300s\nwant\n%.300s", d.Name, text, v.File(d.What))
				}
			}
		}
		for _, want := range []string{
			"Concord " + api.Version, "from labels, of Ann's.csv: 6 labels on 3 tasks.\n", "Method: Dawid–Skene (ds), seed 1.",
			"have an apostrophe before them", "concord fit --recipe run.json --out again\n",
		} {
			if !strings.Contains(readme, want) {
				t.Errorf("README.txt: got\n%s\nwant %q", readme, want)
			}
		}
		for _, table := range v.result.Answers.Tables() {
			for _, c := range table.Columns {
				line := "  - " + cmp.Or(c.File, c.Name) + ": " + c.Says + "\n"
				if c.In&sheet.Files != 0 && c.Says != "" && !strings.Contains(readme, line) {
					t.Errorf("README.txt lacks %q", line)
				}
			}
		}
	}
}

// README.txt in a folder explains every column that labels.csv has there, those of what workers saw and of what to look at included.
func TestReadmeExplainsEveryColumn(t *testing.T) {
	v := newVisit(t)
	batch := "HITId,WorkerId,AssignmentStatus,WorkTimeInSeconds,Input.text,Answer.sentiment\n"
	for i := range 60 {
		for j, name := range []string{"ann", "bob", "eve"} {
			batch += fmt.Sprintf("h%d,%s,Submitted,9,text %[1]d,%[3]s\n", i, name, []string{"yes", "no"}[(i+(i+j)%9/8)%2])
		}
	}
	v.opens(api.RoleLabels, "batch.csv", batch)
	v.fit("ds")
	readme := v.File(api.FileReadme)
	header, _, _ := strings.Cut(v.File(api.FileLabels), "\n")
	if want := []string{"Input.text", "look"}; !strings.Contains(header, want[0]) || !strings.Contains(header, want[1]) {
		t.Fatalf("labels.csv: got the columns %s, want %q among them", header, want)
	}
	for _, name := range strings.Split(header, ",")[1:] {
		if !strings.Contains(readme, "\n  - "+name+": ") {
			t.Errorf("README.txt does not explain %q:\n%s", name, readme)
		}
	}
}

// README.txt says whether the probabilities are calibrated, which those of labels that nothing shows to be right are not.
func TestReadmeSaysWhatProbabilitiesAre(t *testing.T) {
	v := newVisit(t)
	v.opens(api.RoleLabels, "few.csv", "task,worker,label\nt1,ann,yes\nt2,bob,no\nt3,ann,no\nt3,bob,no\n")
	v.fit("majority")
	if got := v.File(api.FileReadme); !strings.Contains(got, "posteriors.csv\n") || !strings.Contains(got, "  Not calibrated: ") {
		t.Errorf("where nothing shows how right the labels are: got\n%s", got)
	}
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
	v.fit("ds")
	if got := v.File(api.FileReadme); !strings.Contains(got, "  Calibrated: ") || strings.Contains(got, "report.html") {
		t.Errorf("of a sample: got\n%s", got)
	}
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "estimates"}}, nil)
	v.fit("mean")
	if got := v.File(api.FileReadme); strings.Contains(got, "alibrated") || strings.Contains(got, "posteriors.csv") {
		t.Errorf("of numbers: got\n%s", got)
	}
}
