package ranking_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/ranking"
)

// counted are triads found by looking at each three items.
func counted(d *crowd.Dataset) (decided, circular int, margins []float64) {
	n := d.Comparisons.Items
	margin := make([]float64, n*n)
	for i := range d.Tasks {
		a, b := int(d.Comparisons.First[i]), int(d.Comparisons.Second[i])
		var votes [3]float64
		for from, to := d.Of(i); from < to; from++ {
			votes[d.Class[from]]++
		}
		if all := votes[0] + votes[1]; all > 0 {
			margin[a*n+b] = (votes[0] - votes[1]) / math.Sqrt(all)
			margin[b*n+a] = -margin[a*n+b]
		}
	}
	for a := range n {
		for b := range a {
			for c := range b {
				x, y, z := margin[a*n+b], margin[b*n+c], margin[c*n+a]
				if x == 0 || y == 0 || z == 0 {
					continue
				}
				decided++
				if x > 0 == (y > 0) && y > 0 == (z > 0) {
					circular++
					margins = append(margins, min(math.Abs(x), math.Abs(y), math.Abs(z)))
				}
			}
		}
	}
	slices.SortFunc(margins, func(a, b float64) int { return cmp.Compare(b, a) })
	return decided, circular, margins
}

func TestTriadsByBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, items := range []int{3, 5, 30, 70, 140} {
		for _, votes := range []int{1, 4, 60} {
			d := crowd.Compare(items, votes, vote(normals(items, random), times(votes, voter{votes: items, skill: .7, ties: .5}), random), true)
			got, err := ranking.FindTriads(d, 7, nil)
			if err != nil {
				t.Fatal(err)
			}
			decided, circular, margins := counted(d)
			if got.Decided != decided || got.Circular != circular || got.Items != got.Of || got.Of > items {
				t.Errorf("%d items, %d votes each: got %d of %d, want %d of %d", items, votes, got.Circular, got.Decided, circular, decided)
			}
			near(t, "consistency", got.Consistency, 1-4*float64(circular)/float64(decided), 1e-15)
			if len(got.Strongest) != min(7, circular) {
				t.Fatalf("%d items: got %d circles", items, len(got.Strongest))
			}
			for n, x := range got.Strongest {
				near(t, "margin", x.Margin, margins[n], 1e-15)
				weakest := math.Inf(1)
				for leg := range 3 {
					w, l := float64(x.Wins[leg]), float64(x.Losses[leg])
					weakest = min(weakest, (w-l)/math.Sqrt(w+l))
				}
				near(t, "weakest majority", weakest, x.Margin, 1e-15)
			}
		}
	}
}

// Tossed coins are as inconsistent as can be expected, and an order has no circles. With three items each way round there is one.
func TestConsistency(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	coins := crowd.Compare(60, 1, vote(make([]float64, 60), times(1, voter{votes: 20_000}), random), true)
	if got, _ := ranking.FindTriads(coins, 0, nil); math.Abs(got.Consistency) > .03 || got.Strongest != nil {
		t.Errorf("coins: got %+v", got)
	}
	score := make([]float64, 60)
	for i := range score {
		score[i] = float64(i)
	}
	sure := crowd.Compare(60, 1, vote(score, times(1, voter{votes: 20_000, skill: 20}), random), true)
	if got, _ := ranking.FindTriads(sure, 5, nil); got.Consistency != 1 || got.Decided != 60*59*58/6 {
		t.Errorf("an order: got %+v", got)
	}
	circle := crowd.Compare(3, 1, []crowd.Vote{{Left: 0, Right: 1}, {Left: 1, Right: 2}, {Left: 2, Right: 0}, {Left: 2, Right: 0}}, true)
	got, _ := ranking.FindTriads(circle, 5, nil)
	want := ranking.Triad{Items: [3]int32{1, 2, 0}, Wins: [3]int{1, 2, 1}, Margin: 1}
	if got.Circular != 1 || got.Consistency != -3 || got.Strongest[0] != want {
		t.Errorf("a circle: got %+v", got)
	}
	none := crowd.Compare(3, 1, []crowd.Vote{{Left: 0, Right: 1}, {Left: 1, Right: 0}}, true)
	if got, _ := ranking.FindTriads(none, 5, nil); got.Decided != 0 || !math.IsNaN(got.Consistency) || got.Of != 0 {
		t.Errorf("no majority: got %+v", got)
	}
}

// Of very many items those are looked at that met most others.
func TestTriadsOfManyItems(t *testing.T) {
	const items = 6000
	var votes []crowd.Vote
	for a := range int32(items) {
		votes = append(votes, crowd.Vote{Left: a, Right: (a + 1) % items})
	}
	votes = append(votes, crowd.Vote{Left: 5002, Right: 5000}, crowd.Vote{Left: 5001, Right: 0})
	got, err := ranking.FindTriads(crowd.Compare(items, 1, votes, true), 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Of != items || got.Items >= items || got.Circular != 1 {
		t.Errorf("got %+v", got)
	}
}
