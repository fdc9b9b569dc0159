package sidefile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

const (
	// animals are labels of three classes, by number: bird, cat, dog.
	animals = "task,worker,label\nt1,a,bird\nt1,b,cat\nt2,a,dog\nt2,b,cat\nt3,a,dog\nt3,b,dog\n"
	// verdicts are labels of two: no, yes.
	verdicts = "task,worker,label\nt1,a,no\nt1,b,no\nt2,a,yes\nt2,b,no\nt3,a,yes\nt3,b,yes\n"
)

// predictions reads a file of predictions: the probabilities of the tasks that have some, with the names of their classes, what is warned
// of, and the rows that are bad.
func predictions(t *testing.T, labels, file string, skip bool) (p map[string]string, warned string, bad int, err error) {
	t.Helper()
	set, err := labelstest.Open("labels.csv", labels, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := layout.DetectAs("p.csv", []byte(file), layout.Choice{Kind: layout.PredictionFile})
	if err != nil {
		return nil, "", 0, err
	}
	g.Skip = skip
	f, err := sidefile.Predictions("p.csv", strings.NewReader(file), g, set, scan.Options{})
	if err != nil {
		return nil, "", 0, err
	}
	p = map[string]string{}
	k := set.Classes.Len()
	for i := range set.Tasks.Len() {
		row, sum := f.Predictions.Row(i, k), 0.
		var cells []string
		for c, x := range row {
			sum += x
			cells = append(cells, fmt.Sprintf("%s %.3g", set.Classes.At(c), x))
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%q: task %s: got %v, which sum to %v", file, set.Tasks.At(i), row, sum)
		}
		if f.Predictions.Of(i) {
			p[set.Tasks.At(i)] = strings.Join(cells, ", ")
		}
	}
	if got, want := f.Without, set.Tasks.Len()-len(p); got != want {
		t.Errorf("%q: got %d tasks without, want %d", file, got, want)
	}
	var all []string
	for _, w := range f.Warnings {
		all = append(all, w.What)
	}
	return p, strings.Join(all, "; "), f.Problems.Count, nil
}

func TestPredictions(t *testing.T) {
	for name, x := range map[string]struct{ labels, file, want, warns string }{
		"a column for each class": {animals, "task,dog,cat,bird\nt1,.1,.2,.7\nt2,.5,.25,.25\nt3,1,0,0\n",
			"t1: bird 0.7, cat 0.2, dog 0.1 | t2: bird 0.25, cat 0.25, dog 0.5 | t3: bird 0, cat 0, dog 1", ""},
		"names around those of the classes": {animals, "id,P(dog),prob_cat,bird probability\nt1,.1,.2,.7\n",
			"t1: bird 0.7, cat 0.2, dog 0.1", "2 labelled tasks without predictions"},
		"a row for each task and class": {animals, "task,class,probability\nt1,bird,.7\nt1,cat,.3\nt1,dog,0\nt2,dog,.6\n",
			"t1: bird 0.7, cat 0.3, dog 0 | t2: bird 0.2, cat 0.2, dog 0.6", "1 labelled task without"},
		"semicolons and other columns": {animals, "task;model;bird;cat;dog\nt1;m;0.7;0.2;0.1\nt2;m;0.1;0.2;0.7\nt3;m;0;0;1\n",
			"t1: bird 0.7, cat 0.2, dog 0.1 | t2: bird 0.1, cat 0.2, dog 0.7 | t3: bird 0, cat 0, dog 1",
			"the column “model” is left out: it is named after no class"},
		"percentages": {animals, "task,bird,cat,dog\nt1,70,20,10\nt2,10,10,80\nt3,5,5,90\n",
			"t1: bird 0.7, cat 0.2, dog 0.1 | t2: bird 0.1, cat 0.1, dog 0.8 | t3: bird 0.05, cat 0.05, dog 0.9",
			"of 3 tasks don’t sum to one (those of “t1” to 100)"},
		"a class without a column": {animals, "task,bird,cat\nt1,.7,.2\nt2,0,.1\nt3,.5,.5\n",
			"t1: bird 0.7, cat 0.2, dog 0.1 | t2: bird 0, cat 0.1, dog 0.9 | t3: bird 0.5, cat 0.5, dog 0",
			"no column has the probability of “dog”"},
		"a class that nobody gave": {animals, "task,bird,cat,dog,fish\nt1,.7,.1,.1,.1\nt2,0,0,1,0\nt3,0,0,1,0\n",
			"t1: bird 0.778, cat 0.111, dog 0.111 | t2: bird 0, cat 0, dog 1 | t3: bird 0, cat 0, dog 1", "“fish” is left out"},
		"tasks that nobody labelled": {animals, "task,bird,cat,dog\nt1,0,0,1\nx,1,0,0\ny,0,1,0\nt2,0,1,0\nt3,0,1,0\n",
			"t1: bird 0, cat 0, dog 1 | t2: bird 0, cat 1, dog 0 | t3: bird 0, cat 1, dog 0", "of 2 tasks that nobody labelled, “x” the first"},
		"a task without numbers": {animals, "task,bird,cat,dog\nt1,,,\nt2,0,1,0\nt3,NaN,NaN,NaN\n",
			"t2: bird 0, cat 1, dog 0", "2 labelled tasks without"},
		"the same row again": {animals, "task,bird,cat,dog\nt1,0,0,1\nt1,0,0,1\nt2,0,1,0\nt3,0,1,0\n",
			"t1: bird 0, cat 0, dog 1 | t2: bird 0, cat 1, dog 0 | t3: bird 0, cat 1, dog 0", ""},
		"all the same": {animals, "task,bird,cat,dog\nt1,.2,.2,.6\nt2,.2,.2,.6\nt3,.2,.2,.6\n",
			"t1: bird 0.2, cat 0.2, dog 0.6 | t2: bird 0.2, cat 0.2, dog 0.6 | t3: bird 0.2, cat 0.2, dog 0.6", "the same for every task"},
		"scores":            {verdicts, "task,score\nt1,.2\nt2,.5\nt3,1\n", "t1: no 0.8, yes 0.2 | t2: no 0.5, yes 0.5 | t3: no 0, yes 1", ""},
		"scores of a class": {verdicts, "task,no\nt1,.2\nt2,.5\nt3,1\n", "t1: no 0.2, yes 0.8 | t2: no 0.5, yes 0.5 | t3: no 1, yes 0", ""},
		"scores from 1 to 10": {verdicts, "task,score\nt1,1\nt2,5.5\nt3,10\n", "t1: no 1, yes 0 | t2: no 0.5, yes 0.5 | t3: no 0, yes 1",
			"go from 1 to 10, and are read on a scale from 1 to 10, as probabilities of “yes”"},
		"scores from 0 to 100": {verdicts, "task,score\nt1,0\nt2,25\nt3,90\n", "t1: no 1, yes 0 | t2: no 0.75, yes 0.25 | t3: no 0.1, yes 0.9",
			"are read on a scale from 0 to 100"},
		"0 and 1 alone": {verdicts, "task,yes,no\nt1,0,1\nt2,1,0\nt3,1,0\n", "t1: no 1, yes 0 | t2: no 0, yes 1 | t3: no 0, yes 1", ""},
	} {
		got, warned, bad, err := predictions(t, x.labels, x.file, false)
		var all []string
		for _, task := range []string{"t1", "t2", "t3"} {
			if p, ok := got[task]; ok {
				all = append(all, task+": "+p)
			}
		}
		if p := strings.Join(all, " | "); err != nil || bad > 0 || p != x.want {
			t.Errorf("%s: got %s, %d bad rows, %v, want %s", name, p, bad, err, x.want)
		}
		if x.warns == "" && warned != "" || !strings.Contains(warned, x.warns) {
			t.Errorf("%s: got the warnings %q, want %q", name, warned, x.warns)
		}
	}
}

// What can't be a prediction is said, with its place; without the row the rest is read.
func TestBadPredictions(t *testing.T) {
	for name, x := range map[string]struct {
		labels, file, want string
		rows               int // bad rows that can be skipped; 0: the file as a whole
	}{
		"below 0":              {animals, "task,bird,cat,dog\nt1,-.1,.2,.7\nt2,0,0,1\n", "neither a probability nor a score", 1},
		"above 100":            {verdicts, "task,score\nt1,.5\nt2,1000\n", "neither a probability nor a score", 1},
		"text":                 {animals, "task,bird,cat,dog\nt1,much,.2,.7\nt2,0,0,1\n", "where a probability or a score is expected", 1},
		"infinite":             {animals, "task,bird,cat,dog\nt1,inf,.2,.7\nt2,0,0,1\n", "", 1},
		"part of a row":        {animals, "task,bird,cat,dog\nt1,,.2,.7\nt2,0,0,1\n", "some probabilities are missing", 1},
		"nothing possible":     {animals, "task,bird,cat,dog\nt1,0,0,0\nt2,0,0,1\n", "every class has probability 0", 1},
		"twice, differently":   {animals, "task,bird,cat,dog\nt1,1,0,0\nt2,0,0,1\nt1,0,1,0\n", "predicted otherwise before", 1},
		"nobody's tasks":       {animals, "task,bird,cat,dog\nx,1,0,0\n", "not one of these tasks", 0},
		"no column of a class": {animals, "task,fish,fox,crow\nt1,1,0,0\n", "not two of the columns are named after one of the 3 classes", 0},
		"two columns of one":   {animals, "task,cat,P(cat),dog\nt1,1,0,0\n", "two columns hold the probability of “cat”", 0},
		"which class?": {strings.NewReplacer("yes", "cat", "no", "dog").Replace(verdicts), "task,score\nt1,1\n",
			"a high score speaks for", 0},
		"one class":  {"task,worker,label\nt1,a,x\nt2,b,x\n", "task,score\nt1,1\n", "nothing to predict", 0},
		"no numbers": {animals, "task,bird,cat,dog\nt1,,,\n", "not one of the labelled tasks has a prediction", 0},
		"no rows":    {animals, "task,bird,cat,dog\n", "", 0},
	} {
		_, _, _, err := predictions(t, x.labels, x.file, false)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %q", name, err, x.want)
		}
		p, _, bad, err := predictions(t, x.labels, x.file, true)
		if x.rows > 0 && (err != nil || bad != x.rows || len(p) == 0) || x.rows == 0 && err == nil {
			t.Errorf("%s: with bad rows skipped: got %v, %d bad rows, %v", name, p, bad, err)
		}
	}
}
