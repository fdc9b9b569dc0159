package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/packed"
	"concord/internal/shared"
)

// Rayyan's notes say who decided what of an article.
func TestPlatformsRayyan(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared.Dir(t), "cases/38-rayyan-articles/articles.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []sessiontest.File{
		{Called: "articles.csv", Text: string(text)},
		{Called: "rayyan.zip", Text: packed.Zip(t, "articles.csv", string(text), "customizations_log.csv",
			"article_id,user_email,key,value\n1000,ann@x.org,included,1\n1000,bob@x.org,included,-1\n1001,ann@x.org,included,1\n")},
	} {
		v, _ := openedAtOnce(t, file)
		set := v.Labels.Set
		if set.Data.Len() != 76 || set.Tasks.Len() != 40 || set.Workers.Len() != 2 || set.Workers.At(0) != "Ann" || set.Classes.Len() != 3 {
			t.Errorf("%s: got %d labels, %d tasks, %d workers, %d classes", file.Called, set.Data.Len(), set.Tasks.Len(), set.Workers.Len(),
				set.Classes.Len())
		}
	}
}

// ASReview writes a file for each screener.
func TestPlatformsASReview(t *testing.T) {
	ann := sessiontest.File{Called: "ann.csv",
		Text: "record_id,title,abstract,asreview_label,asreview_time\n1,A,x,1,2025-01-01\n2,B,y,0,2025-01-01\n3,C,z,,\n"}
	bob := sessiontest.File{Called: "bob.csv", Text: strings.Replace(ann.Text, "A,x,1", "A,x,0", 1)}
	want := [][3]string{{"1", "ann", "1"}, {"1", "bob", "0"}, {"2", "ann", "0"}, {"2", "bob", "0"}}
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(ann, bob)
	v.Open(api.RoleLabels, whole, files...)
	sameVotes(t, v, want)
	v = sessiontest.New(t)
	v.Open(api.RoleLabels, sessiontest.File{Called: "both.zip", Text: packed.Zip(t, "ann.csv", ann.Text, "bob.csv", bob.Text)})
	sameVotes(t, v, want)
	if f := v.Refused(api.RoleLabels, ann); !strings.Contains(fmt.Sprint(f), "Open the files of all users together") || !f.NoWorker {
		t.Errorf("got %+v", f)
	}
	sameVotes(t, v, want) // what was open stays
}

// Covidence has a column for each variable; the consensus is no reviewer.
func TestPlatformsCovidence(t *testing.T) {
	v := sessiontest.New(t)
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "extraction.csv", Text: "Covidence #,Study ID,Title,Reviewer Name,Design,Country\n" +
		"1,Smith 2020,S,Ann,RCT,DE\n1,Smith 2020,S,Bob,cohort,DE\n1,Smith 2020,S,Consensus,RCT,DE\n" +
		"2,Roe 2021,R,Ann,RCT,FR\n2,Roe 2021,R,Bob,RCT,IT\n"})
	if !strings.Contains(o.Read.Confirm, "2 answers") || o.Read.Roles[4] != "label" {
		t.Errorf("got %q, %v", o.Read.Confirm, o.Read.Roles)
	}
	read := o.Read
	read.Drop = true
	v.Reread(api.RoleLabels, read)
	sameVotes(t, v, [][3]string{{"1", "Ann", "RCT"}, {"1", "Bob", "cohort"}, {"2", "Ann", "RCT"}, {"2", "Bob", "RCT"}})
}

// Lists of references are named, with what to export instead.
func TestPlatformsReferences(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"review.csv": {"Title,Authors,Abstract,Covidence #,Study,Notes\nA,B,C,1,x,\nD,E,F,2,y,\n", "with the column Reviewer Name"},
		"refs.ris":   {"TY  - JOUR\nTI  - A\nER  - \n", "this is a list of references (RIS)"},
	} {
		f := sessiontest.New(t).Refused(api.RoleLabels, sessiontest.File{Called: name, Text: test.text})
		if !strings.Contains(fmt.Sprint(f), test.want) {
			t.Errorf("%s: got %v, want %q", name, f, test.want)
		}
	}
}

// The two ways in which data on disagreement have been published, also where the file is larger than what is looked at.
func TestPlatformsLeWiDi(t *testing.T) {
	item := func(n int, annotations string) string {
		return fmt.Sprintf(`"%d":{"text":"a","annotators":"Ann1,Ann2","annotations":%s,"hard_label":"1","soft_label":{"0":0.5,"1":0.5}}`, n,
			annotations)
	}
	for name, annotations := range map[string]string{"joined": `"0,1"`, "by annotator": `{"Ann1":"0","Ann2":"1"}`} {
		var items []string
		var want [][3]string
		for n := range 10_000 {
			items = append(items, item(n, annotations))
			want = append(want, [3]string{fmt.Sprint(n), "Ann1", "0"}, [3]string{fmt.Sprint(n), "Ann2", "1"})
		}
		for _, all := range [][]string{items[:2], items} {
			v, _ := openedAtOnce(t, sessiontest.File{Called: name + ".json", Text: "{" + strings.Join(all, ",\n") + "}"})
			sameVotes(t, v, want[:2*len(all)])
		}
	}
	// An answer that nobody gave is no label without a name.
	more := sessiontest.File{Called: "x.json", Text: "{" + item(1, `"0,1"`) + "," + item(2, `"0,1,1"`) + "}"}
	if o := sessiontest.New(t).Open(api.RoleLabels, more); o.Counts.Labels != 4 || o.Counts.Workers != 2 {
		t.Errorf("got %+v, want 4 labels by 2 workers", o.Counts)
	}
}

// Numbers without a header, a row a task: what coders write for no answer is none.
func TestPlatformsMatrix(t *testing.T) {
	matrix := "0,-,1,-\n1,1,-,0\n-,2,2,2\n0,0,-,0\n1,-,1,1\n2,2,1,-\n"
	for _, none := range []string{"99", "-9", "9", "NA", "", "-1"} {
		v := sessiontest.New(t)
		o := v.Open(api.RoleLabels, sessiontest.File{Called: "matrix.csv", Text: strings.ReplaceAll(matrix, "-", none)})
		if set := v.Labels.Set; set.Data.Len() != 17 || set.Workers.Len() != 4 || set.Classes.Len() != 3 {
			t.Errorf("%q: got %d labels, %d workers, %d classes", none, set.Data.Len(), set.Workers.Len(), set.Classes.Len())
		}
		if !strings.Contains(o.Read.Confirm, "each row as a task") {
			t.Errorf("%q: got the question %q", none, o.Read.Confirm)
		}
	}
	// Nines near the other numbers are a mark.
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, sessiontest.File{Called: "matrix.csv", Text: strings.NewReplacer("-", "9", "2", "8", "1", "7").Replace(matrix)})
	if got := v.Labels.Set.Classes.Len(); got != 4 {
		t.Errorf("got %d classes", got)
	}
}
