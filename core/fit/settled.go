package fit

import "math"

// Settler is a Fit with a rule of its own for when its labels have settled.
type Settler interface {
	// Settled reports whether they have, given all steps so far.
	Settled(trace []Step) bool
}

const (
	// settledGain is the gain per label below which an objective is at rest. The log-likelihood of a
	// label is of the order of one.
	settledGain = 1e-7
	// settledSteps is three cycles of SQUAREM: one may be short by chance. Where labels turn one by
	// one, the steps before tell how many the next will turn.
	settledSteps = 3 * cycle
	cycle        = 3
	// settledShare is the share of labels that may still turn.
	settledShare = 1e-4
	// manyFlips is a number of labels whose standard deviation, √n, is less than a third of it.
	manyFlips = 10
)

// Drift returns how many labels changed in the last nine steps, or in as many as there are but the
// first.
func Drift(trace []Step) int {
	return flips(trace[min(len(trace), max(1, len(trace)-settledSteps)):])
}

// MaxDrift is the Drift with which labels count as settled: one in ten thousand, and at least one.
func MaxDrift(tasks int) int { return max(1, int(settledShare*float64(tasks))) }

// GainSettled is the rule of methods with an objective: in each of the last nine steps it moved by
// less than 1e-7 per label, and no more labels changed in all of them than MaxDrift. Of many tasks,
// where so many may change that their decay is more than chance, three such steps are enough if it
// leads to no more than half of that (FlipsSettled).
func GainSettled(trace []Step, tasks, labels int) bool {
	rests := func(steps int) bool {
		if len(trace) <= steps {
			return false
		}
		for n := len(trace) - steps; n < len(trace); n++ {
			if gain := trace[n].Objective - trace[n-1].Objective; !(math.Abs(gain) <= settledGain*float64(labels)) {
				return false
			}
		}
		return true
	}
	if rests(settledSteps) && Drift(trace) <= MaxDrift(tasks) {
		return true
	}
	return rests(cycle) && FlipsSettled(trace, tasks)
}

// FlipsSettled reports whether there are many tasks, and by their decay few labels are still to
// change.
func FlipsSettled(trace []Step, tasks int) bool {
	most := MaxDrift(tasks)
	return most >= manyFlips && toCome(trace) <= float64(most)/2
}

// toCome forecasts how many labels will still change: those of the last three steps are the share ρ
// of those of the three before, and each three to come have that share of the last, a (ρ + ρ² + …),
// but half at least, since the last to change are the slowest; infinitely many if it can't tell.
func toCome(trace []Step) float64 {
	end := len(trace)
	if end <= 2*cycle || trace[end-1].Flips < 0 {
		return math.Inf(1)
	}
	a, b := float64(flips(trace[end-cycle:])), float64(flips(trace[end-2*cycle:end-cycle]))
	switch {
	case a == 0:
		return 0
	case a >= b:
		return math.Inf(1)
	}
	return max(a, a*a/(b-a)) // ρ/(1 − ρ) = a/(b − a)
}

// driftSteps is how many steps it takes to tell that labels drift no more, where some still change now and then.
const driftSteps = 25

// ChangeSettled is the rule of methods without an objective that only rises: the last step changed the
// parameters by less than DefaultTolerance, and no more labels changed in the last 25 steps than
// MaxDrift. Plain steps are shorter than those of SQUAREM, so it takes more of them to tell.
func ChangeSettled(trace []Step, tasks int) bool {
	return len(trace) > driftSteps && trace[len(trace)-1].Change < DefaultTolerance && flips(trace[len(trace)-driftSteps:]) <= MaxDrift(tasks)
}

// DriftSettled is ChangeSettled for steps that are extrapolated: nine in which no label changed are enough.
func DriftSettled(trace []Step, tasks int) bool {
	quiet := len(trace) > settledSteps && trace[len(trace)-1].Change < DefaultTolerance && Drift(trace) == 0
	return quiet || ChangeSettled(trace, tasks)
}

// flips returns how many labels changed in these steps. Those that did not count them count as none.
func flips(steps []Step) (all int) {
	for _, s := range steps {
		all += max(0, s.Flips)
	}
	return all
}
