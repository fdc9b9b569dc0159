package calibrate

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
)

// Calibration is how the posteriors of a data set are calibrated: all by one curve, whose power is such that the mean
// probability of the answers is how many are probably right (Aim), or by one that was learnt from known truths. Then each task whose
// truth was learnt from gets a curve that was not: such tasks are dealt to folds, and the curve of a fold was learnt from all others.
//
// A task that one worker labelled is as certain as that worker's labels are accurate, by what others or known truths say of them
// (Evidence.Own), before the curve makes it less so.
type Calibration struct {
	Curve    Curve     `json:"curve"`            // of the tasks that nothing was learnt from
	Known    int       `json:"known"`            // truths it was learnt from; 0: none
	Folds    []Curve   `json:"folds,omitempty"`  // of the tasks that it was learnt from
	Silent   bool      `json:"silent,omitempty"` // nothing shows how right the answers are: probabilities are the method's own
	Spread   float64   `json:"-"`                // the standard deviation of the estimate of how many answers are right; NaN: there is none
	generic  Curve     // of the method
	gold     []int32   // N, classes that are known, whose tasks stay as they are; nil: none
	foldOf   []uint8   // N, from 1; 0: none
	evidence *Evidence // nil: tasks of one worker are like the others
}

// New returns the calibration by the curve of a method. Gold (N) are the classes that are
// known, whose tasks stay as they are; nil: none. The evidence is what the labels show of their workers; nil: not looked at.
func New(c Curve, gold []int32, e *Evidence) *Calibration {
	if c.Described {
		e = nil // the posterior of a task knows more than its one label
	}
	return &Calibration{Curve: c, gold: gold, generic: c, evidence: e, Spread: Drift}
}

// Row writes the calibrated posterior of task i of l to out, given the posterior q. Gold
// and unlabelled tasks stay as they are. The most probable class stays so, and classes that tie for it still do: where the votes
// speak for others more strongly, all of these get the mean of their probabilities.
func (c *Calibration) Row(l *crowd.Labels, i int, q, out []float64) {
	if c.Silent || !c.open(l, i) {
		copy(out, q)
		return
	}
	c.Base(l, i, q, out)
	c.of(i).apply(out)
}

// Told reports whether the class of task i was told.
func (c *Calibration) Told(i int) bool { return c.gold != nil && c.gold[i] != crowd.Unknown }

// of returns the curve of a task.
func (c *Calibration) of(i int) Curve {
	if c.foldOf != nil && c.foldOf[i] > 0 {
		return c.Folds[c.foldOf[i]-1]
	}
	return c.Curve
}

// Base writes what the curve of task i makes less certain, x.
func (c *Calibration) Base(l *crowd.Labels, i int, q, x []float64) {
	c.generic.mix(l, i, q, x)
	if c.evidence == nil {
		return
	}
	if j, is := c.evidence.lone(l, i); is {
		alone(x, c.evidence.Own(int(j)))
	}
}

// alone gives the most probable class of x probability p, and keeps the proportions of the others, none of which gets more. Classes
// that tie stay as they are.
func alone(x []float64, p float64) {
	k := float64(len(x))
	if len(x) < 2 {
		return
	}
	best, second := 0, -1
	for c := 1; c < len(x); c++ {
		switch {
		case x[c] > x[best]:
			best, second = c, best
		case second < 0 || x[c] > x[second]:
			second = c
		}
	}
	if x[second] >= x[best]-crowd.Tie*x[best] {
		return
	}
	p = min(max(p, (1+ahead)/k), 1)
	rest := 1 - x[best]
	even := rest <= 0 || x[second]/rest*(1-p) > p*(1-ahead)
	for c := range x {
		switch {
		case c == best:
			x[c] = p
		case even:
			x[c] = (1 - p) / (k - 1)
		default:
			x[c] *= (1 - p) / rest
		}
	}
}

// Aim chooses the power of the curves such that the answers to the open tasks that nobody checked are right with probability p in the
// mean. Answer returns the answer to a task, and whether nobody checked it. Of many tasks some are looked at.
func (c *Calibration) Aim(l *crowd.Labels, row func(i int) []float64, answer func(i int) (class int32, open bool), p float64) {
	a := c.aim(l, row, answer)
	if len(a.best) == 0 || l.Classes < 2 {
		return
	}
	if c.Known == 0 {
		c.Curve.Lapse = min(leastLapse, (1-p)/4)
	}
	shift := a.shift(p, a.answers)
	c.Curve.sharpen(c.Curve.Sharpness + shift)
	for n := range c.Folds {
		c.Folds[n].sharpen(c.Folds[n].Sharpness + shift)
	}
}

// aim is what the power of the curves is chosen by.
type aim struct {
	*Calibration
	labels *crowd.Labels
	task   []int32
	best   []int32   // their answers
	rows   []float64 // and their x
	curves []int     // by fold, 0 for the others
}

func (c *Calibration) aim(l *crowd.Labels, row func(i int) []float64, answer func(i int) (class int32, open bool)) *aim {
	const most, fewest = 1 << 16, 1 << 12
	k := l.Classes
	every := 1 + l.Tasks/max(fewest, most/max(k, 1))
	a := &aim{Calibration: c, labels: l}
	for i := range l.Tasks {
		class, open := answer(i)
		if !open || !c.open(l, i) || !sampled(i, every) {
			continue
		}
		at := len(a.rows)
		a.rows = append(a.rows, row(i)...)
		c.Base(l, i, row(i), a.rows[at:at+k])
		a.task, a.best = append(a.task, int32(i)), append(a.best, class)
		fold := 0
		if c.foldOf != nil {
			fold = int(c.foldOf[i])
		}
		a.curves = append(a.curves, fold)
	}
	return a
}

// shift returns by how much sharper the curves make a mean p.
func (a *aim) shift(p float64, mean func(shift float64) float64) float64 {
	const near = 1e-8
	return root(func(shift float64) float64 { return mean(shift) - p }, -steepest, steepest, near)
}

// steepest is the most by which curves become sharper, or less sharp.
const steepest = 4.

// answers is the mean probability of the answers.
func (a *aim) answers(shift float64) float64 {
	sum := 0.0
	a.each(shift, func(n int, q []float64) { sum += q[a.best[n]] })
	return sum / float64(len(a.best))
}

// said is the mean probability of the labels.
func (a *aim) said(shift float64) float64 {
	sum, all := 0.0, 0.0
	a.each(shift, func(n int, q []float64) {
		from, to := a.labels.Of(int(a.task[n]))
		for _, class := range a.labels.Class[from:to] {
			sum += q[class]
		}
		all += float64(to - from)
	})
	return sum / all
}

// each passes what the curves make of the tasks if they are sharper.
func (a *aim) each(shift float64, visit func(n int, q []float64)) {
	k := a.labels.Classes
	x, shifted := make([]float64, k), make([]Curve, 1+len(a.Folds))
	for n, curve := range append([]Curve{a.Curve}, a.Folds...) {
		shifted[n] = curve
		shifted[n].sharpen(curve.Sharpness + shift)
	}
	for n := range a.best {
		copy(x, a.rows[n*k:(n+1)*k])
		shifted[a.curves[n]].apply(x)
		visit(n, x)
	}
}

// root returns where an increasing function is nearly zero, or the end of the range where it comes nearest: by false position, with the
// value of an end that stays halved (Dowell & Jarratt 1971).
func root(f func(x float64) float64, low, high, near float64) float64 {
	a, b := f(low), f(high)
	if a >= 0 {
		return low
	}
	if b <= 0 {
		return high
	}
	x, stayed := low, 0
	for range 100 {
		x = (low*b - high*a) / (b - a)
		y := f(x)
		if math.Abs(y) < near || high-low < near {
			break
		}
		if y < 0 {
			if low, a = x, y; stayed < 0 {
				b /= 2
			}
			stayed = -1
		} else {
			if high, b = x, y; stayed > 0 {
				a /= 2
			}
			stayed = 1
		}
	}
	return x
}

// leastLapse is the share of tasks that are held to be no better than a draw.
const leastLapse = .04

// open reports whether the class of task i is for the posterior to say.
func (c *Calibration) open(l *crowd.Labels, i int) bool {
	from, to := l.Of(i)
	return from < to && !c.Told(i)
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
// none; K or more: a class that no worker ever chose): its parameters lie around those of c,
// from which nothing was learnt, as far as the truths move them; with fewer than LeastKnown they are the same.
// lot returns 64 random bits, by which task i is dealt to a fold (nil: those of its
// number); those of its name keep the order of the tasks from mattering. pause is called
// from time to time (nil: never), and its error is returned.
func (c *Calibration) Learn(
	l *crowd.Labels, posterior []float64, truth []int32, lot func(i int) uint64, pause func() error,
) (*Calibration, error) {
	out := *c
	known := 0
	for i, z := range truth {
		if z != crowd.Unknown && c.open(l, i) {
			known++
		}
	}
	if known < LeastKnown {
		return &out, nil
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
		c.Base(l, i, posterior[i*k:(i+1)*k], x)
		by[fold].add(x, row, int(z))
	}
	var all likelihood
	for _, of := range by {
		all.plus(&of, 1)
	}
	out.Curve = all.curve(c.Curve)
	for _, of := range by {
		others := all
		others.plus(&of, -1)
		out.Folds = append(out.Folds, others.curve(c.Curve))
	}
	return &out, nil
}

// add adds the truth of a task. Of a class that no worker ever chose it is known that the
// task's label is wrong.
func (a *likelihood) add(x, row []float64, truth int) {
	for s := range sharpnesses {
		copy(row, x)
		raise(row, prob.Exp(sharpnessAt(s)))
		prob.Normalize(row)
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
