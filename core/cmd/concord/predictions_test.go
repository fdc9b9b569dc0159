package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A classifier's predictions stand beside labels, one a task: the default joins them, its recipe names them and makes the same again, and
// methods that don't use them say so.
func TestPredictions(t *testing.T) {
	var labels, predictions strings.Builder
	labels.WriteString("task,worker,label\n")
	predictions.WriteString("task,cat,dog,fox\n")
	names := []string{"cat", "dog", "fox"}
	for i := range 60 {
		truth := i % 3
		said := truth
		if i%7 == 0 {
			said = (truth + 1) % 3
		}
		fmt.Fprintf(&labels, "t%d,w%d,%s\n", i, i%4, names[said])
		p := []string{".1", ".1", ".1"}
		if p[truth] = ".8"; i%10 == 3 {
			p[truth], p[(truth+1)%3] = ".3", ".6"
		}
		fmt.Fprintf(&predictions, "t%d,%s\n", i, strings.Join(p, ","))
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"labels.csv": labels.String(), "p.csv": predictions.String(), "bad.csv": "task,cat,dog,fox\nt1,-1,1,1\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const roles = " -roles task=1,worker=2,label=3 labels.csv"
	for line, want := range map[string]string{
		"fit -predictions p.csv -out made" + roles:        "Why consensus: It joins the predictions with the labels, as far as both agree.\n",
		"fit -predictions p.csv" + roles:                  "The result has the predicted class in ",
		"fit -method crowdlab -predictions p.csv" + roles: "crowdlab: converged after 1 step",
		"fit -method ds -predictions p.csv" + roles:       "Dawid–Skene makes no use of predictions: it was run without them.",
		"fit -method crowdlab" + roles:                    "add a file of them",
		"fit -predictions bad.csv" + roles:                "neither a probability nor a score",
	} {
		if got := transcript(t, line); !strings.Contains(got, want) {
			t.Errorf("%s: %q is missing in\n%s", line, want, got)
		}
	}
	run, err := os.ReadFile("made/run.json")
	if want := "\"role\": \"predictions\",\n      \"name\": \"p.csv\""; err != nil || !strings.Contains(string(run), want) {
		t.Errorf("run.json: %v, %q is missing in\n%s", err, want, run)
	}
	if got, want := transcript(t, "fit -recipe made/run.json -out again labels.csv"), "run.json: Same labels ✓"; !strings.Contains(got, want) {
		t.Errorf("again: %q is missing in\n%s", want, got)
	}
}
