package topic

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/race"
	"concord/internal/shared"
)

// run fits a method to its end.
func run(t *testing.T, d *crowd.Dataset, m fit.Method, s fit.Settings) (*fit.Result, fit.Fit) {
	t.Helper()
	session, err := fit.Start(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	for range session.Steps() {
	}
	r, err := session.Result()
	if err != nil {
		t.Fatal(err)
	}
	return r, session.Fit()
}

// warned reports whether a warning of the result holds the text.
func warned(r *fit.Result, text string) bool {
	return slices.ContainsFunc(r.Warnings, func(err error) bool { return strings.Contains(err.Error(), text) })
}

// On the paper's movie reviews the bound rises for hundreds of steps, and predictions get worse.
func TestMovieReviewsStopByHeldOutLabels(t *testing.T) {
	race.SkipMany(t)
	shared.Long(t)
	x := loadText(t, "moviereviews")
	test := func(s fit.Settings) (float64, *fit.Result) {
		r, f := run(t, x.data, &Regressor{}, s)
		e, err := f.(fit.Predictor).Predict(x.test)
		if err != nil {
			t.Fatal(err)
		}
		return r2(e.Value, x.want), r
	}
	got, r := test(fit.Settings{Seed: 1})
	bound, long := test(fit.Settings{Seed: 1, Stop: fit.Paper, MaxSteps: 32})
	if got < 0.34 || got <= bound {
		t.Errorf("test R² is %.4f after %d steps, after 32 by the bound %.4f; want .34 or more, and more than that", got, len(r.Trace), bound)
	}
	if r.Status != fit.HeldOut || len(r.Warnings) > 0 {
		t.Errorf("got status %v, warnings %q; want %v, none", r.Status, r.Warnings, fit.HeldOut)
	}
	if truth := r2(r.Value, x.truth); truth < 0.86 {
		t.Errorf("truth R² is %.4f, want .86 or more (the mean of the labels has .83)", truth)
	}
	if long.Status != fit.StepLimit || !warned(long, "predicted labels held out best after") {
		t.Errorf("at its limit: got status %v, warnings %q; want that more steps predict worse", long.Status, long.Warnings)
	}
}

// mixed is a corpus of so many texts whose words say little of their labels, so that fits overfit.
func mixed(docs int, numeric bool) *crowd.Dataset {
	w := simulate(docs, 12, 3)
	if numeric {
		w.numbers([]float64{0, 0.3, -0.2}, []float64{0.8, 1, 0.9}, 3)
	} else {
		w.classes([]float64{0.6, 0.5, 0.55}, 2, 3)
	}
	return w.data
}

// The labels held out, and so the step at which a fit ends, do not depend on the order of the texts. The answer is that of a fit to all
// labels with so many steps.
func TestHeldOutLabels(t *testing.T) {
	race.SkipMany(t)
	for name, m := range map[string]fit.Method{
		"MA-sLDAc": &Classifier{}, "MA-sLDAr": &Regressor{}, "sLDA": &SLDA{}, "MA-sLDAc by SVI": &Classifier{Prior: Prior{Batch: 100}},
	} {
		d := mixed(400, name == "MA-sLDAr")
		r, _ := run(t, d, m, fit.Settings{Seed: 1})
		if r.Status != fit.HeldOut {
			t.Errorf("%s: got %v after %d steps, want %v", name, r.Status, len(r.Trace), fit.HeldOut)
			continue
		}
		plain, _ := run(t, d, m, fit.Settings{Seed: 1, Tolerance: -1, MaxSteps: len(r.Trace)})
		if !reflect.DeepEqual(r.Estimate, plain.Estimate) {
			t.Errorf("%s: it ended after %d steps, and has another answer than so many steps without a rule", name, len(r.Trace))
		}
		if !strings.HasPrefix(name, "MA-") || strings.Contains(name, "SVI") { // tied votes and mini-batches are drawn by number
			continue
		}
		order := rand.New(rand.NewPCG(1, 1)).Perm(d.Tasks)
		permuted, _ := run(t, pick(d, order), m, fit.Settings{Seed: 1})
		if permuted.Status != r.Status || len(permuted.Trace) != len(r.Trace) {
			t.Errorf("%s: %v after %d steps, and with the texts in another order %v after %d", name, r.Status, len(r.Trace), permuted.Status,
				len(permuted.Trace))
		}
	}
}

// A tenth is held out, of labelled texts only, and both parts together are everything.
func TestHoldOut(t *testing.T) {
	d := mixed(300, true)
	rest, held := holdOut(d, 1)
	if held.Tasks != 30 || rest.Tasks != 270 || held.Len()+rest.Len() != d.Len() {
		t.Errorf("held out are %d texts with %d labels, left %d with %d; want 30 of 300, and %d labels in all",
			held.Tasks, held.Len(), rest.Tasks,
			rest.Len(), d.Len())
	}
	for i := range held.Tasks {
		if !held.HasEvidence(i) {
			t.Errorf("text %d of those held out has no label", i)
		}
	}
	if _, other := holdOut(d, 2); reflect.DeepEqual(held.Words, other.Words) {
		t.Error("another seed holds out the same texts")
	}
}

// Where too few texts can be held out the fit ends by the papers' rule, and says so.
func TestTooFewToHoldOut(t *testing.T) {
	alike := func(numeric bool) *crowd.Dataset {
		d := mixed(300, numeric)
		a, b := d.Words.Start[0], d.Words.Start[1]
		w := &crowd.Words{Terms: d.Words.Terms, Start: []int32{0}}
		for range d.Tasks {
			w.Term, w.Count = append(w.Term, d.Words.Term[a:b]...), append(w.Count, d.Words.Count[a:b]...)
			w.Start = append(w.Start, int32(len(w.Term)))
		}
		d.Words = w
		return d
	}
	word := func(numeric bool) *crowd.Dataset { // text i is the word i modulo 7
		d := mixed(300, numeric)
		w := &crowd.Words{Terms: d.Words.Terms, Start: []int32{0}}
		for i := range d.Tasks {
			w.Term, w.Count, w.Start = append(w.Term, int32(i%7)), append(w.Count, 1), append(w.Start, int32(i+1))
		}
		d.Words = w
		return d
	}
	two := func(numeric bool) *crowd.Dataset {
		d := *mixed(300, numeric)
		end := d.Start[2]
		d.Start = slices.Clone(d.Start)
		for i := 2; i <= d.Tasks; i++ {
			d.Start[i] = end
		}
		d.Worker = d.Worker[:end]
		if numeric {
			d.Value = d.Value[:end]
		} else {
			d.Class = d.Class[:end]
		}
		return &d
	}
	equal := func(numeric bool) *crowd.Dataset {
		d := mixed(300, numeric)
		clear(d.Class)
		clear(d.Value)
		return d
	}
	for _, c := range []struct {
		name string
		data func(numeric bool) *crowd.Dataset
		few  bool
	}{
		{"texts all alike", alike, true}, {"texts of one word", word, true}, {"two labelled texts", two, true},
		{"labels all equal", equal, false},
	} {
		for name, m := range map[string]fit.Method{
			"MA-sLDAc": &Classifier{}, "MA-sLDAr": &Regressor{}, "MA-sLDAr, tuned": &Regressor{Prior: Prior{Tune: true, Topics: 2}},
		} {
			numeric := name != "MA-sLDAc"
			r, _ := run(t, c.data(numeric), m, fit.Settings{Seed: 1, MaxSteps: 20})
			if few := warned(r, "too few different texts"); few != c.few {
				t.Errorf("%s, %s: got warnings %q, want one of too few texts: %v", name, c.name, r.Warnings, c.few)
			}
			for _, x := range slices.Concat(r.Posterior, r.Value) {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%s, %s: the answer holds %v", name, c.name, x)
					break
				}
			}
		}
	}
}

// A search over the settings predicts held-out labels no worse than the settings it began with, says what it chose, draws no lots but the
// seed's, and ends when asked to.
func TestTune(t *testing.T) {
	race.SkipMany(t)
	for name, c := range map[string]struct {
		m, plain fit.Method
		says     string
	}{
		"MA-sLDAc": {&Classifier{Prior: Prior{Topics: 4, Tune: true}}, &Classifier{Prior: Prior{Topics: 4}}, "omega="},
		"MA-sLDAr": {&Regressor{Prior: Prior{Topics: 4, Tune: true}}, &Regressor{Prior: Prior{Topics: 4}}, "topics="},
	} {
		d := mixed(250, name == "MA-sLDAr")
		s := fit.Settings{Seed: 1, MaxSteps: 40}
		r, f := run(t, d, c.m, s)
		again, _ := run(t, d, c.m, s)
		if !reflect.DeepEqual(r.Estimate, again.Estimate) {
			t.Errorf("%s: the same seed gives two answers", name)
		}
		if !warned(r, c.says) || !warned(r, "alpha=") || !warned(r, "tau=") {
			t.Errorf("%s: got warnings %q, want what it chose", name, r.Warnings)
		}
		_, plain := run(t, d, c.plain, s)
		least := func(f fit.Fit) float64 {
			if c, ok := f.(*classifier); ok {
				return prob.Mean(c.ahead.least)
			}
			return prob.Mean(f.(*regressor).ahead.least)
		}
		if got, was := least(f), least(plain); got > was+heldSlack {
			t.Errorf("%s: held-out labels are predicted at a loss of %.6f, without the search %.6f", name, got, was)
		}
		stop := errors.New("stop")
		s.Pause = func() error { return stop }
		if _, err := fit.Start(d, c.m, s); !errors.Is(err, stop) {
			t.Errorf("%s: told to stop it went on, and ended with %v", name, err)
		}
	}
}

// scripted is a trial whose losses on four texts, at each step, are told: steps beyond the last are like it.
type scripted struct {
	losses [][]float64
	made   int
}

func (s *scripted) step() (fit.Step, error) {
	s.made++
	return fit.Step{}, nil
}

func (s *scripted) loss(*crowd.Dataset) ([]float64, error) {
	return s.losses[min(s.made, len(s.losses))-1], nil
}

// A look ends a trial where it is worse than the best one by more than its standard error, or where three in a row tell nothing.
func TestLooks(t *testing.T) {
	flat := func(x float64) []float64 { return []float64{x, x, x, x} }
	noisy := []float64{1.5, 0.5, 1.4, 0.7} // .025 above flat(1), with a standard error of .25
	for _, c := range []struct {
		name      string
		losses    [][]float64
		best, end int
	}{
		{"worse at once", [][]float64{flat(1), flat(1.1)}, 1, 2},
		{"better, then worse", [][]float64{flat(1), flat(0.9), nil, flat(0.8), nil, nil, nil, flat(0.85)}, 4, 8},
		{"worse within the noise, then better", [][]float64{flat(1), noisy, nil, flat(0.5), nil, nil, nil, flat(0.6)}, 4, 8},
		{"nothing can be told", [][]float64{flat(1), noisy, nil, noisy, nil, nil, nil, noisy}, 1, 8},
	} {
		look := &course{trial: &scripted{losses: c.losses}, next: 1}
		for !look.over() && look.made < 64 {
			if _, err := look.step(); err != nil {
				t.Fatal(err)
			}
		}
		if look.best != c.best || look.made != c.end {
			t.Errorf("%s: got the best after %d steps, the end after %d; want %d and %d", c.name, look.best, look.made, c.best, c.end)
		}
	}
}
