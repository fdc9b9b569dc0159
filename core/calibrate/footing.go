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
		f.Prior = e.Of(a.Curve, n, sum/float64(n), a.Alone)
		f.Calibration.Spread = f.Prior.Spread()
		f.Calibration.Aim(l, a.Row, func(i int) (int32, bool) { return a.Label[i], true }, f.Prior.Value)
	}
	return f, nil
}

// alones is how many labels ErrAlone looks at, about.
const alones = 200_000

// ErrAlone computes how many of the answers would be right if workers erred on their own: the mean posterior of a model that takes them
// to; of a task that one worker labelled, how accurate that worker is. Tell returns the posteriors of a part of the data, N×K, whose
// first task is task from.
func (e *Evidence) ErrAlone(a *Answers, tell func(d *crowd.Dataset, from int) []float64, pause func() error) (float64, error) {
	const block = 1 << 10
	l := &a.Data.Labels
	every := 1 + l.Len()/alones
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
