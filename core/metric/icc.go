package metric

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mathext"

	"concord/core/api"
	"concord/core/crowd"
)

const (
	fewComplete = "fewer than two tasks have a label of every worker"
	fewPaired   = "fewer than two tasks have two labels"
	oneRater    = "there is only one worker"
	sameNumbers = "all labels of these tasks are the same number"
)

// grid are the labels of the tasks that every worker labelled, repeats averaged.
type grid struct {
	tasks, raters int
	at            []float64 // tasks×raters
}

// complete returns the grid of labels that are numbers. Workers without labels are no raters.
func complete(l *crowd.Labels) grid {
	given := make([]int32, l.Workers)
	for _, j := range l.Worker[l.Start[0]:l.Start[l.Tasks]] {
		given[j]++
	}
	g := grid{}
	place := make([]int, l.Workers)
	for j, n := range given {
		if n > 0 {
			place[j] = g.raters
			g.raters++
		}
	}
	sum, times := make([]float64, g.raters), make([]float64, g.raters)
	for i := range l.Tasks {
		from, to := l.Of(i)
		if to-from < g.raters {
			continue
		}
		clear(sum)
		clear(times)
		different := 0
		for n := from; n < to; n++ {
			j := place[l.Worker[n]]
			if times[j] == 0 {
				different++
			}
			sum[j] += l.Value[n]
			times[j]++
		}
		if different < g.raters {
			continue
		}
		for j, x := range sum {
			g.at = append(g.at, x/times[j])
		}
		g.tasks++
	}
	return g
}

// The places of the intraclass correlations in api.Agreement.ICC: of one label and, from iccMeans on, of the mean of k.
const (
	iccOneWay = iota
	iccAgreement
	iccConsistency
	iccMeans
)

// oneWay returns the intraclass correlations, of which it computes those of one-way random effects: ICC(1) and ICC(k) of McGraw &
// Wong 1996, ICC(1,1) and ICC(1,k) of Shrout & Fleiss 1979. They take all tasks with two labels. Where these differ in their number of
// labels m_i, k is k₀ = (N − Σ m_i²/N)/(n − 1) of Donner 1986, and the interval is approximate.
func oneWay(l *crowd.Labels) []api.Concordance {
	icc := make([]api.Concordance, 2*iccMeans)
	for at := range icc {
		icc[at].Figure = api.Undefined(fewComplete)
	}
	n, labels, squares, total := 0.0, 0.0, 0.0, 0.0
	origin := 0.0
	each := func(visit func(values []float64)) {
		for i := range l.Tasks {
			if from, to := l.Of(i); to-from > 1 {
				visit(l.Value[from:to])
			}
		}
	}
	each(func(values []float64) {
		if n == 0 {
			origin = values[0] // so that numbers far from zero lose no digits
		}
		n++
		labels += float64(len(values))
		squares += float64(len(values)) * float64(len(values))
		for _, x := range values {
			total += x - origin
		}
	})
	if n < 2 {
		icc[iccOneWay].Figure, icc[iccMeans].Figure = api.Undefined(fewPaired), api.Undefined(fewPaired)
		return icc
	}
	grand, between, within := total/labels, 0.0, 0.0
	each(func(values []float64) {
		m := 0.0
		for _, x := range values {
			m += (x - origin) / float64(len(values))
		}
		between += float64(len(values)) * (m - grand) * (m - grand)
		for _, x := range values {
			within += (x - origin - m) * (x - origin - m)
		}
	})
	k := (labels - squares/labels) / (n - 1)
	df1, df2 := n-1, labels-n
	icc[iccOneWay], icc[iccMeans] = fromF(between/df1, within/df2, k, df1, df2, int(n))
	return icc
}

// fromF are the coefficients that a ratio of two mean squares gives, with exact intervals: ρ₁ = (F − 1)/(F + k − 1) and ρ_k = 1 − 1/F,
// where F, and its bounds F/F_.975(df₁, df₂) and F·F_.975(df₂, df₁), are put (Shrout & Fleiss 1979, p. 424).
func fromF(upper, lower, k, df1, df2 float64, n int) (single, mean api.Concordance) {
	why := ""
	switch {
	case !(upper+lower <= math.MaxFloat64/k):
		why = "the numbers are too large"
	case upper == 0 && lower == 0:
		why = sameNumbers
	}
	if why != "" {
		none := api.Concordance{Figure: api.Undefined(why)}
		return none, none
	}
	inverse := lower / upper // 1/F, which may be 0 but, of all that is reported, never infinite
	if !(upper > 0) {        // the means of the tasks are the same: ρ₁ is as low as it can be, and ρ_k has no bound below
		return api.Concordance{Figure: api.Exactly(-1/(k-1), n)}, api.Concordance{Figure: api.Undefined("all tasks have the same mean")}
	}
	one := func(inverse float64) float64 { return (1 - inverse) / (1 + (k-1)*inverse) }
	many := func(inverse float64) float64 { return 1 - inverse }
	low, high := inverse*quantileF(df1, df2), inverse/quantileF(df2, df1)
	test := testF(inverse, df1, df2)
	return bounded(one(inverse), one(low), one(high), n, test), bounded(many(inverse), many(low), many(high), n, test)
}

func bounded(value, low, high float64, n int, test *api.Statistic) api.Concordance {
	low, high = digits(low), digits(high)
	return api.Concordance{Figure: api.Figure{Value: value, Low: min(low, value), High: max(high, value), N: n, Interval: true}, Test: test}
}

// twoWay computes the intraclass correlations of two-way effects, from the mean squares of tasks, raters and error: of absolute agreement
// ICC(A,1) and ICC(A,k), of consistency ICC(C,1) and ICC(C,k) (McGraw & Wong 1996; ICC(2,·) and ICC(3,·) of Shrout & Fleiss 1979).
func (g *grid) twoWay(icc []api.Concordance) {
	if g.raters < 2 || g.tasks < 2 {
		return
	}
	agreement, consistency := &icc[iccAgreement], &icc[iccConsistency]
	meanAgreement, meanConsistency := &icc[iccMeans+iccAgreement], &icc[iccMeans+iccConsistency]
	n, k := float64(g.tasks), float64(g.raters)
	origin, grand := g.at[0], 0.0
	task, rater := make([]float64, g.tasks), make([]float64, g.raters)
	for at, x := range g.at {
		x -= origin
		task[at/g.raters] += x / k
		rater[at%g.raters] += x / n
		grand += x / (n * k)
	}
	var msr, msc, mse float64
	for _, x := range task {
		msr += k * (x - grand) * (x - grand) / (n - 1)
	}
	for _, x := range rater {
		msc += n * (x - grand) * (x - grand) / (k - 1)
	}
	for at, x := range g.at {
		d := x - origin - task[at/g.raters] - rater[at%g.raters] + grand
		mse += d * d / ((n - 1) * (k - 1))
	}
	// Rounding leaves something of a sum that is 0.
	if tiny := 1e-24 * (msr + msc); mse < tiny {
		mse = 0
	}
	*consistency, *meanConsistency = fromF(msr, mse, k, n-1, (n-1)*(k-1), g.tasks)
	spread := msr + (k-1)*mse + k*(msc-mse)/n
	if !consistency.Defined() || !(spread > 0) {
		agreement.Figure = consistency.Figure
		if consistency.Defined() {
			agreement.Figure = api.Undefined("neither tasks nor workers differ in their means")
		}
		meanAgreement.Figure = agreement.Figure
		return
	}
	rho := (msr - mse) / spread
	average := func(x float64) float64 { return k * x / (1 + (k-1)*x) } // Spearman and Brown
	set := func(low, high float64) {
		*agreement = bounded(rho, low, high, g.tasks, consistency.Test)
		*meanAgreement = bounded(average(rho), average(low), average(high), g.tasks, consistency.Test)
	}
	set(rho, rho)
	agreement.Interval, meanAgreement.Interval = false, false
	// Satterthwaite's degrees of freedom (McGraw & Wong 1996, table 7), multiplied out by 1 − ρ.
	a, b := k*rho/n, 1-rho+k*rho*(n-1)/n
	v := math.Pow(a*msc+b*mse, 2) / (math.Pow(a*msc, 2)/(k-1) + math.Pow(b*mse, 2)/((n-1)*(k-1)))
	if !(v > 0) {
		return
	}
	rest := k*msc + (k*n-k-n)*mse
	upper, lower := quantileF(n-1, v), quantileF(v, n-1)
	set(n*(msr-upper*mse)/(upper*rest+n*msr), n*(lower*msr-mse)/(rest+n*lower*msr))
}

// kendall is Kendall's W of raters who rank the same tasks, corrected for ties (Kendall & Gibbons 1990, chapter 6):
//
//	W = 12 S / (k²(n³ − n) − k Σ (t³ − t)),  χ² = k (n − 1) W with n − 1 degrees of freedom
//
// S is the sum of squares of the tasks' rank sums about their mean, t the sizes of the ties of each rater.
func (g *grid) kendall() api.Concordance {
	switch {
	case g.raters < 2:
		return api.Concordance{Figure: api.Undefined(oneRater)}
	case g.tasks < 2:
		return api.Concordance{Figure: api.Undefined(fewComplete)}
	}
	n, k := float64(g.tasks), float64(g.raters)
	sum, column, ties := make([]float64, g.tasks), make([]float64, g.tasks), 0.0
	for j := range g.raters {
		for i := range column {
			column[i] = g.at[i*g.raters+j]
		}
		rank, tied := ranks(column)
		ties += tied
		for i, r := range rank {
			sum[i] += r
		}
	}
	s, mean := 0.0, k*(n+1)/2
	for _, x := range sum {
		s += (x - mean) * (x - mean)
	}
	most := k*k*(n*n*n-n) - k*ties
	if !(most > 1e-12*k*k*n*n*n) {
		return api.Concordance{Figure: api.Undefined("each worker gives all tasks the same rank")}
	}
	w := 12 * s / most
	square := k * (n - 1) * w
	test := &api.Statistic{Name: "χ²", Value: square, DF: n - 1, P: digits(mathext.GammaIncRegComp((n-1)/2, square/2))}
	return api.Concordance{Figure: api.Exactly(w, g.tasks), Test: test}
}

// quantileF is the 97.5 % point of the F distribution.
func quantileF(df1, df2 float64) float64 {
	x := mathext.InvRegIncBeta(df1/2, df2/2, .975)
	return df2 * x / (df1 * (1 - x))
}

// testF tests that tasks do not differ, given 1/F; nil where F is infinite.
func testF(inverse, df1, df2 float64) *api.Statistic {
	if inverse == 0 {
		return nil
	}
	p := mathext.RegIncBeta(df2/2, df1/2, df2*inverse/(df1+df2*inverse))
	return &api.Statistic{Name: "F", Value: 1 / inverse, DF: df1, DF2: df2, P: digits(p)}
}

// digits rounds what special functions gave, which differ in their last digits from platform to platform.
func digits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}
