package gp

// gradient returns, right after posterior and at the fixed point of EP (where the sites' own
// dependence vanishes), the derivatives of log Z by the logarithms of the kernel's parameters, in
// the order of Kernel.params:
//
//	½ Σ_ij (w_i w_j − R_ij) ∂K_ij,   w = ν − Tμ,   R = T − TΣT
//
// R = √T B⁻¹ √T among positive sites, less what negative ones add.
func (e *exact) gradient() []float64 {
	n, m := e.n, len(e.wneg)
	length := e.kernel.Length
	g := make([]float64, len(length)+1)
	visit := func(i, j int, b, more float64) { // b = (B⁻¹)_ij, more = (E Eᵀ)_ij
		if i >= n || j > i {
			return
		}
		r := e.root[i] * b * e.root[j]
		switch {
		case e.tau[i] < 0:
			r = -e.tau[i] * e.sigma.at(e.place[i], j) * e.tau[j]
		case e.tau[j] < 0:
			r = -e.tau[i] * e.sigma.at(e.place[j], i) * e.tau[j]
		}
		r -= e.tau[i] * more * e.tau[j]
		both := 1.0 // off the diagonal an entry stands twice
		if i == j {
			both = 0.5
			if e.tau[i] < 0 {
				r += e.tau[i]
			}
		}
		z := both * (e.weight[i]*e.weight[j] - r) * e.k[i*n+j]
		g[len(length)] += 2 * z
		if i == j {
			return
		}
		if len(length) == 1 {
			g[0] += z * e.distance[i*n+j] / (length[0] * length[0])
			return
		}
		for d, l := range length {
			v := (e.x[i][d] - e.x[j][d]) / l
			g[d] += z * v * v
		}
	}
	for i0 := 0; i0 < n; i0 += tile {
		for j := 0; j < min(i0+tile, n); j += 2 {
			for i := max(i0, j); i < min(i0+tile, n); i += 2 {
				p, q, r, s := cross(e.inverse.pair(i)[i:], e.inverse.pair(j)[i:])
				var ep, eq, er, es float64
				if m > 0 {
					ep, eq, er, es = cross(e.extra.pair(i), e.extra.pair(j))
				}
				visit(i, j, p, ep)
				visit(i, j+1, q, eq)
				visit(i+1, j, r, er)
				visit(i+1, j+1, s, es)
			}
		}
	}
	return g
}
