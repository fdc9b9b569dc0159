package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/panel"
)

// families are the sets that were made alike, which no constants are learnt from when one of them is judged.
var families = map[string]string{"sp_amt": "sp", "temporal": "rte", "trec2011": "trec2010"}

func family(name string) string {
	if f := families[name]; f != "" {
		return f
	}
	return name
}

// world is a set under a regime, with the answers of the default.
type world struct {
	set      *set // its data are those of the regime
	regime   string
	answers  *calibrate.Answers
	alike    fit.Merged // workers whom they count as one
	evidence *calibrate.Evidence
	m        float64 // the mean x of the answers (calibrate.Curve)
	acc      float64 // their accuracy on the tasks of known truth
}

// most tasks of a set that is thinned.
const most = 6000

// cut returns the set with at most so many tasks, those of known truth first.
func (s *set) cut(most int) *set {
	if s.data.Tasks <= most {
		return s
	}
	var keep []int
	for _, known := range []bool{true, false} {
		for i, z := range s.truth {
			if (z != crowd.Unknown) == known && len(keep) < most {
				keep = append(keep, i)
			}
		}
	}
	out := &set{name: s.name, of: map[string][]float64{}}
	var task, worker, class []int32
	for n, i := range keep {
		from, to := s.data.Of(i)
		for v := from; v < to; v++ {
			task, worker, class = append(task, int32(n)), append(worker, s.data.Worker[v]), append(class, int32(s.data.Class[v]))
		}
		out.truth = append(out.truth, s.truth[i])
	}
	out.data = &crowd.Dataset{Labels: crowd.NewLabels(len(keep), s.data.Workers, s.data.Classes, task, worker, class)}
	return out
}

// under returns the set under a regime.
func (s *set) under(r regime, seed uint64) (*world, error) {
	l := r.of(&s.data.Labels, rand.New(rand.NewPCG(seed, 77)))
	return fitted(&set{name: s.name, data: &crowd.Dataset{Labels: l}, truth: s.truth, of: map[string][]float64{}}, r.name)
}

// fitted fits the default.
func fitted(s *set, regime string) (*world, error) {
	e, err := calibrate.Observe(s.data, nil, nil)
	if err != nil {
		return nil, err
	}
	s.whole, err = s.fittedBy(api.MethodDefault, regime, e)
	return s.whole, err
}

// fittedBy fits a method.
func (s *set) fittedBy(name, regime string, seen *calibrate.Evidence) (*world, error) {
	e, err := catalog.Find(name)
	if err != nil {
		return nil, err
	}
	m, _, err := e.Method(nil)
	if err != nil {
		return nil, err
	}
	session, err := fit.Start(s.data, m, fit.Settings{Seed: seed})
	if err != nil {
		return nil, err
	}
	for range session.Steps() {
	}
	if err := session.Err(); err != nil {
		return nil, err
	}
	q, k := fit.Posterior(session.Fit()), s.data.Classes
	s.of[name] = q
	w := &world{set: s, regime: regime, evidence: seen}
	if m, is := session.Fit().(fit.Merger); is {
		w.alike = m.Merged()
	}
	w.answers = &calibrate.Answers{Curve: e.Curve, Data: s.data, Row: s.rows(q)}
	if judges := panel.Judges(&s.data.Labels); len(judges) > 1 {
		p, err := panel.Measure(&panel.Panel{Labels: &s.data.Labels, Judges: judges, Copies: w.alike}, nil)
		if err != nil {
			return nil, err
		}
		if a := p.Accuracy; a.Defined() {
			w.answers.Said = &calibrate.Interval{Value: a.Value, Low: a.Low, High: a.High}
		}
	}
	right, known := 0.0, 0.0
	for i := range s.data.Tasks {
		best, _ := crowd.Best(q[i*k:(i+1)*k], i, seed)
		w.answers.Label = append(w.answers.Label, int32(best))
		if from, to := s.data.Of(i); s.truth[i] != crowd.Unknown && from < to {
			known++
			if s.truth[i] == int32(best) {
				right++
			}
		}
	}
	w.acc = right / known
	tell := func(d *crowd.Dataset, from int) []float64 { return q[from*k : (from+d.Tasks)*k] }
	if panel, ok := session.Fit().(fit.Panelist); ok {
		for _, p := range panel.Panel() {
			if p.Name == "hds" {
				tell = func(d *crowd.Dataset, _ int) []float64 { return p.Tell(d) }
			}
		}
	}
	if e.Pooled || e.Curve.Votes > 0 {
		if w.answers.Alone, err = seen.ErrAlone(w.answers, tell, nil); err != nil {
			return nil, err
		}
	}
	f, err := w.foot(calibrate.Curve{Votes: e.Curve.Votes, Slope: 1, Below: 1})
	if err != nil {
		return nil, err
	}
	w.m = f.Prior.Value
	return w, nil
}

// foot is the footing by a curve.
func (w *world) foot(c calibrate.Curve) (*calibrate.Footing, error) {
	a := *w.answers
	a.Curve = c
	return w.evidence.Foot(&a, nil)
}

// tally counts the answers on a footing.
func (w *world) tally(f *calibrate.Footing) *calibrate.Tally {
	t := &calibrate.Tally{Prior: f.Prior}
	row := w.rows(f)
	for i := range w.set.data.Tasks {
		if from, to := w.set.data.Of(i); from < to {
			t.Add(row(i)[w.answers.Label[i]])
		}
	}
	return t
}

// learnt returns the calibration by a footing and some truths, as the page has it.
func (w *world) learnt(f *calibrate.Footing, told []int32) (*calibrate.Calibration, error) {
	t, row := &calibrate.Tally{Prior: f.Prior}, w.rows(f)
	for i := range w.set.data.Tasks {
		from, to := w.set.data.Of(i)
		switch p := row(i)[w.answers.Label[i]]; {
		case from == to:
		case told[i] == crowd.Unknown:
			t.Add(p)
		default:
			t.Check(p, told[i] == w.answers.Label[i])
		}
	}
	c, err := f.Calibration.Learn(&w.set.data.Labels, w.set.consensus(), told, nil, nil)
	if err == nil {
		c.Aim(&w.set.data.Labels, w.answers.Row, func(i int) (int32, bool) { return w.answers.Label[i], told[i] == crowd.Unknown }, t.Open())
	}
	return c, err
}

// rows returns the calibrated posteriors on a footing.
func (w *world) rows(f *calibrate.Footing) func(i int) []float64 {
	q := make([]float64, w.set.data.Classes)
	return func(i int) []float64 {
		f.Calibration.Row(&w.set.data.Labels, i, w.answers.Row(i), q)
		return q
	}
}

// posterior returns all of them, N×K.
func (w *world) posterior(f *calibrate.Footing) (q []float64) {
	row := w.rows(f)
	for i := range w.set.data.Tasks {
		q = append(q, row(i)...)
	}
	return q
}

// by returns the posterior of a method, calibrated by a curve on what the labels show.
func (s *set) by(c calibrate.Curve, name string) []float64 {
	q, k := s.of[name], s.data.Classes
	a := &calibrate.Answers{Curve: c, Data: s.data, Row: s.rows(q)}
	for i := range s.data.Tasks {
		best, _ := crowd.Best(q[i*k:(i+1)*k], i, seed)
		a.Label = append(a.Label, int32(best))
	}
	w := &world{set: s, answers: a}
	f, err := s.whole.evidence.Foot(a, nil)
	if err != nil {
		panic(err) // there is nobody to cancel it
	}
	return w.posterior(f)
}

func logit(p float64) float64 {
	p = min(max(p, .02), .985)
	return math.Log(p / (1 - p))
}

// learn returns the curve that some worlds teach: intercept and slope by least squares, where every set weighs the same, and Below such
// that all but one in forty of them are higher.
func learn(worlds []*world) calibrate.Curve {
	count := map[string]float64{}
	for _, w := range worlds {
		count[w.set.name]++
	}
	var n, x, y, xx, xy float64
	type off struct{ by, weight float64 }
	var below []off
	for _, w := range worlds {
		a, b, u := logit(w.m), logit(w.acc), 1/count[w.set.name]
		n, x, y, xx, xy = n+u, x+u*a, y+u*b, xx+u*a*a, xy+u*a*b
		below = append(below, off{(a - b) * math.Exp(.4*w.evidence.Lone), u})
	}
	slope := (xy - x*y/n) / (xx - x*x/n)
	slices.SortFunc(below, func(a, b off) int { return int(math.Copysign(1, b.by-a.by)) })
	sum, at := 0.0, 0.0
	for _, o := range below {
		if sum += o.weight / n; sum >= .025 {
			at = o.by
			break
		}
	}
	return calibrate.Curve{Intercept: (y - slope*x) / n, Slope: slope, Below: at}
}
