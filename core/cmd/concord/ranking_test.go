package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Comparisons of items are ranked, and what is about labels of tasks is refused in words.
func TestComparisons(t *testing.T) {
	golden(t, "ranking", "fit votes.csv")
	golden(t, "ranking-compare", "compare -methods skill,davidson,winrate votes.csv")
	golden(t, "ranking-advise", "advise -methods bradleyterry,davidson votes.csv")
	for _, c := range []struct{ args, want string }{
		{"compare -methods skill,ds votes.csv", "ranks no items"},
		{"compare -table all.csv votes.csv", "comparisons of items have rankings"},
		{"advise -quick votes.csv", "comparisons of items"},
		{"need votes.csv", "the intervals of the ranking show how sure it is"},
		{"panel votes.csv", "not preferences between two items"},
		{"adjudicate votes.csv", "labels that are classes"},
		{"fit -method ds -as argilla votes.csv", "goes with --out"},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Chdir("testdata")
			if got := transcript(t, c.args); !strings.Contains(got, c.want) || !strings.Contains(got, "-- exit 2 --") {
				t.Errorf("got\n%s\nwant “%s”", got, c.want)
			}
		})
	}
}

// The files are those of a ranking; a method that labels pairs writes those of labels.
func TestFilesOfRanking(t *testing.T) {
	for method, want := range map[string]string{"skill": "items.csv", "ds": "labels.csv"} {
		dir := t.TempDir()
		invoke(t, "fit", "-method", method, "-out", dir, "testdata/votes.csv")
		if _, err := os.Stat(filepath.Join(dir, want)); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// With --json the ranking stands beside what run.json holds.
func TestRankingJSON(t *testing.T) {
	var got struct {
		Method  string
		Ranking struct {
			Count int
			Items []struct {
				Name string
				Rank int
			}
		}
	}
	if err := json.Unmarshal([]byte(invoke(t, "fit", "-json", "testdata/votes.csv")), &got); err != nil {
		t.Fatal(err)
	}
	if r := got.Ranking; got.Method != "skill" || r.Count != 5 || len(r.Items) != 5 || r.Items[0].Rank != 1 || r.Items[0].Name == "" {
		t.Errorf("got %+v, want five items by skill", got)
	}
}

// Roles say what a file has whose names tell nothing.
func TestRolesOfComparisons(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plain.csv")
	if err := os.WriteFile(path, []byte("u,p,q,r\nann,x,y,x\nbob,x,y,x\nann,y,z,y\nbob,x,z,x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := invoke(t, "fit", "-roles", "worker=u,item=p,item=q,label=r", path)
	if !strings.HasPrefix(got, "item,score") || !strings.Contains(got, "\nx,") {
		t.Errorf("got\n%s\nwant a ranking of x, y and z", got)
	}
}

// What the length of answers adds is told, whether it is asked for in short, by roles or with a file; what can't be done is refused.
func TestStyle(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	rows := strings.Repeat("v,a,b,model_a,20,10\nw,b,c,model_b,10,30\nv,c,a,model_a,25,12\nw,a,b,model_b,9,14\n", 5)
	votes := write("votes.csv", "judge,model_a,model_b,winner,len_a,len_b\n"+rows)
	items := write("items.csv", "item,price\na,3\nb,1\nc,2\n")
	for args, want := range map[string]string{
		"":                                   "",
		"-style":                             "One standard deviation more of “len” (",
		"-roles feature=len_a,feature=len_b": "One standard deviation more of “len” (",
		"-roles feature=len_a":               "One standard deviation more of “len_a” (",
		"-features " + items:                 "One standard deviation more of “price” (",
		"-style -method elo":                 "Elo makes no use of features: it was run without them.",
		"-style -where judge=v -roles none=len_a,none=len_b":        "no columns say how long or how formatted the two answers of a row are",
		"-roles task=model_a+model_b,label=winner,feature=len_a":    "the labels are no comparisons of items",
		"-roles item=model_a,rank=len_b,feature=len_a,worker=judge": "possible where each row compares two items",
	} {
		got := transcript(t, "fit "+args+" "+votes)
		if want == "" && strings.Contains(got, "standard deviation more") || !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwant “%s”", args, got, want)
		}
	}
}
