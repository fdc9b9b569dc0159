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

// Dots returns the dot products of x with the first len(x) entries of y and of z. In WebAssembly it takes no longer than one Dot does.
func Dots(x, y, z []float64) (xy, xz float64) {
	y, z = y[:len(x)], z[:len(x)]
	var a, b, c, d float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		p, u, v := x[i:i+4:i+4], y[i:i+4:i+4], z[i:i+4:i+4]
		p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
		a += p0*u[0] + p1*u[1]
		b += p2*u[2] + p3*u[3]
		c += p0*v[0] + p1*v[1]
		d += p2*v[2] + p3*v[3]
	}
	for ; i < len(x); i++ {
		a += x[i] * y[i]
		c += x[i] * z[i]
	}
	return a + b, c + d
}
