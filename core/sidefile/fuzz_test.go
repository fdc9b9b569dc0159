package sidefile_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// beside are the labels that files stand beside: as classes, as numbers, and where a task may have several.
type beside struct {
	classes, numbers, several *labels.Set
}

func newBeside(f *testing.F) (b beside) {
	read := func(file, separator string) *labels.Set {
		g, err := layout.Detect("labels.csv", []byte(file))
		if err != nil {
			f.Fatal(err)
		}
		g.Separator = separator
		set, err := labels.Read("labels.csv", bytes.NewReader([]byte(file)), &g.Layout, scan.Options{})
		if err != nil {
			f.Fatal(err)
		}
		return set
	}
	b.classes = read("task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\nt2,bob,yes\nt3,ann,no\nt3,bob,no\n", "")
	b.numbers = read("task,worker,value\nt1,ann,1.5\nt1,bob,2.25\nt2,ann,3.5\nt2,bob,3.75\nt3,ann,0.5\nt3,bob,1.25\n", "")
	if !b.numbers.Data.Numeric() {
		f.Fatal("got classes, want numbers")
	}
	b.several = read("task,worker,label\nt1,ann,yes|no\nt1,bob,no\nt2,ann,yes\nt2,bob,yes|maybe\nt3,ann,no\nt3,bob,no|yes\n", "|")
	return b
}

// FuzzSideFiles opens anything as whatever may stand beside labels: what is read is finite and of tasks, workers and classes that are
// there, or else an error says where.
func FuzzSideFiles(f *testing.F) {
	b := newBeside(f)
	reads := []func(*testing.T, []byte, *layout.Detection, scan.Options, uint8) error{
		b.costs, b.confusion, b.truth, b.gold, b.values, b.ticks, b.features, b.texts, b.texts, b.content, b.predictions,
	}
	kinds := []layout.Kind{layout.CostFile, layout.ConfusionFile, layout.TruthFile, layout.TruthFile, layout.TruthFile, layout.TruthFile,
		layout.FeatureFile, layout.TextFile, layout.BagFile, layout.TextFile, layout.PredictionFile}
	for role, file := range []string{
		"truth,label,cost\nyes,no,2\nno,yes,0.5\n",
		"worker,truth,label,value\nann,yes,yes,0.5\nann,yes,no,0.5\n,yes,,3\n,no,,1\n",
		"task,truth\nt1,yes\nt2,other\nt1,no\n",
		"task,truth\nt1,yes\nt9,no\n",
		"task,truth\nt1,1.5\nt2,1e70\nt3,x\n",
		"task,label,value\nt1,yes,1\nt1,no,0\nt2,yes|no,2\n",
		"task,a,b,c\nt1,1,2.5,x\nt2,2,NA,y\nt9,-3,1e9,z\nt3,4,4.25,y\n",
		"task,text\nt1,The cats' cat\nt2,\"the CAT, running runs\"\nt9,new cat\n",
		"task,term,count\nt1,cat,2\nt2,cat,1\nt2,dog,3.0\n",
		"task,text\nt1,what is seen\nt2,\nt9,else\n",
		"task,yes,no\nt1,.5,.6\nt2,,\nt9,1,0\nt3,0,1\n",
	} {
		f.Add([]byte(file), uint8(role), uint8(0))
		f.Add([]byte(file), uint8(role), uint8(255))
	}
	ngrams := []byte("task,text\nt1,The cat. The cat! 天気がいい。天気\nt2,\"the cat 3.5 cats\"\nt1,\nt9,a cat\n")
	f.Add(ngrams, uint8(7), uint8(2<<4))
	f.Add(ngrams, uint8(7), uint8(5<<4|1<<1))
	f.Fuzz(func(t *testing.T, file []byte, role, how uint8) {
		n := int(role) % len(reads)
		g, err := layout.DetectAs("f", file, layout.Choice{Kind: kinds[n]})
		if err == nil {
			g.Skip = how&1 > 0
			err = reads[n](t, file, g, scan.Options{}, how>>1)
		}
		if err != nil {
			explained(t, err)
		}
	})
}

// explained checks that an error says which file, and where there are bad rows, which.
func explained(t *testing.T, err error) {
	var p *api.Problem
	if !errors.As(err, &p) || p.File != "f" || p.What == "" || !utf8.ValidString(err.Error()) {
		t.Errorf("got %q, want a problem of the file", err)
	}
	if bad := (*api.BadRows)(nil); errors.As(err, &bad) {
		located(t, bad.Problems)
	}
}

// located checks that problems of rows say which.
func located(t *testing.T, all api.Problems) {
	for _, p := range all.First {
		if p.Line == 0 && p.Record == 0 || p.What == "" {
			t.Errorf("got %q, want the line", p.Error())
		}
	}
	if all.Count < len(all.First) {
		t.Errorf("got %d problems in all, and %d first ones", all.Count, len(all.First))
	}
}

// within checks that there are n numbers, all of them in a range.
func within[T int32 | float64](t *testing.T, what string, all []T, n int, low, high T) {
	t.Helper()
	if len(all) != n {
		t.Errorf("%s: got %d, want %d", what, len(all), n)
	}
	for _, x := range all {
		if !(x >= low && x <= high) {
			t.Errorf("%s: got %v, want %v to %v", what, all, low, high)
			return
		}
	}
}

func (b *beside) costs(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	c, bad, err := sidefile.Costs("f", bytes.NewReader(file), &g.Layout, b.classes, o)
	located(t, bad)
	if err == nil {
		within(t, "costs", c.Of, 4, 0, math.MaxFloat64)
	}
	return err
}

func (b *beside) confusion(t *testing.T, file []byte, g *layout.Detection, o scan.Options, how uint8) error {
	c, bad, err := sidefile.Confusion("f", bytes.NewReader(file), &g.Layout, b.classes, crowd.ConfusionMode(how%3), o)
	located(t, bad)
	if err == nil {
		within(t, "counts", c.Counts, 8, 0, math.MaxFloat64)
		if c.Prior != nil {
			within(t, "prior", c.Prior, 2, 0, math.MaxFloat64)
		}
	}
	return err
}

func (b *beside) truth(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	var unseen sidefile.Unseen
	classes, bad, err := sidefile.Truth("f", bytes.NewReader(file), &g.Layout, b.classes, sidefile.TruthOptions{Options: o, Unseen: &unseen})
	located(t, bad)
	if err == nil {
		within(t, "classes", classes, 3, crowd.Unknown, int32(1+len(unseen.Names)))
		within(t, "tasks of classes unseen", unseen.Tasks, len(unseen.Tasks), 0, 2)
	}
	return err
}

func (b *beside) gold(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	classes, bad, err := sidefile.Gold("f", bytes.NewReader(file), &g.Layout, b.classes, sidefile.TruthOptions{Options: o})
	located(t, bad)
	if err == nil {
		within(t, "classes", classes, 3, crowd.Unknown, 1)
	}
	return err
}

func (b *beside) values(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	values, bad, err := sidefile.TrueValues("f", bytes.NewReader(file), &g.Layout, b.numbers, sidefile.TruthOptions{Options: o})
	located(t, bad)
	if err == nil {
		within(t, "values", slices.DeleteFunc(slices.Clone(values), math.IsNaN), 3-nans(values), -1e60, 1e60)
	}
	return err
}

func nans(all []float64) (n int) {
	for _, x := range all {
		if math.IsNaN(x) {
			n++
		}
	}
	return n
}

func (b *beside) ticks(t *testing.T, file []byte, g *layout.Detection, o scan.Options, how uint8) error {
	if g.Separator = "|"; how&1 > 0 && len(g.Roles) > 2 && g.Column(layout.Value) < 0 {
		g.Roles[2] = layout.Value
	}
	holds, bad, err := sidefile.Ticks("f", bytes.NewReader(file), &g.Layout, b.several, sidefile.TruthOptions{Options: o})
	located(t, bad)
	if err == nil {
		within(t, "pairs", holds, 9, crowd.Unknown, 1)
	}
	return err
}

func (b *beside) features(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	s, err := sidefile.Features("f", bytes.NewReader(file), g, b.classes, []int32{1, 1, 0}, o)
	if err != nil {
		return err
	}
	d := len(s.Features.Names)
	b.described(t, &s.Described)
	within(t, "features", s.Features.X, 3*d, -math.MaxFloat64, math.MaxFloat64)
	within(t, "features of other tasks", s.Extra.X, len(s.Unknown)*d, -math.MaxFloat64, math.MaxFloat64)
	if g.Column(layout.Task) < 0 { // it was found by the names of the tasks
		return nil
	}
	tasks, more, _, err := s.MoreFeatures("f", bytes.NewReader(file), g, o)
	if err != nil {
		return err
	}
	for row, task := range tasks {
		if i, ok := b.classes.Tasks.Find(task); ok && !slices.Equal(s.Features.Row(i), more.Row(row)) {
			t.Errorf("task %q: got %v, and as a further task %v", task, s.Features.Row(i), more.Row(row))
		}
	}
	return nil
}

func (b *beside) predictions(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	s, err := sidefile.Predictions("f", bytes.NewReader(file), g, b.classes, o)
	if err == nil {
		b.described(t, &s.Described)
		within(t, "probabilities", s.Predictions.P, 6, 0, 1)
		if !crowd.Distributions(s.Predictions.P, 2) {
			t.Errorf("got %v, want rows that sum to one", s.Predictions.P)
		}
	}
	return err
}

// described checks that the tasks of a file are those of the labels, and others.
func (b *beside) described(t *testing.T, d *sidefile.Described) {
	located(t, d.Problems)
	if d.Without < 0 || d.Without >= 3 {
		t.Errorf("got %d tasks without a description, want fewer than there are", d.Without)
	}
	for _, name := range d.Unknown {
		if _, ok := b.classes.Tasks.Find(name); ok || name == "" {
			t.Errorf("got %q among the tasks without labels", name)
		}
	}
}

func (b *beside) texts(t *testing.T, file []byte, g *layout.Detection, o scan.Options, how uint8) error {
	words := api.Words{MinDocuments: int(how & 1), Vocabulary: int(how>>1&1) * 3}
	if how&4 > 0 {
		words.Language = "english"
	}
	words.Ngrams = int(how >> 3 & 7) // up to 7: those above 5 are refused
	s, err := sidefile.Texts("f", bytes.NewReader(file), g, b.classes, words, o)
	if err != nil {
		return err
	}
	b.described(t, &s.Described)
	bags(t, s, s.Words, 3)
	bags(t, s, s.Extra, len(s.Unknown))
	if g.Column(layout.Task) < 0 {
		return nil
	}
	tasks, more, _, _, err := s.MoreTexts("f", bytes.NewReader(file), g, o)
	if err != nil {
		return err
	}
	bags(t, s, more, len(tasks))
	for row, task := range tasks {
		i, ok := b.classes.Tasks.Find(task)
		if !ok {
			continue
		}
		from, to, n := more.Start[row], more.Start[row+1], s.Words.Start[i]
		if m := s.Words.Start[i+1]; !slices.Equal(more.Term[from:to], s.Words.Term[n:m]) ||
			!slices.Equal(more.Count[from:to], s.Words.Count[n:m]) {
			t.Errorf("task %q: got words %v, and as a further task %v", task, s.Words.Term[n:m], more.Term[from:to])
		}
	}
	return nil
}

// bags checks the words of n documents.
func bags(t *testing.T, s *sidefile.TextSet, w *crowd.Words, n int) {
	t.Helper()
	if len(w.Start) != n+1 || !slices.IsSorted(w.Start) || int(w.Start[n]) != len(w.Term) || w.Terms != len(s.Vocabulary) {
		t.Fatalf("got %d documents that begin at %v of %d words, want %d", len(w.Start)-1, w.Start, len(w.Term), n)
	}
	within(t, "terms", w.Term, len(w.Count), 0, int32(w.Terms-1))
	within(t, "counts", w.Count, len(w.Term), 1, math.MaxInt32)
	for i := range n {
		of := slices.Sorted(slices.Values(w.Term[w.Start[i]:w.Start[i+1]]))
		if len(slices.Compact(slices.Clone(of))) != len(of) {
			t.Errorf("document %d: got terms %v, want each once", i, of)
		}
	}
}

func (b *beside) content(t *testing.T, file []byte, g *layout.Detection, o scan.Options, _ uint8) error {
	x, err := sidefile.ReadTexts("f", bytes.NewReader(file), g, b.classes, 1<<20, o)
	if err != nil {
		return err
	}
	for _, task := range []string{"t1", "t2", "t9", ""} {
		for column, text := range x.Of(task) {
			if column == "" || text == "" {
				t.Errorf("task %q: got %q in the column %q", task, text, column)
			}
		}
	}
	return nil
}
