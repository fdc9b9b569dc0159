package dawidskene

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"concord/core/crowd"
	"concord/core/prob"
)

// Credible intervals of worker accuracy under IBCC.
//
// The accuracy of worker j is A_j = Σ_k p_k π_j[k][k], the probability that j's
// next label is right, of a task drawn as these were.
//
// Mean field alone is too sure of it: it takes the posteriors q of the tasks for
// given. What is left out is the linear response (Giordano, Broderick & Jordan
// 2015): tilt the model by ε A_j, let the means settle anew, and
//
//	Var A_j = dE[A_j]/dε = V_AA + cᵀ h,   h = W c + W V h
//
// where, with t the vector of all log π_j[k][l] and log p_k,
//
//	V_AA = Var A_j, c = Cov(t, A_j), V = Cov(t)    under q(p) q(π): Dirichlet moments
//	W = Σ_i H_iᵀ (diag q_i − q_i q_iᵀ) H_i         what tasks not certain pass on
//
// and H_i sums the entries of t that speak for each class of task i. In the
// terms of EM this is Louis' missing information, for a Dirichlet posterior.
// I − W V is self-adjoint in the inner product of V, so conjugate gradients solve
// for h, a pass over the tasks each. The interval is that of the Beta distribution
// with the mean and the variance found.
//
// Where workers are more than solves they share right-hand sides, each with a
// sign by hash: what the others add has mean zero and is small, for workers
// correlate weakly (on trec2011 it moves the standard deviations by 2 %). Data
// with more than maxResponse labels times classes get the response of each
// worker's own rows alone, most of the whole: the others are then taken as known.
//
// Ryan Giordano, Tamara Broderick, Michael Jordan. Linear response methods for
// accurate covariance estimates from mean field variational Bayes. NeurIPS 2015.
const (
	credible = 0.95
	solves   = 64

	maxResponse = 1 << 19
	settled     = 1e-4 // squared residual, relative, at which conjugate gradients end
	maxSolve    = 200  // their most steps
	certain     = 1e-3 // tasks whose other classes have less than this pass nothing on
)

// intervals bound the accuracies of the workers, M each.
type intervals struct{ low, high []float64 }

// intervals returns those of the present step.
func (f *vb) intervals(posterior []float64) *intervals {
	r := newResponse(f, posterior)
	variance := r.own()
	if f.data.Len()*f.classes <= maxResponse {
		for j, v := range r.all(variance) {
			variance[j] = max(variance[j], v) // nobody is known better for the others' being unknown
		}
	}
	b := &intervals{make([]float64, len(r.mean)), make([]float64, len(r.mean))}
	for j, m := range r.mean {
		b.low[j], b.high[j] = betaInterval(m, variance[j])
	}
	return b
}

// betaInterval returns the central interval of the Beta distribution with the given moments.
func betaInterval(mean, variance float64) (low, high float64) {
	if !(variance > 0) || mean <= 0 || mean >= 1 {
		return mean, mean
	}
	n := mean*(1-mean)/min(variance, 0.999*mean*(1-mean)) - 1
	a, b := mean*n, (1-mean)*n
	low = mathext.InvRegIncBeta(a, b, (1-credible)/2)
	high = mathext.InvRegIncBeta(a, b, (1+credible)/2)
	// Round: special functions differ in their last digits between platforms. Clamp: when mass
	// piles up at 0 or 1 the quantiles may exclude the mean.
	const digits = 1e9
	return min(math.Round(low*digits)/digits, mean), max(math.Round(high*digits)/digits, mean)
}

// response is the linear system. Its vectors hold the entries of Model.Table, then those of the
// prior.
type response struct {
	data      *crowd.Dataset
	classes   int
	table     int       // entries of the table: where those of the prior begin
	nu, alpha []float64 // the posterior: K, table
	total     float64   // Σ ν
	rows      []float64 // M×K, Σ_l α
	spread    []float64 // Ψ′ of α, then of ν
	less      []float64 // M×K, Ψ′ of the rows' sums, then of Σ ν
	mean      []float64 // M, E A_j
	plain     []float64 // M, V_AA

	open  []int32   // the tasks that are not certain
	q     []float64 // open×K, their posteriors
	start []int32   // open+1, where the labels of each begin
	key   []int32   // of each of those labels: where its row of the table begins

	pull []float64 // K, scratch
	sums []float64 // K, scratch
}

func newResponse(f *vb, posterior []float64) *response {
	k := f.classes
	r := &response{
		data: f.data, classes: k, table: len(f.alpha), nu: f.nu, alpha: f.alpha,
		rows:   make([]float64, f.data.Workers*k),
		spread: make([]float64, len(f.alpha)+k), less: make([]float64, f.data.Workers*k+1),
		start: []int32{0}, pull: make([]float64, k), sums: make([]float64, k),
	}
	for n, a := range f.alpha {
		r.rows[n/(k*k)*k+n%k] += a
		r.spread[n] = trigamma(a)
	}
	for c, a := range f.nu {
		r.total += a
		r.spread[r.table+c] = trigamma(a)
	}
	for n, a := range r.rows {
		r.less[n] = trigamma(a)
	}
	r.less[len(r.rows)] = trigamma(r.total)
	for j := range f.data.Workers {
		mean, variance := r.moments(j)
		r.mean, r.plain = append(r.mean, mean), append(r.plain, variance)
	}
	for i := range f.data.Tasks {
		if slices.Max(posterior[i*k:(i+1)*k]) > 1-certain {
			continue
		}
		from, to := f.data.Of(i)
		for n := from; n < to; n++ {
			r.key = append(r.key, (f.data.Worker[n]*int32(k)+int32(f.data.Class[n]))*int32(k))
		}
		r.open = append(r.open, int32(i))
		r.start = append(r.start, int32(len(r.key)))
		r.q = append(r.q, posterior[i*k:(i+1)*k]...)
	}
	return r
}

// trigamma returns Ψ′(x) = Σ_n 1/(x+n)².
func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// moments returns the mean and variance of A_j under q(p) q(π).
func (r *response) moments(j int) (mean, variance float64) {
	k := r.classes
	for t := range k {
		right, p := r.right(j, t), r.nu[t]/r.total
		mean += p * right
		variance += (p*p + p*(1-p)/(r.total+1)) * right * (1 - right) / (r.rows[j*k+t] + 1)
	}
	for t := range k {
		off := r.right(j, t) - mean
		variance += r.nu[t] / r.total * off * off / (r.total + 1)
	}
	return mean, variance
}

// right returns E π_j[t][t].
func (r *response) right(j, t int) float64 {
	k := r.classes
	return r.alpha[(j*k+t)*k+t] / r.rows[j*k+t]
}

// covariance adds scale·c to x and prior: c of j's rows to x[:K×K], c of the prior to prior.
//
//	Cov(log π_l, π_t) = E π_t (δ_lt/α_t − 1/Σα)      of a Dirichlet distribution
func (r *response) covariance(j int, scale float64, x, prior []float64) {
	k := r.classes
	for t := range k {
		right, p, sum := r.right(j, t), r.nu[t]/r.total, r.rows[j*k+t]
		for l := range k {
			x[l*k+t] -= scale * p * right / sum
		}
		x[t*k+t] += scale * p / sum
		if prior != nil {
			prior[t] += scale * (right - r.mean[j]) / r.total
		}
	}
}

// carry sets out = W x.
func (r *response) carry(out, x []float64) {
	clear(out)
	prior := out[r.table:]
	for o := range r.open {
		keys := r.key[r.start[o]:r.start[o+1]]
		copy(r.pull, x[r.table:])
		for _, key := range keys {
			add(r.pull, x[key:])
		}
		r.yield(o)
		add(prior, r.pull)
		for _, key := range keys {
			add(out[key:], r.pull)
		}
	}
}

// add adds as much of x to sum as either has.
func add(sum, x []float64) {
	n := min(len(sum), len(x))
	sum, x = sum[:n], x[:n]
	for t, v := range x {
		sum[t] += v
	}
}

// yield turns the pull on the o-th open task into the change of its posterior, (diag q − q qᵀ)
// pull.
func (r *response) yield(o int) {
	q := r.q[o*r.classes : (o+1)*r.classes]
	mean := 0.0
	for t, v := range r.pull {
		mean += q[t] * v
	}
	for t, v := range r.pull {
		r.pull[t] = q[t] * (v - mean)
	}
}

// move sets out = V x. The covariance of log π in a row is diag Ψ′(α) − Ψ′(Σα).
func (r *response) move(out, x []float64) {
	k := r.classes
	for j := range r.data.Workers {
		r.moveWorker(j, out[j*k*k:(j+1)*k*k], x[j*k*k:(j+1)*k*k])
	}
	sum := prob.Total(x[r.table:])
	for t := range k {
		out[r.table+t] = r.spread[r.table+t]*x[r.table+t] - r.less[len(r.rows)]*sum
	}
}

func (r *response) moveWorker(j int, out, x []float64) {
	k := r.classes
	clear(r.sums)
	for n, v := range x {
		r.sums[n%k] += v
	}
	spread := r.spread[j*k*k:]
	for n, v := range x {
		out[n] = spread[n]*v - r.less[j*k+n%k]*r.sums[n%k]
	}
}

// solve returns h = b + W V h by conjugate gradients in the inner product of V.
func solve(b []float64, carry, move func(out, x []float64)) []float64 {
	h, r, p := make([]float64, len(b)), slices.Clone(b), slices.Clone(b)
	vr, wvp := make([]float64, len(b)), make([]float64, len(b))
	move(vr, r)
	vp := slices.Clone(vr)
	rho := dot(r, vr)
	end := settled * rho
	for range maxSolve {
		if !(rho > end) {
			break
		}
		carry(wvp, vp)
		curve := 0.0
		for n := range p {
			curve += vp[n] * (p[n] - wvp[n])
		}
		if !(curve > 0) {
			break // far from an optimum there is no linear response; keep what there is
		}
		step := rho / curve
		for n := range h {
			h[n] += step * p[n]
			r[n] -= step * (p[n] - wvp[n])
		}
		move(vr, r)
		next := dot(r, vr)
		for n := range p {
			p[n] = r[n] + next/rho*p[n]
			vp[n] = vr[n] + next/rho*vp[n]
		}
		rho = next
	}
	return h
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for n, x := range a {
		sum += x * b[n]
	}
	return sum
}

// all returns the variances of all workers. Workers who share a right-hand side are scaled by their
// approximate variances, about, so that they disturb each other equally.
func (r *response) all(about []float64) []float64 {
	k := r.classes
	variance := slices.Clone(r.plain)
	size := r.table + k
	c, b, one, prior := make([]float64, size), make([]float64, size), make([]float64, k*k), make([]float64, k)
	scale := func(j int) float64 {
		sign := float64(crowd.Hash(0, uint64(j))&1)*2 - 1
		if about[j] > 0 {
			return sign / math.Sqrt(about[j])
		}
		return sign
	}
	for first := range min(solves, len(variance)) {
		clear(c)
		for j := first; j < len(variance); j += solves {
			r.covariance(j, scale(j), c[j*k*k:(j+1)*k*k], c[r.table:])
		}
		r.carry(b, c)
		h := solve(b, r.carry, r.move)
		for j := first; j < len(variance); j += solves {
			clear(one)
			clear(prior)
			r.covariance(j, 1/scale(j), one, prior)
			variance[j] += dot(one, h[j*k*k:(j+1)*k*k]) + dot(prior, h[r.table:])
		}
	}
	return variance
}

// own returns the variances with the response kept to each worker's own rows.
func (r *response) own() []float64 {
	k := r.classes
	variance := slices.Clone(r.plain)
	start, open, key := r.labels()
	c, b := make([]float64, k*k), make([]float64, k*k)
	for j := range variance {
		from, to := start[j], start[j+1]
		carry := func(out, x []float64) {
			clear(out)
			for n := from; n < to; {
				end := n // the labels of j on one task
				clear(r.pull)
				for ; end < to && open[end] == open[n]; end++ {
					add(r.pull, x[key[end]:])
				}
				r.yield(int(open[n]))
				for ; n < end; n++ {
					add(out[key[n]:], r.pull)
				}
			}
		}
		clear(c)
		r.covariance(j, 1, c, nil)
		carry(b, c)
		variance[j] += dot(c, solve(b, carry, func(out, x []float64) { r.moveWorker(j, out, x) }))
	}
	return variance
}

// labels lists the labels of open tasks by worker: those of j are the entries
// start[j] to start[j+1], ordered by task; key is the label's row in the
// worker's own table.
func (r *response) labels() (start, open, key []int32) {
	size := int32(r.classes * r.classes)
	start = make([]int32, r.data.Workers+1)
	for _, at := range r.key {
		start[at/size+1]++
	}
	for j := range r.data.Workers {
		start[j+1] += start[j]
	}
	open, key = make([]int32, len(r.key)), make([]int32, len(r.key))
	next := append([]int32(nil), start...)
	for o := range r.open {
		for _, at := range r.key[r.start[o]:r.start[o+1]] {
			to := next[at/size]
			next[at/size]++
			open[to], key[to] = int32(o), at%size
		}
	}
	return start, open, key
}
