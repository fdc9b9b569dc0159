package gp

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Labels can't tell a fit from its mirror image, in which f is −f, α is 1 − β and β is 1 − α: log Z
// is the same. The start from the vote mostly leads to the one in which workers know more than
// chance, but not always. So a fit without gold that ends with a mean α + β below 1 is exchanged for
// its image. With gold the two differ: where the labels of gold tasks are more probable in the
// image, too, EM goes on from there, and of both ends the one that explains gold and labels better
// is kept, even if most workers then say the opposite of the truth.

// end is the end of the fit, or mirrors it once where workers are on average worse than chance.
func (p *problem) end() error {
	p.done = true
	switch {
	case p.fit.method.Kind != Annotators:
	case p.image != nil:
		if own, _ := p.evidence(); own < p.image.evidence {
			p.mirrored = false
			return p.restore()
		}
	default:
		own, other := p.evidence()
		if p.informed() >= 0 && own >= other {
			return nil
		}
		p.image = &image{p.kernel, p.alpha, p.beta, slices.Clone(p.ep.factors), p.logZ, own}
		p.mirrored = true
		if p.fit.data.Gold != nil {
			p.done, p.moving = false, true
		}
		return p.mirror()
	}
	return nil
}

// image is where a fit ended before it was mirrored.
type image struct {
	kernel         *Kernel
	alpha, beta    []float64
	factors        []factor
	logZ, evidence float64
}

// informed is the workers' mean α + β − 1: below 0 they are on average worse than chance.
func (p *problem) informed() float64 {
	var s float64
	for j, a := range p.alpha {
		s += (a + p.beta[j] - 1) / float64(len(p.alpha))
	}
	return s
}

// evidence is log Z with the probability of the labels of gold tasks given their class, which log Z
// leaves out; and the same with the reliabilities of the image.
func (p *problem) evidence() (own, other float64) {
	own, other = p.logZ, p.logZ
	for i := range p.fit.data.Tasks {
		if !p.fit.gold(i) {
			continue
		}
		a, b := p.logs(i, -1)
		if int(p.fit.data.Gold[i]) != p.class {
			a, b = b, a
		}
		own, other = own+a, other+b
	}
	return own, other
}

// mirror exchanges the class and the rest. Sites of gold tasks start anew: their class stays.
func (p *problem) mirror() error {
	alpha, beta := p.alpha, p.beta
	p.alpha, p.beta = make([]float64, len(alpha)), make([]float64, len(beta))
	for j := range alpha {
		p.alpha[j], p.beta[j] = 1-beta[j], 1-alpha[j]
	}
	for k := range p.ep.factors {
		f := &p.ep.factors[k]
		if math.IsInf(f.logA, -1) || math.IsInf(f.logB, -1) {
			f.tau, f.nu = 0, 0
			continue
		}
		f.logA, f.logB, f.nu = f.logB, f.logA, -f.nu
	}
	return p.settle()
}

// settle recomputes the posterior from sites that were changed, or from none if they make it improper.
func (p *problem) settle() error {
	if err := p.ep.refresh(); err == nil && p.ep.proper() {
		return nil
	}
	emptied(p.ep.factors)
	return p.ep.refresh()
}

// restore goes back to where the fit ended before it was mirrored.
func (p *problem) restore() error {
	p.kernel, p.alpha, p.beta, p.logZ = p.image.kernel, p.image.alpha, p.image.beta, p.image.logZ
	if err := p.rebuild(); err != nil {
		return err
	}
	copy(p.ep.factors, p.image.factors)
	return p.ep.refresh()
}

// ErrMirrored is in the warning of a fit that ended as a mirror image and was turned round.
var ErrMirrored = errors.New("the fit ended as a mirror image, with workers on average worse than chance")

// doubt says that the fit was mirrored, or that workers are on average worse than chance; nil: neither.
func (p *problem) doubt() error {
	switch mean := 1 + p.informed(); {
	case p.fit.method.Kind != Annotators:
	case mean < 1 && p.image != nil:
		return fmt.Errorf("class %d: workers are on average worse than chance (sensitivity + specificity: %.2f, below 1), and gold fits that "+
			"better than the opposite; check that gold and labels mean the same by their classes", p.class+1, mean)
	case mean < 1:
		return fmt.Errorf("class %d: workers are on average worse than chance (sensitivity + specificity: %.2f, below 1), so answers may be the "+
			"opposite of the truth; more steps or gold tasks may turn them round", p.class+1, mean)
	case p.mirrored && p.fit.data.Gold != nil:
		return fmt.Errorf("class %d: %w; it was turned round, which fits gold better", p.class+1, ErrMirrored)
	case p.mirrored:
		return fmt.Errorf("class %d: %w; it was turned round, which fits the labels as well; gold tasks would tell which is right",
			p.class+1, ErrMirrored)
	}
	return nil
}
