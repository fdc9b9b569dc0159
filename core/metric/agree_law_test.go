package metric

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/simulate"
)

// ragged draws labels with missing ones and repeats, for comparison with the
// definitions written out.
func ragged(seed uint64, tasks, workers, classes int) *crowd.Labels {
	random := rand.New(rand.NewPCG(seed, 1))
	var task, worker, class []int32
	for i := range tasks {
		truth := random.IntN(classes)
		for range random.IntN(6) {
			c := truth
			if random.Float64() < .4 {
				c = random.IntN(classes)
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(random.IntN(workers))), append(class, int32(c))
		}
	}
	l := crowd.NewLabels(tasks, workers, classes, task, worker, class)
	return &l
}

// weighting returns the weights of that name; nil where there are less than two classes.
func weighting(name string, classes int) []float64 {
	if classes < 2 {
		return nil
	}
	w, err := api.WeightsOf(name, classes)
	if err != nil {
		panic(err)
	}
	return w.By
}

// alphaByDefinition sums over all pairs of labels (Krippendorff 2011).
func alphaByDefinition(l *crowd.Labels, distance func(c, k int) float64) float64 {
	observed, n := 0.0, 0.0
	var all []int
	for i := range l.Tasks {
		from, to := l.Of(i)
		if to-from < 2 {
			continue
		}
		for a := from; a < to; a++ {
			all = append(all, int(l.Class[a]))
			n++
			for b := from; b < to; b++ {
				if a != b {
					observed += distance(int(l.Class[a]), int(l.Class[b])) / float64(to-from-1)
				}
			}
		}
	}
	expected := 0.0
	for a, c := range all {
		for b, k := range all {
			if a != b {
				expected += distance(c, k)
			}
		}
	}
	return 1 - (observed/n)/(expected/(n*(n-1)))
}

func TestAgreeIsItsDefinition(t *testing.T) {
	for seed := range uint64(20) {
		const k = 4
		l := ragged(seed, 40, 6, k)
		values := []float64{1, 2, 4, 9}
		a := agreeOf(l, Scale{Values: values, Weights: weighting("ordinal", k), Seed: seed})

		var nc [k]float64
		var pa, weighted, paired, tasks float64
		var pi [k]float64
		weight := func(c, k int) float64 {
			d := math.Abs(float64(c - k))
			return 1 - d*(d+1)/2/6 // C(4, 2) = 6
		}
		for i := range l.Tasks {
			from, to := l.Of(i)
			m := float64(to - from)
			if m == 0 {
				continue
			}
			tasks++
			for x := from; x < to; x++ {
				pi[l.Class[x]] += 1 / m
				if m > 1 {
					nc[l.Class[x]]++
				}
				for y := from; y < to; y++ {
					if x != y {
						if l.Class[x] == l.Class[y] {
							pa += 1 / (m * (m - 1))
						}
						weighted += weight(int(l.Class[x]), int(l.Class[y])) / (m * (m - 1))
					}
				}
			}
			if m > 1 {
				paired++
			}
		}
		pa, weighted = pa/paired, weighted/paired
		var square, ac, tw float64
		for c := range k {
			p := pi[c] / tasks
			square += p * p
			ac += p * (1 - p) / (k - 1)
			for d := range k {
				tw += weight(c, d)
			}
		}
		at := func(what string) string { return fmt.Sprintf("seed %d: %s", seed, what) }
		near(t, at("percent"), a.Percent.Value, pa, 1e-12)
		near(t, at("Fleiss"), a.Fleiss.Value, (pa-square)/(1-square), 1e-12)
		near(t, at("AC1"), a.AC1.Value, (pa-ac)/(1-ac), 1e-12)
		near(t, at("AC2"), a.AC2.Value, (weighted-ac*tw/k)/(1-ac*tw/k), 1e-12)
		near(t, at("BP"), a.BrennanPrediger.Value, (pa-.25)/.75, 1e-12)
		differ := func(c, k int) float64 {
			if c == k {
				return 0
			}
			return 1
		}
		near(t, at("nominal"), a.Alpha.Nominal.Value, alphaByDefinition(l, differ), 1e-12)
		near(t, at("interval"), a.Alpha.Interval.Value, alphaByDefinition(l, func(c, k int) float64 {
			return (values[c] - values[k]) * (values[c] - values[k])
		}), 1e-12)
		near(t, at("ratio"), a.Alpha.Ratio.Value, alphaByDefinition(l, func(c, k int) float64 {
			return math.Pow((values[c]-values[k])/(values[c]+values[k]), 2)
		}), 1e-12)
		near(t, at("ordinal"), a.Alpha.Ordinal.Value, alphaByDefinition(l, func(c, k int) float64 {
			c, k = min(c, k), max(c, k)
			sum := -(nc[c] + nc[k]) / 2
			for g := c; g <= k; g++ {
				sum += nc[g]
			}
			return sum * sum * differ(c, k)
		}), 1e-12)
		for c := range k {
			near(t, at("α of one class"), a.Classes[c].Alpha.Value, alphaByDefinition(l, func(x, y int) float64 {
				return differ(min(1, abs(x-c)), min(1, abs(y-c)))
			}), 1e-12)
		}
	}
}

func abs(x int) int { return max(x, -x) }

func TestLeaveOneOutIsAgreeOnTheRest(t *testing.T) {
	l := ragged(3, 60, 7, 3)
	all := agreeOf(l, Scale{}).Alpha.Nominal.Value
	for j, got := range leaveOneOut(l) {
		var task, worker, class []int32
		for i := range l.Tasks {
			from, to := l.Of(i)
			for n := from; n < to; n++ {
				if int(l.Worker[n]) == j {
					continue
				}
				task, worker, class = append(task, int32(i)), append(worker, l.Worker[n]), append(class, int32(l.Class[n]))
			}
		}
		rest := crowd.NewLabels(l.Tasks, l.Workers, l.Classes, task, worker, class)
		want := agreeOf(&rest, Scale{})
		near(t, fmt.Sprintf("α without %d", j), got.Alpha.Value, want.Alpha.Nominal.Value, 1e-12)
		near(t, fmt.Sprintf("change without %d", j), got.Change, want.Alpha.Nominal.Value-all, 1e-12)
		if got.Alpha.N != want.Alpha.Nominal.N {
			t.Errorf("worker %d: got N %d, want %d", j, got.Alpha.N, want.Alpha.Nominal.N)
		}
	}
}

// Every measure of every odd crowd is a number or says why not.
func TestAgreeNeverYieldsNaN(t *testing.T) {
	tidy := crowd.NewValues(2, 2, []int32{0, 0, 1, 1}, []int32{0, 1, 0, 1}, []float64{3, 3, 3, 3})
	minus := crowd.NewValues(2, 2, []int32{0, 0, 1, 1}, []int32{0, 1, 0, 1}, []float64{-1, 2, 0, 0})
	for name, l := range map[string]*crowd.Labels{
		"nothing": units("- -", 0), "one label": units("1", 0), "one class": units("0 0\n0 0", 0),
		"singletons": units("1 -\n- 0", 0), "unused class": units("0 2\n2 2", 0), "one task": units("0 1 1", 0),
		"one worker": units("0\n1", 0), "full agreement": units("0 0\n1 1\n2 2", 0), "none": units("0 1\n1 0", 0),
		"constant numbers": &tidy, "numbers below zero": &minus,
	} {
		var walk func(path string, v reflect.Value)
		walk = func(path string, v reflect.Value) {
			switch x := v.Interface().(type) {
			case api.Figure:
				for _, y := range []float64{x.Value, x.Low, x.High} {
					if !finite(y) {
						t.Errorf("%s: %s is %+v", name, path, x)
					}
				}
				if !x.Defined() && x.Value != 0 {
					t.Errorf("%s: %s is not defined and yet %g", name, path, x.Value)
				}
				return
			case float64:
				if !finite(x) {
					t.Errorf("%s: %s is %g", name, path, x)
				}
			}
			switch v.Kind() {
			case reflect.Struct:
				for f := range v.NumField() {
					walk(path+"."+v.Type().Field(f).Name, v.Field(f))
				}
			case reflect.Slice:
				for n := range v.Len() {
					walk(fmt.Sprintf("%s[%d]", path, n), v.Index(n))
				}
			case reflect.Pointer:
				if !v.IsNil() {
					walk(path, v.Elem())
				}
			}
		}
		var values []float64
		if !l.Numeric() {
			values = numbered(l.Classes, 0)
			walk("LeaveOneOut", reflect.ValueOf(leaveOneOut(l)))
			walk("Compare", reflect.ValueOf(Compare(Table(l, 0, l.Workers-1), l.Classes)))
		}
		for _, w := range []string{"linear", "quadratic", "ordinal"} {
			walk("Agree", reflect.ValueOf(agreeOf(l, Scale{Values: values, Weights: weighting(w, l.Classes)})))
		}
	}
	if a := agreeOf(units("0 0\n0 0", 0), Scale{}); a.Alpha.Nominal.Why == "" || a.Fleiss.Why == "" || a.AC1.Why == "" ||
		!a.Percent.Defined() {
		t.Errorf("of one class only: got %+v", a)
	}
	if a := agreeOf(&minus, Scale{}); a.Alpha.Ratio.Why != belowZero || !a.Alpha.Interval.Defined() {
		t.Errorf("of numbers below zero: got %+v", a.Alpha)
	}
}

func TestAgreeOnNumbers(t *testing.T) {
	// As numbers, the classes of a scale have the α of that scale.
	l := ragged(2, 50, 5, 4)
	values := []float64{1, 2, 4, 9}
	n := *l
	n.Class, n.Classes, n.Value = nil, 0, make([]float64, len(l.Class))
	for x, c := range l.Class {
		n.Value[x] = values[c]
	}
	want := agreeOf(l, Scale{Values: values, Seed: 1})
	got := agreeOf(&n, Scale{Seed: 1})
	if !reflect.DeepEqual(got.Alpha, want.Alpha) {
		t.Errorf("got %+v, want %+v", got.Alpha, want.Alpha)
	}
	// And so do numbers of many values, by the other path.
	many, _ := agreeMany(&n, 1, nil)
	near(t, "interval", many.Alpha.Interval.Value, want.Alpha.Interval.Value, 1e-12)
	near(t, "ordinal", many.Alpha.Ordinal.Value, want.Alpha.Ordinal.Value, 1e-12)
	near(t, "interval, low", many.Alpha.Interval.Low, want.Alpha.Interval.Low, 1e-12)
	if many.Paired != want.Paired || many.Tasks != want.Tasks {
		t.Errorf("got %d and %d tasks, want %d and %d", many.Paired, many.Tasks, want.Paired, want.Tasks)
	}
	w := simulate.Numbers{Tasks: 300, Workers: 5, PerTask: 3}.Draw(1)
	if a := agreeOf(&w.Data.Labels, Scale{}); !a.Alpha.Interval.Interval || a.Percent.Why != manyNumbers {
		t.Errorf("of 900 different numbers: got %+v", a)
	}
}

func TestAgreeIsSeededAndIgnoresTheOrderOfLabels(t *testing.T) {
	l := ragged(9, 60, 6, 3)
	a := agreeOf(l, Scale{Seed: 1})
	if !reflect.DeepEqual(a, agreeOf(l, Scale{Seed: 1})) {
		t.Error("the same seed gave two answers")
	}
	if b := agreeOf(l, Scale{Seed: 2}); b.Fleiss.Low == a.Fleiss.Low || b.Fleiss.Value != a.Fleiss.Value {
		t.Error("another seed must change the bootstrap and nothing else")
	}
}

// Of 40 crowds, about 38 have an interval that holds the coefficient of a
// crowd of very many tasks.
func TestAgreementIntervalsCover(t *testing.T) {
	draw := func(tasks int, seed uint64) *api.Agreement {
		w := simulate.DawidSkene{Tasks: tasks, Workers: 8, Classes: 3, PerTask: 4, Prior: []float64{.5, .3, .2},
			Confusion: simulate.Crew(simulate.Times(8, simulate.Coin(3, .7))...)}.Draw(seed)
		return agreeOf(&w.Data.Labels, Scale{Values: []float64{1, 2, 4}, Seed: seed}).Agreement
	}
	of := func(a *api.Agreement) []api.Figure {
		return []api.Figure{a.Percent, a.Fleiss, a.AC1, a.Alpha.Nominal, a.Alpha.Ordinal, a.Alpha.Interval, a.Alpha.Ratio, a.Entropy}
	}
	truth := of(draw(30000, 1))
	covered := make([]int, len(truth))
	for seed := range uint64(40) {
		for n, f := range of(draw(80, seed+2)) {
			if f.Low <= truth[n].Value && truth[n].Value <= f.High {
				covered[n]++
			}
		}
	}
	for n, c := range covered {
		if c < 33 { // 38 less 3.6 standard deviations
			t.Errorf("measure %d: %d of 40 intervals hold the true value, want about 38", n, c)
		}
	}
}

func BenchmarkAgree(b *testing.B) {
	for _, k := range []int{2, 4, 20} {
		w := simulate.DawidSkene{Tasks: 200000, Workers: 2000, Classes: k, PerTask: 5}.Draw(1)
		b.Run(fmt.Sprintf("labels=1M/classes=%d", k), func(b *testing.B) {
			for b.Loop() {
				agreeOf(&w.Data.Labels, Scale{Seed: 1})
			}
		})
		b.Run(fmt.Sprintf("labels=1M/classes=%d/leave-one-out", k), func(b *testing.B) {
			for b.Loop() {
				leaveOneOut(&w.Data.Labels)
			}
		})
	}
}

func leaveOneOut(l *crowd.Labels) []Without {
	w, err := LeaveOneOut(l, nil)
	if err != nil {
		panic(err)
	}
	return w
}

// Agreement can be broken off at any pause, and says so.
func TestAgreementCanBeBrokenOff(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 10000, Workers: 50, Classes: 3, PerTask: 5}.Draw(1)
	most := &w.Data.Labels
	l := new(most.Part(0, 500))
	numbers := *l
	numbers.Value, numbers.Class, numbers.Classes = make([]float64, len(l.Worker)), nil, 0
	for n := range numbers.Value {
		numbers.Value[n] = math.Sqrt(float64(n))
	}
	stop := errors.New("stop")
	for name, run := range map[string]func(pause func() error) error{
		"agree":         func(pause func() error) error { _, err := Agree(l, Scale{}, pause); return err },
		"numbers":       func(pause func() error) error { _, err := AgreeNumbers(&numbers, 0, pause); return err },
		"leave one out": func(pause func() error) error { _, err := LeaveOneOut(most, pause); return err },
	} {
		pauses := 0
		if err := run(func() error { pauses++; return nil }); err != nil || pauses < 2 {
			t.Errorf("%s: %d pauses, %v", name, pauses, err)
		}
		for _, at := range []int{1, pauses / 2} {
			n := 0
			err := run(func() error {
				if n++; n >= at {
					return stop
				}
				return nil
			})
			if err != stop || n != at {
				t.Errorf("%s, broken off at pause %d of %d: got %v after %d", name, at, pauses, err, n)
			}
		}
	}
}

// finite reports whether x is neither NaN nor infinite.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
