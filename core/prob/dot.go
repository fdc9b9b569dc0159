package prob

// Dot returns the dot product of x and the first len(x) entries of y. Its four running sums keep
// additions from waiting for each other.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		u, v := x[i:i+4:i+4], y[i:i+4:i+4]
		a += u[0] * v[0]
		b += u[1] * v[1]
		c += u[2] * v[2]
		d += u[3] * v[3]
	}
	for ; i < len(x); i++ {
		a += x[i] * y[i]
	}
	return (a + b) + (c + d)
}
