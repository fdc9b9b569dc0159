package export

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/kind"
	"concord/core/kind/class"
	numberkind "concord/core/kind/number"
	"concord/core/kind/set"
	"concord/core/labels"
)

type names []string

func (n names) Len() int                       { return len(n) }
func (n names) At(i int) string                { return n[i] }
func (n names) Append(to []byte, i int) []byte { return append(to, n[i]...) }
func (n names) Find(string) (int, bool)        { panic("nobody looks") }

// asked are labels whose answers are questions as they are.
func asked(of *labels.Set) Named {
	var k kind.Kind = class.Kind{}
	if of.Data != nil && of.Data.Numeric() {
		k = numberkind.Kind{}
	}
	cut, _ := k.Cut(of, nil)
	return Of(cut)
}

func noPause() error { return nil }

// small is three tasks, two workers and two classes:
//
//	a: w1 no, =w2 no    b: w1 yes    c: nobody
func small(own bool) *Answers {
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 2, 2, []int32{0, 0, 1}, []int32{0, 1, 0}, []int32{0, 0, 1})}
	e := &crowd.Estimate{Posterior: []float64{.75, .25, 0, 1, .5, .5}}
	if own {
		e.Prior = []float64{.25, .75}
		e.Confusion = []float64{.9, .1, .2, .8, .5, .5, .5, .5}
		e.Extra = []crowd.Column{
			{Name: "difficulty", Of: crowd.OfTask, Values: []float64{1, 2.5, math.NaN()}},
			{Name: "bias", Of: crowd.OfWorker, Values: []float64{-1, 0}},
			{Name: "weight", Of: crowd.OfClass, Values: []float64{3, 4}},
		}
	}
	a, err := New(asked(&labels.Set{Data: d, Tasks: names{"a", "b,c", "c"}, Workers: names{"w1", "=w2"}, Classes: names{"no", "yes"}}),
		&fit.Result{Estimate: e},
		1, nil, noPause)
	if err != nil {
		panic(err)
	}
	return a
}

func write(t *testing.T, f File) string {
	t.Helper()
	var b strings.Builder
	if err := f.Write(&b); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.String()
}

func check(t *testing.T, files []File, want map[string]string) {
	t.Helper()
	if len(files) != len(want) {
		t.Errorf("got %d files, want %d", len(files), len(want))
	}
	for _, f := range files {
		if got := write(t, f); got != want[f.Name] {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, want[f.Name])
		}
	}
}

// csvs are the tables of answers as downloads.
func csvs(a *Answers, safe bool) (files []File) {
	for _, t := range a.Tables() {
		files = append(files, *CSV(t.Name, t, safe))
	}
	return files
}

func TestTablesOfAMethodWithoutModel(t *testing.T) {
	// w1 agrees .75 on a and 1 on b: .875; w2 .75. Task c is tied; its label
	// is the seed's. w1's counts: truth no: no .75; truth yes: no .25, yes 1.
	// Interval of w1: .875 ± 1.96 √(.75·.25/2² + .07²).
	// w2 has no evidence on neither row but from a: no .75, yes .25.
	check(t, csvs(small(false), true), map[string]string{
		"labels.csv": "task,label,probability,votes,majority,agreement,tie,posterior\n" +
			"a,no,0.75,2 of 2,no,1,false,0.75\n\"b,c\",yes,1,1 of 1,yes,,false,1\nc," +
			map[bool]string{true: "no", false: "yes"}[crowd.Hash(1, 2)%2 == 0] + ",0.5,0 of 0,,,true,0.5\n",
		"posteriors.csv": "task,no,yes\na,0.75,0.25\n\"b,c\",0,1\nc,0.5,0.5\n",
		"workers.csv": "worker,labels,accuracy,agreement,accuracy_low,accuracy_high\n" +
			"w1,2,0.875,0.875,0.419178,1\n'=w2,1,0.75,0.75,0,1\n",
		"confusion.csv": "worker,truth,label,probability,count\n" +
			"w1,no,no,1,0.75\nw1,no,yes,0,0\nw1,yes,no,0.2,0.25\nw1,yes,yes,0.8,1\n" +
			"'=w2,no,no,1,0.75\n'=w2,no,yes,0,0\n'=w2,yes,no,1,0.25\n'=w2,yes,yes,0,0\n",
		"classes.csv": "class,tasks,prior\nno," + map[bool]string{true: "2", false: "1"}[crowd.Hash(1, 2)%2 == 0] + ",0.5\nyes," +
			map[bool]string{true: "1", false: "2"}[crowd.Hash(1, 2)%2 == 0] + ",0.5\n",
	})
}

func TestTablesOfAMethodWithModelAndExtraColumns(t *testing.T) {
	// Accuracy of w1 is .25·.9 + .75·.8 = .825, of w2 .5.
	a := small(true)
	files := map[string]string{}
	for _, f := range csvs(a, false) {
		files[f.Name] = write(t, f)
	}
	for name, want := range map[string]string{
		"workers.csv": "worker,labels,accuracy,agreement,accuracy_low,accuracy_high,model_accuracy,bias\n" +
			"w1,2,0.875,0.875,0.419178,1,0.825,-1\n=w2,1,0.75,0.75,0,1,0.5,0\n",
		"tasks.csv": "task,difficulty\na,1\n\"b,c\",2.5\nc,\n",
		"confusion.csv": "worker,truth,label,probability,count\nw1,no,no,0.9,0.75\nw1,no,yes,0.1,0\nw1,yes,no,0.2,0.25\nw1,yes,yes,0.8,1\n=w2," +
			"no,no,0.5,0.75\n=w2,no,yes,0.5,0\n=w2,yes,no,0.5,0.25\n=w2,yes,yes,0.5,0\n",
	} {
		if files[name] != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, files[name], want)
		}
	}
	if !strings.HasPrefix(files["classes.csv"], "class,tasks,prior,weight\n") || !strings.Contains(files["classes.csv"], ",0.25,3\n") {
		t.Errorf("classes.csv: got\n%s", files["classes.csv"])
	}
}

func TestTablesOfNumbers(t *testing.T) {
	// w1 is off by 1 and -1: 1; w2 by 3.
	d := &crowd.Dataset{Labels: crowd.NewValues(2, 2, []int32{0, 0, 1}, []int32{0, 1, 0}, []float64{3, 5, 0})}
	a, err := New(asked(&labels.Set{Data: d, Tasks: names{"a", "b"}, Workers: names{"w1", "w2"}, Classes: names{}}),
		&fit.Result{Estimate: &crowd.Estimate{Value: []float64{2, 1}}}, 1, nil, noPause)
	if err != nil {
		t.Fatal(err)
	}
	check(t, csvs(a, true), map[string]string{
		"labels.csv":  "task,value,votes,mean,sd\na,2,2,4,1.4142135623730951\nb,1,1,0,\n",
		"workers.csv": "worker,labels,deviation,difference,difference_variance\nw1,2,1,0,1\nw2,1,3,3,0\n",
	})
}

func TestAWorkerWithoutEvidenceOnAClassHasAUniformRow(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(1, 1, 3, []int32{0}, []int32{0}, []int32{2})}
	e := &crowd.Estimate{Posterior: []float64{0, 0, 1}}
	a, err := New(asked(&labels.Set{Data: d, Tasks: names{"t"}, Workers: names{"w"}, Classes: names{"x", "y", "z"}}), &fit.Result{Estimate: e},
		1, nil, noPause)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range csvs(a, true) {
		if f.Name == "confusion.csv" {
			third := "0.333333"
			want := "worker,truth,label,probability,count\n" +
				"w,x,x," + third + ",0\nw,x,y," + third + ",0\nw,x,z," + third + ",0\n" +
				"w,y,x," + third + ",0\nw,y,y," + third + ",0\nw,y,z," + third + ",0\n" +
				"w,z,x,0,0\nw,z,y,0,0\nw,z,z,1,1\n"
			if got := write(t, f); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		}
	}
}

func TestNewEndsWithTheErrorOfItsPause(t *testing.T) {
	a, stop := small(false), errors.New("stop")
	if _, err := New(a.Named, a.Result, 1, nil, func() error { return stop }); err != stop {
		t.Errorf("got %v, want %v", err, stop)
	}
	if _, _, err := Formulas(a.Named, func() error { return stop }); err != stop {
		t.Errorf("Formulas: got %v, want %v", err, stop)
	}
}

func TestFormulasAreFoundInAllNames(t *testing.T) {
	n, first, err := Formulas(asked(&labels.Set{Tasks: names{"-1", "@x"}, Workers: names{"=w"},
		Classes: names{"+1", "+y"}}), noPause)
	if n != 3 || first != "+y" || err != nil {
		t.Errorf("got %d, %q, %v, want 3, +y", n, first, err)
	}
}

func TestConfusionOfThousandsOfClassesIsRefused(t *testing.T) {
	a := small(false)
	a.Data.Classes = 6000
	if err := a.TooLarge(); err == nil || !strings.Contains(err.Error(), "72,000,000 rows (2 workers, 6,000 × 6,000 classes), more than "+
		"the 67,108,864") {
		t.Errorf("got %v, want a refusal with the number of rows", err)
	}
}

func TestZipIsTheSameEveryTime(t *testing.T) {
	a := small(true)
	var one, two bytes.Buffer
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := Zip(w, csvs(a, true), "2026-11-02"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two zips of the same answers differ")
	}
	r, err := zip.NewReader(bytes.NewReader(one.Bytes()), int64(one.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for n, f := range csvs(a, true) {
		entry, err := r.File[n].Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(entry)
		if err != nil {
			t.Fatal(err)
		}
		if want := write(t, f); r.File[n].Name != f.Name || string(got) != want {
			t.Errorf("%s holds %q, want %s with %q", r.File[n].Name, got, f.Name, want)
		}
		if date := r.File[n].Modified.Format("2006-01-02"); date != "2026-11-02" {
			t.Errorf("%s bears the date %s, want 2026-11-02", f.Name, date)
		}
	}
}

func TestRecordHasTheKeysInOrder(t *testing.T) {
	evaluated, accuracy, wrong, flips := 800, .9275, .0725, 3
	r := Record{
		Recipe: *NewRecipe(), Rows: 5, Skipped: 1, Tasks: 2, Workers: 3, Labels: 4, Classes: 2, Steps: 1,
		Status: "converged", Objective: -12.5, Warnings: []string{},
		Trace:     Trace{{N: 1, Objective: math.NaN(), Change: math.Inf(1), Flips: -1}, {N: 2, Objective: -12.5, Change: 1e-9, Flips: flips}},
		Evaluated: &evaluated, Accuracy: &accuracy, Error: &wrong,
	}
	r.Files = []Used{{Role: api.RoleLabels, Name: "a.csv", Bytes: 10, SHA256: "00ff", Columns: []string{"t"}}}
	r.Fit = api.Fit{Method: "ds", Values: map[string]string{"smoothing": "0.01"}, Settings: api.Settings{Seed: 1}}
	r.Excluded, r.Answer = []string{"w"}, Digest{SHA256: "ff00", Each: []byte{1, 2}}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	want := `{"recipe":2,"version":"` + api.Version + `","files":[{"role":"labels","name":"a.csv","bytes":10,"sha256":"00ff",` +
		`"columns":["t"],"choices":{"delimiter":"","header":false,"roles":null,"skip":false,"numeric":false,"missing":null}}],"method":"ds",` +
		`"values":{"smoothing":"0.01"},"seed":1,"excluded":["w"],"answer":{"sha256":"ff00","each":"AQI="},"rows":5,"skipped":1,` +
		`"tasks":2,"workers":3,"labels":4,"classes":2,"steps":1,"status":"converged",` +
		`"objective":-12.5,"trace":[{"n":1,"objective":null,"change":null,"flips":null},{"n":2,"objective":-12.5,"change":1e-09,"flips":3}],` +
		`"warnings":[],"seconds":{"read":0,"fit":0,"write":0},"evaluated":800,"accuracy":0.9275,"error":0.0725}`
	if compact.String() != want {
		t.Errorf("got\n%s\nwant\n%s", compact.String(), want)
	}
}

func TestProblems(t *testing.T) {
	var b strings.Builder
	err := ProblemTable(func(add func(api.Problem)) error {
		add(api.Problem{File: "a.csv", Line: 3, Column: "label", Text: "=x", What: "empty", Do: "fill it"})
		add(api.Problem{File: "a.csv", What: "w"})
		return nil
	}).WriteCSV(&b, true)
	want := "file,line,column,text,what,do\na.csv,3,label,'=x,empty,fill it\na.csv,,,,w,\n"
	if b.String() != want || err != nil {
		t.Errorf("got %q, %v, want %q", b.String(), err, want)
	}
}

// Two tasks, classes x, y, z; w1 ticked x and z of a, w2 x of a and y of b.
func TestTasksWithSeveralLabels(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 3, []int32{0, 0, 0, 1}, []int32{0, 0, 1, 1}, []int32{0, 2, 0, 1})}
	e := &crowd.Estimate{Posterior: []float64{.1, .9, 1, 0, .2, .8, 1, 0, 0, 1, .75, .25},
		Extra: []crowd.Column{{Name: "difficulty", Of: crowd.OfTask, Values: []float64{1, 2, 3, 4, 5, 6}}}}
	cut, err := set.Kind{}.Cut(&labels.Set{Data: d, Tasks: names{"a", "b"}, Workers: names{"w1", "w2"}, Classes: names{"x", "y", "z"}},
		&api.Choices{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Of(cut), &fit.Result{Estimate: e}, 1, nil, noPause)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range csvs(a, true) {
		files[f.Name] = write(t, f)
	}
	for name, want := range map[string]string{
		"labels.csv": "task,label,probability,votes,majority,agreement,tie,posterior\n" +
			"a,x|z,0.72,1 of 2,x,0,false,0.72\n" +
			"b,y,0.75,1 of 1,y,,false,0.75\n",
		"posteriors.csv": "task,x,y,z\na,0.9,0,0.8\nb,0,1,0.25\n",
		"classes.csv":    "class,tasks,prior\nx,1,\ny,1,\nz,1,\n",
		"tasks.csv":      "task,class,difficulty\na,x,1\na,y,2\na,z,3\nb,x,4\nb,y,5\nb,z,6\n",
	} {
		if files[name] != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, files[name], want)
		}
	}
	if !strings.HasPrefix(files["workers.csv"], "worker,labels,accuracy,agreement,accuracy_low,accuracy_high\nw1,1,0.9,0.9,0.5") {
		t.Errorf("workers.csv: got\n%s", files["workers.csv"])
	}
	if !strings.HasPrefix(files["confusion.csv"], "worker,truth,label,probability,count\nw1,no,no,") {
		t.Errorf("confusion.csv: got\n%s", files["confusion.csv"])
	}
}
