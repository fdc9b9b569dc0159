package calibrate

import (
	"math"
	"math/rand/v2"
)

// Tally counts answers, and says how many of them are probably right: with p the
// calibrated probability of an answer, r its outcome where it was checked (1 right,
// 0 wrong), N all answers and n those that were checked,
//
//	A = (Σ_checked r + Σ_others (p + δ)) / N
//
// δ is how much too low the probabilities are on these data. Before anything is checked
// δ ~ N(0, Drift²), which is what real sets taught. The checked answers, a random sample,
// measure it:
//
//	d = Σ(r − p)/n,   δ = w d,   w = Drift²/(Drift² + u/n),   u the mean of p(1 − p)
//	Var A = ((N − n)/N)² ((1 − w)² Drift² + w² s²/n) + s² (N − n)/N²
//	s² = (Σ(r − p − d)² + 2(1 − p̄)² + 2p̄²)/(n + 3)
//
// w weighs sample and drift by their precision. It rests on the probabilities alone: s²
// in place of u would trust samples with many wrong answers less, and so be too kind. The
// last term of Var A is the luck of the answers that nobody checked. With n = 0, s² is u;
// with n = N the interval is a point.
//
// With w = 1 this is the difference estimator of survey sampling (Särndal, Swensson &
// Wretman, Model Assisted Survey Sampling, 1992, § 6.3), also known as prediction-powered
// inference (Angelopoulos et al., Science 382, 2023): right however wrong the
// probabilities are, and the narrower the better they tell right from wrong. A small
// sample alone would be off by more than the probabilities are; w makes the best of both.
// The four answers added to s², two right and two wrong at the mean probability p̄ of all,
// keep it from vanishing where all of a few are right, as those of Agresti and Coull do
// for a proportion (The American Statistician 52, 1998).
type Tally struct {
	all, told, checked float64
	right              float64 // of those told and checked
	p, variance        float64 // sums over all but those told: p and p(1 − p)
	open               float64 // sum of p over those neither told nor checked
	off, squares       float64 // sums over those checked: r − p and its square
}

// Add counts an answer that is right with probability p.
func (t *Tally) Add(p float64) {
	t.all++
	t.p += p
	t.variance += p * (1 - p)
	t.open += p
}

// Check counts an answer of probability p that was drawn at random and checked.
func (t *Tally) Check(p float64, right bool) {
	t.Add(p)
	t.open -= p
	t.checked++
	off := -p
	if right {
		t.right++
		off++
	}
	t.off += off
	t.squares += off * off
}

// Tell counts an answer that is known to be right because the method was told it. It says
// nothing of the others.
func (t *Tally) Tell() {
	t.all++
	t.told++
	t.right++
}

// Unknown returns how many answers were neither told nor checked.
func (t *Tally) Unknown() int { return int(t.all - t.told - t.checked) }

// Checked returns how many answers were checked.
func (t *Tally) Checked() int { return int(t.checked) }

// Expect returns how many of the answers are probably right, with a 95 % interval; NaN if
// there are none.
func (t *Tally) Expect() Interval {
	off := 0.0
	if t.checked > 0 {
		off = t.weight(t.checked) * t.off / t.checked
	}
	unknown := float64(t.Unknown())
	low, high := t.right/t.all, (t.right+unknown)/t.all
	value := min(max(low, (t.right+t.open+unknown*off)/t.all), high)
	half := t.Narrowed(0)
	return Interval{value, max(low, value-half), min(high, value+half)}
}

// Narrowed returns the half-width that is to be expected of the interval once so many more
// answers are checked.
func (t *Tally) Narrowed(more int) float64 {
	n, unknown := t.checked+float64(more), float64(t.Unknown()-more)
	if unknown <= 0 {
		return 0
	}
	s2, drift := t.residual(float64(more)), Drift*Drift
	if n > 0 {
		w := t.weight(n)
		drift = (1-w)*(1-w)*drift + w*w*s2/n
	}
	share := unknown / t.all
	return normal * math.Sqrt(share*share*drift+s2*share/t.all)
}

// weight is w for n checked answers.
func (t *Tally) weight(n float64) float64 {
	return Drift * Drift / (Drift*Drift + t.variance/(t.all-t.told)/n)
}

// residual is s², with more answers checked that are as far off as their probabilities say.
func (t *Tally) residual(more float64) float64 {
	n, counted := t.checked+more, t.all-t.told
	variance := t.variance / counted
	if n == 0 {
		return variance
	}
	sum := t.squares + more*variance
	if t.checked > 0 {
		sum -= t.off * t.off / t.checked
	}
	mean := t.p / counted
	return (sum + 2*(1-mean)*(1-mean) + 2*mean*mean) / (n + 3)
}

// Draw draws n of the places 0 to all−1 at random, each as likely as any other, and returns
// them in random order. Places that are sorted by probability make it a stratified sample:
// one place of each of n strata of equal size, by systematic sampling (Särndal, Swensson &
// Wretman 1992, § 3.4).
func Draw(all, n int, seed uint64) []int {
	n = min(n, all)
	src := rand.New(rand.NewPCG(seed, 0x6368656b))
	places, step := make([]int, n), float64(all)/float64(max(n, 1))
	from := src.Float64()
	for s := range places {
		places[s] = min(int((float64(s)+from)*step), all-1)
	}
	src.Shuffle(n, func(a, b int) { places[a], places[b] = places[b], places[a] })
	return places
}
