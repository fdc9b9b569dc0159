// Package passrate estimates which share of tasks would pass if a person judged all of them, from the yes or no of a judge on n tasks and
// that of a person on a random sample of m of them.
//
// # Notation
//
//	p   share that the judge passes
//	q₁  TPR: of what a person passes, the share that the judge passes
//	q₀  TNR: of what a person fails, the share that the judge fails
//	Y   a person's verdict, 1 or 0; f the judge's
//	θ   the pass rate, the mean of Y
//
// The tasks are a sample themselves: intervals are those of θ of all tasks like them. Of these n alone the share is better known where m
// is a large part of n, and exactly where m = n.
//
// # By the judge's errors
//
// As p = θ q₁ + (1 − θ)(1 − q₀), the plug-in estimate is (Rogan & Gladen 1978)
//
//	θ = (p + q₀ − 1)/(q₀ + q₁ − 1)
//
// A person's sample is one of the tasks. On these tasks alone the plug-in is the mean of Y, so on all it is w Ȳ + (1 − w) θ_rest with
// w = m/n, where θ_rest is that of the other tasks: independent of Ȳ, given m₀ and m₁, the tasks that a person failed and passed. Of three
// samples that are independent, as Lee et al. (2025) have them, w is 0. The interval holds every θ between 0 and 1 (Fieller 1954) with
//
//	G(θ)² ≤ z² V(θ)
//	G(θ) = w J Ȳ + (1 − w)(p + q₀ − 1) − J θ,  J = q₀ + q₁ − 1
//	V(θ) = w² J² Ȳ(1 − Ȳ)/m + (1 − w)² (p(1 − p)/(n − m) + (1 − θ)² q₀(1 − q₀)/m₀ + θ² q₁(1 − q₁)/m₁)
//
// which does not divide by J: intervals that do, as the adjusted one of Lang & Reiczigel (2014), hold in 98 % of simulated samples of
// ten labels, and in 99 % where a judge is weak.
//
// # By prediction-powered inference
//
// With λ as in Angelopoulos, Duchi & Zrnic (2023, PPI++), f̄ the mean in the sample and f̄_rest that of the other tasks,
//
//	θ = Ȳ + λ (f̄_rest − f̄),  λ = cov(Y, f)/((1 + m/(n − m)) var f)
//	V = var(Y − λf)/m + λ² var(f_rest)/(n − m)
//
// for yes and no the double sampling of Tenenbein (1970). Of V follows how many labels of a person the estimate is worth,
//
//	m* = m/(1 − ρ²(1 − m/n)),  ρ the correlation of Y and f, adjusted for its one degree of freedom
//
// The interval θ ± z √V of PPI++ holds where a person passed and failed 100 tasks or more; with 20 labels it holds in 78 % of simulated
// samples. With fewer the interval is that of Wilson (1927) for m* labels, which holds with ten.
//
// In samples without a mistake of the judge a mistake would seem impossible, so half a task is added to each count before V and ρ are
// computed (Haldane 1956). lab/passrate simulates how often each interval holds.
//
// Sources: W. J. Rogan, B. Gladen, Estimating prevalence from the results of a screening test, American Journal of Epidemiology 107(1),
// 1978. E. C. Fieller, Some problems in interval estimation, Journal of the Royal Statistical Society B 16(2), 1954. Z. Lang,
// J. Reiczigel, Confidence limits for prevalence of disease adjusted for estimated sensitivity and specificity, Preventive Veterinary
// Medicine 113(1), 2014. C. Lee, T. Zeng, J. Jeong, J. Sohn, K. Lee, How to correctly report LLM-as-a-judge evaluations,
// arXiv:2511.21140, 2025. A. N. Angelopoulos, J. C. Duchi, T. Zrnic, PPI++: Efficient prediction-powered inference, arXiv:2311.01453,
// 2023. A. Tenenbein, A double sampling scheme for estimating from binomial data with misclassifications, Journal of the American
// Statistical Association 65(331), 1970. J. B. S. Haldane, The estimation and significance of the logarithm of a ratio of frequencies,
// Annals of Human Genetics 20(4), 1956.
package passrate

import (
	"fmt"
	"math"
	"sort"

	"concord/core/api"
	"concord/core/metric"
	"concord/internal/humanize"
)

const (
	z      = 1.959963984540054 // 97.5 % point of the normal distribution
	Least  = 10                // labels of a person from which on prediction-powered intervals hold
	enough = 100               // tasks that a person passed, and failed, from which on PPI++'s own interval does
	half   = .5                // a task, added to each count
)

// Share is a count and what it is a count of.
type Share struct{ Count, Of int }

func (s Share) value() float64 { return float64(s.Count) / float64(s.Of) }

// adjusted returns the share, its variance, and what it is of, with so much added to the count and to its contrary.
func (s Share) adjusted(add float64) (share, variance float64) {
	n := float64(s.Of) + 2*add
	share = (float64(s.Count) + add) / n
	return share, share * (1 - share) / n
}

func clip(x float64) float64 { return min(1, max(0, x)) }

// Corrected corrects the share p that a judge passes by its TNR and TPR, where all three are of independent samples.
func Corrected(p, tnr, tpr Share) api.Figure { return corrected(p, p, Share{}, tnr, tpr) }

// corrected corrects the share p that a judge passes of all tasks: that of the tasks without a person's label is rest, and of the others
// a person passes own.
func corrected(p, rest, own, tnr, tpr Share) api.Figure {
	switch {
	case p.Of == 0:
		return api.Undefined("the judge gave no verdict")
	case tpr.Of == 0 && tnr.Of == 0:
		return api.Undefined("a person labelled none of the tasks")
	case tpr.Of == 0:
		return api.Undefined("a person passed none of the tasks in the sample, so TPR is unknown")
	case tnr.Of == 0:
		return api.Undefined("a person failed none of the tasks in the sample, so TNR is unknown")
	}
	sum := tnr.value() + tpr.value()
	if sum <= 1 {
		return api.Undefined(fmt.Sprintf("TPR and TNR add up to %.2f, and it takes more than 1", sum))
	}
	q0, v0 := tnr.adjusted(half)
	q1, v1 := tpr.adjusted(half)
	y, vy := own.adjusted(z * z / 2)
	judged, vp := rest.adjusted(half)
	w := float64(own.Of) / float64(own.Of+rest.Of)
	j, u := q0+q1-1, (1-w)*(1-w)*z*z
	// G² − z²V = a θ² − 2b θ + c
	g := w*j*y + (1-w)*(judged+q0-1)
	a, b := j*j-u*(v0+v1), g*j-u*v0
	c := g*g - z*z*w*w*j*j*vy - u*(vp+v0)
	f := api.Figure{Value: clip((p.value() + tnr.value() - 1) / (sum - 1)), N: p.Of, Interval: true}
	low, high := within(a, b, c)
	f.Low, f.High = min(f.Value, low), max(f.Value, high)
	return f
}

// within returns the least and the greatest number from 0 to 1 for which a x² − 2b x + c is not positive; 0 and 1 if there is none.
func within(a, b, c float64) (low, high float64) {
	root := math.Sqrt(max(0, b*b-a*c))
	r1, r2 := (b-root)/a, (b+root)/a // in their order if the parabola opens upwards
	low, high = 0, 1
	if c > 0 && 0 <= r1 && r1 <= 1 {
		low = r1
	}
	if a-2*b+c > 0 && 0 <= r2 && r2 <= 1 {
		high = r2
	}
	return low, high
}

// Counts are those of the tasks on which a judge gave a verdict. Places are 1 for pass, 0 for fail.
type Counts struct {
	Human [2][2]int // labelled by a person: [by the person][by the judge]
	Rest  [2]int    // the others, by the judge
}

// Humans counts the tasks that a person labelled.
func (c *Counts) Humans() int { return c.by(0) + c.by(1) }

// Tasks counts all tasks.
func (c *Counts) Tasks() int { return c.Humans() + c.rest() }

func (c *Counts) by(person int) int { return c.Human[person][0] + c.Human[person][1] }
func (c *Counts) rest() int         { return c.Rest[0] + c.Rest[1] }
func (c *Counts) passed() int       { return c.Human[0][1] + c.Human[1][1] + c.Rest[1] }
func (c *Counts) human() Share      { return Share{c.by(1), c.Humans()} }
func (c *Counts) tpr() Share        { return Share{c.Human[1][1], c.by(1)} }
func (c *Counts) tnr() Share        { return Share{c.Human[0][0], c.by(0)} }

// Alone is the share that the judge passes. Its interval would say nothing of how wrong the judge is, so it has none.
func (c *Counts) Alone() api.Figure {
	if c.Tasks() == 0 {
		return api.Undefined("the judge gave no verdict")
	}
	return api.Exactly(Share{c.passed(), c.Tasks()}.value(), c.Tasks())
}

// Sampled is the pass rate by a person's sample alone.
func (c *Counts) Sampled() api.Figure {
	if c.Humans() == 0 {
		return api.Undefined("a person labelled none of the tasks")
	}
	return metric.Wilson(float64(c.by(1)), c.Humans())
}

// TPR is the share of what a person passes that the judge passes.
func (c *Counts) TPR() api.Figure { return rate(c.tpr(), "a person passed none of the tasks") }

// TNR is the share of what a person fails that the judge fails.
func (c *Counts) TNR() api.Figure { return rate(c.tnr(), "a person failed none of the tasks") }

func rate(s Share, why string) api.Figure {
	if s.Of == 0 {
		return api.Undefined(why)
	}
	return metric.Wilson(float64(s.Count), s.Of)
}

// Corrected is the pass rate by the judge's TPR and TNR on a person's sample.
func (c *Counts) Corrected() api.Figure {
	return corrected(Share{c.passed(), c.Tasks()}, Share{c.Rest[1], c.rest()}, c.human(), c.tnr(), c.tpr())
}

// moments are those of a person's verdicts y and the judge's f on the same tasks.
type moments struct{ m, y, f, vy, vf, cov float64 }

// moments returns those of the sample, with so many tasks added to each of its counts.
func (c *Counts) moments(add float64) (s moments) {
	n := func(y, f int) float64 { return float64(c.Human[y][f]) + add }
	s.m = n(0, 0) + n(0, 1) + n(1, 0) + n(1, 1)
	s.y, s.f = (n(1, 0)+n(1, 1))/s.m, (n(0, 1)+n(1, 1))/s.m
	s.vy, s.vf, s.cov = s.y*(1-s.y), s.f*(1-s.f), n(1, 1)/s.m-s.y*s.f
	return s
}

// Powered is the pass rate by prediction-powered inference.
func (c *Counts) Powered() api.Figure {
	m, rest := float64(c.Humans()), float64(c.rest())
	if m < Least {
		return api.Undefined(fmt.Sprintf("a person labelled %s: it takes %d", humanize.Count(int(m), "task"), Least))
	}
	s := c.moments(0)
	f := api.Figure{Value: s.y, N: c.Tasks(), Interval: true}
	v := s.vy / m
	if rest > 0 && s.vf > 0 {
		lambda := s.cov / (s.vf * (1 + m/rest))
		judged := float64(c.Rest[1]) / rest
		f.Value = clip(s.y + lambda*(judged-s.f))
		v = (s.vy-2*lambda*s.cov+lambda*lambda*s.vf)/m + lambda*lambda*judged*(1-judged)/rest
	}
	f.SE = math.Sqrt(v)
	if min(c.by(0), c.by(1)) >= enough {
		f.Low, f.High = clip(f.Value-z*f.SE), clip(f.Value+z*f.SE)
	} else {
		score := wilson(f.Value, c.worth(m))
		f.Low, f.High = score.Low, score.High
	}
	return f
}

// worth is how many labels of a person an estimate from m of them is worth, with the judge's verdicts.
func (c *Counts) worth(m float64) float64 {
	s := c.moments(half)
	square := s.cov * s.cov / (s.vy * s.vf)
	own := float64(c.Humans())
	square = max(0, 1-(1-square)*(own-1)/(own-2))
	return m / (1 - square*(1-m/float64(c.Tasks())))
}

// wilson is a share with the score interval that so many labels give.
func wilson(share, labels float64) api.Figure {
	n := math.Round(labels)
	return metric.Wilson(share*n, int(n))
}

func halfWidth(f api.Figure) float64 { return (f.High - f.Low) / 2 }

// More is how many further tasks a person is to label, drawn at random, for an interval of prediction-powered inference that is within
// so much of its middle; −1: all of them are too few. From few labels it is a guess that leaves the judge out.
func (c *Counts) More(within float64) int {
	m := float64(c.Humans())
	y, _ := c.human().adjusted(2)
	worth := func(m float64) float64 { return m }
	if f := c.Powered(); f.Defined() {
		if halfWidth(f) <= within {
			return 0
		}
		y, worth = f.Value, c.worth
	}
	more := sort.Search(c.rest()+1, func(more int) bool {
		return halfWidth(wilson(y, worth(m+float64(more)))) <= within
	})
	if more > c.rest() {
		return -1
	}
	return more
}
