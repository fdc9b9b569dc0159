package panel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/panel"
)

const unknown = crowd.Unknown

// Of labels that a worker gives a task again the commonest is the verdict, and a tie is none.
func TestVerdicts(t *testing.T) {
	l := crowd.NewLabels(3, 2, 3,
		[]int32{0, 0, 0, 1, 1, 1, 1, 2},
		[]int32{0, 0, 0, 0, 0, 1, 0, 1},
		[]int32{2, 1, 2, 0, 1, 1, 1, 0})
	got := fmt.Sprint(panel.Verdicts(&l))
	if want := fmt.Sprint([][]int32{{2, 1, unknown}, {unknown, 1, 0}}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	l = crowd.NewLabels(1, 1, 2, []int32{0, 0}, []int32{0, 0}, []int32{1, 0})
	if got := panel.Verdicts(&l)[0][0]; got != unknown {
		t.Errorf("a tie: got %d", got)
	}
}

// person labels ten tasks, of which six pass (1) and four fail (0); the tasks with an even number are the longer ones.
func person() *panel.Person {
	return &panel.Person{
		Class: []int32{1, 1, 1, 1, 1, 1, 0, 0, 0, 0, unknown, unknown}, Classes: 2, Pass: 1,
		Name:   func(k int) string { return []string{"fail", "pass"}[k] },
		Longer: []int{1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1},
	}
}

func is(t *testing.T, what string, got api.Figure, want float64, n int) {
	t.Helper()
	if !got.Defined() || math.Abs(got.Value-want) > 1e-12 || got.N != n || !got.Interval || got.Low > want || got.High < want {
		t.Errorf("%s: got %+v, want %v of %d", what, got, want, n)
	}
}

// By hand: of six passes the judge passes five, of four fails it fails one, and says nothing of the last.
func TestJudge(t *testing.T) {
	x := person().Judge([]int32{1, 1, 1, 1, 1, 0, 1, 1, 0, unknown, 1, unknown})
	if x.Labels != 10 {
		t.Errorf("got %d verdicts, want 10", x.Labels)
	}
	is(t, "accuracy", x.Accuracy, 6./9, 9)
	is(t, "TPR", x.TPR, 5./6, 6)
	is(t, "TNR", x.TNR, 1./3, 3)
	is(t, "κ", x.Kappa, (6./9-(7.*6+2*3)/81)/(1-(7.*6+2*3)/81), 9)
	if len(x.Bias) != 2 || x.Bias[0].Class != "pass" || x.Bias[1].Class != "fail" {
		t.Errorf("got %+v, want pass, fail", x.Bias)
	}
	is(t, "bias towards pass", x.Bias[0].Figure, 1./9, 9)
	is(t, "bias towards fail", x.Bias[1].Figure, -1./9, 9)
	is(t, "length bias", x.Length, 1./5-(1.-1)/4, 9) // too lenient with the longer task 6; with the shorter 7, but too strict with 5
}

// A person's third label is wrong for every judge, and does not pass.
func TestPersonWithALabelOfItsOwn(t *testing.T) {
	p := person()
	p.Class[0], p.Class[9], p.Classes = 2, 2, 3
	p.Name = func(k int) string { return []string{"fail", "pass", "unsure"}[k] }
	x := p.Judge(slices.Repeat([]int32{1}, 12))
	is(t, "accuracy", x.Accuracy, .5, 10)
	is(t, "TPR", x.TPR, 1, 5)
	is(t, "TNR", x.TNR, 0, 5)
	is(t, "bias towards the person's own", x.Bias[2].Figure, -.2, 10)
}

// Of more than two classes one may pass, and the others fail; without one there are no rates.
func TestClassesThatPass(t *testing.T) {
	p := person()
	p.Class, p.Classes = []int32{0, 1, 2, 2, 2}, 3
	p.Name, p.Longer = func(k int) string { return fmt.Sprint(k) }, nil
	verdicts := []int32{1, 1, 0, 2, 2}
	x := p.Judge(verdicts)
	is(t, "TPR", x.TPR, 1, 1)
	is(t, "TNR", x.TNR, .75, 4)
	if x.Length.Defined() {
		t.Errorf("without lengths: got %+v", x.Length)
	}
	p.Pass = -1
	if x := p.Judge(verdicts); x.TPR.Defined() || x.TNR.Defined() || !x.Accuracy.Defined() || !x.Kappa.Defined() {
		t.Errorf("nothing passes: got %+v", x)
	}
}

func TestNothingIsKnownWithoutAPerson(t *testing.T) {
	p := person()
	p.Class = slices.Repeat([]int32{unknown}, 12)
	x := p.Judge(slices.Repeat([]int32{1}, 12))
	for _, f := range []api.Figure{x.Accuracy, x.TPR, x.TNR, x.Kappa, x.Length} {
		if f.Defined() || f.Why == "" {
			t.Errorf("got %+v, want why there is none", f)
		}
	}
	if x.Labels != 12 || x.Bias != nil {
		t.Errorf("got %+v", x)
	}
}

// By hand: on task 0 one of two others agrees, on task 1 the only other, on task 2 there is no other.
func TestOthers(t *testing.T) {
	verdicts := [][]int32{{0, 1, 1, unknown}, {0, 1, unknown, 1}, {1, unknown, unknown, 1}}
	is(t, "agreement with another judge", panel.Others(verdicts, 0), .75, 2)
	if f := panel.Others(verdicts[:1], 0); f.Defined() {
		t.Errorf("one judge: got %+v", f)
	}
}

// Intervals hold for 93 to 98 % of samples: those of bias, also of few tasks, and those of length bias.
func TestIntervalsHold(t *testing.T) {
	const draws = 4000
	r := rand.New(rand.NewPCG(4, 1))
	p := &panel.Person{Classes: 2, Pass: 1, Name: func(k int) string { return fmt.Sprint(k) }}
	for _, n := range []int{20, 50, 300} {
		held, length, known := 0, 0, 0
		for range draws {
			p.Class, p.Longer = make([]int32, n), make([]int, n)
			verdicts := make([]int32, n)
			for i := range n {
				p.Longer[i] = 1 - 2*(i%2)
				if r.Float64() < .6 {
					p.Class[i] = 1
				}
				// Passes .9 of what passes, and of what fails .4 where it is longer, .2 where not.
				pass := .9
				if p.Class[i] == 0 {
					pass = []float64{.4, .2}[i%2]
				}
				if r.Float64() < pass {
					verdicts[i] = 1
				}
			}
			x := p.Judge(verdicts)
			for _, b := range x.Bias {
				if want := .4*.3 - .6*.1; b.Class == "1" && b.Low <= want && want <= b.High {
					held++
				}
			}
			known++
			if want := .4 * .2; x.Length.Low <= want && want <= x.Length.High {
				length++
			}
		}
		for what, got := range map[string]float64{"bias": float64(held) / draws, "length bias": float64(length) / float64(known)} {
			if got < .93 || got > .985 {
				t.Errorf("%s by %d tasks: held in %.3f", what, n, got)
			}
		}
	}
}

func TestFirst(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  int
	}{
		{[]string{"A>B", "B>A"}, 0}, {[]string{"B>A", "A=B", "A>B"}, 2}, {[]string{"model_b", "tie", "model_a"}, 2},
		{[]string{"Response 2", "Response 1"}, 1}, {[]string{"[[B]]", "[[A]]", "[[C]]"}, 1}, {[]string{"second", "first"}, 1},
		{[]string{"A", "B"}, -1}, {[]string{"first", "second", "third"}, -1}, {[]string{"left", "right"}, -1}, {[]string{"A>B"}, -1}, {nil, -1},
	} {
		if got := panel.First(test.names); got != test.want {
			t.Errorf("%q: got %d, want %d", test.names, got, test.want)
		}
	}
}
