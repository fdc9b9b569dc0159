package prob

import "math"

// math.Exp and math.Log are assembly on some platforms and differ in the last bit from WebAssembly.
// Exp and Log from here give the same bits in the browser and in the shell. Most of either comes from a table (Tang 1989, 1990).

// ln 2 in two parts, the first with so few digits that its products with exponents are exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Log returns the natural logarithm of x to about one unit in the last place. Unlike math.Log on
// amd64, which takes subnormal x for about 2^-1023 (Go 1.26: log 5e-324 is −709.09, not −744.44),
// it is right for them: probabilities that EM drives to 0 pass there.
func Log(x float64) float64 {
	const root = 0x3fe6a09e667f3bcd // √½
	bits, e := math.Float64bits(x), 0
	if bits-1<<mantissa >= (2*bias)<<mantissa {
		if !(x > 0) || math.IsInf(x, 1) {
			return math.Log(x) // 0, ∞, NaN and negative numbers
		}
		bits, e = math.Float64bits(x*(1<<(mantissa+2))), -mantissa-2 // subnormal
	}
	// x = f·2^e with √½ ≤ f < √2, and f = c(1 + r) with 128c a whole number
	up := int64(bits-root) >> mantissa
	e += int(up)
	f := math.Float64frombits(bits - uint64(up)<<mantissa)
	c := &wholes[int(f*parts+.5)-leastWhole]
	r := (f - c.value) * c.inverse
	s := r * r
	high := float64(e)*ln2High + c.high // exact
	return high + (r + (s*(-.5+r*(1./3)+s*(-.25+r*.2+s*(r*(1./7)-1./6))) + (c.low + float64(e)*ln2Low)))
}

const (
	parts      = 128
	leastWhole = 91 // √½·128, rounded
	mostWhole  = 181
)

// wholes has whole numbers by 128: the inverse of each, and its logarithm in two parts, the first with so few digits that its sum with
// products of ln2High is exact.
var wholes = func() (all [mostWhole - leastWhole + 1]struct{ value, inverse, high, low float64 }) {
	const digits = 1 << 42
	for n := range all {
		c := &all[n]
		c.value = float64(leastWhole+n) / parts
		c.inverse = 1 / c.value
		log := math.Log1p(c.value - 1)
		c.high = math.Round(log*digits) / digits
		c.low = log - c.high
	}
	return all
}()

// Exp returns e^x, to about one unit in the last place.
func Exp(x float64) float64 {
	if !(x > -746 && x < 710) {
		return math.Exp(x) // 0, ∞ or NaN
	}
	// x = (k + i/64) ln 2 + r with |r| ≤ ln 2 / 128
	near := math.Floor(x*((1<<expBits)/math.Ln2) + .5)
	at := int(near)
	r := (x - near*(ln2High/(1<<expBits))) - near*(ln2Low/(1<<expBits))
	s, k, power := r*r, at>>expBits, powers[at&(1<<expBits-1)]
	y := power + power*(r+s*(.5+r*(1./6)+s*(1./24+r*(1./120))))
	if k < -1000 || k > 1000 {
		return math.Ldexp(y, k)
	}
	return y * math.Float64frombits(uint64(k+bias)<<mantissa) // exact, and quicker
}

// ExpAll replaces each of x by Exp of it. Of many it takes half of the time, and in WebAssembly a third.
func ExpAll(x []float64) {
	for n, v := range x {
		if !(v > -600 && v < 600) {
			x[n] = Exp(v)
			continue
		}
		near := math.Floor(v*((1<<expBits)/math.Ln2) + .5)
		at := int(near)
		r := (v - near*(ln2High/(1<<expBits))) - near*(ln2Low/(1<<expBits))
		s, power := r*r, powers[at&(1<<expBits-1)]
		y := power + power*(r+s*(.5+r*(1./6)+s*(1./24+r*(1./120))))
		x[n] = y * math.Float64frombits(uint64(at>>expBits+bias)<<mantissa)
	}
}

// bias is the exponent of 1 and mantissa the number of bits below the exponent.
const bias, mantissa = 1023, 52

// Logit is the log-odds of a probability, of one nearer to 0 or 1 than 1e-6 those of that.
func Logit(p float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return Log(p / (1 - p))
}

// Logistic is the probability of log-odds.
func Logistic(x float64) float64 { return 1 / (1 + Exp(-x)) }
