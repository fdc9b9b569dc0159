package metric

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/method/number"
	"concord/core/method/vote"
	"concord/core/prob"
	"concord/core/simulate"
)

func score(t *testing.T, d *crowd.Dataset, m fit.Method, h HeldOut) *HeldOutScore {
	t.Helper()
	v := Validate(d, m, h, fit.Settings{Seed: 1})
	for range v.Steps() {
	}
	s, err := v.Result()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFoldsHideEachLabelOnce(t *testing.T) {
	l := ragged(4, 200, 9, 3)
	fold := deal(l, HeldOut{Seed: 3}.withDefaults())
	for i := range l.Tasks {
		from, to := l.Of(i)
		var hidden [5]int
		for _, f := range fold[from:to] {
			if to-from == 1 {
				if f != never {
					t.Fatalf("task %d: its only label is hidden", i)
				}
				continue
			}
			hidden[f]++
		}
		for f, n := range hidden {
			if n > (to-from+4)/5 {
				t.Errorf("task %d: fold %d hides %d of %d labels", i, f, n, to-from)
			}
		}
	}
	d := &crowd.Dataset{Labels: *l}
	shown := 0
	for f := range 5 {
		train := hide(d, fold, uint8(f), false)
		shown += train.Len()
	}
	hidden := 0
	for _, f := range fold {
		if f != never {
			hidden++
		}
	}
	if shown != 5*l.Len()-hidden {
		t.Errorf("the folds show %d labels, want %d", shown, 5*l.Len()-hidden)
	}
}

// oracle answers with the known classes, as surely as it is told.
type oracle struct{ sure float64 }

func (oracle) Uses(crowd.Parts) (crowd.Parts, error) { return crowd.Parts{}, nil }
func (o oracle) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return oracleFit{o, d}, nil
}

type oracleFit struct {
	oracle
	d *crowd.Dataset
}

func (oracleFit) Step() (fit.Step, error) { return fit.Step{Done: true}, nil }
func (o oracleFit) Estimate() *crowd.Estimate {
	k := o.d.Classes
	q := make([]float64, o.d.Tasks*k)
	for n := range q {
		q[n] = (1 - o.sure) / float64(k-1)
		if int(o.d.Gold[n/k]) == n%k {
			q[n] = o.sure
		}
	}
	return &crowd.Estimate{Posterior: q}
}

// With the truth known, a hidden label has the probability that its worker's
// matrix gives it, and no answer can do better in expectation: −Σ p log p.
func TestHeldOutOfTheTruthIsTheEntropyOfTheLabels(t *testing.T) {
	const right = .8
	w := simulate.DawidSkene{Tasks: 3000, Workers: 5, Classes: 2, PerTask: 3,
		Confusion: simulate.Crew(simulate.Times(5, simulate.Coin(2, right))...)}.Draw(1)
	w.Data.Gold = w.Truth
	s := score(t, w.Data, oracle{1}, HeldOut{Seed: 1})
	want := right*math.Log(right) + (1-right)*math.Log(1-right)
	if math.Abs(s.Mean.Value-want) > 3*s.Mean.SE+.005 { // .005: the share mixed in costs a little
		t.Errorf("got %.4f ± %.4f, want %.4f", s.Mean.Value, s.Mean.SE, want)
	}
	if s.Mean.N != w.Data.Len() {
		t.Errorf("got %d hidden labels, want all %d", s.Mean.N, w.Data.Len())
	}
	// A timid answer with the same ranking is made bold, and costs little.
	timid := score(t, w.Data, oracle{.6}, HeldOut{Seed: 1})
	if timid.Tau <= s.Tau && timid.Tau < 4 || math.Abs(timid.Mean.Value-s.Mean.Value) > .01 {
		t.Errorf("timid: got τ %g and %.4f, want about %.4f with a large τ", timid.Tau, timid.Mean.Value, s.Mean.Value)
	}
	if d := timid.Less(s); d.Value <= 0 || math.Abs(d.Value-(s.Mean.Value-timid.Mean.Value)) > 1e-12 || d.SE > s.Mean.SE {
		t.Errorf("difference: got %+v", d)
	}
}

func TestHeldOutTellsGoodMethodsFromBad(t *testing.T) {
	for _, sample := range []struct {
		name string
		w    *World
	}{
		{"spammers", world(200, simulate.Crew(simulate.Coin(2, .9), simulate.Coin(2, .85), simulate.Coin(2, .85), simulate.Always(2, 1),
			simulate.Always(2, 1)))},
		{"adversaries", world(200, simulate.Crew(simulate.Coin(2, .95), simulate.Coin(2, .9), simulate.Coin(2, .9), simulate.Inverted(2, .8),
			simulate.Guess(2)))},
	} {
		majority := score(t, sample.w.Data, vote.Majority{}, HeldOut{Seed: 1})
		ds := score(t, sample.w.Data, &dawidskene.DS{}, HeldOut{Seed: 1})
		if gain := majority.Less(ds); gain.Value < 2*gain.SE {
			t.Errorf("%s: Dawid–Skene gains %.4f ± %.4f over the majority, want two standard errors", sample.name, gain.Value, gain.SE)
		}
	}
}

// World is a simulated data set.
type World = simulate.World

func world(tasks int, confusion []float64) *World {
	return simulate.DawidSkene{Tasks: tasks, Workers: 5, Classes: 2, Confusion: confusion}.Draw(1)
}

// By whole tasks, with the truth known, the labels of a task have the entropy
// of a class and of the labels given the class.
func TestHeldOutTasksOfTheTruthHaveTheEntropyOfTheModel(t *testing.T) {
	const right, perTask = .8, 3
	w := simulate.DawidSkene{Tasks: 6000, Workers: 5, Classes: 2, PerTask: perTask,
		Confusion: simulate.Crew(simulate.Times(5, simulate.Coin(2, right))...)}.Draw(1)
	w.Data.Gold = w.Truth
	s := score(t, w.Data, oracle{1}, HeldOut{WholeTasks: true, Seed: 1})
	want := 0.0 // Σ over the 2³ label triples of p log p
	for triple := range 8 {
		a, b := .5, .5
		for l := range perTask {
			if triple>>l&1 == 0 {
				a, b = a*right, b*(1-right)
			} else {
				a, b = a*(1-right), b*right
			}
		}
		want += (a + b) * math.Log(a+b)
	}
	if math.Abs(s.Mean.Value-want/perTask) > 3*s.Mean.SE+.003 {
		t.Errorf("got %.4f ± %.4f, want %.4f", s.Mean.Value, s.Mean.SE, want/perTask)
	}
	if s.Mean.N != w.Data.Len() {
		t.Errorf("got %d hidden labels, want all %d", s.Mean.N, w.Data.Len())
	}
	for k := range 2 {
		near(t, "share of a class", s.Share[k], .5, .03)
		near(t, "own label of a class", s.Own[k], right, .03)
	}
}

// What is known of tasks goes with them into a fold of whole tasks.
func TestHideKeepsWhatIsKnownOfTheTasks(t *testing.T) {
	d := &crowd.Dataset{
		Labels:   crowd.NewLabels(4, 2, 2, []int32{0, 1, 1, 3}, []int32{0, 0, 1, 1}, []int32{0, 1, 1, 0}),
		Gold:     []int32{0, -1, 1, 1},
		Features: &crowd.Features{Names: []string{"a", "b"}, X: []float64{1, 2, 3, 4, 5, 6, 7, 8}, Has: []bool{true, false, true, true}},
		Words:    &crowd.Words{Terms: 9, Start: []int32{0, 1, 1, 3, 4}, Term: []int32{5, 6, 7, 8}, Count: []int32{1, 2, 3, 4}},
	}
	got := hide(d, []uint8{0, 1, 1, 0}, 1, true) // task 1 goes, task 2 has no labels and stays
	want := &crowd.Dataset{
		Labels:   crowd.NewLabels(3, 2, 2, []int32{0, 2}, []int32{0, 1}, []int32{0, 0}),
		Gold:     []int32{0, 1, 1},
		Features: &crowd.Features{Names: []string{"a", "b"}, X: []float64{1, 2, 5, 6, 7, 8}, Has: []bool{true, true, true}},
		Words:    &crowd.Words{Terms: 9, Start: []int32{0, 1, 3, 4}, Term: []int32{5, 6, 7, 8}, Count: []int32{1, 2, 3, 4}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Rankings would show a method the votes that are hidden.
func TestHideTakesRankingsAway(t *testing.T) {
	d := crowd.CompareLists(3, 2, &crowd.Rankings{Start: []int32{0, 3, 6}, Item: []int32{0, 1, 2, 1, 0, 2}, Worker: []int32{0, 1}})
	got := hide(d, []uint8{0, 1, 0, 1, 0, 1}, 1, false)
	if got.Comparisons.Rankings != nil || got.Tasks != 3 || got.Len() != 3 || !reflect.DeepEqual(got.Comparisons.First, d.Comparisons.First) {
		t.Errorf("got rankings %v, %d pairs and %d votes, want none, 3 and 3", got.Comparisons.Rankings, got.Tasks, got.Len())
	}
}

func TestHeldOutCanBeBrokenOffAndGoesOn(t *testing.T) {
	w := world(100, nil)
	want := score(t, w.Data, &dawidskene.DS{}, HeldOut{Seed: 4})
	v := Validate(w.Data, &dawidskene.DS{}, HeldOut{Seed: 4}, fit.Settings{Seed: 1})
	for {
		more := false
		for range v.Steps() {
			more = true
			break
		}
		if !more {
			break
		}
	}
	got, err := v.Result()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("broken off after each step: got %+v, %v, want %+v", got.Mean, err, want.Mean)
	}
	if done := v.Folds(); done != 5 {
		t.Errorf("got %d folds done, want 5", done)
	}
}

// The cautious posterior is one, and on few labels a task its sureness is
// closer to the share of right answers than that of one fit.
func TestCautiousIsBetterCalibrated(t *testing.T) {
	gap, gapOfOne := 0.0, 0.0
	for seed := range uint64(4) {
		w := simulate.DawidSkene{Tasks: 120, Workers: 12, Classes: 3, PerTask: 3, Low: .5, High: .8}.Draw(seed)
		s := score(t, w.Data, &dawidskene.DS{Smoothing: .1}, HeldOut{Seed: seed})
		for i := range w.Data.Tasks {
			near(t, "sum of a row", prob.Total(s.Cautious[i*3:i*3+3]), 1, 1e-9)
		}
		r, err := fit.Run(w.Data, &dawidskene.DS{Smoothing: .1}, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		gap += Judge(s.Cautious, w.Truth, 3, 1).ECE.Value
		gapOfOne += Judge(r.Posterior, w.Truth, 3, 1).ECE.Value
	}
	if gap > .75*gapOfOne {
		t.Errorf("calibration error: got %.3f, and of one fit %.3f; want it a quarter smaller", gap/4, gapOfOne/4)
	}
}

func TestHeldOutOfNumbers(t *testing.T) {
	w := simulate.Numbers{Tasks: 300, Workers: 8, PerTask: 5}.Draw(2)
	mean := score(t, w.Data, number.Mean{}, HeldOut{Seed: 1})
	model := score(t, w.Data, &number.BiasPrecision{}, HeldOut{Seed: 1})
	if gain := mean.Less(model); gain.Value < 2*gain.SE {
		t.Errorf("the model of workers gains %.4f ± %.4f over the mean, want two standard errors", gain.Value, gain.SE)
	}
}

func TestHeldOutWithNothingToHide(t *testing.T) {
	l := units("1 -\n- 0", 0)
	s := score(t, &crowd.Dataset{Labels: *l}, vote.Majority{}, HeldOut{})
	if s.Mean.Defined() {
		t.Errorf("got %+v of two tasks with one label each", s.Mean)
	}
	v := Validate(&crowd.Dataset{Labels: *l}, failing{}, HeldOut{}, fit.Settings{})
	for range v.Steps() {
	}
	if _, err := v.Result(); err == nil {
		t.Error("the error of a method that cannot run is lost")
	}
}

// Where every task is hidden at once nothing is known: each label has one chance in
// two.
func TestHeldOutTasksWithNothingToLearnFrom(t *testing.T) {
	s := score(t, &crowd.Dataset{Labels: *units("0 1 0", 0)}, vote.Majority{}, HeldOut{WholeTasks: true})
	near(t, "the only task", s.Mean.Value, -math.Ln2, 1e-12)
}

type failing struct{ vote.Majority }

func (failing) Uses(crowd.Parts) (crowd.Parts, error) { return crowd.Parts{}, fmt.Errorf("cannot") }

// By hand: worker 0 said 0 twice and 1 once where q is (1, 0); with shrinkage 2
// towards the crowd's (2+½)/(3+1), (1+½)/(3+1).
func TestImplied(t *testing.T) {
	l := crowd.NewLabels(3, 2, 2, []int32{0, 1, 2}, []int32{0, 0, 0}, []int32{0, 0, 1})
	c, all, _ := Implied(&l, []float64{1, 0, 1, 0, 1, 0}, 2, nil)
	near(t, "π_0[0][0]", c[0], (2+2*.625)/5, 1e-15)
	near(t, "π_0[1][0], of no evidence", c[2], .5, 1e-15)
	near(t, "π_1[0][1], the crowd's", c[5], .375, 1e-15)
	near(t, "π[0][0] of all, with one pseudo-label", all[0], (2+.625)/4, 1e-15)
}
