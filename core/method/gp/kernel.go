package gp

import "math"

// Kernel is the squared exponential covariance
//
//	k(x, x') = σ_f² exp(−½ Σ_d (x_d − x'_d)² / ℓ_d²)
//
// with one length-scale for all features (isotropic) or one each (automatic
// relevance determination).
type Kernel struct {
	Scale  float64   // σ_f > 0
	Length []float64 // ℓ > 0: one entry, or one a feature
}

// at returns k(x, y).
func (k *Kernel) at(x, y []float64) float64 {
	return k.Scale * k.Scale * math.Exp(-0.5*k.distance(x, y))
}

// distance returns Σ_d (x_d − y_d)² / ℓ_d².
func (k *Kernel) distance(x, y []float64) float64 {
	var s float64
	if len(k.Length) == 1 {
		for d, v := range x {
			v -= y[d]
			s += v * v
		}
		return s / (k.Length[0] * k.Length[0])
	}
	for d, v := range x {
		v = (v - y[d]) / k.Length[d]
		s += v * v
	}
	return s
}

// params returns the logarithms of the length-scales and of σ_f, in that order.
func (k *Kernel) params() []float64 {
	p := make([]float64, 0, len(k.Length)+1)
	for _, l := range k.Length {
		p = append(p, math.Log(l))
	}
	return append(p, math.Log(k.Scale))
}

// Bounds of the hyper-parameters, outside which the evidence is flat or EP fails: σ_f in [0.2, 10],
// ℓ in [0.15, 20]·√D on standardised features.
const (
	minScale, maxScale   = 0.2, 10
	minLength, maxLength = 0.15, 20
)

// clamped returns the kernel with those parameters, clamped to the bounds, and its parameters.
func clamped(p []float64, features int) (*Kernel, []float64) {
	k := &Kernel{Length: make([]float64, len(p)-1)}
	x := make([]float64, len(p))
	for i, v := range p {
		lo, hi := bounds(i == len(p)-1, features)
		if x[i] = math.Min(math.Max(v, lo), hi); math.IsNaN(v) {
			x[i] = lo
		}
		if i < len(k.Length) {
			k.Length[i] = math.Exp(x[i])
		} else {
			k.Scale = math.Exp(x[i])
		}
	}
	return k, x
}

// bounds returns those of the logarithm of the scale, or of a length-scale.
func bounds(scale bool, features int) (lo, hi float64) {
	if scale {
		return math.Log(minScale), math.Log(maxScale)
	}
	root := math.Log(float64(features)) / 2
	return math.Log(minLength) + root, math.Log(maxLength) + root
}

// stop sets the gradient g at x to zero where it points out of the bounds.
func stop(x, g []float64, features int) {
	for i, v := range x {
		if lo, hi := bounds(i == len(x)-1, features); v <= lo && g[i] < 0 || v >= hi && g[i] > 0 {
			g[i] = 0
		}
	}
}
