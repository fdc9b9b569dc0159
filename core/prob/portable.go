package prob

import "math"

// math.Exp and math.Log are assembly on some platforms and differ in the last bit from WebAssembly.
// math.Expm1 and math.Log1p are not, so methods that use Exp and Log from here give the same bits
// in the browser and in the shell.

// ln 2 in two parts, the first with so few digits that its products with exponents are exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Log returns the natural logarithm of x to about one unit in the last place. Unlike math.Log on
// amd64, which takes subnormal x for about 2^-1023 (Go 1.26: log 5e-324 is −709.09, not −744.44),
// it is right for them: probabilities that EM drives to 0 pass there.
func Log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x) // 0, ∞, NaN and negative numbers
	}
	// x = f·2^e with √½ ≤ f < √2
	f, e := frexp(x)
	if f < math.Sqrt2/2 {
		f *= 2
		e--
	}
	return float64(e)*ln2High + (math.Log1p(f-1) + float64(e)*ln2Low)
}

// Exp returns e^x, to about one unit in the last place.
func Exp(x float64) float64 {
	if !(x > -746 && x < 710) {
		return math.Exp(x) // 0, ∞ or NaN
	}
	// x = k·ln 2 + r with |r| ≤ ln 2 / 2
	k := math.Round(x / math.Ln2)
	r := (x - k*ln2High) - k*ln2Low
	y := 1 + math.Expm1(r)
	if k < -1000 || k > 1000 {
		return math.Ldexp(y, int(k))
	}
	return y * math.Float64frombits(uint64(int(k)+bias)<<mantissa) // exact, and quicker
}

// bias is the exponent of 1 and mantissa the number of bits below the exponent.
const bias, mantissa = 1023, 52

// frexp is math.Frexp for positive finite x.
func frexp(x float64) (f float64, e int) {
	bits := math.Float64bits(x)
	e = int(bits>>mantissa) - bias + 1
	if e < 2-bias { // subnormal
		return math.Frexp(x)
	}
	return math.Float64frombits(bits&(1<<mantissa-1) | (bias-1)<<mantissa), e
}

// Logit is the log-odds of a probability, of one nearer to 0 or 1 than 1e-6 those of that.
func Logit(p float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return Log(p / (1 - p))
}

// Logistic is the probability of log-odds.
func Logistic(x float64) float64 { return 1 / (1 + Exp(-x)) }
