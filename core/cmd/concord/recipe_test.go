package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// followed is a folder with labels, gold tasks, and the recipe of a fit to them.
func followed(t *testing.T) (dir string, labels []byte) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"labels.csv": "t,w,l,round\n1,a,yes,1\n1,b,yes,1\n1,c,no,2\n2,a,no,1\n2,b,yes,1\n2,c,no,1\n3,a,no,1\n3,b,no,2\n3,c,no,1\n",
		"gold.csv":   "task,label\n2,no\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	invoke(t, "fit", "-roles", "task=t,worker=w,label=l", "-where", "round=1", "-gold", "gold.csv", "-method", "ds", "-seed", "3",
		"-out", "made", "labels.csv")
	text, err := os.ReadFile("made/labels.csv")
	if err != nil {
		t.Fatal(err)
	}
	return dir, text
}

func TestRecipe(t *testing.T) {
	_, want := followed(t)
	older, err := os.ReadFile("made/run.json")
	if err != nil {
		t.Fatal(err)
	}
	older = bytes.Replace(older, []byte(`"recipe": 2`), []byte(`"recipe": 1`), 1)
	older = regexp.MustCompile(`(?s)("answer": \{\s*"sha256": )"\w+"`).ReplaceAll(older, []byte(`$1"of more digits"`))
	if err := os.WriteFile("older.json", older, 0o600); err != nil {
		t.Fatal(err)
	}
	_, said := exits(t, 0, "fit", "-recipe", "made/run.json", "-out", "again", "labels.csv")
	if got, err := os.ReadFile("again/labels.csv"); err != nil || string(got) != string(want) ||
		!strings.HasSuffix(said, "concord: run.json: Same labels ✓\n") {
		t.Errorf("got %q, %v, want %q; it says %q", got, err, want, said)
	}
	for _, c := range []struct {
		about string
		args  []string
		says  []string
	}{
		{"flags win", []string{"-seed", "5", "-where", "t=2", "-method", "majority", "labels.csv"},
			[]string{"in place of what run.json says: --method, --seed, --where\n", "Other labels: of 1 task, where the recipe has 3."}},
		{"another file", []string{"wider.csv"},
			[]string{"Same labels ✓; wider.csv is another file than the recipe's labels.csv.\n"}},
		{"an older version", []string{"-recipe", "older.json", "labels.csv"},
			[]string{"Same labels ✓; an older recipe does not tell whether probabilities are the same, too.\n"}},
		{"other gold", []string{"-gold", "other.csv", "labels.csv"},
			[]string{"in place of what run.json says: --gold\n", " of 3 labels differ; other.csv is another file than the recipe's gold.csv.\n"}},
	} {
		text := "more,w,round,l,t\n"
		for row := range strings.FieldsSeq("a,1,yes,1 b,1,yes,1 c,2,no,1 a,1,no,2 b,1,yes,2 c,1,no,2 a,1,no,3 b,2,no,3 c,1,no,3") {
			text += "x," + row + "\n"
		}
		for name, content := range map[string]string{"wider.csv": text, "other.csv": "task,label\n2,yes\n"} {
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, said := exits(t, 0, append([]string{"fit", "-recipe", "made/run.json"}, c.args...)...)
		for _, want := range c.says {
			if !strings.Contains(said, want) {
				t.Errorf("%s: it says %q, want %q", c.about, said, want)
			}
		}
	}
}

func TestBadRecipe(t *testing.T) {
	followed(t)
	recipe, err := os.ReadFile("made/run.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		about, recipe string
		args          []string
		want          string
	}{
		{"newer", strings.Replace(string(recipe), `"recipe": 2`, `"recipe": 9`, 1), nil, "was written by a newer version of Concord"},
		{"cut off", string(recipe[:300]), nil, "it does not end as it should"},
		{"older", `{"version": "0.1.0", "input": {"name": "a.csv"}, "method": "ds"}`, nil, "was written by an older version"},
		{"labels", "task,worker,label\n1,a,x\n", nil, "is no recipe of Concord"},
		{"another column", strings.Replace(string(recipe), `"w",`, `"who",`, 1), nil,
			"bad.json: the recipe reads the column “who” of labels.csv, which labels.csv does not have"},
		{"no gold", strings.Replace(string(recipe), `"gold.csv"`, `"lost.csv"`, 1), nil,
			"bad.json is a recipe that needs lost.csv, which is not in .: give it with --gold"},
	} {
		if err := os.WriteFile("bad.json", []byte(c.recipe), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, said := exits(t, 2, "fit", "-recipe", "bad.json", "labels.csv"); !strings.Contains(said, c.want) ||
			strings.Count(said, "\n") != 1 {
			t.Errorf("%s: it says %q, want one line with %q", c.about, said, c.want)
		}
	}
	if _, said := exits(t, 2, "fit", "made/run.json"); !strings.Contains(said, "is no file of labels but a recipe") ||
		!strings.Contains(said, "-recipe") {
		t.Errorf("as labels: it says %q", said)
	}
}
