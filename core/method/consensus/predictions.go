package consensus

import (
	"math"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// classifier is a classifier that joins the panel once its members have ended. It is trusted as far as it agrees with them:
//
//	z_i ~ g_i = (1 − λ) f_i^β/Σ f_i^β + λ π      its predictions, made less certain
//	y_ij = z_i with probability a_j, else any other class alike
//
// EM finds β (a temperature of 1/β), λ, the shares π of the classes, and the accuracies a_j. How accurate workers are on average is not
// for EM to say: a bad classifier would pass for a good one among bad workers. meanAccuracy says it beforehand.
//
// What labels say of a task, u_i, is the members' mean. Of a task with one label that is much too certain, so there u_i ∝ π Π_j
// p(y_ij | z_i). With n labels
//
//	q_i ∝ u_i (g_i/π)^(1/√n)
//
// The exponent is below one since classifiers learn from labels of the same crowd, mistakes included. 1/√n was chosen on simulated
// crowds, LabelMe and the music data, from n⁰ to 1/n (docs/decisions.md).
type classifier struct {
	d      *crowd.Dataset
	panel  []float64 // N×K, the members' mean
	right  []float64 // M, a_j
	shares []float64 // K, π
	power  float64   // β
	lapse  float64   // λ

	soft, trusted, labels, joint []float64 // K, of a task: f^β normalised, g, u and what both make of it
	logs                         []float64 // K, log f
}

const (
	// usual is how accurate workers are where they don't say it by sharing tasks, worth the agreement on so many of these. With .75 a
	// classifier gains more where it is good, and costs more where it is not (docs/decisions.md).
	usual, usualTasks = .8, 20
	// ownLabels is how many labels it takes for a worker's own accuracy to weigh as much as the crowd's, among usual workers. The less
	// labels tell, the more it takes.
	ownLabels = 8
	// flat is the deviation of β beforehand: around 0, where a classifier says nothing.
	flat = 2.
	// faint is the least probability that is taken at its word.
	faint = 1e-4
)

// join has the predictions join in what the members say, q (N×K).
func (p *panel) join(q []float64) {
	d := p.data
	if d.Classes < 2 {
		return
	}
	if p.group != nil {
		d = merged(d, p.group)
	}
	c, err := newClassifier(d, q, p.settings.Pause)
	if err != nil {
		return // the fit was cancelled
	}
	for i := range d.Tasks {
		row := q[i*d.Classes : (i+1)*d.Classes]
		if d.Certain(i, row) || !d.Predictions.Of(i) {
			continue
		}
		n := c.look(i)
		for k, u := range c.labels {
			row[k] = u * prob.Pow(c.trusted[k]/c.shares[k], 1/math.Sqrt(max(n, 1)))
		}
		prob.Normalize(row)
	}
}

func newClassifier(d *crowd.Dataset, panel []float64, pause func() error) (*classifier, error) {
	e, err := calibrate.Observe(d, nil, pause)
	if err != nil {
		return nil, err
	}
	k := d.Classes
	c := &classifier{
		d: d, panel: panel, right: make([]float64, d.Workers), shares: make([]float64, k), power: .5, lapse: .3,
		soft: make([]float64, k), trusted: make([]float64, k), labels: make([]float64, k), joint: make([]float64, k), logs: make([]float64, k),
	}
	prob.Uniform(c.shares)
	work := yield.New(pause)
	mean := meanAccuracy(d, e, work)
	for j := range c.right {
		c.right[j] = mean
	}
	const steps, near = 100, 1e-3
	for range steps {
		if c.step(mean, work) < near {
			break
		}
	}
	return c, work.Err()
}

// look sets what labels and classifier say of task i, and returns how many labels it has.
func (c *classifier) look(i int) float64 {
	d, k := c.d, c.d.Classes
	copy(c.trusted, c.shares)
	if d.Predictions.Of(i) {
		for n, p := range d.Predictions.Row(i, k) {
			c.logs[n] = prob.Log(max(p, faint))
			c.soft[n] = c.power * c.logs[n]
		}
		prob.Softmax(c.soft)
		for n, s := range c.soft {
			c.trusted[n] = (1-c.lapse)*s + c.lapse*c.shares[n]
		}
	}
	from, to := d.Of(i)
	n := float64(to - from)
	if d.Certain(i, c.labels) {
		copy(c.joint, c.labels)
		return n
	}
	for l, x := range c.shares {
		c.labels[l] = prob.Log(x)
	}
	for v := from; v < to; v++ {
		a := c.right[d.Worker[v]]
		c.labels[d.Class[v]] += prob.Log(a / (1 - a) * float64(k-1))
	}
	prob.Softmax(c.labels)
	for l := range c.labels {
		if n > 1 {
			c.labels[l] = c.panel[i*k+l]
		}
		c.joint[l] = c.labels[l] * c.trusted[l] / c.shares[l]
	}
	prob.Normalize(c.joint)
	return n
}

// step makes one step of EM, and returns how far it moved the parameters.
func (c *classifier) step(mean float64, work *yield.Work) (change float64) {
	d, k := c.d, c.d.Classes
	hits, given, shares := make([]float64, d.Workers), make([]float64, d.Workers), make([]float64, k)
	slope, curve, lapsed, predicted := -c.power/(flat*flat), -1/(flat*flat), 0., 0.
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !work.Continue(4*k + int(to-from)) {
			return 0
		}
		c.look(i)
		for l, q := range c.joint {
			shares[l] += q
		}
		for v := from; v < to; v++ {
			hits[d.Worker[v]] += c.joint[d.Class[v]]
			given[d.Worker[v]]++
		}
		if !d.Predictions.Of(i) {
			continue
		}
		predicted++
		center, square := 0., 0.
		for l, s := range c.soft {
			center += s * c.logs[l]
			square += s * c.logs[l] * c.logs[l]
		}
		for l, q := range c.joint {
			own := q * (1 - c.lapse) * c.soft[l] / c.trusted[l] // of the classifier, and not of a lapse
			lapsed += q - own
			slope += own * (c.logs[l] - center)
			curve -= own * (square - center*center)
		}
	}
	const steep, least, most = 2, .02, .95
	power := min(max(c.power-slope/curve, 0), steep)
	lapse := min(max(lapsed/max(predicted, 1), least), most)
	change = math.Abs(power-c.power) + math.Abs(lapse-c.lapse)
	c.power, c.lapse = power, lapse
	for l := range shares {
		shares[l]++
	}
	prob.Normalize(shares)
	copy(c.shares, shares)
	return change + c.rate(hits, given, mean)
}

// rate sets the accuracies of the workers, such that they are right with probability mean on average.
func (c *classifier) rate(hits, given []float64, mean float64) (change float64) {
	const least = .02
	within := func(x float64) float64 { return min(max(x, least), 1-least) }
	all := prob.Total(given)
	if all == 0 {
		return 0
	}
	average := within(prob.Total(hits) / all)
	shift := prob.Logit(within(mean)) - prob.Logit(average)
	tells := func(p float64) float64 { return p - (1-p)/float64(c.d.Classes-1) }
	own := ownLabels * math.Pow(tells(usual)/max(tells(mean), .1), 2)
	for j, n := range given {
		x := within((hits[j] + own*average) / (n + own))
		was := c.right[j]
		c.right[j] = within(prob.Logistic(prob.Logit(x) + shift))
		change += math.Abs(c.right[j]-was) * n / all
	}
	return change
}
