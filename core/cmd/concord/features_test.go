package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/internal/race"
)

// Features in, predictions out, compared with the truth of the predicted tasks.
func TestFeatures(t *testing.T) {
	race.Skip(t)
	var labels, features, test, truth strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y\n")
	test.WriteString("task,x,y\n")
	truth.WriteString("task,label\n")
	for i := range 40 {
		x := float64(i%2*4-2) + float64(i*7%9-4)
		for j := range 3 {
			said := i % 2
			if (i+2*j)%9 == 0 {
				said = 1 - said
			}
			fmt.Fprintf(&labels, "t%d,w%d,c%d\n", i, j, said)
		}
		fmt.Fprintf(&features, "t%d,%g,%d\n", i, x, i*i%11)
		fmt.Fprintf(&test, "new%d,%g,%d\n", i, x, i*i%7)
		fmt.Fprintf(&truth, "new%d,c%d\n", i, i%2)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"labels.csv": labels.String(), "features.csv": features.String(), "new.csv": test.String(),
		"new-truth.csv": truth.String()} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := transcript(t, "fit -method gpc-ma -features features.csv -predict new.csv -test-truth new-truth.csv -out OUT labels.csv")
	for _, want := range []string{
		"40 tasks without labels predicted\nnew-truth.csv: 40 predicted tasks compared, accuracy 0.7500 (95 % interval 0.",
		"), area under the ROC curve 0.8575 (95 % interval ", "), F1 0.7494 (95 % interval ",
		"-- predictions.csv --\ntask,label,probability\nnew0,c", "-- next.csv --\ntask,score,worker,probability_right\nnew",
		"\"test\": {\n    \"evaluated\": 40,\n    \"accuracy\": 0.", `"auc": 0.`, `"f1": 0.`,
		"\"role\": \"features\",\n      \"name\": \"features.csv\"",
		"\"role\": \"predict\",\n      \"name\": \"new.csv\"",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	got = transcript(t, "fit -method ds -features features.csv -test-truth new-truth.csv -predict new.csv labels.csv")
	if want := "new-truth.csv: nothing was predicted that could be compared\n"; !strings.Contains(got, want) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
	if got, want := transcript(t, "fit -predict new.csv labels.csv"),
		"concord: --predict and --test-truth go with --features, --text or --bow\n-- exit 2 --\n"; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.WriteFile("bad.csv", []byte("task,x,y\nt1,1.5,2\nt2,what,3\nt3,2.5,4\nt4,0.5,8\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got = transcript(t, "fit -method raykar -features bad.csv labels.csv")
	if want := "concord: bad.csv, line 3, column “x”: not a number, in a column of numbers: “what”."; !strings.Contains(got, want) ||
		!strings.Contains(got, "exit 2") {
		t.Errorf("got %s, want %s", got, filepath.Base(want))
	}
}

// Of numbers the summary has R², of labelled tasks and of predicted ones; where it is
// not defined it says why.
func TestFeaturesOfNumbers(t *testing.T) {
	var labels, features, truth, test strings.Builder
	labels.WriteString("task,worker,value\n")
	features.WriteString("task,x,y\n")
	truth.WriteString("task,value\n")
	test.WriteString("task,value\n")
	for i := range 40 {
		x := float64(i*7%40) / 4
		if i < 30 {
			for j := range 3 {
				fmt.Fprintf(&labels, "t%d,w%d,%.2f\n", i, j, 2*x+float64((i+j*3)%5-2)/4)
			}
			fmt.Fprintf(&truth, "t%d,%g\n", i, 2*x+float64(i%7-3))
		} else {
			fmt.Fprintf(&test, "t%d,%g\n", i, 2*x+float64(i%7-3))
		}
		fmt.Fprintf(&features, "t%d,%g,%d\n", i, x, i*i%11)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"labels.csv": labels.String(), "features.csv": features.String(), "truth.csv": truth.String(), "test.csv": test.String(),
		"same.csv": "task,value\nt30,1\nt31,1\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := transcript(t, "fit -numeric=yes -method ridge -features features.csv -truth truth.csv -test-truth test.csv labels.csv")
	for _, want := range []string{
		"truth.csv: 30 compared, mean absolute error 1.", ", R² 0.8", "), correlation 0.9", "10 tasks without labels predicted\n",
		"test.csv: 10 predicted tasks compared, R² 0.9", "), mean absolute error 1.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	got = transcript(t, "fit -numeric=yes -method ridge -features features.csv -test-truth same.csv labels.csv")
	if want := "same.csv: 2 predicted tasks compared, no R² ("; !strings.Contains(got, want) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
}

// A method that learns from descriptions does not ask for them where they are of no use.
func TestDescribedOfSeveral(t *testing.T) {
	t.Chdir("testdata")
	for _, method := range []string{"gpc-ma", "slda", "ridge"} {
		got := transcript(t, "fit -method "+method+" -multilabel | sets.csv")
		if !strings.Contains(got, "tasks with one label each, and these may have several") || strings.Contains(got, "add a file") {
			t.Errorf("%s: got\n%s", method, got)
		}
	}
}
