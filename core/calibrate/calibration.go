package calibrate

import (
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
)

// Calibration is how the posteriors of a data set are calibrated: all by the curve of the
// method, or by one that was learnt from known truths. Then each task whose truth was
// learnt from gets a curve that was not: such tasks are dealt to folds, and the curve of a
// fold was learnt from all others.
type Calibration struct {
	Curve   Curve   `json:"curve"`           // of the tasks that nothing was learnt from
	Known   int     `json:"known"`           // truths it was learnt from; 0: it is that of the method
	Folds   []Curve `json:"folds,omitempty"` // of the tasks that it was learnt from
	generic Curve   // of the method
	gold    []int32 // N, classes that are known, whose tasks stay as they are; nil: none
	foldOf  []uint8 // N, from 1; 0: none
}

// New returns the calibration by the curve of a method. Gold (N) are the classes that are
// known, whose tasks stay as they are; nil: none.
func New(c Curve, gold []int32) *Calibration { return &Calibration{Curve: c, gold: gold, generic: c} }

// Row writes the calibrated posterior of task i of l to out, given the posterior q. Gold
// and unlabelled tasks stay as they are.
func (c *Calibration) Row(l *crowd.Labels, i int, q, out []float64) {
	switch {
	case !c.open(l, i):
		copy(out, q)
	case c.foldOf != nil && c.foldOf[i] > 0:
		c.Folds[c.foldOf[i]-1].Row(l, i, q, out)
	default:
		c.Curve.Row(l, i, q, out)
	}
}

// open reports whether the class of task i is for the posterior to say.
func (c *Calibration) open(l *crowd.Labels, i int) bool {
	from, to := l.Of(i)
	return from < to && (c.gold == nil || c.gold[i] == crowd.Unknown)
}

const (
	// LeastKnown is how many known truths it takes to learn a curve: below, one task more
	// or less moves the accuracy by more than what is known of it beforehand (Drift).
	LeastKnown = 20
	// mostKnown is from about how many at most a curve is learnt: two parameters need no more.
	mostKnown = 5000
	folds     = 5
)

// Beforehand Sharpness and Lapse lie around those of the method, with these standard
// deviations. They were chosen from four each by the log loss of the tasks that were not
// learnt from, over seventeen sets (docs/calibration.md); half or twice as much is hardly
// worse.
const (
	sharpnessSpread = .5
	lapseSpread     = .06
)

// grid is where the posterior of Sharpness and Lapse is computed: three standard deviations
// of Sharpness to both sides, and Lapse up to .4.
const (
	sharpnesses   = 21
	lapses        = 21
	sharpnessStep = 6 * sharpnessSpread / (sharpnesses - 1)
	lapseStep     = .4 / (lapses - 1)
)

func sharpnessAt(s int) float64 { return (float64(s) - (sharpnesses-1)/2) * sharpnessStep }

func lapseAt(l int) float64 { return float64(l) * lapseStep }

// likelihood is the log-likelihood of some truths on the grid.
type likelihood [sharpnesses * lapses]float64

// Learn returns the calibration of a posterior N×K with known truths (N; crowd.Unknown:
// none; K or more: a class that no worker ever chose): its parameters lie around those of
// the method, as far as the truths move them; with fewer than LeastKnown they are the same.
// lot returns 64 random bits, by which task i is dealt to a fold (nil: those of its
// number); those of its name keep the order of the tasks from mattering. pause is called
// from time to time (nil: never), and its error is returned.
func (c *Calibration) Learn(
	l *crowd.Labels, posterior []float64, truth []int32, lot func(i int) uint64, pause func() error,
) (*Calibration, error) {
	out := New(c.generic, c.gold)
	known := 0
	for i, z := range truth {
		if z != crowd.Unknown && c.open(l, i) {
			known++
		}
	}
	if known < LeastKnown {
		return out, nil
	}
	if lot == nil {
		lot = func(i int) uint64 { return crowd.Hash(0, uint64(i)) }
	}
	every := uint64(known+mostKnown-1) / mostKnown
	k := l.Classes
	x, row := make([]float64, k), make([]float64, k)
	out.foldOf = make([]uint8, l.Tasks)
	var by [folds]likelihood
	for i, z := range truth {
		if z == crowd.Unknown || !c.open(l, i) {
			continue
		}
		bits := lot(i)
		if bits/folds%every != 0 {
			continue
		}
		if out.Known%64 == 0 && pause != nil {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		fold := bits % folds
		out.Known++
		out.foldOf[i] = uint8(fold + 1)
		c.generic.mix(l, i, posterior[i*k:(i+1)*k], x)
		by[fold].add(x, row, int(z))
	}
	var all likelihood
	for _, of := range by {
		all.plus(&of, 1)
	}
	out.Curve = all.curve(c.generic)
	for _, of := range by {
		others := all
		others.plus(&of, -1)
		out.Folds = append(out.Folds, others.curve(c.generic))
	}
	return out, nil
}

// add adds the truth of a task. Of a class that no worker ever chose it is known that the
// task's label is wrong.
func (a *likelihood) add(x, row []float64, truth int) {
	for s := range sharpnesses {
		copy(row, x)
		raise(row, prob.Exp(sharpnessAt(s)))
		for l := range lapses {
			at := func(p float64) float64 { return (1-lapseAt(l))*p + lapseAt(l)/float64(len(row)) }
			p := 0.0
			if truth < len(row) {
				p = at(row[truth])
			} else {
				p = 1 - at(slices.Max(row))
			}
			a[s*lapses+l] += prob.Log(max(p, least))
		}
	}
}

// least keeps a single truth that was held to be impossible from deciding all.
const least = 1e-6

func (a *likelihood) plus(b *likelihood, times float64) {
	for n, x := range b {
		a[n] += times * x
	}
}

// curve returns the curve around that of a method: Lapse is its mean, Sharpness its mean at
// that Lapse, since many truths leave a thin ridge of both, whose middle does not lie on it.
func (a *likelihood) curve(generic Curve) Curve {
	var log likelihood
	for s := range sharpnesses {
		for l := range lapses {
			u, v := (sharpnessAt(s)-generic.Sharpness)/sharpnessSpread, (lapseAt(l)-generic.Lapse)/lapseSpread
			log[s*lapses+l] = a[s*lapses+l] - (u*u+v*v)/2
		}
	}
	lapse := mean(log[:], func(n int) float64 { return lapseAt(n % lapses) })
	low := min(int(lapse/lapseStep), lapses-2)
	part := lapse/lapseStep - float64(low)
	var at [sharpnesses]float64
	for s := range at {
		at[s] = (1-part)*log[s*lapses+low] + part*log[s*lapses+low+1]
	}
	return Curve{Votes: generic.Votes, Sharpness: mean(at[:], sharpnessAt), Lapse: lapse}
}

// mean returns the mean of x(n), given the logarithms of its weights.
func mean(log []float64, x func(n int) float64) float64 {
	top := slices.Max(log)
	sum, total := 0.0, 0.0
	for n, w := range log {
		p := prob.Exp(w - top)
		total += p
		sum += p * x(n)
	}
	return sum / total
}
