package metric

import (
	"math"

	"concord/core/api"

	"concord/core/prob"
)

// TwoRaters is the agreement of two workers, from a table of their labels.
type TwoRaters struct {
	Percent, Cohen, Scott, BrennanPrediger, AC1, Alpha api.Figure
	Bangdiwala                                         api.Figure         // B, Bangdiwala 1985: share of the agreement chart that is filled
	SE                                                 map[string]float64 // of Cohen, Scott, AC1 and BrennanPrediger
}

// Compare measures a table K×K of two workers: table[k·K+l] is the number of
// tasks that the first put in class k and the second in class l. Standard
// errors are those of the coefficients' own papers, with tasks as the sample:
// Cohen's by Fleiss, Cohen & Everitt 1969, AC1 by Gwet 2008, Scott's as Fleiss's κ.
func Compare(table []float64, classes int) TwoRaters {
	n := prob.Total(table)
	if n == 0 {
		none := api.Undefined("they have no task in common")
		return TwoRaters{none, none, none, none, none, none, none, nil}
	}
	k := classes
	row, column := make([]float64, k), make([]float64, k)
	pa, filled, chart := 0.0, 0.0, 0.0
	for c := range k {
		for l := range k {
			row[c] += table[c*k+l] / n
			column[l] += table[c*k+l] / n
		}
		pa += table[c*k+c] / n
	}
	var cohen, scott, ac float64 // p_e of each
	for c := range k {
		pi := (row[c] + column[c]) / 2
		cohen += row[c] * column[c]
		scott += pi * pi
		ac += pi * (1 - pi)
		filled += table[c*k+c] / n * (table[c*k+c] / n)
		chart += row[c] * column[c]
	}
	size := int(math.Round(n))
	of := func(pe float64, why string) api.Figure {
		v, ok := corrected(pa, pe)
		if !ok {
			return api.Undefined(why)
		}
		return api.Exactly(v, size)
	}
	t := TwoRaters{
		Percent:    Wilson(pa*n, size),
		Cohen:      of(cohen, "both name one class only, the same"),
		Scott:      of(scott, "both name one class only, the same"),
		Alpha:      api.Undefined("both name one class only, the same"),
		AC1:        api.Undefined(oneOnly),
		Bangdiwala: api.Undefined("neither names a class that the other does"),
	}
	t.BrennanPrediger = of(1/float64(k), oneOnly)
	if k > 1 {
		ac /= float64(k - 1)
		t.AC1 = of(ac, oneOnly)
	}
	if chart > 0 {
		t.Bangdiwala = api.Exactly(filled/chart, size)
	}
	// α of two workers without missing labels is π with a correction for the
	// finite number of labels, 2n.
	if t.Scott.Defined() {
		t.Alpha = api.Exactly(1-(2*n-1)/(2*n)*(1-pa)/(1-scott), size)
	}
	t.standardErrors(table, row, column, pa, cohen, scott, ac)
	return t
}

// standardErrors sets SE, and the intervals that follow from it.
func (t *TwoRaters) standardErrors(table, row, column []float64, pa, cohen, scott, ac float64) {
	k := len(row)
	n := prob.Total(table)
	if n < 2 {
		return
	}
	var ofCohen, ofScott, ofAC, ofBP float64
	for c := range k {
		for l := range k {
			p := table[c*k+l] / n
			same := 0.0
			if c == l {
				same = 1
			}
			add := func(sum *float64, f api.Figure, pe, own float64) {
				d := (same-pe)/(1-pe) - 2*(1-f.Value)*(own-pe)/(1-pe) - f.Value
				*sum += p * d * d
			}
			pi := func(c int) float64 { return (row[c] + column[c]) / 2 }
			// The task's own part of p_e; with the 2 in front it is the first
			// order of p_e in the table's shares.
			add(&ofCohen, t.Cohen, cohen, (row[l]+column[c])/2)
			add(&ofScott, t.Scott, scott, (pi(c)+pi(l))/2)
			if k > 1 {
				add(&ofAC, t.AC1, ac, (1-(pi(c)+pi(l))/2)/float64(k-1))
				add(&ofBP, t.BrennanPrediger, 1/float64(k), 1/float64(k))
			}
		}
	}
	t.SE = map[string]float64{}
	for _, f := range []struct {
		name   string
		figure *api.Figure
		square float64
	}{{"Cohen", &t.Cohen, ofCohen}, {"Scott", &t.Scott, ofScott}, {"AC1", &t.AC1, ofAC}, {"BrennanPrediger", &t.BrennanPrediger, ofBP}} {
		if !f.figure.Defined() {
			continue
		}
		t.SE[f.name] = math.Sqrt(f.square / n)
		half := z95 * t.SE[f.name]
		f.figure.Low, f.figure.High = max(-1, f.figure.Value-half), min(1, f.figure.Value+half)
		f.figure.Interval = true
	}
}
