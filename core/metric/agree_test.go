package metric

import (
	"math"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/prob"
)

// The test vectors are those of the project's specification of agreement
// measures; each test names the publication or program the values come from.

// units makes labels of a table with one line a task and one column a worker;
// "-", "." and "*" are missing. Class c is the number c, less first.
func units(text string, first int) *crowd.Labels {
	var task, worker, class []int32
	tasks, workers, classes := 0, 0, 0
	for line := range strings.Lines(strings.TrimSpace(text)) {
		fields := strings.Fields(line)
		workers = max(workers, len(fields))
		for j, f := range fields {
			if f == "-" || f == "." || f == "*" {
				continue
			}
			c := int(f[0]-'0') - first
			classes = max(classes, c+1)
			task, worker, class = append(task, int32(tasks)), append(worker, int32(j)), append(class, int32(c))
		}
		tasks++
	}
	l := crowd.NewLabels(tasks, workers, classes, task, worker, class)
	return &l
}

// transpose turns one line a worker into one line a task.
func transpose(text string) string {
	var rows [][]string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		rows = append(rows, strings.Fields(line))
	}
	var b strings.Builder
	for c := range rows[0] {
		for _, r := range rows {
			b.WriteString(r[c] + " ")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// counts makes labels of a table with one line a task and one column a class,
// the cells saying how many workers chose it.
func counts(rows [][]int) *crowd.Labels {
	var task, worker, class []int32
	workers := 0
	for i, row := range rows {
		j := 0
		for c, n := range row {
			for range n {
				task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(c))
				j++
			}
		}
		workers = max(workers, j)
	}
	l := crowd.NewLabels(len(rows), workers, len(rows[0]), task, worker, class)
	return &l
}

func placed(classes, first int) []float64 {
	v := make([]float64, classes)
	for k := range v {
		v[k] = float64(k + first)
	}
	return v
}

// rounded compares to the digits printed.
func rounded(t *testing.T, what string, f api.Figure, want float64, digits int) {
	t.Helper()
	if !f.Defined() {
		t.Errorf("%s: not defined because %s, want %g", what, f.Why, want)
		return
	}
	near(t, what, f.Value, want, .5000001*math.Pow(10, -float64(digits)))
}

// irrCAC's cac.raw4raters, which is also Krippendorff's example of four
// observers and twelve units.
const raw4raters = `
1 1 - 1
2 2 3 2
3 3 3 3
3 3 3 3
2 2 2 2
1 2 3 4
4 4 4 4
1 1 2 1
2 2 2 2
- 5 5 5
- - 1 1
- - 3 -`

func TestAgreeOnRaw4Raters(t *testing.T) {
	l := units(raw4raters, 1)
	a := agreeOf(l, Scale{Values: placed(5, 1), Seed: 1})
	rounded(t, "percent (irrCAC)", a.Percent, 0.8181818, 7)
	rounded(t, "AC1 (irrCAC)", a.AC1, 0.77544, 5)
	rounded(t, "SE of AC1 (irrCAC)", api.Exactly(a.AC1.SE, 0), .14295, 5)
	rounded(t, "Fleiss (irrCAC)", a.Fleiss, 0.76117, 5)
	rounded(t, "Conger (irrCAC)", a.Conger, 0.76282, 5)
	rounded(t, "Brennan-Prediger (irrCAC)", a.BrennanPrediger, 0.77273, 5)
	rounded(t, "nominal α", a.Alpha.Nominal, 0.743421, 6)
	rounded(t, "ordinal α", a.Alpha.Ordinal, 0.815388, 6)
	rounded(t, "interval α", a.Alpha.Interval, 0.849107, 6)
	rounded(t, "ratio α", a.Alpha.Ratio, 0.797, 3)
	// irrCAC prints the t interval (.461, 1) with 11 degrees of freedom.
	const t11 = 2.200985
	near(t, "AC1's interval", a.AC1.Value-t11*a.AC1.SE, .461, .0005)
	if a.AC1.Value+t11*a.AC1.SE < 1 {
		t.Error("AC1's interval should reach 1")
	}
	if a.Tasks != 12 || a.Paired != 11 || a.Percent.N != 11 {
		t.Errorf("got %d tasks, %d with two labels, N %d; want 12, 11, 11", a.Tasks, a.Paired, a.Percent.N)
	}
}

func TestAlphaWithMissingCoders(t *testing.T) {
	l := units(transpose(`
* * * * * 3 4 1 2 1 1 3 3 * 3
1 * 2 1 3 3 4 3 * * * * * * *
* * 2 1 3 4 4 * 2 1 1 3 3 * 4`), 1)
	a := agreeOf(l, Scale{Values: placed(4, 1), Seed: 1}).Alpha
	rounded(t, "nominal α (Wikipedia, fast-krippendorff)", a.Nominal, 0.691358, 6)
	rounded(t, "interval α (Wikipedia, fast-krippendorff)", a.Interval, 0.810845, 6)
	rounded(t, "ordinal α (Wikipedia, fast-krippendorff)", a.Ordinal, 0.806721, 6)
}

// Hayes & Krippendorff 2007: 40 units, 5 observers, classes 0 to 3.
const hayes = `
1 1 2 . 2
1 1 0 1 .
2 3 3 3 .
. 0 0 . 0
0 0 0 . 0
0 0 0 . 0
1 0 2 . 1
1 . 2 0 .
2 2 2 . 2
2 1 1 1 .
. 1 0 0 .
0 0 0 0 .
1 2 2 2 .
3 3 2 2 3
1 1 1 . 1
1 1 1 . 1
2 1 2 . 2
1 2 3 3 .
1 1 0 1 .
0 0 0 . 0
0 0 1 1 .
0 0 . 0 0
2 3 3 3 .
0 0 0 0 .
1 2 . 2 2
0 1 1 1 .
0 0 0 1 0
1 2 1 2 .
1 1 2 2 .
1 1 2 . 2
1 1 0 . 0
2 1 2 1 .
2 2 . 2 2
3 2 2 2 .
2 2 2 . 2
2 2 3 . 2
2 2 2 . 2
2 2 . 1 2
2 2 2 2 .
1 1 1 . 1`

func TestAgreeOnHayesAndKrippendorff(t *testing.T) {
	a := agreeOf(units(hayes, 0), Scale{Values: placed(4, 0), Weights: []float64{1, 0, 0, 0}, Seed: 1})
	rounded(t, "nominal α", a.Alpha.Nominal, 0.476510, 6)
	rounded(t, "ordinal α", a.Alpha.Ordinal, 0.759829, 6)
	rounded(t, "ordinal α (published)", a.Alpha.Ordinal, .7598, 4)
	rounded(t, "interval α", a.Alpha.Interval, 0.757378, 6)
	rounded(t, "percent (prodigy-iaa)", a.Percent, .6250, 4)
	rounded(t, "AC2 with identity weights (prodigy-iaa)", a.AC2, .5093, 4)
}

func TestFleissOnTheWikipediaTable(t *testing.T) {
	a := agreeOf(counts([][]int{
		{0, 0, 0, 0, 14}, {0, 2, 6, 4, 2}, {0, 0, 3, 5, 6}, {0, 3, 9, 2, 0}, {2, 2, 8, 1, 1},
		{7, 7, 0, 0, 0}, {3, 2, 6, 3, 0}, {2, 5, 3, 2, 2}, {6, 5, 2, 1, 0}, {0, 2, 2, 3, 7}}), Scale{})
	rounded(t, "P̄", a.Percent, .3780220, 7)
	rounded(t, "κ", a.Fleiss, 0.2099307, 7)
	// P̄e = (P̄ − κ)/(1 − κ)
	near(t, "P̄e", (a.Percent.Value-a.Fleiss.Value)/(1-a.Fleiss.Value), .2127551, 5e-8)
}

// irrCAC's distrib.6raters, the first half of Fleiss 1971's example: the
// number of six psychiatrists who gave each of five diagnoses to 15 patients.
var distrib6raters = [][]int{
	{0, 0, 0, 6, 0}, {0, 3, 0, 0, 3}, {0, 1, 4, 0, 1}, {0, 0, 0, 0, 6}, {0, 3, 0, 3, 0},
	{2, 0, 4, 0, 0}, {0, 0, 4, 0, 2}, {2, 0, 3, 1, 0}, {2, 0, 0, 4, 0}, {0, 0, 0, 0, 6},
	{1, 0, 0, 5, 0}, {1, 1, 0, 4, 0}, {0, 3, 3, 0, 0}, {1, 0, 0, 5, 0}, {0, 2, 0, 3, 1}}

func TestAgreeOnDistrib6Raters(t *testing.T) {
	a := agreeOf(counts(distrib6raters), Scale{})
	rounded(t, "Fleiss", a.Fleiss, 0.4139265, 7)
	rounded(t, "SE of Fleiss (irrCAC)", api.Exactly(a.Fleiss.SE, 0), .0811929, 7)
	rounded(t, "pa", a.Percent, .5511111, 7)
	near(t, "pe", (a.Percent.Value-a.Fleiss.Value)/(1-a.Fleiss.Value), .2340741, 5e-8)
	rounded(t, "AC1 (irrCAC)", a.AC1, 0.4448007, 7)
	rounded(t, "α (irrCAC)", a.Alpha.Nominal, 0.4204384, 7)
	rounded(t, "Brennan-Prediger (irrCAC)", a.BrennanPrediger, 0.4388889, 7)
}

func TestAlphaOfCrowdKitsExamples(t *testing.T) {
	a := agreeOf(units("1 1\n0 0\n1 0", 0), Scale{})
	rounded(t, "α of X Yes/Yes, Y No/No, Z Yes/No", a.Alpha.Nominal, 0.4444444, 7)
	rounded(t, "α of the toy set", agreeOf(toy(), Scale{}).Alpha.Nominal, 0.14219114, 8)
}

// toy is crowd-kit's toy_answers_df: one line a task, workers w1 to w5, yes 1.
func toy() *crowd.Labels {
	return units(`
0 1 - 1 0
1 1 1 0 0
1 0 0 1 0
1 1 1 1 1
1 0 0 0 0`, 0)
}

func TestEntropyOfCrowdKitsExamples(t *testing.T) {
	a := agreeOf(units("0 1 2", 0), Scale{})
	rounded(t, "Yes/No/Maybe", a.Entropy.Times(math.Ln2), 1.0986123, 7)
	rounded(t, "Yes/No/Maybe in bits", a.Entropy, math.Log2(3), 12)
	if b := agreeOf(toy(), Scale{Seed: 1}); b.Alpha.Interval.Defined() || !b.Entropy.Interval {
		t.Errorf("a figure that is not defined takes the interval of another: got %+v", b.Entropy)
	}
	h := Uncertainty(units("1 0\n1 1", 0), nil)
	near(t, "X Yes/No", h[0], .693147, 5e-7)
	near(t, "Y Yes/Yes", h[1], 0, 0)
	mean := func(x []float64) float64 { return prob.Total(x) / float64(len(x)) }
	skill := []float64{.6, .8, 1, .4, .8}
	// crowd-kit adds 1e-6 to the sum of the shares before it normalises, which
	// scipy then undoes.
	near(t, "toy with skills", mean(Uncertainty(toy(), skill)), 0.6308666, 5e-8)
	answers := []int32{0, 1, 0, 1, 0} // majority votes, the tie of t1 going to no
	near(t, "consistency(toy)", mean(Consistency(toy(), skill, answers)), 0.9384615, 5e-8)
}
