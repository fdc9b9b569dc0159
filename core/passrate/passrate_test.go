package passrate_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"testing"

	"concord/core/api"
	"concord/core/passrate"
	"concord/internal/shared"
)

// round rounds a figure and its interval to so many digits.
func round(f api.Figure, digits int) [3]float64 {
	to := math.Pow10(digits)
	return [3]float64{math.Round(f.Value*to) / to, math.Round(f.Low*to) / to, math.Round(f.High*to) / to}
}

// The example of Lee et al. 2025: p = .4 of 1,000, q₀ = .7 and q₁ = .9, each of 200. By hand:
//
//	θ = (.4 + .7 − 1)/(.7 + .9 − 1) = .1/.6 = .1667
//	p̃ = 400.5/1001 = .40010, q̃₀ = 140.5/201 = .69900, q̃₁ = 180.5/201 = .89801, J = .59701, p̃ + q̃₀ − 1 = .09910
//	a = .59701² − 3.8415 (.0010467 + .0004557) = .35065
//	b = .09910 · .59701 − 3.8415 · .0010467 = .05514
//	c = .09910² − 3.8415 (.0002398 + .0010467) = .004879
//	(b ± √(b² − ac))/a = .0533, .2613
func TestExampleOfLee(t *testing.T) {
	got := round(passrate.Corrected(passrate.Share{Count: 400, Of: 1000}, passrate.Share{Count: 140, Of: 200},
		passrate.Share{Count: 180, Of: 200}), 4)
	if want := [3]float64{.1667, .0533, .2613}; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The figures that the makers of the file give: truth .7140, though the judge passes .8383.
func TestSupportEval(t *testing.T) {
	file, err := os.Open(filepath.Join(shared.Dir(t), "judges", "support_eval", "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var c passrate.Counts
	for _, row := range rows[1:] {
		judge := int(row[3][0] - '0')
		if row[4] == "" {
			c.Rest[judge]++
		} else {
			c.Human[row[4][0]-'0'][judge]++
		}
	}
	for _, test := range []struct {
		what string
		got  api.Figure
		want [3]float64
	}{
		{"powered", c.Powered(), [3]float64{.7150, .6836, .7463}},
		{"sampled", c.Sampled(), [3]float64{.7183, .6810, .7528}},
		{"alone", c.Alone(), [3]float64{.8383, .8383, .8383}},
	} {
		if got := round(test.got, 4); got != test.want {
			t.Errorf("%s: got %v, want %v", test.what, got, test.want)
		}
	}
	if f := c.Corrected(); f.Low > .714 || f.High < .714 {
		t.Errorf("corrected: got %v, want an interval with the truth, .7140", f)
	}
}

func TestUndefined(t *testing.T) {
	for _, test := range []struct {
		what                       string
		c                          passrate.Counts
		corrected, powered, sample string // why not; empty: defined
	}{
		{"nothing", passrate.Counts{}, "the judge gave no verdict", "a person labelled 0 tasks: it takes 10",
			"a person labelled none of the tasks"},
		{"no human", passrate.Counts{Rest: [2]int{5, 10}}, "a person labelled none of the tasks",
			"a person labelled 0 tasks: it takes 10", "a person labelled none of the tasks"},
		{"a human who contradicts all", passrate.Counts{Human: [2][2]int{{2, 8}, {9, 1}}, Rest: [2]int{50, 50}},
			"TPR and TNR add up to 0.30, and it takes more than 1", "", ""},
		{"a human who passes all", passrate.Counts{Human: [2][2]int{{}, {5, 25}}, Rest: [2]int{50, 50}},
			"a person failed none of the tasks in the sample, so TNR is unknown", "", ""},
		{"a human who fails all", passrate.Counts{Human: [2][2]int{{25, 5}, {}}, Rest: [2]int{50, 50}},
			"a person passed none of the tasks in the sample, so TPR is unknown", "", ""},
		{"a judge who passes all", passrate.Counts{Human: [2][2]int{{0, 10}, {0, 20}}, Rest: [2]int{0, 70}},
			"TPR and TNR add up to 1.00, and it takes more than 1", "", ""},
		{"few", passrate.Counts{Human: [2][2]int{{4, 0}, {0, 5}}, Rest: [2]int{50, 50}}, "", "a person labelled 9 tasks: it takes 10", ""},
		{"everything labelled", passrate.Counts{Human: [2][2]int{{30, 10}, {5, 55}}}, "", "", ""},
	} {
		for _, f := range []struct {
			what string
			api.Figure
			why string
		}{
			{"corrected", test.c.Corrected(), test.corrected}, {"powered", test.c.Powered(), test.powered},
			{"sampled", test.c.Sampled(), test.sample},
		} {
			if f.Why != f.why {
				t.Errorf("%s, %s: got %q, want %q", test.what, f.what, f.Why, f.why)
			}
			if f.Defined() && !(0 <= f.Low && f.Low < f.High && f.High <= 1 && f.Low <= f.Value && f.Value <= f.High) {
				t.Errorf("%s, %s: got %+v, want a value within an interval from 0 to 1", test.what, f.what, f.Figure)
			}
		}
	}
}

// Once a person labelled all, every estimate is the share that passes; a judge that says nothing of a person changes nothing.
func TestWhatTheJudgeAdds(t *testing.T) {
	all := passrate.Counts{Human: [2][2]int{{300, 100}, {50, 550}}}
	for what, f := range map[string]api.Figure{"corrected": all.Corrected(), "powered": all.Powered(), "sampled": all.Sampled()} {
		if math.Abs(f.Value-.6) > 1e-9 || math.Abs(f.Low-.57) > .002 || math.Abs(f.High-.63) > .002 {
			t.Errorf("%s of all: got %+v, want .6, .57 to .63", what, f)
		}
	}
	idle := passrate.Counts{Human: [2][2]int{{20, 20}, {30, 30}}, Rest: [2]int{100, 900}}
	if f, alone := idle.Powered(), idle.Sampled(); math.Abs(f.Value-alone.Value) > .001 || math.Abs(f.Low-alone.Low) > .002 {
		t.Errorf("of an idle judge: got %+v, want %+v", f, alone)
	}
	good := passrate.Counts{Human: [2][2]int{{38, 2}, {3, 57}}, Rest: [2]int{400, 600}}
	if f, alone := good.Powered(), good.Sampled(); f.High-f.Low > .7*(alone.High-alone.Low) {
		t.Errorf("of a good judge: got %+v, want an interval less than .7 of %+v", f, alone)
	}
}

// After as many further labels as are asked for, the interval is as narrow as wanted, and not much before.
func TestMore(t *testing.T) {
	c := passrate.Counts{Human: [2][2]int{{24, 6}, {7, 63}}, Rest: [2]int{1240, 2760}}
	for _, within := range []float64{.02, .03, .05} {
		more := c.More(within)
		then := func(more int) float64 { // the same shares, of more
			grown := c
			by := 1 + float64(more)/100
			for y := range 2 {
				for f := range 2 {
					n := int(math.Round(float64(c.Human[y][f]) * by))
					grown.Human[y][f] = n
					grown.Rest[f] -= n - c.Human[y][f]
				}
			}
			f := grown.Powered()
			return (f.High - f.Low) / 2
		}
		if got, before := then(more), then(more*3/4); got > 1.03*within || before < within {
			t.Errorf("±%.2f: %d more make it ±%.4f, three quarters of them ±%.4f", within, more, got, before)
		}
	}
	if got := c.More(.2); got != 0 {
		t.Errorf("±.2: got %d, want 0: the interval is as narrow now", got)
	}
	few := passrate.Counts{Human: [2][2]int{{8, 2}, {2, 18}}, Rest: [2]int{30, 70}}
	if got := few.More(.02); got != -1 {
		t.Errorf("of 130 tasks: got %d, want −1: all are too few", got)
	}
	none := passrate.Counts{Rest: [2]int{2000, 2000}}
	if got := none.More(.02); got < 2390 || got > 2410 { // z²/4h² = 2,401
		t.Errorf("without a label: got %d, want about 2,400", got)
	}
}
