package calibrate

import (
	"math"

	"concord/core/prob"
)

// Prior is how right the answers of a file probably are before any is checked: with m the mean of
// their x (Curve), p₁ for tasks of one worker,
//
//	logit p = Intercept + Slope logit m
//	logit low = logit m − √((c e^(−.4 lone))² + (1.96 s lone)²),   lone the share of such tasks, s the error of logit p₁
//	high = max(logistic(logit m + e^(−.4 lone)), h + 2 √(h(1 − h)/N) + .005)
//
// h is how many would be right if workers erred on their own: the mean posterior of a model that takes them to. c is Below, and a sixth
// less where α is .6 or more: there crowds were off by less.
//
// What crowds taught are p and c; nothing in the labels tells how far below h a crowd lies (docs/calibration.md).
type Prior struct {
	Interval
	Independent float64 // h; 0: unknown
}

const (
	agreeing = 5. / 6 // of c, where α is .6 or more; between .4 and .6 in between
	above    = 1.
	lonely   = .4 // how much narrower the interval is where tasks are of one worker, whose accuracy is estimated directly
)

// Of returns what the evidence says of n answers whose mean x is m, by the curve of their method; h as Prior has it, 0: unknown. It is
// to be asked only where the evidence speaks. Where classes that are known beforehand speak alone, p is m, give or take the luck of so
// few.
func (e *Evidence) Of(c Curve, n int, m, h float64) Prior {
	if !e.Agrees() { // known classes alone say how accurate workers are: nobody's mistakes are shared with others
		at := prob.Logit(m)
		return Prior{Interval: Interval{m, prob.Logistic(at - normal*e.Spread), prob.Logistic(at + normal*e.Spread)}}
	}
	m -= (m - .5) / float64(e.Overlap+1) // one more task on which nobody knows: that all agree on a few is not certainty
	at := prob.Logit(m)
	fade := prob.Exp(-lonely * e.Lone)
	down := c.Below
	if e.Alpha > .4 {
		down *= 1 - (1-agreeing)*min((e.Alpha-.4)/.2, 1)
	}
	sampling := normal * e.Spread * e.Lone
	p := Prior{Independent: h}
	p.Value = prob.Logistic(c.Intercept + c.Slope*at)
	p.Low = prob.Logistic(at - hypot(down*fade, sampling))
	p.High = prob.Logistic(at + hypot(above*fade, sampling))
	if h > 0 {
		p.High = max(p.High, h+2*math.Sqrt(h*(1-h)/float64(n))+.005)
	}
	p.High = min(p.High, 1)
	p.Value = min(max(p.Value, p.Low), p.High)
	return p
}

// Unknown is the prior where nothing shows how right the answers are: they may all be wrong, as those of workers who contradict others.
func Unknown() Prior { return Prior{Interval: Interval{Value: .5, Low: .025, High: .975}} }

// hypot is math.Hypot, which is not the same to the bit on every processor.
func hypot(x, y float64) float64 { return math.Sqrt(x*x + y*y) }
