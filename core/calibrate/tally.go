package calibrate

import (
	"math"
	"math/rand/v2"

	"concord/core/prob"
)

// Tally counts answers, and says how many of them are probably right: with p the probability
// of an answer before anything was checked, r its outcome where it was (1 right, 0 wrong),
//
//	p(δ) = logistic(logit p + δ),   A(δ) = Σ p(δ)/N
//	log f(δ) = log prior(A(δ)) + log A′(δ) + Σ_checked log(r p(δ) + (1 − r)(1 − p(δ)))/d
//
// δ is how much too low the probabilities are on these data. Before anything is checked A lies
// around the prior of the file (Prior): the halves of two normal distributions, one to each side
// of the estimate, of which 95 % lie in its interval. The checked answers, a random
// sample, measure δ. The estimate is right on average however little the probabilities tell
// right from wrong, since those that are checked are as typical as the others; d ≥ 1 is how much
// more the outcomes scatter than the probabilities say.
//
// The interval is that of A, with the luck of the answers that nobody checked, Σ p(1 − p)/N².
// With all answers checked it is a point.
type Tally struct {
	Prior Prior

	all, told, checked float64
	right              float64 // of those told and checked
	bins               [bins]bin
}

// bin holds the answers of nearly the same probability.
type bin struct {
	n, p         float64 // of all but those told: how many, and the sum of their probabilities
	right, wrong float64 // of those checked
}

// bins is how many there are, of equal width in logit p.
const (
	bins     = 128
	extreme  = 9. // logit p of the last one
	binWidth = 2 * extreme / (bins - 1)
)

func (t *Tally) bin(p float64) *bin {
	at := math.Round((prob.Logit(p) + extreme) / binWidth)
	return &t.bins[int(min(max(at, 0), bins-1))]
}

// Add counts an answer that is right with probability p.
func (t *Tally) Add(p float64) {
	t.all++
	b := t.bin(p)
	b.n++
	b.p += p
}

// Check counts an answer of probability p that was drawn at random and checked.
func (t *Tally) Check(p float64, right bool) {
	t.Add(p)
	t.checked++
	if b := t.bin(p); right {
		t.right++
		b.right++
	} else {
		b.wrong++
	}
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

// All returns how many answers there are.
func (t *Tally) All() int { return int(t.all) }

// OfOpen returns an estimate for those that were neither told nor checked, given that for all.
func (t *Tally) OfOpen(x Interval) Interval {
	of := func(share float64) float64 { return min(max((share*t.all-t.right)/max(1, float64(t.Unknown())), 0), 1) }
	return Interval{of(x.Value), of(x.Low), of(x.High)}
}

// Open returns how many of the answers that were neither told nor checked are probably right, as a share of them.
func (t *Tally) Open() float64 {
	_, open := t.expect()
	return open
}

// Checked returns how many answers were checked.
func (t *Tally) Checked() int { return int(t.checked) }

// moment is what a δ makes of the answers.
type moment struct {
	all, slope     float64 // A(δ) and its derivative
	open, variance float64 // of those nobody checked: the sums of p(δ) and of p(δ)(1 − p(δ))
	fit            float64 // Σ_checked log(…)
}

func (t *Tally) at(delta float64) (m moment) {
	for n := range t.bins {
		b := &t.bins[n]
		if b.n == 0 {
			continue
		}
		p := prob.Logistic(prob.Logit(b.p/b.n) + delta)
		m.all += b.n * p
		m.slope += b.n * p * (1 - p)
		open := b.n - b.right - b.wrong
		m.open += open * p
		m.variance += open * p * (1 - p)
		if b.right > 0 {
			m.fit += b.right * prob.Log(p)
		}
		if b.wrong > 0 {
			m.fit += b.wrong * prob.Log(1-p)
		}
	}
	counted := t.all - t.told
	m.all, m.slope = m.all/counted, m.slope/counted
	return m
}

// scatter is d where probabilities are off by δ: the variance of the outcomes over that which the probabilities say. Four outcomes are
// added that scatter as those say, since a few that happen to be alike do not scatter less.
func (t *Tally) scatter(delta float64) float64 {
	const added = 4
	squares, variance, all := 0.0, 0.0, 0.0
	for n := range t.bins {
		b := &t.bins[n]
		if b.n == 0 {
			continue
		}
		p := prob.Logistic(prob.Logit(b.p/b.n) + delta)
		squares += b.right*(1-p)*(1-p) + b.wrong*p*p
		variance += (b.right + b.wrong) * p * (1 - p)
		all += b.n * p * (1 - p)
	}
	more := added * all / (t.all - t.told)
	return max(1, (squares+more)/(variance+more))
}

// The distribution of δ is computed at so many points, at first this far to both sides.
const (
	deltas = 161
	widest = 8.
)

// curve is the distribution of δ: its weight at each point, and how right all answers are there.
type curve struct{ weight, right [deltas]float64 }

// spread computes the distribution around a δ, and its mean, standard deviation and the luck of the answers that nobody checked.
func (t *Tally) spread(around, width, d float64, c *curve) (mean, sd, luck float64) {
	var log, lucky [deltas]float64
	at := func(n int) float64 { return around + width*(2*float64(n)/(deltas-1)-1) }
	top := math.Inf(-1)
	for n := range log {
		m := t.at(at(n))
		log[n] = t.Prior.density(m.all) + prob.Log(max(m.slope, 1e-300)) + m.fit/d
		c.right[n], lucky[n] = (t.right+m.open)/t.all, m.variance/(t.all*t.all)
		top = max(top, log[n])
	}
	total := 0.0
	for n, x := range log {
		c.weight[n] = prob.Exp(x - top)
		total += c.weight[n]
	}
	square := 0.0
	for n := range c.weight {
		c.weight[n] /= total
		w, x := c.weight[n], at(n)
		mean, square, luck = mean+w*x, square+w*x*x, luck+w*lucky[n]
	}
	return mean, math.Sqrt(max(0, square-mean*mean)), luck
}

// quantile returns how right all answers are where the distribution reaches a share, between its points.
func (c *curve) quantile(share float64) float64 {
	sum := 0.0
	for n, w := range c.weight {
		if sum+w < share {
			sum += w
			continue
		}
		next := n + 1
		part := (share-sum)/w - .5
		if part < 0 {
			next = n - 1
		}
		next = min(max(next, 0), deltas-1)
		return c.right[n] + math.Abs(part)*(c.right[next]-c.right[n])
	}
	return c.right[deltas-1]
}

// Expect returns how many of the answers are probably right, with a 95 % interval; NaN if
// there are none.
func (t *Tally) Expect() Interval {
	x, _ := t.expect()
	return x
}

// expect also returns how many of those nobody checked are, as a share of them.
func (t *Tally) expect() (x Interval, open float64) {
	unknown := float64(t.Unknown())
	if t.all == 0 {
		return Interval{math.NaN(), math.NaN(), math.NaN()}, math.NaN()
	}
	if unknown == 0 {
		a := t.right / t.all
		return Interval{a, a, a}, math.NaN()
	}
	if t.checked == 0 {
		return t.unchecked()
	}
	var c curve
	luck := 0.0
	around, sd, _ := t.spread(0, widest, 1, &c)
	d := t.scatter(around)
	for range 2 { // closer
		around, sd, luck = t.spread(around, 6*sd*math.Sqrt(d)+widest/deltas, d, &c)
	}
	value := 0.0
	for n, w := range c.weight {
		value += w * c.right[n]
	}
	luckily := normal * math.Sqrt(luck)
	low, high := value-hypot(value-c.quantile(.025), luckily), value+hypot(c.quantile(.975)-value, luckily)
	least, most := t.right/t.all, (t.right+unknown)/t.all
	x = Interval{Value: value, Low: max(least, low), High: min(most, high)}
	return x, min(max((value*t.all-t.right)/unknown, 0), 1)
}

// unchecked is expect before anything is checked: the prior, and the luck of the answers.
func (t *Tally) unchecked() (x Interval, open float64) {
	unknown := t.all - t.told
	of := func(share float64) float64 { return (t.told + unknown*share) / t.all }
	luck := normal * math.Sqrt(t.at(0).variance) / t.all
	x.Value = of(t.Prior.Value)
	x.Low = max(of(0), x.Value-hypot(x.Value-of(t.Prior.Low), luck))
	x.High = min(1, x.Value+hypot(of(t.Prior.High)-x.Value, luck))
	return x, t.Prior.Value
}

// Narrowed returns the half-width that is to be expected of the interval once so many more
// answers are checked.
func (t *Tally) Narrowed(more int) float64 {
	left := float64(t.Unknown()-more) / t.all
	if left <= 0 {
		return 0
	}
	x := t.Expect()
	now := t.at(0)
	variance := now.variance / float64(t.Unknown()) // of an answer
	luck := now.variance / (t.all * t.all)
	half, share := (x.High-x.Low)/2, float64(t.Unknown())/t.all
	spread := max((half*half/(normal*normal)-luck)/(share*share), 1e-9)
	after := 1 / (1/spread + float64(more)/variance)
	return normal * math.Sqrt(left*left*after+left*variance/t.all)
}

// density is the logarithm of the density of an accuracy a, but for a constant.
func (p Prior) density(a float64) float64 {
	end := p.High
	if a < p.Value {
		end = p.Low
	}
	spread := max(math.Abs(end-p.Value)/normal, 1e-3)
	z := (a - p.Value) / spread
	return -z*z/2 - prob.Log(spread)
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
