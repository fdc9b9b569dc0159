package calibrate

import (
	"math"

	"concord/core/crowd"
	"concord/core/yield"
)

// Footing is what the labels show by themselves of how right the answers of a method are, and how its probabilities are calibrated
// before anything is learnt from truths.
type Footing struct {
	Evidence    *Evidence
	Prior       Prior
	Calibration *Calibration
}

// Answers are what a method says of the tasks of a data set.
type Answers struct {
	Curve Curve // of the method
	Data  *crowd.Dataset
	Gold  []int32               // N, the classes that the method was told; nil: none
	Row   func(i int) []float64 // the posterior of task i
	Label []int32               // N
	Alone float64               // how many would be right if workers erred on their own (ErrAlone); 0: unknown
	Said  *Interval             // how right the labels of a panel are (package panel); nil: the workers are a crowd
}

// open reports whether task i has an answer that the method was not told.
func (a *Answers) open(i int) bool {
	from, to := a.Data.Of(i)
	return from < to && (a.Gold == nil || a.Gold[i] == crowd.Unknown)
}

// Foot finds the footing of answers on evidence. pause is called from time to time (nil: never); its error is returned.
func (e *Evidence) Foot(a *Answers, pause func() error) (*Footing, error) {
	f := &Footing{Evidence: e, Prior: Unknown(), Calibration: New(a.Curve, a.Gold, e)}
	if f.Calibration.Silent = !e.Speaks(); f.Calibration.Silent {
		f.Calibration.Spread = math.NaN()
		return f, nil
	}
	work := yield.New(pause)
	l := &a.Data.Labels
	x := make([]float64, l.Classes)
	sum, n := 0.0, 0
	for i := range l.Tasks {
		if !work.Continue(1 + l.Classes) {
			return nil, work.Err()
		}
		if a.open(i) {
			f.Calibration.Base(l, i, a.Row(i), x)
			sum += x[a.Label[i]]
			n++
		}
	}
	if n > 0 {
		m := sum / float64(n)
		if f.Prior = e.Of(a.Curve, n, m, a.Alone); a.Said != nil {
			f.Calibration.judged(a, m, &f.Prior)
		}
		f.Calibration.Spread = f.Prior.Spread()
		f.Calibration.Aim(l, a.Row, func(i int) (int32, bool) { return a.Label[i], true }, f.Prior.Value)
	}
	return f, nil
}

// judged makes what is known of crowds what a panel shows: answers are as certain as makes its labels right as often as they are, but
// their mean x, m, at most, since answers that fit the labels closely would seem certain.
func (c *Calibration) judged(a *Answers, m float64, p *Prior) {
	exact := *c
	exact.Curve.Lapse = 0 // of how many answers are drawn Aim decides
	by := exact.aim(&a.Data.Labels, a.Row, func(i int) (int32, bool) { return a.Label[i], true })
	const doubt = .02 // no power makes certainty less certain
	for n, x := range by.rows {
		by.rows[n] = (1-doubt)*x + doubt/float64(a.Data.Classes)
	}
	of := func(right float64) float64 {
		if right <= by.said(-steepest) {
			return right
		}
		return by.answers(by.shift(right, by.said))
	}
	p.Value = min(m, of(a.Said.Value))
	p.Low, p.High = min(p.Value, of(a.Said.Low)), max(p.High, of(a.Said.High))
}

// alones is how many labels ErrAlone looks at, about, and blocks how many parts they are in at least: a model takes its time to get ready
// for each.
const alones, blocks = 200_000, 8

// ErrAlone computes how many of the answers would be right if workers erred on their own: the mean posterior of a model that takes them
// to; of a task that one worker labelled, how accurate that worker is. Tell returns the posteriors of a part of the data, N×K, whose
// first task is task from.
func (e *Evidence) ErrAlone(a *Answers, tell func(d *crowd.Dataset, from int) []float64, pause func() error) (float64, error) {
	l := &a.Data.Labels
	every, block := 1+l.Len()/alones, max(1, l.Tasks*alones/blocks/max(1, l.Len()))
	sum, n := 0.0, 0
	for from := 0; from < l.Tasks; from += block * every {
		if pause != nil {
			if err := pause(); err != nil {
				return 0, err
			}
		}
		to := min(from+block, l.Tasks)
		q := tell(&crowd.Dataset{Labels: l.Part(from, to)}, from)
		for i := from; i < to; i++ {
			if !a.open(i) {
				continue
			}
			n++
			if j, lone := e.lone(l, i); lone {
				sum += e.Own(int(j))
			} else {
				sum += q[(i-from)*l.Classes+int(a.Label[i])]
			}
		}
	}
	return sum / float64(max(n, 1)), nil
}
