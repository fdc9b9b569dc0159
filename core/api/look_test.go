package api

import (
	"math"
	"testing"
)

// The curve is that of labels sorted one by one, to the width of a bin, ends where the estimate does, and never falls.
func TestLookIsASortedSum(t *testing.T) {
	var d Doubts
	var wrong []float64
	for n := range 1000 {
		p := math.Pow(1-float64(n)/1000, 3) * .7 // the least certain first
		wrong = append(wrong, p)
		d.Add(p)
	}
	sum, all := 0.0, 0.0
	for _, p := range wrong {
		all += p
	}
	l := d.Look(all)
	if l.Labels != 1000 || len(l.Curve) > len(d) || l.Find(0) != 0 || l.Find(5000) != l.Wrong {
		t.Errorf("got %d labels, %d points, %g and %g found", l.Labels, len(l.Curve), l.Find(0), l.Find(5000))
	}
	for n, p := range wrong {
		if sum += p; math.Abs(l.Find(n+1)-sum) > .02+.005*sum {
			t.Fatalf("the first %d: got %g, want %g", n+1, l.Find(n+1), sum)
		}
	}
	if half := d.Look(all / 2); math.Abs(half.Wrong-all/2) > 1e-9 || math.Abs(half.Find(100)-l.Find(100)/2) > 1e-9 {
		t.Errorf("with half as many mistakes: got %g, %g found", half.Wrong, half.Find(100))
	}
	if none := new(Doubts).Look(0); none.Find(10) != 0 || none.Suggested() != 0 {
		t.Errorf("nothing to look at: got %+v", none)
	}
}

// The vote is kept from a lead of two, or from any where nothing is left to check; nobody checks more than it takes.
func TestChecksInWords(t *testing.T) {
	for _, c := range []struct {
		checks         Checks
		votes, decided bool
	}{
		{Checks{Of: 80}, false, false},
		{Checks{Tasks: 10, Default: 4, Vote: 5, Of: 80}, false, true},
		{Checks{Tasks: 10, Default: 4, Vote: 6, Of: 80}, true, true},
		{Checks{Tasks: 5, Default: 5, Of: 80}, false, true},
		{Checks{Tasks: 4, Default: 4, Of: 80}, false, false},
		{Checks{Tasks: 5, Vote: 5, Of: 80}, true, false},
		{Checks{Tasks: 6, Vote: 6, Of: 80}, true, true},
		{Checks{Tasks: 5, Default: 2, Vote: 3, Of: 5}, true, true},
		{Checks{Tasks: 5, Default: 2, Vote: 2, Of: 5}, false, true},
		{Checks{Tasks: 3, Default: 1, Vote: 2, Of: 5}, true, false},
	} {
		if c.checks.Votes() != c.votes || c.checks.Decided() != c.decided {
			t.Errorf("%+v: votes %v, decided %v; want %v, %v", c.checks, c.checks.Votes(), c.checks.Decided(), c.votes, c.decided)
		}
	}
}
