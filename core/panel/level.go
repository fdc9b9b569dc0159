package panel

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// level is the distribution of how right the labels of the judges are, in the mean, on a grid of equal steps of its logit.
//
// The labels of a task are drawn from the Dirichlet-multinomial distribution, the beta-binomial one if there are two classes (Skellam
// 1948): with z the truth, of share π_z, and a = 1/r − 1,
//
//	n ~ DirMult(a (t [c = z] + (1 − t) b_c))
//
// r is how much judges who see the same task are alike beyond z, t how much they know, and b what they say if they don't, such that
// the shares of all labels are s = t π + (1 − t) b. Which class is common is not known either: π ∝ s^γ. All of t, the root of r and γ are
// equally likely beforehand. What tells good judges from judges who err together is how the labels scatter: few tasks are nearly tied if
// judges err together, and more are unanimous than their mean agreement explains. With two or three judges nothing tells, and the
// distribution says so. Nor does anything tell judges who know the truth from those who all repeat what one says (leader).
//
// Real judges are not alike, and no such model is right: on the logit scale everything is off by √(misfit² + (2σ)²) besides, σ being
// the standard deviation of how often the pairs agree; downwards by more, since mistakes that all share look like labels that
// are right. Known truths are binomial outcomes, as many as their scatter says.
type level struct{ right, weight []float64 }

const (
	misfit    = .25
	unseen    = .4 // downwards
	levelLow  = -3.
	levelHigh = 6.
	levelStep = .05

	// leader is the probability that judges gather around what one of them says, or a source of theirs, and leaders are as many accuracies
	// of it, from one half on.
	leader, leaders = .1, 10

	knowings   = 24 // values of t
	likenesses = 20 // of r
	mostAlike  = .9
	// mostTasks are looked at, and fewer where labels differ in more ways than mostWays.
	mostTasks, mostWays = 1000, 300
)

// tilts are the values of γ.
var tilts = []float64{0, .5, 1, 1.5}

// way is how often the labels of a task are some classes, in the order of these, each so often.
type way struct {
	class []int32
	count []int
	tasks float64
}

// ways returns the labels of the tasks, the most that are to be looked at.
func (p *Panel) ways(tasks int, work *yield.Work) ([]way, error) {
	for every := uint64(1 + tasks/mostTasks); ; every *= 2 {
		var all []way
		place := map[string]int{}
		key := make([]byte, 0, 4*len(p.Judges))
		sorted := make([]int32, 0, len(p.Judges))
		err := p.each(work, func(i int, said []int32, _ int) {
			if every > 1 && crowd.Hash(1, uint64(i))%every != 0 {
				return
			}
			key, sorted = key[:0], sorted[:0]
			for _, x := range said {
				if x != crowd.Unknown {
					sorted = append(sorted, x)
				}
			}
			slices.Sort(sorted)
			for _, x := range sorted {
				key = append(key, byte(x>>8), byte(x))
			}
			at, is := place[string(key)]
			if !is {
				at = len(all)
				place[string(key)] = at
				w := way{}
				for n, x := range sorted {
					if n == 0 || x != sorted[n-1] {
						w.class, w.count = append(w.class, x), append(w.count, 0)
					}
					w.count[len(w.count)-1]++
				}
				all = append(all, w)
			}
			all[at].tasks++
		})
		if err != nil || len(all) <= mostWays {
			return all, err
		}
	}
}

func newLevel(p *Panel, m *meetings, work *yield.Work) (*level, error) {
	all, err := p.ways(m.shared, work)
	if err != nil {
		return nil, err
	}
	share, sum := make([]float64, m.classes), 0.0
	for c := range share {
		for a := range m.named {
			share[c] += m.named[a][c]
		}
		share[c]++
		sum += share[c]
	}
	for c := range share {
		share[c] /= sum
	}
	var right, log []float64
	own, led := prob.Log(1-leader), prob.Log(leader/leaders)
	for _, tilt := range tilts {
		for t := range knowings {
			x := newStory(share, tilt, (float64(t)+.5)/knowings)
			for r := range likenesses {
				like := math.Max(.001, mostAlike*square2(float64(r)/(likenesses-1)))
				fit := x.log(all, 1/like-1)
				if !work.Continue(1 + 8*len(all)) {
					return nil, work.Err()
				}
				right, log = append(right, x.right), append(log, fit+own)
				for n := range leaders {
					right, log = append(right, x.led(.5+(float64(n)+.5)/(2*leaders), m.classes)), append(log, fit+led)
				}
			}
		}
	}
	unlike := 4 * m.unlike()
	return spread(right, log, math.Sqrt(unseen*unseen+unlike), math.Sqrt(misfit*misfit+unlike)).told(m), nil
}

// story is how labels come about.
type story struct {
	truth []float64 // π
	guess []float64 // b
	know  float64   // t
	right float64   // how often a label is
}

func newStory(share []float64, tilt, know float64) *story {
	s := &story{truth: make([]float64, len(share)), guess: make([]float64, len(share)), know: know}
	sum, guesses := 0.0, 0.0
	for c, x := range share {
		s.truth[c] = prob.Pow(x, tilt)
		sum += s.truth[c]
	}
	rare := .004 / float64(len(share))
	for c, x := range share {
		s.truth[c] /= sum
		s.guess[c] = max((x-know*s.truth[c])/(1-know), rare)
		guesses += s.guess[c]
	}
	for c := range share {
		s.guess[c] /= guesses
		s.right += s.truth[c] * (know + (1-know)*s.guess[c])
	}
	return s
}

// led is how often a label is right if it is not the truth that judges gather around, but what is right with probability leader.
func (s *story) led(leader float64, classes int) float64 {
	return leader*s.right + (1-leader)*(1-s.right)/float64(classes-1)
}

// log is the log-likelihood of tasks.
func (s *story) log(all []way, a float64) float64 {
	sum := 0.0
	var at []float64
	for _, w := range all {
		n, base, told := 0, 0.0, 0.0
		at = at[:0]
		for x, c := range w.class {
			n += w.count[x]
			guess, known := rise(a*(1-s.know)*s.guess[c], w.count[x]), rise(a*((1-s.know)*s.guess[c]+s.know), w.count[x])
			base += guess
			at = append(at, known-guess)
			told += s.truth[c]
		}
		// The truth is one of the classes that were named, or none of them.
		top := max(slices.Max(at), 0)
		likely := (1 - told) * prob.Exp(-top)
		for x, c := range w.class {
			likely += s.truth[c] * prob.Exp(at[x]-top)
		}
		sum += w.tasks * (base - rise(a, n) + top + prob.Log(max(likely, 1e-300)))
	}
	return sum
}

// rise is log(Γ(x + n)/Γ(x)).
func rise(x float64, n int) float64 {
	product, sum := 1.0, 0.0
	for i := range n {
		if product *= x + float64(i); product > 1e200 || product < 1e-200 {
			sum += prob.Log(product)
			product = 1
		}
	}
	return sum + prob.Log(product)
}

// spread makes the distribution of accuracies of such log-likelihoods, which are off by so much.
func spread(right, log []float64, down, up float64) *level {
	steps := int(math.Round((levelHigh-levelLow)/levelStep)) + 1
	l := &level{right: make([]float64, steps), weight: make([]float64, steps)}
	below, above := make([]float64, steps), make([]float64, steps)
	for n := range steps {
		x := float64(n) * levelStep
		below[n], above[n] = prob.Exp(-square2(x/down)/2)/down, prob.Exp(-square2(x/up)/2)/up
		l.right[n] = prob.Logistic(levelLow + x)
	}
	top, exact := slices.Max(log), make([]float64, steps)
	for n, x := range log {
		at := math.Round((prob.Logit(right[n]) - levelLow) / levelStep)
		exact[int(min(max(at, 0), float64(steps-1)))] += prob.Exp(x - top)
	}
	for a := range exact {
		for b, w := range exact {
			if a < b {
				l.weight[a] += w * below[b-a]
			} else {
				l.weight[a] += w * above[a-b]
			}
		}
	}
	return l.normalize()
}

func (l *level) normalize() *level {
	prob.Normalize(l.weight)
	return l
}

// told takes in the tasks of known truth.
func (l *level) told(m *meetings) *level {
	if m.told == 0 {
		return l
	}
	n, before := float64(m.told), l.mean()
	// Two tasks are added that scatter as if half of the judges were one.
	const added = 2
	mean := (m.hits + added*before) / (n + added)
	scatter := max(m.square-m.hits*m.hits/n, 0) + added*before*(1-before)/2
	count := mean * (1 - mean) / (scatter / (n + added - 1)) * n // outcomes that scatter on their own
	top, log := math.Inf(-1), make([]float64, len(l.right))
	for x, p := range l.right {
		log[x] = count * (m.hits/n*prob.Log(p) + (1-m.hits/n)*prob.Log(1-p))
		top = max(top, log[x])
	}
	for x := range log {
		l.weight[x] *= prob.Exp(log[x] - top)
	}
	return l.normalize()
}

func (l *level) mean() float64 {
	sum := 0.0
	for n, w := range l.weight {
		sum += w * l.right[n]
	}
	return sum
}

// quantile returns the accuracy below which a share of the distribution lies, between the points of the grid.
func (l *level) quantile(share float64) float64 {
	sum := 0.0
	for n, w := range l.weight {
		if sum+w >= share && w > 0 {
			return prob.Logistic(levelLow + levelStep*(float64(n)-.5+(share-sum)/w))
		}
		sum += w
	}
	return l.right[len(l.right)-1]
}
