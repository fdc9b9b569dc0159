package ranking_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/ranking"
)

func TestSides(t *testing.T) {
	left := func(pairs ...[2]int32) (all []crowd.Vote) {
		for n, p := range pairs {
			all = append(all, crowd.Vote{Worker: int32(n % 2), Left: p[0], Right: p[1], Answer: crowd.Answer(n % 3)})
		}
		return all
	}
	for _, test := range []struct {
		name     string
		votes    []crowd.Vote
		absorbed bool
	}{
		{"one item always on the left", left([2]int32{3, 0}, [2]int32{3, 1}, [2]int32{3, 2}, [2]int32{3, 0}), true},
		{"a chain", left([2]int32{0, 1}, [2]int32{1, 2}, [2]int32{2, 3}), true},
		{"two groups, each of another kind", left([2]int32{0, 1}, [2]int32{2, 1}, [2]int32{3, 4}), true},
		{"a circle of four, two of them always on the left", left([2]int32{0, 2}, [2]int32{0, 3}, [2]int32{1, 2}, [2]int32{1, 3}), true},
		{"a pair in both orders", left([2]int32{3, 0}, [2]int32{3, 1}, [2]int32{0, 3}), false},
		{"a circle of three", left([2]int32{0, 1}, [2]int32{1, 2}, [2]int32{0, 2}), false},
		{"another group tells", left([2]int32{0, 1}, [2]int32{2, 3}, [2]int32{3, 2}), false},
		{"no votes", nil, false},
	} {
		if got := ranking.SidesOf(crowd.Compare(5, 2, test.votes, true)); got.Absorbed != test.absorbed {
			t.Errorf("%s: got %+v, want absorbed %t", test.name, got, test.absorbed)
		}
		if got := ranking.SidesOf(crowd.Compare(5, 2, test.votes, false)); got != (ranking.Sides{}) {
			t.Errorf("%s, where nobody knows the sides: got %+v, want nothing", test.name, got)
		}
	}
}

// Where the better item always stands on the left, all votes are for that side. Half of them turned round, with their answers, leave the
// scores and tell.
func TestSidesTurned(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	for _, items := range []int{2, 5, 40} {
		var votes, half []crowd.Vote
		for n := range 300 {
			a := int32(random.IntN(items - 1))
			b := a + 1 + int32(random.IntN(items-int(a)-1))
			votes = append(votes, crowd.Vote{Worker: int32(n % 7), Left: a, Right: b, Answer: crowd.Left})
		}
		votes = append(votes, crowd.Vote{Left: 0, Right: 1, Answer: crowd.Neither})
		half = slices.Clone(votes)
		for n := 0; n < len(half); n += 2 {
			v := &half[n]
			v.Left, v.Right = v.Right, v.Left
			if v.Answer != crowd.Neither {
				v.Answer = crowd.Right
			}
		}
		got := ranking.SidesOf(crowd.Compare(items, 7, votes, true))
		if want := (ranking.Sides{Left: 300, Absorbed: items == 2}); got != want {
			t.Errorf("%d items: got %+v, want %+v", items, got, want)
		}
		got = ranking.SidesOf(crowd.Compare(items, 7, half, true))
		if want := (ranking.Sides{Left: 150, Right: 150}); got != want {
			t.Errorf("%d items, half of the votes turned: got %+v, want %+v", items, got, want)
		}
	}
}
