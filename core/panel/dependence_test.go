package panel_test

import (
	"encoding/csv"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/panel"
	"concord/internal/shared"
)

// labelled makes a panel of what each judge says of each task; −1: nothing.
func labelled(classes int, truth []int32, said [][]int32) *panel.Panel {
	p := &panel.Panel{Truth: truth}
	var task, worker, class []int32
	for j, labels := range said {
		p.Judges = append(p.Judges, int32(j))
		for i, l := range labels {
			if l >= 0 {
				task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
			}
		}
	}
	l := crowd.NewLabels(len(said[0]), len(said), classes, task, worker, class)
	p.Labels = &l
	return p
}

// drawn draws a panel of which each judge but with probability shared makes up the own mind, and is right with probability right; those
// who don't repeat what is said in their family.
func drawn(seed uint64, tasks int, shared, right float64, families ...int) (*panel.Panel, []int32) {
	src := rand.New(rand.NewPCG(seed, 7))
	said, truth := make([][]int32, len(families)), make([]int32, tasks)
	say := func(z int32) int32 {
		if src.Float64() < right {
			return z
		}
		return 1 - z
	}
	for i := range truth {
		truth[i] = int32(src.IntN(2))
		common := map[int]int32{}
		for j, family := range families {
			if _, is := common[family]; !is {
				common[family] = say(truth[i])
			}
			l := say(truth[i])
			if src.Float64() < shared {
				l = common[family]
			}
			said[j] = append(said[j], l)
		}
	}
	return labelled(2, nil, said), truth
}

func measure(t *testing.T, p *panel.Panel) *panel.Dependence {
	t.Helper()
	d, err := panel.Measure(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestEffective(t *testing.T) {
	for _, c := range []struct {
		k         int
		rho, want float64
	}{{6, 0, 6}, {6, 1, 1}, {6, .38, 6 / 2.9}, {2, .5, 4. / 3}, {4, -.1, 4}, {1, .3, 1}} {
		if got := panel.Effective(c.k, c.rho); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d judges, ρ = %g: got %g, want %g", c.k, c.rho, got, c.want)
		}
	}
}

// Of 1,000 tasks both judges are right on 650, both wrong on 150 and one of them on 100 each: φ = (.15 − .25²)/(.25 · .75) = .467.
func TestCorrelationByHand(t *testing.T) {
	var truth, one, other []int32
	for n, x := range [][2]int32{{0, 0}, {1, 1}, {0, 1}, {1, 0}} {
		for range []int{650, 150, 100, 100}[n] {
			truth, one, other = append(truth, 0), append(one, x[0]), append(other, x[1])
		}
	}
	for i := range truth { // both classes
		if i%2 == 1 {
			truth[i], one[i], other[i] = 1, 1-one[i], 1-other[i]
		}
	}
	d := measure(t, labelled(2, truth, [][]int32{one, other}))
	if want := .467; math.Abs(d.Correlation.Value-want) > .02 || d.Correlation.N != 1000 {
		t.Errorf("got %+v, want %g by 1,000 truths", d.Correlation, want)
	}
	if d.Pairs[0][1] != d.Pairs[1][0] || d.Pairs[0][1] != d.Correlation.Value || d.Pairs[0][0] != 1 {
		t.Errorf("got pairs %v", d.Pairs)
	}
}

// Judges who make up their own minds are not said to share mistakes; those who share them are, with truths or without.
func TestIndependentAndSharing(t *testing.T) {
	for _, truths := range []int{0, 50} {
		for _, k := range []int{3, 6, 10} {
			for seed := range uint64(5) {
				p, truth := drawn(seed, 300, 0, .75, make([]int, k)...)
				p.Truth = some(truth, truths)
				if f := measure(t, p).Effective; f.Defined() && (f.High < .9*float64(k) || f.Low > float64(k)) {
					t.Errorf("%d independent judges, %d truths, seed %d: got %.2f (%.2f to %.2f)", k, truths, seed, f.Value, f.Low, f.High)
				}
			}
		}
	}
	for seed := range uint64(5) { // ρ is some .7²
		p, truth := drawn(seed, 300, .7, .75, make([]int, 6)...)
		p.Truth = truth
		all := measure(t, p).Effective
		if all.High > 3 {
			t.Errorf("seed %d, all truths: got %.2f (%.2f to %.2f), want 1.7 or so", seed, all.Value, all.Low, all.High)
		}
		p.Truth = some(truth, 50)
		if f := measure(t, p).Effective; f.Low > all.Value || all.Value > f.High {
			t.Errorf("seed %d: got %.2f (%.2f to %.2f), by all truths %.2f", seed, f.Value, f.Low, f.High, all.Value)
		}
	}
}

// some leaves the first n truths.
func some(truth []int32, n int) []int32 {
	known := append([]int32(nil), truth...)
	for i := n; i < len(known); i++ {
		known[i] = crowd.Unknown
	}
	return known
}

// A judge who says what another says is no further judge; one who answers like another on nine tasks in ten is.
func TestCopiesAreOneJudge(t *testing.T) {
	p, truth := drawn(3, 400, 0, .75, make([]int, 6)...)
	verdicts := panel.Verdicts(p.Labels)
	for _, c := range []struct{ same, judges int }{{400, 5}, {390, 5}, {360, 6}} {
		verdicts[5] = append(append([]int32(nil), verdicts[0][:c.same]...), verdicts[5][c.same:]...)
		for _, truths := range []int{0, 400} {
			p := labelled(2, some(truth, truths), verdicts)
			p.Copies = fit.Merged{{Workers: []int32{0, 5}, Pairs: []fit.Pair{{A: 0, B: 5, Same: c.same, Shared: 400}}}}
			d := measure(t, p)
			if d.Judges != 6 || d.Apart != c.judges || d.Effective.High > float64(c.judges) || d.Pairs[0][5] < .8 {
				t.Errorf("%d of 400 tasks the same, %d truths: got %+v, want %d judges", c.same, truths, d, c.judges)
			}
			if want := [][]int{{0, 5}}; c.judges == 5 && !reflect.DeepEqual(d.Families, want) {
				t.Errorf("%d of 400 tasks the same, %d truths: got families %v, want %v", c.same, truths, d.Families, want)
			}
		}
	}
}

// No label tells judges who know the truth from those who repeat what one of them says.
func TestLockstep(t *testing.T) {
	for seed := range uint64(10) {
		p, truth := drawn(seed, 300, 0, .7, make([]int, 6)...)
		verdicts, src := panel.Verdicts(p.Labels), rand.New(rand.NewPCG(seed, 8))
		right := 0.
		for j, says := range verdicts {
			for i := range says {
				if j > 0 && src.Float64() < .9 {
					says[i] = verdicts[0][i]
				}
				if says[i] == truth[i] {
					right += 1. / 1800
				}
			}
		}
		p = labelled(2, nil, verdicts)
		none := measure(t, p)
		p.Truth = truth
		all := measure(t, p).Effective.Value
		if a, e := none.Accuracy, none.Effective; a.Low > right || right > a.High || e.Low > all || all > e.High {
			t.Errorf("seed %d: got %+v and %+v, and %.3f are right, of judges who count as %.2f", seed, a, e, right, all)
		}
	}
}

// That good judges agree on a few tasks is no sign that they share mistakes.
func TestUnanimous(t *testing.T) {
	truth := make([]int32, 24)
	for i := range truth {
		truth[i] = int32(i % 3)
	}
	for _, known := range []int{0, 24} {
		if f := measure(t, labelled(3, some(truth, known), [][]int32{truth, truth, truth, truth})).Effective; f.High < 3.9 {
			t.Errorf("%d truths: got %+v, want that they may count as four", known, f)
		}
	}
}

func TestFamilies(t *testing.T) {
	for _, truths := range []int{0, 50, 400} {
		p, truth := drawn(1, 400, .8, .75, 0, 0, 0, 1, 1, 1)
		p.Truth = some(truth, truths)
		if got, want := measure(t, p).Families, [][]int{{0, 1, 2}, {3, 4, 5}}; !same(got, want) {
			t.Errorf("%d truths: got %v, want %v", truths, got, want)
		}
		p, truth = drawn(1, 400, .6, .75, 0, 0, 0, 0, 0, 0)
		p.Truth = some(truth, truths)
		if got := measure(t, p).Families; len(got) > 0 {
			t.Errorf("%d truths, all alike: got %v", truths, got)
		}
	}
}

func same(a, b [][]int) bool {
	return reflect.DeepEqual(a, b) || len(a) == 2 && reflect.DeepEqual([][]int{a[1], a[0]}, b)
}

// Beside a family that agrees very often, judges who err on their own agree more than one factor explains: they are no family.
func TestLoneJudgesAreNoFamily(t *testing.T) {
	for seed := range uint64(20) {
		p, _ := drawn(seed, 400, .8, .75, 0, 0, 0, 1, 2, 3)
		for _, family := range measure(t, p).Families {
			if slices.Contains(family, 3) || slices.Contains(family, 4) || slices.Contains(family, 5) {
				t.Errorf("seed %d: got the family %v, want some of 0, 1, 2 at most", seed, family)
			}
		}
	}
}

// Odd panels get figures within their ranges, or the reason why there are none.
func TestOddPanels(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	column := func(of func(i int) int32) (labels []int32) {
		for i := range 60 {
			labels = append(labels, of(i))
		}
		return labels
	}
	truth := func(i int) int32 { return int32(i % 2) }
	lot := func(int) int32 { return int32(src.IntN(2)) }
	nothing := func(int) int32 { return -1 }
	first := func(n int) func(i int) int32 {
		return func(i int) int32 { return truth(i) - 2*int32(min(i/n, 1)) }
	}
	wrong := func(i int) int32 { return 1 - truth(i) }
	for _, c := range []struct {
		about  string
		truth  []int32
		said   [][]int32
		silent string // what the reason says; empty: there are figures
	}{
		{"one judge", nil, [][]int32{column(truth)}, "one judge"},
		{"no task in common", nil, [][]int32{column(truth), column(nothing)}, "share"},
		{"nine tasks in common", nil, [][]int32{column(truth), column(first(9))}, "share"},
		{"ten tasks in common", nil, [][]int32{column(truth), column(first(10)), column(first(11))}, ""},
		{"by lot", nil, [][]int32{column(lot), column(lot), column(lot)}, "chance"},
		{"by lot, with truths", column(truth), [][]int32{column(lot), column(lot), column(lot)}, ""},
		{"all agree", nil, [][]int32{column(truth), column(truth), column(truth)}, ""},
		{"all agree, and are right", column(truth), [][]int32{column(truth), column(truth)}, ""},
		{"all agree, and are wrong", column(wrong), [][]int32{column(truth), column(truth)}, ""},
		{"three truths", some(column(truth), 3), [][]int32{column(truth), column(truth), column(wrong), column(truth)}, ""},
		{"one contradicts all", nil, [][]int32{column(truth), column(truth), column(truth), column(wrong)}, ""},
	} {
		d := measure(t, labelled(2, c.truth, c.said))
		f := d.Effective
		if c.silent != "" {
			if f.Defined() || d.Correlation.Defined() || !strings.Contains(f.Why, c.silent) {
				t.Errorf("%s: got %+v, want no figure: %s", c.about, f, c.silent)
			}
			continue
		}
		if !(1 <= f.Low && f.Low <= f.Value && f.Value <= f.High && f.High <= float64(len(c.said))) {
			t.Errorf("%s: got %+v", c.about, f)
		}
		if a, r := d.Accuracy, d.Correlation; !(0 <= a.Low && a.Low <= a.High && a.High <= 1 && -1 <= r.Low && r.Low <= r.High && r.High <= 1) {
			t.Errorf("%s: got %+v, %+v", c.about, a, r)
		}
	}
}

func TestMeasureCanBeBrokenOff(t *testing.T) {
	p, _ := drawn(1, 5000, 0, .7, make([]int, 10)...)
	stop := errors.New("stop")
	if _, err := panel.Measure(p, func() error { return stop }); err != stop {
		t.Errorf("got %v, want %v", err, stop)
	}
}

// read reads labels and truths of the reference data.
func read(t *testing.T, dir string) (l crowd.Labels, truth []int32) {
	t.Helper()
	places := [3]map[string]int32{{}, {}, {}} // of tasks, workers and classes
	place := func(of int, name string) int32 {
		if _, is := places[of][name]; !is {
			places[of][name] = int32(len(places[of]))
		}
		return places[of][name]
	}
	rows := func(name string) [][]string {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows[1:]
	}
	var task, worker, class []int32
	for _, row := range rows("labels.csv") {
		task, worker, class = append(task, place(0, row[0])), append(worker, place(1, row[1])), append(class, place(2, row[2]))
	}
	for range places[0] {
		truth = append(truth, crowd.Unknown)
	}
	for _, row := range rows("truth.csv") {
		if i, is := places[0][row[0]]; is {
			truth[i] = place(2, row[1])
		}
	}
	return crowd.NewLabels(len(truth), len(places[1]), len(places[2]), task, worker, class), truth
}

// The six judges of JudgeBench count as 2.06 by all truths. Without any, and with 20 or 50 drawn at random, the figure is near.
func TestJudgeBench(t *testing.T) {
	const kish, near = 2.06, .2
	l, truth := read(t, filepath.Join(shared.Dir(t), "judges", "judgebench"))
	judges := panel.Judges(&l)
	if len(judges) != 6 {
		t.Fatalf("got judges %v, want six", judges)
	}
	src := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ truths, draws, near, held int }{{0, 1, 1, 1}, {20, 100, 85, 93}, {50, 100, 95, 93}, {350, 1, 1, 1}} {
		nearby, held := 0, 0
		for range c.draws {
			known := some(truth, 0)
			for _, i := range src.Perm(len(truth))[:c.truths] {
				known[i] = truth[i]
			}
			f := measure(t, &panel.Panel{Labels: &l, Judges: judges, Truth: known}).Effective
			if math.Abs(f.Value/kish-1) < near {
				nearby++
			}
			if f.Low <= kish && kish <= f.High {
				held++
			}
		}
		if nearby < c.near || held < c.held {
			t.Errorf("%d truths: got %d near and %d intervals that hold of %d, want %d and %d", c.truths, nearby, held, c.draws, c.near, c.held)
		}
	}
}

// Many workers with few labels each are no panel, nor are many with many.
func TestCrowdsAreNoPanels(t *testing.T) {
	for _, name := range []string{"adult2", "bluebird", "bm", "dog", "duchenne", "fact_eval", "labelme", "music", "reuters_amt", "rte", "sp",
		"sp_amt", "temporal", "trec2010", "trec2011", "web", "zencrowd"} {
		l, _ := read(t, filepath.Join(shared.Dir(t), "data", name))
		if judges := panel.Judges(&l); judges != nil {
			t.Errorf("%s: got judges %v, want none", name, judges)
		}
	}
}
