package prob

// Dot returns the dot product of x and the first len(x) entries of y. It keeps four
// running sums, since with one each addition waits for the previous one.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	n := len(x) &^ 3
	for i := 0; i < n; i += 4 {
		a += x[i] * y[i]
		b += x[i+1] * y[i+1]
		c += x[i+2] * y[i+2]
		d += x[i+3] * y[i+3]
	}
	for i := n; i < len(x); i++ {
		a += x[i] * y[i]
	}
	return (a + b) + (c + d)
}
