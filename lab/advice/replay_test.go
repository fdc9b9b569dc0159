package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/method/vote"
	"concord/core/simulate"
)

func small() pool {
	return pool{
		name: "small", story: "A story.", title: "the majority vote", method: vote.Majority{}, start: 2, round: 20, rounds: 2,
		draw: func(seed uint64) (*crowd.Dataset, []int32) {
			w := simulate.DawidSkene{Tasks: 40, Workers: 6, Classes: 2}.Draw(seed)
			return w.Data, w.Truth
		},
	}
}

func TestReplayRevealsEachLabelOnce(t *testing.T) {
	p := small()
	for n := range policies {
		r, err := p.run(policy(n), 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.wrong) != 3 || len(r.expected) != 3 {
			t.Errorf("%s: got %d and %d rounds, want 3", policies[n], len(r.wrong), len(r.expected))
		}
		again, _ := p.run(policy(n), 3)
		if !slices.Equal(r.wrong, again.wrong) {
			t.Errorf("%s: the same seed gave %v and %v", policies[n], r.wrong, again.wrong)
		}
	}
	d, _ := p.draw(1)
	shown := reveal(d, []int{0, 5, 7, 100})
	if shown.Len() != 4 || shown.Tasks != d.Tasks {
		t.Errorf("got %d labels of %d tasks", shown.Len(), shown.Tasks)
	}
}

func TestSimulateWritesATable(t *testing.T) {
	p := small()
	var b strings.Builder
	if err := p.simulate(&b); err != nil {
		t.Fatal(err)
	}
	rows := strings.Count(b.String(), "\n| ")
	if rows != 4 || !strings.Contains(b.String(), "| 2.50 |") { // the heading and three rounds
		t.Errorf("got %d rows in\n%s", rows, b.String())
	}
}

func TestMeanOf(t *testing.T) {
	i := meanOf([]float64{1, 2, 3, 4}) // variance 5/3
	if i.mean != 2.5 || math.Abs(i.high-i.mean-2.02*math.Sqrt(5./12)) > 1e-12 {
		t.Errorf("got %+v", i)
	}
}
