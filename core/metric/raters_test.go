package metric

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
)

// ratingsOf makes labels that are numbers of a table with one row a task and one column a worker; NaN is missing.
func ratingsOf(rows [][]float64) *crowd.Labels {
	var task, worker []int32
	var value []float64
	workers := 0
	for i, row := range rows {
		workers = max(workers, len(row))
		for j, x := range row {
			if x == x {
				task, worker, value = append(task, int32(i)), append(worker, int32(j)), append(value, x)
			}
		}
	}
	l := crowd.NewValues(len(rows), workers, task, worker, value)
	return &l
}

// ratersOf is what Raters adds.
func ratersOf(t *testing.T, l *crowd.Labels, s Scale) *api.Agreement {
	t.Helper()
	a, err := agreeAny(l, s)
	if err == nil {
		err = Raters(l, s, a, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Shrout & Fleiss 1979, tables 2 and 4: six targets and four judges.
func TestShroutAndFleiss(t *testing.T) {
	a := ratersOf(t, ratingsOf([][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}}), Scale{})
	for n, want := range []struct{ value, low, high float64 }{ // the intervals are pingouin's
		{.17, -.13, .72}, {.29, .02, .76}, {.71, .34, .95}, {.44, -.88, .91}, {.62, .07, .93}, {.91, .68, .99},
	} {
		at := fmt.Sprintf("ICC %d", n)
		rounded(t, at, a.ICC[n].Figure, want.value, 2)
		near(t, at+", low", a.ICC[n].Low, want.low, .005)
		near(t, at+", high", a.ICC[n].High, want.high, .005)
	}
	if f := a.ICC[0].Test; f.DF != 5 || f.DF2 != 18 || math.Abs(f.Value-1.79) > .005 {
		t.Errorf("one-way: got %+v, want F(5, 18) = 1.79", f)
	}
	if f := a.ICC[1].Test; f.DF != 5 || f.DF2 != 15 || math.Abs(f.Value-11.03) > .005 || math.Abs(f.P-.000135) > 5e-7 {
		t.Errorf("two-way: got %+v, want F(5, 15) = 11.03, p = .000135", f)
	}
}

// The data set anxiety of the R package irr, and what its manual prints.
func TestAnxiety(t *testing.T) {
	var rows [][]float64
	for i, x := range "33345523522615221243" {
		rows = append(rows, []float64{float64(x - '0'), float64("36462424332333221334"[i] - '0'), float64("21443216111233113322"[i] - '0')})
	}
	a := ratersOf(t, ratingsOf(rows), Scale{})
	rounded(t, "ICC(A,1)", a.ICC[iccAgreement].Figure, .198, 3)
	near(t, "low", a.ICC[iccAgreement].Low, -.039, .0005)
	near(t, "high", a.ICC[iccAgreement].High, .494, .0005)
	rounded(t, "Kendall's W", a.Kendall.Figure, .54, 3)
	near(t, "χ²", a.Kendall.Test.Value, 30.8, .05)
	near(t, "p", a.Kendall.Test.P, .0429, .00005)
}

var likert = [][]float64{
	{3.5, 4, 3, 5}, {1, 2, 1.5, 1}, {4, 4, 5, 5}, {2, 3, 2, 2}, {5, 5, 4.5, 5}, {3, 2, 3, 4}, {1, 1, 2, 3}, {4, 3, 3, 3},
}

// Pingouin 0.6.1 and SciPy 1.12 on the same table.
func TestRatersOnNumbers(t *testing.T) {
	a := ratersOf(t, ratingsOf(likert), Scale{})
	for n, want := range []float64{.777520947703, .778012684989, .784952491759, .933240853130, .933417882055, .935899658979} {
		rounded(t, fmt.Sprintf("ICC %d", n), a.ICC[n].Figure, want, 12)
	}
	near(t, "p of ICC(1)", a.ICC[0].Test.P, 2.28896e-7, 5e-13)
	rounded(t, "Kendall's W", a.Kendall.Figure, .8551401869158878, 12)
	near(t, "its p", a.Kendall.Test.P, .001165497366888404, 1e-11)
	rounded(t, "Pearson", a.Pearson, .7936023337664233, 12)
	rounded(t, "Spearman", a.Spearman, .8069239493754825, 12)
	if a.Raters != 4 || a.Complete != 8 || a.ICC[1].N != 8 || !a.Pearson.Interval || a.Kappa != (api.Figure{}) {
		t.Errorf("got %d workers, %d tasks of all of them, Pearson %+v, κ %+v", a.Raters, a.Complete, a.Pearson, a.Kappa)
	}

	var two [][]float64
	for _, row := range likert {
		two = append(two, row[:2])
	}
	b := ratersOf(t, ratingsOf(two), Scale{})
	rounded(t, "Pearson of two", b.Pearson, .850976811198, 12)
	near(t, "Fisher's z, low", b.Pearson.Low, .3654493687423942, 1e-9)
	near(t, "Fisher's z, high", b.Pearson.High, .9724875454179727, 1e-9)
	rounded(t, "Spearman of two", b.Spearman, .8527767846890929, 12)
	near(t, "Bonett & Wright, low", b.Spearman.Low, .23804057844606138, 1e-9)
	near(t, "Bonett & Wright, high", b.Spearman.High, .9796901528515064, 1e-9)
}

// fromTable makes labels of two workers of a table of counts.
func fromTable(table [][]int) *crowd.Labels {
	var task, worker, class []int32
	n := int32(0)
	for c, row := range table {
		for d, times := range row {
			for range times {
				task, worker, class = append(task, n, n), append(worker, 0, 1), append(class, int32(c), int32(d))
				n++
			}
		}
	}
	l := crowd.NewLabels(int(n), 2, len(table), task, worker, class)
	return &l
}

// The table of Fleiss, Cohen & Everitt 1969, who give κ = .429 and its standard error .0537; statsmodels 0.15 has the digits.
func TestKappaErrors(t *testing.T) {
	l := fromTable([][]int{{106, 10, 4}, {22, 28, 10}, {2, 12, 6}})
	for name, want := range map[string][2]float64{
		"linear": {.4923076923076922, .05071860760768723}, "quadratic": {.5666666666666667, .05566634015823023},
	} {
		a := ratersOf(t, l, Scale{Weights: weighting(name, 3)})
		rounded(t, "κ", a.Kappa, .429, 3)
		near(t, "SE of κ", a.Kappa.SE, .05371100486916735, 1e-12)
		near(t, name+" κ", a.Weighted.Value, want[0], 1e-12)
		near(t, "SE of "+name+" κ", a.Weighted.SE, want[1], 1e-12)
		if half := 2 * a.Kappa.SE; math.Abs(a.Kappa.High-a.Kappa.Low-2*half) > half {
			t.Errorf("bootstrap: got %g to %g, want about ± %g", a.Kappa.Low, a.Kappa.High, half)
		}
	}
}

// Standard errors of irrCAC 0.4.4 (Python).
func TestStandardErrors(t *testing.T) {
	l := units(raw4raters, 1)
	quadratic := agreeOf(l, Scale{Values: placed(5, 1), Weights: weighting("quadratic", 5)})
	linear, ordinal := agreeOf(l, Scale{Weights: weighting("linear", 5)}), agreeOf(l, Scale{Weights: weighting("ordinal", 5)})
	for what, x := range map[string]struct {
		f     api.Figure
		value float64
		se    float64
	}{
		"nominal α":     {quadratic.Alpha.Nominal, .743421053, .145573887},
		"interval α":    {quadratic.Alpha.Interval, .849107143, .129129966},
		"ratio α":       {quadratic.Alpha.Ratio, .797402775, .140481054},
		"AC1":           {quadratic.AC1, .775444068, .142949951},
		"quadratic AC2": {quadratic.AC2, .914000724, .103962245},
		"linear AC2":    {linear.AC2, .858739136, .117329022},
		"ordinal AC2":   {ordinal.AC2, .89893977, .106903524},
		"Fleiss":        {quadratic.Fleiss, .761169275, .153019203},
	} {
		rounded(t, what, x.f, x.value, 9)
		near(t, "SE of "+what, x.f.SE, x.se, 6e-10)
	}
	// As numbers, labels have the same AC2.
	n := numbered(l, placed(5, 1))
	w, err := api.NumberWeights("")
	if err != nil {
		t.Fatal(err)
	}
	a, err := AgreeNumbers(n, w, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	rounded(t, "AC2 of numbers", a.AC2, .914000724, 9)
	if math.Abs(a.AC2.Value-a.AC1.Value) < .1 {
		t.Errorf("AC2 of numbers is AC1, %g", a.AC1.Value)
	}
}

// drawn are numbers of tasks by workers, all different.
func drawn(seed uint64, tasks, workers int) [][]float64 {
	random := rand.New(rand.NewPCG(seed, 5))
	rows := make([][]float64, tasks)
	for i := range rows {
		truth := random.NormFloat64()
		for j := range workers {
			rows[i] = append(rows[i], truth+float64(j)+random.NormFloat64()*.7)
		}
	}
	return rows
}

func TestIdentitiesOfCorrelations(t *testing.T) {
	for seed := range uint64(8) {
		at := func(what string) string { return fmt.Sprintf("seed %d: %s", seed, what) }
		rows := drawn(seed, 12, 4)
		a := ratersOf(t, ratingsOf(rows), Scale{})
		near(t, at("W and the mean of Spearman's ρ"), a.Spearman.Value, (4*a.Kendall.Value-1)/3, 1e-12)
		for _, n := range []int{iccOneWay, iccAgreement, iccConsistency} {
			single, mean := a.ICC[n], a.ICC[n+iccMeans]
			near(t, at("Spearman and Brown"), mean.Value, 4*single.Value/(1+3*single.Value), 1e-12)
			near(t, at("Spearman and Brown, low"), mean.Low, 4*single.Low/(1+3*single.Low), 1e-7)
			if !(single.Low < single.Value && single.Value < single.High) {
				t.Errorf("%s: got %+v", at("interval"), single.Figure)
			}
		}
		for i, n := range map[string]int{"κ": 1, "mean": iccMeans + 1} {
			if a.ICC[n].Value > a.ICC[n+1].Value {
				t.Errorf("%s: agreement is %g, more than consistency, %g", at(i), a.ICC[n].Value, a.ICC[n+1].Value)
			}
		}
		// A worker's own zero and unit, and the order of tasks and workers, make no difference to consistency and correlation.
		moved, turned := make([][]float64, len(rows)), make([][]float64, len(rows))
		for i, row := range rows {
			moved[i] = []float64{row[0] + 1e6, row[1], row[2] - 3, row[3]}
			turned[len(rows)-1-i] = []float64{row[2], row[0], row[3], row[1]}
		}
		b, c := ratersOf(t, ratingsOf(moved), Scale{}), ratersOf(t, ratingsOf(turned), Scale{})
		near(t, at("consistency, moved"), b.ICC[iccConsistency].Value, a.ICC[iccConsistency].Value, 1e-6)
		near(t, at("Pearson, moved"), b.Pearson.Value, a.Pearson.Value, 1e-6)
		near(t, at("W, moved"), b.Kendall.Value, a.Kendall.Value, 1e-12)
		for n := range a.ICC {
			near(t, at("ICC, turned"), c.ICC[n].Value, a.ICC[n].Value, 1e-12)
			near(t, at("ICC, turned, high"), c.ICC[n].High, a.ICC[n].High, 1e-8)
		}
		near(t, at("Spearman, turned"), c.Spearman.Value, a.Spearman.Value, 1e-12)
	}
}

// The one-way correlation is its definition, with missing labels, too; two-way ones take the complete tasks alone.
func TestMissingLabels(t *testing.T) {
	rows := drawn(7, 10, 3)
	complete := rows[2:]
	rows[0][1], rows[1][2], rows[1][0] = math.NaN(), math.NaN(), math.NaN()
	a, whole := ratersOf(t, ratingsOf(rows), Scale{}), ratersOf(t, ratingsOf(complete), Scale{})
	for _, n := range []int{1, 2, 4, 5} {
		if a.ICC[n].Figure != whole.ICC[n].Figure {
			t.Errorf("ICC %d: got %+v, want that of the complete tasks, %+v", n, a.ICC[n].Figure, whole.ICC[n].Figure)
		}
	}
	if a.Complete != 8 || a.Kendall.Value != whole.Kendall.Value || a.ICC[0].N != 9 {
		t.Errorf("got %d complete tasks, W %g, %d tasks of ICC(1); want 8, %g, 9", a.Complete, a.Kendall.Value, a.ICC[0].N, whole.Kendall.Value)
	}
	var all []float64
	var sizes, between, within, n float64
	for _, row := range rows {
		var there []float64
		for _, x := range row {
			if x == x {
				there = append(there, x)
			}
		}
		if len(there) > 1 {
			all = append(all, there...)
			sizes += float64(len(there) * len(there))
			n++
		}
	}
	mean := func(values []float64) float64 {
		sum := 0.0
		for _, x := range values {
			sum += x
		}
		return sum / float64(len(values))
	}
	at := 0
	for _, row := range rows {
		m := 0
		for _, x := range row {
			if x == x {
				m++
			}
		}
		if m < 2 {
			continue
		}
		mine := all[at : at+m]
		between += float64(m) * math.Pow(mean(mine)-mean(all), 2) / (n - 1)
		for _, x := range mine {
			within += math.Pow(x-mean(mine), 2) / (float64(len(all)) - n)
		}
		at += m
	}
	k := (float64(len(all)) - sizes/float64(len(all))) / (n - 1)
	near(t, "ICC(1)", a.ICC[0].Value, (between-within)/(between+(k-1)*within), 1e-12)
}

func TestPerfectAgreement(t *testing.T) {
	l := units("0 0 0\n1 1 1\n2 2 2\n1 1 1", 0)
	a := ratersOf(t, l, Scale{Values: placed(3, 0), Weights: weighting("linear", 3)})
	for what, f := range map[string]api.Figure{
		"κ": a.Kappa, "weighted κ": a.Weighted, "Pearson": a.Pearson, "Spearman": a.Spearman, "W": a.Kendall.Figure,
		"ICC(1)": a.ICC[0].Figure, "ICC(A,1)": a.ICC[1].Figure, "ICC(C,1)": a.ICC[2].Figure, "ICC(A,k)": a.ICC[4].Figure,
	} {
		near(t, what, f.Value, 1, 1e-12)
		if !f.Defined() || f.SE != 0 {
			t.Errorf("%s: got %+v", what, f)
		}
	}
}

// κ of more than two workers is the mean of their pairs, weighted by common tasks.
func TestKappaOfManyIsTheMeanOfPairs(t *testing.T) {
	l := ragged(4, 60, 5, 3)
	a := ratersOf(t, l, Scale{Nominal: true})
	sum, tasks := 0.0, 0.0
	for one := range 5 {
		for other := range one {
			table := Table(l, one, other)
			n := 0.0
			for _, x := range table {
				n += x
			}
			sum += n * Compare(table, 3).Cohen.Value
			tasks += n
		}
	}
	near(t, "κ", a.Kappa.Value, sum/tasks, 1e-12)
	if !a.Kappa.Interval || a.Spearman != (api.Figure{}) || a.ICC != nil || a.Weighted != (api.Figure{}) {
		t.Errorf("of names: got %+v", a)
	}
}

// Repeats of a worker are compared with each other, in either order.
func TestPairsOfAWorkerWithItself(t *testing.T) {
	l := crowd.NewLabels(4, 2, 2, []int32{0, 0, 0, 1, 1, 2, 2, 3}, []int32{0, 0, 1, 0, 0, 0, 0, 0}, []int32{0, 0, 1, 1, 1, 0, 1, 1})
	p := Pairs(&l, []int{0, 1}, []int{0, 1}, nil)
	if self := p[0]; self.Tasks != 3 || math.Abs(self.Same-2.0/3) > 1e-12 || math.Abs(*self.Kappa-1.0/3) > 1e-12 {
		t.Errorf("got %+v, κ %g; want 3 tasks, two of them the same, κ 1/3", self, *self.Kappa)
	}
	if p[3].Tasks != 0 {
		t.Errorf("a worker without repeats: got %+v", p[3])
	}
	if table := Table(&l, 0, 0); fmt.Sprint(table) != "[1 0.5 0.5 1]" {
		t.Errorf("got %v", table)
	}
	n := numbered(&l, []float64{2, 5})
	c := Correlations(n, []int{0}, []int{0, 1})
	if c[0].Tasks != 3 || math.Abs(*c[0].Pearson-1.0/3) > 1e-12 || c[1].Tasks != 1 || c[1].Pearson != nil {
		t.Errorf("of numbers: got %+v", c)
	}
}

func TestAgreementOfATask(t *testing.T) {
	l := units("0 0 1 2\n1 - - -\n- - - -", 0)
	got := AgreementOf(l, 0, 1, weighting("linear", 3))
	near(t, "same", got.Same, 1.0/6, 1e-12)
	near(t, "weighted", got.Weighted, (1+.5+.5+.5)/6, 1e-12)
	near(t, "entropy", got.Entropy, 1.5, 1e-12)
	if one := AgreementOf(l, 1, 2, nil); one.Labels != 1 || !math.IsNaN(one.Same) || one.Entropy != 0 {
		t.Errorf("of one label: got %+v", one)
	}
	if none := AgreementOf(l, 2, 3, nil); none.Labels != 0 || !math.IsNaN(none.Entropy) {
		t.Errorf("of no label: got %+v", none)
	}
	n := AgreementOf(ratingsOf([][]float64{{1, 2, 6}}), 0, 1, nil)
	if n.Mean != 3 || n.Lowest != 1 || n.Highest != 6 || math.Abs(n.SD-math.Sqrt(7)) > 1e-12 {
		t.Errorf("of numbers: got %+v", n)
	}
}

// Odd crowds have figures, or reasons, and never NaN.
func TestRatersOfOddCrowds(t *testing.T) {
	nan := math.NaN()
	for name, rows := range map[string][][]float64{
		"nothing": {{nan, nan}}, "one worker": {{1}, {2}}, "one task": {{1, 2, 3}}, "all the same": {{2, 2}, {2, 2}, {2, 2}},
		"constant workers": {{1, 2}, {1, 2}, {1, 2}}, "same means": {{1, 3}, {3, 1}, {2, 2}}, "far away": {{1e15, 1e15 + 2}, {1e15 + 4, 1e15}},
		"huge": {{1e300, 2e300}, {-1e300, 1e300}, {5e299, 1e300}}, "disjoint": {{1, nan}, {nan, 2}, {3, nan}},
	} {
		a := ratersOf(t, ratingsOf(rows), Scale{})
		figures := []api.Figure{a.Pearson, a.Spearman, a.Kendall.Figure}
		for _, x := range a.ICC {
			figures = append(figures, x.Figure)
			if x.Test != nil {
				figures = append(figures, api.Exactly(x.Test.Value, 0), api.Exactly(x.Test.P, 0))
			}
		}
		for n, f := range figures {
			if !finite(f.Value) || !finite(f.Low) || !finite(f.High) || !f.Defined() && f.Value != 0 || f.Low > f.High {
				t.Errorf("%s: figure %d is %+v", name, n, f)
			}
		}
	}
}

func TestRatersCanBeBrokenOff(t *testing.T) {
	l, stop, n := ratingsOf(drawn(1, 60, 5)), errors.New("stop"), 0
	err := Raters(l, Scale{}, &api.Agreement{Paired: 60}, func() error {
		if n++; n == 3 {
			return stop
		}
		return nil
	})
	if err != stop || n != 3 {
		t.Errorf("got %v after %d pauses, want to stop at the third", err, n)
	}
}
