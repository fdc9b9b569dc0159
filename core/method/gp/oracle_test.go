package gp

import (
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/shared"
)

// oracleProblem is the oracle's data as a problem, with its kernel and its
// workers' reliabilities.
func oracleProblem(t testing.TB) *problem {
	x, y := oracle(t)
	f := &crowd.Features{Names: []string{"x"}}
	var task, worker, class []int32
	for i, row := range y {
		f.X = append(f.X, x[i]...)
		for r, l := range row {
			if l >= 0 {
				task, worker, class = append(task, int32(i)), append(worker, int32(r)), append(class, int32(l))
			}
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(len(x), 3, 2, task, worker, class), Features: f}
	g, err := (&GPC{}).Start(d, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	p := g.(*gpc).problems[0]
	p.ep, p.kernel = nil, &Kernel{Scale: 1, Length: []float64{1}}
	p.alpha, p.beta = slices.Clone(oracleAlpha), slices.Clone(oracleBeta)
	settle(t, p)
	return p
}

// settle runs EP to its fixed point for the reliabilities there are.
func settle(t testing.TB, p *problem) {
	t.Helper()
	if err := p.rebuild(); err != nil {
		t.Fatal(err)
	}
	if n, settled, err := p.ep.run(1e-13, 500); err != nil || !settled {
		t.Fatalf("EP did not settle in %d sweeps: %v", n, err)
	}
}

// raw is the M-step without pseudo-counts.
func raw(p *problem, j int, truth func(i, j int) float64) (alpha, beta float64) {
	var hit, one, miss, zero float64
	d := p.fit.data
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			if int(d.Worker[n]) != j {
				continue
			}
			q := truth(i, j)
			one += q
			zero += 1 - q
			if p.says(d.Class[n]) {
				hit += q
			} else {
				miss += 1 - q
			}
		}
	}
	return hit / one, miss / zero
}

func TestMStep(t *testing.T) {
	p := oracleProblem(t)
	posterior := func(i, _ int) float64 { return p.posterior(i) }
	smooth := [2][]float64{}
	smooth[0], smooth[1] = p.tally(posterior)
	for r, row := range shared.Records(t, "oracle", "gp", "mstep.csv") {
		want := func(c int) float64 { return shared.Float(t, row[c]) }
		a, b := raw(p, r, posterior)
		near(t, "alpha", a, want(3), 1e-8)
		near(t, "beta", b, want(4), 1e-8)
		near(t, "smoothed alpha", smooth[0][r], want(5), 1e-8)
		near(t, "smoothed beta", smooth[1][r], want(6), 1e-8)
		a, b = raw(p, r, p.without)
		near(t, "alpha without its worker's labels, same cavity", a, want(9), 1e-8)
		near(t, "beta without its worker's labels, same cavity", b, want(10), 1e-8)
	}
	for i, row := range shared.Records(t, "oracle", "gp", "loao.csv") {
		if p.fit.row[i] < 0 {
			continue // nobody labelled it
		}
		for r := range 3 {
			near(t, "p without a worker", p.without(i, r), shared.Float(t, row[4+r]), 1e-8)
		}
	}
}

// The exact leave-one-annotator-out: EP run anew without the worker's labels.
func TestLeaveOneAnnotatorOut(t *testing.T) {
	x, y := oracle(t)
	want := shared.Records(t, "oracle", "gp", "loao.csv")
	work := newWorkspace(x)
	for r, row := range shared.Records(t, "oracle", "gp", "mstep.csv") {
		left := make([][]int, len(y))
		for i := range y {
			left[i] = slices.Clone(y[i])
			left[i][r] = -1
		}
		pr := newExact(&Kernel{Scale: 1, Length: []float64{1}}, work)
		e, err := newEP(pr, len(x), oracleFactors(left, oracleAlpha, oracleBeta))
		if err != nil {
			t.Fatal(err)
		}
		if _, settled, err := e.run(1e-13, 500); err != nil || !settled {
			t.Fatalf("EP did not settle: %v", err)
		}
		near(t, "log Z without a worker", e.logZ(), shared.Float(t, row[11]), 1e-8)
		for k := range e.factors {
			i := e.factors[k].task
			near(t, "p", e.truth(&e.factors[k]), shared.Float(t, want[i][1+r]), 1e-8)
		}
	}
}

// One sequential sweep from empty sites, by rank-one updates of Σ: the schedule
// of the paper. Its fixed point is that of the parallel sweeps that the fit makes.
func TestSequentialSweep(t *testing.T) {
	x, y := oracle(t)
	n := len(x)
	work := newWorkspace(x)
	kernel := &Kernel{Scale: 1, Length: []float64{1}}
	work.load(kernel)
	sigma, mu, nu := slices.Clone(work.k), make([]float64, n), make([]float64, n)
	fs := oracleFactors(y, oracleAlpha, oracleBeta)
	for k := range fs {
		f := &fs[k]
		i := f.task
		m, v, _ := f.cavity(mu[i], sigma[i*n+i])
		tau, next, ok := f.match(m, v)
		if !ok {
			continue
		}
		change := tau - f.tau
		f.tau, f.nu, nu[i] = tau, next, next
		column := make([]float64, n)
		for a := range column {
			column[a] = sigma[a*n+i]
		}
		for a := range n {
			for b := range n {
				sigma[a*n+b] -= change / (1 + change*column[i]) * column[a] * column[b]
			}
		}
		for a := range n {
			mu[a] = prob.Dot(sigma[a*n:(a+1)*n], nu)
		}
	}
	e, err := newEP(newExact(kernel, work), n, fs)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range shared.Records(t, "oracle", "gp", "sites_after_1_sweep.csv") {
		near(t, "tau", e.tau[i], shared.Float(t, row[1]), 1e-8)
		near(t, "nu", e.nu[i], shared.Float(t, row[2]), 1e-8)
		near(t, "mean", e.mean[i], shared.Float(t, row[3]), 1e-8)
		near(t, "variance", e.vari[i], shared.Float(t, row[4]), 1e-8)
	}
	for _, row := range shared.Records(t, "oracle", "gp", "scalars.csv") {
		if row[0] == "logZ_EP_after_1_sweep" {
			near(t, "log Z", e.logZ(), shared.Float(t, row[1]), 1e-8)
		}
	}
}

// em iterates EP and the M-step to the fixed point.
func em(t testing.TB, p *problem) {
	for range 5000 {
		settle(t, p)
		truth := make([]float64, p.fit.data.Tasks)
		for i := range truth {
			truth[i] = p.posterior(i)
		}
		if p.rates(truth) < 1e-11 {
			settle(t, p)
			return
		}
	}
	t.Fatal("EM did not settle")
}

func TestEMFixedPoint(t *testing.T) {
	want := shared.Records(t, "oracle", "gp", "em_fixed_point.csv")
	items := shared.Records(t, "oracle", "gp", "em_fixed_point_items.csv")
	for _, start := range [][2]float64{{.7, .7}, {.6, .8}, {.3, .3}} {
		p := oracleProblem(t)
		for r := range 3 {
			p.alpha[r], p.beta[r] = start[0], start[1]
		}
		em(t, p)
		mirrored := start[0] < 0.5 // the classes have changed places
		for r, row := range want {
			a, b := p.alpha[r], p.beta[r]
			if mirrored {
				a, b = 1-b, 1-a
			}
			near(t, "alpha", a, shared.Float(t, row[1]), 1e-7)
			near(t, "beta", b, shared.Float(t, row[2]), 1e-7)
		}
		near(t, "log Z", p.ep.logZ(), -28.3883130608, 1e-7)
		for i, row := range items {
			r := p.fit.row[i]
			if r < 0 {
				continue
			}
			mean, q := p.ep.mean[r], p.posterior(i)
			if mirrored {
				mean, q = -mean, 1-q
			}
			near(t, "mean", mean, shared.Float(t, row[1]), 1e-7)
			near(t, "variance", p.ep.vari[r], shared.Float(t, row[2]), 1e-7)
			near(t, "p", q, shared.Float(t, row[3]), 1e-7)
		}
	}
	p := oracleProblem(t)
	for r := range 3 {
		p.alpha[r], p.beta[r] = .5, .5
	}
	em(t, p)
	for i := range p.fit.data.Tasks { // a saddle: nothing is learned of any task
		near(t, "p at the saddle", p.posterior(i), .5, 1e-9)
	}
}

// EP against the truth, within the error that the oracle states for EP.
func TestBruteForce(t *testing.T) {
	p := oracleProblem(t)
	for i, row := range shared.Records(t, "oracle", "gp", "bruteforce_N20.csv") {
		r := p.fit.row[i]
		if r < 0 {
			continue
		}
		for c, got := range []float64{p.ep.mean[r], p.ep.vari[r], p.posterior(i)} {
			tol := []float64{0.003, 0.009, 0.001}[c]
			if want := shared.Float(t, row[1+2*c]); math.Abs(got-want) > tol {
				t.Errorf("item %d, %s: got %v, want %v within %v", i, []string{"mean", "variance", "p"}[c], got, want, tol)
			}
		}
	}
	for _, row := range shared.Records(t, "oracle", "gp", "bruteforce_predict.csv") {
		if got, want := p.predict([][]float64{{shared.Float(t, row[0])}})[0], shared.Float(t, row[1]); math.Abs(got-want) > 0.001 {
			t.Errorf("p at %s: got %v, want %v", row[0], got, want)
		}
	}
	x, y := oracle(t)
	cases := map[string][][]string{}
	for _, row := range shared.Records(t, "oracle", "gp", "bruteforce_small.csv") {
		cases[row[0]] = append(cases[row[0]], row)
	}
	for name, rows := range cases {
		var points [][]float64
		var labels [][]int
		for _, row := range rows {
			i := int(shared.Float(t, row[1]))
			points, labels = append(points, x[i]), append(labels, y[i])
		}
		e, err := newEP(newExact(&Kernel{Scale: 1, Length: []float64{1}}, newWorkspace(points)), len(points),
			oracleFactors(labels, oracleAlpha, oracleBeta))
		if err != nil {
			t.Fatal(err)
		}
		if _, settled, err := e.run(1e-13, 500); err != nil || !settled {
			t.Fatalf("%s: EP did not settle: %v", name, err)
		}
		near(t, name+": log Z", e.logZ(), shared.Float(t, rows[0][3]), 1e-8)
		if want := shared.Float(t, rows[0][2]); math.Abs(e.logZ()-want) > 0.001 {
			t.Errorf("%s: log Z: got %v, exactly %v", name, e.logZ(), want)
		}
		for k := range e.factors {
			f := &e.factors[k]
			near(t, name+": p", e.truth(f), shared.Float(t, rows[f.task][5]), 1e-8)
			near(t, name+": mean", e.mean[f.task], shared.Float(t, rows[f.task][7]), 1e-8)
			near(t, name+": variance", e.vari[f.task], shared.Float(t, rows[f.task][9]), 1e-8)
		}
	}
}

// Who is to label what next, by the oracle's figures.
func TestNext(t *testing.T) {
	p := oracleProblem(t)
	for _, row := range shared.Records(t, "oracle", "gp", "predict.csv") {
		mean, variance := p.ep.prior.predict([][]float64{{shared.Float(t, row[0])}})
		near(t, "score", math.Abs(mean[0])/math.Sqrt(1+variance[0]), shared.Float(t, row[4]), 1e-8)
	}
	s := p.fit.Next(20, nil, nil)
	if s[0].Task != 7 { // the only task without labels
		t.Errorf("first: got task %d, want 7", s[0].Task)
	}
	for n := 2; n < len(s); n++ {
		if s[n].Score < s[n-1].Score {
			t.Errorf("suggestion %d has score %v, after %v", n, s[n].Score, s[n-1].Score)
		}
	}
	alpha, beta := p.apart()
	q := p.predict([][]float64{p.fit.data.Features.Row(7)})[0]
	for j := range alpha {
		if v := q*alpha[j] + (1-q)*beta[j]; v > s[0].Right+1e-12 {
			t.Errorf("worker %d is right with %v, the one suggested (%d) with %v", j, v, s[0].Worker, s[0].Right)
		}
	}
}
