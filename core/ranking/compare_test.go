package ranking_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/comparison"
	"concord/core/method/dawidskene"
	"concord/core/ranking"
)

func foretold(t *testing.T, d *crowd.Dataset, methods ...fit.Method) []ranking.Foretold {
	t.Helper()
	var candidates []advise.Candidate
	for _, m := range methods {
		candidates = append(candidates, advise.Candidate{Method: m})
	}
	c := ranking.Compare(d, candidates, 5, 1, fit.Settings{})
	for range c.Steps() {
	}
	return c.Foretold()
}

// On llmfao the default foretells 72.6 % of decided votes or more, with a log loss of .527 at most, and better than plain Bradley–Terry.
func TestCompareOnRealVotes(t *testing.T) {
	d := load(t, "llmfao")
	got := foretold(t, d, comparison.Skill{}, comparison.BradleyTerry{}, comparison.WinRate{}, &dawidskene.DS{}, comparison.NoisyBT{})
	skill, plain := got[0], got[1]
	if skill.Accuracy.Value < .726 || skill.Decided.Value > .527 || skill.Behind.Value != 0 || skill.All.N != 8931 {
		t.Errorf("Skill: got %+v", skill)
	}
	if math.Abs(plain.Accuracy.Value-.703) > .01 || plain.Behind.Value < 3*plain.Behind.SE || plain.Behind.SE <= 0 {
		t.Errorf("Bradley–Terry: got %+v", plain)
	}
	if got[3].Err == nil || got[3].All.N != 0 {
		t.Errorf("a method for classes: got %+v", got[3])
	}
}

// Two pairs of four votes each, of which every fold hides some: a coin is right half the time, with a loss of log 2.
func TestForetoldByHand(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	d := crowd.Compare(2, 40, vote([]float64{0, 0}, times(40, voter{votes: 50}), random), true)
	for _, anonymous := range []bool{false, true} {
		d.Anonymous = anonymous
		got := foretold(t, d, comparison.BradleyTerry{})[0]
		near(t, "right", got.Accuracy.Value, .5, .05)
		near(t, "loss", got.Decided.Value, math.Ln2, .002)
		near(t, "without ties both losses are the same", got.All.Value, got.Decided.Value, 1e-15)
		near(t, "standard error of a coin", got.Accuracy.SE, .5/math.Sqrt(2000), .003)
	}
	ties := crowd.Compare(2, 3, []crowd.Vote{
		{Left: 0, Right: 1, Answer: crowd.Neither}, {Worker: 1, Left: 1, Right: 0, Answer: crowd.Neither},
	}, true)
	if got := foretold(t, ties, comparison.Davidson{})[0]; got.Err != nil || got.Decided.Defined() || !got.All.Defined() {
		t.Errorf("all ties: got %+v", got)
	}
	if got := foretold(t, crowd.Compare(2, 1, nil, true), comparison.Davidson{})[0]; got.All.Defined() {
		t.Errorf("no votes: got %+v", got)
	}
}

// Rankings are hidden whole: their pairs are foretold from other lists.
func TestCompareByRankings(t *testing.T) {
	r := &crowd.Rankings{Start: []int32{0}, Ranked: []int32{}}
	for w := range int32(30) {
		r.Item = append(r.Item, 0, 1, 2, 3)
		r.Start, r.Worker, r.Ranked = append(r.Start, int32(len(r.Item))), append(r.Worker, w), append(r.Ranked, 1+w%3)
	}
	got := foretold(t, crowd.CompareLists(4, 30, r), comparison.PlackettLuce{}, comparison.BradleyTerry{})
	for n, x := range got {
		if x.Err != nil || x.Accuracy.Value != 1 || x.All.N != 10*(3+5+6) {
			t.Errorf("%d: got %+v", n, x)
		}
	}
}

// Breaking out of the loop pauses a comparison, and an error of Pause ends it.
func TestCompareCanBePaused(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	d := crowd.Compare(30, 20, vote(normals(30, random), times(20, voter{votes: 50, skill: 1}), random), true)
	candidates := []advise.Candidate{{Method: comparison.Skill{}}, {Method: comparison.BradleyTerry{}}}
	want := foretold(t, d, candidates[0].Method, candidates[1].Method)
	c := ranking.Compare(d, candidates, 5, 1, fit.Settings{})
	last := 0
	for more := true; more; {
		more = false
		for n := range c.Steps() {
			if n < last {
				t.Fatalf("candidate %d after %d", n, last)
			}
			last, more = n, true
			break
		}
	}
	for n, got := range c.Foretold() {
		if got != want[n] {
			t.Errorf("paused: got %+v, want %+v", got, want[n])
		}
	}
	stop := errors.New("stop")
	c = ranking.Compare(million(), candidates[1:], 5, 1, fit.Settings{Pause: func() error { return stop }})
	for range c.Steps() {
	}
	if got := c.Foretold()[0].Err; got != stop {
		t.Errorf("stopped: got %v", got)
	}
}
