package prob

import "math"

// Pow returns x^y for positive finite x, to about one part in 10^13, by the same operations on every platform. It takes a quarter of the
// time of Exp(y Log x): most of either comes from a table (Tang 1989, 1990).
func Pow(x, y float64) float64 {
	// x = 2^e m, and m/c = 1 + r with c the middle of one of 128 parts of [1, 2)
	bits := math.Float64bits(x)
	e := int(bits>>mantissa) - bias
	if e == -bias || e > bias {
		return Exp(y * Log(x)) // subnormal, or no number
	}
	c := &logs[bits>>(mantissa-logBits)&(1<<logBits-1)]
	m := math.Float64frombits(bits&(1<<mantissa-1) | bias<<mantissa)
	r := m*c.inverse - 1
	s := r * r
	z := y * (float64(e) + c.log2 + math.Log2E*(r-s*(.5-r*(1./3))-s*s*(.25-r*.2)))
	// z = n + i/64 + f/64 with |f| ≤ ½
	scaled := z * (1 << expBits)
	if !(scaled > -1000<<expBits && scaled < 1000<<expBits) {
		return Exp(z * math.Ln2)
	}
	near := math.Floor(scaled + .5)
	at := int(near)
	t := (scaled - near) * (math.Ln2 / (1 << expBits))
	u := t * t
	whole := math.Float64frombits(uint64(at>>expBits+bias) << mantissa)
	return whole * powers[at&(1<<expBits-1)] * (1 + (t + u*(.5+t*(1./6)) + u*u*(1./24+t*(1./120))))
}

const logBits, expBits = 7, 6

// logs has, of each part of [1, 2), the inverse of its middle, and the binary logarithm of what that inverts.
var logs = func() (all [1 << logBits]struct{ inverse, log2 float64 }) {
	for n := range all {
		c := &all[n]
		c.inverse = 1 / (1 + (float64(n)+.5)/(1<<logBits))
		c.log2 = -Log(c.inverse) / math.Ln2
	}
	all[0].inverse, all[0].log2 = 1, 0 // that of 1 is exact
	return all
}()

// powers has 2^(i/64).
var powers = func() (all [1 << expBits]float64) {
	for i := range all {
		all[i] = 1 + math.Expm1(float64(i)*(ln2High/(1<<expBits)))
		all[i] += all[i] * (float64(i) * (ln2Low / (1 << expBits)))
	}
	return all
}()
