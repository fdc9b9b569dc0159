package comparison

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// rankers are the methods that need rankings.
func rankers() []fit.Method { return []fit.Method{Borda{}, Borda{Weighted: true}, PlackettLuce{}} }

// lists are rankings of some of the items each, in part of the first few only.
func lists(seed uint64, items, workers, each int) *crowd.Rankings {
	random := rand.New(rand.NewPCG(seed, 5))
	r := &crowd.Rankings{Start: []int32{0}}
	for w := range workers * each {
		own := random.Perm(items)[:items-w%2]
		noise := make([]float64, items)
		for i := range noise {
			noise[i] = float64(i) + 2*random.NormFloat64()
		}
		slices.SortFunc(own, func(a, b int) int {
			if noise[a] < noise[b] {
				return -1
			}
			return 1
		})
		for _, i := range own {
			r.Item = append(r.Item, int32(i))
		}
		r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, int32(w%workers))
		r.Ranked = append(r.Ranked, int32(len(own)-w%3))
	}
	return r
}

// In another order of the lists, and with other numbers for workers, scores are the same.
func TestListsInAnotherOrder(t *testing.T) {
	const items, workers = 9, 7
	r := lists(1, items, workers, 4)
	other := &crowd.Rankings{Start: []int32{0}}
	for _, l := range rand.New(rand.NewPCG(2, 2)).Perm(len(r.Worker)) {
		other.Item = append(other.Item, r.Item[r.Start[l]:r.Start[l+1]]...)
		other.Start, other.Ranked = append(other.Start, int32(len(other.Item))), append(other.Ranked, r.Ranked[l])
		other.Worker = append(other.Worker, (r.Worker[l]+3)%workers)
	}
	for _, m := range append(rankers(), Kemeny{}) {
		got, want := rankingOf(t, crowd.CompareLists(items, workers, other), m), rankingOf(t, crowd.CompareLists(items, workers, r), m)
		if far := furthest(got.Score, want.Score); !(far < 1e-8) {
			t.Errorf("%T: scores differ by %.3g", m, far)
		}
		if !(want.Score[0] > want.Score[4] && want.Score[4] > want.Score[8]) {
			t.Errorf("%T: scores are %v, want them to fall", m, want.Score)
		}
	}
}

// Borda's scores by hand: of three items, one list has all in order, the other the best alone.
func TestBordaByHand(t *testing.T) {
	r := &crowd.Rankings{Start: []int32{0, 3, 6}, Item: []int32{0, 1, 2, 1, 0, 2}, Worker: []int32{0, 1}, Ranked: []int32{3, 1}}
	// In the first list they stand before 1, ½ and 0 of the others; in the second 1 before all, and the others before a quarter of them.
	want := []float64{(1 + .25) / 2, (.5 + 1) / 2, (0 + .25) / 2}
	if got := rankingOf(t, crowd.CompareLists(3, 2, r), Borda{}).Score; furthest(got, want) > 1e-12 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Who turns rankings round counts against them when workers are weighed, and rankings of nobody known can't be weighed.
func TestContraryRankings(t *testing.T) {
	r := lists(3, 8, 6, 3)
	for l, w := range r.Worker {
		if r.Ranked[l] = r.Start[l+1] - r.Start[l]; w == 0 {
			slices.Reverse(r.Item[r.Start[l]:r.Start[l+1]])
		}
	}
	d := crowd.CompareLists(8, 6, r)
	result, err := fit.Run(d, Borda{Weighted: true}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if weight := result.Extra[0].Values; weight[0] >= 0 || slices.Min(weight[1:]) <= 0 {
		t.Errorf("weights are %v, want the first alone below zero", weight)
	}
	d.Anonymous = true
	if _, err := fit.Run(d, Borda{Weighted: true}, fit.Settings{}); !errors.Is(err, crowd.ErrAnonymous) {
		t.Errorf("got the error %v, want %v", err, crowd.ErrAnonymous)
	}
}

// Pairs that were not cut from rankings are refused, and poor rankings give finite scores and answers.
func TestPoorRankings(t *testing.T) {
	for _, m := range rankers() {
		if _, err := fit.Run(crowdOf(1, 5, 3, 20), m, fit.Settings{}); !errors.Is(err, ErrNoRankings) {
			t.Errorf("%T: got the error %v, want %v", m, err, ErrNoRankings)
		}
		for name, r := range map[string]*crowd.Rankings{
			"no lists": {Start: []int32{0}}, "a list of one": {Start: []int32{0, 1}, Item: []int32{2}, Worker: []int32{0}},
			"nothing in order": {Start: []int32{0, 3}, Item: []int32{2, 1, 0}, Worker: []int32{0}, Ranked: []int32{0}},
			"islands":          {Start: []int32{0, 2, 4}, Item: []int32{2, 1, 0, 3}, Worker: []int32{0, 0}},
		} {
			s, err := fit.Start(crowd.CompareLists(4, 1, r), m, fit.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			for range s.Steps() {
			}
			f := s.Fit().(fit.Ranker)
			got, err := f.Ranking(nil)
			if err != nil {
				t.Fatal(err)
			}
			row := make([]float64, 2)
			f.Answer(0, 3, -1, 0, row)
			for _, x := range append(row, got.Score...) {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%T, %s: scores are %v, and of two %v", m, name, got.Score, row)
				}
			}
		}
	}
}

// Kemeny's order has no more votes against it than any other or, where there are too many items to try all, than any that moves one item.
func TestKemeny(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	against := func(d *crowd.Dataset, place []int) (votes int) {
		for i := range d.Tasks {
			from, to := d.Of(i)
			first := place[d.Comparisons.First[i]] < place[d.Comparisons.Second[i]]
			for _, class := range d.Class[from:to] {
				if class != crowd.Tied && first != (class == crowd.FirstWins) {
					votes++
				}
			}
		}
		return votes
	}
	places := func(d *crowd.Dataset) (place []int) {
		middle := float64(d.Comparisons.Items-1) / 2
		for _, s := range rankingOf(t, d, Kemeny{}).Score {
			place = append(place, int(math.Round(middle-s)))
		}
		return place
	}
	noisy := func(items, votes int) *crowd.Dataset {
		all := make([]crowd.Vote, votes)
		for n := range all {
			a := random.IntN(items)
			b := (a + 1 + random.IntN(items-1)) % items
			all[n] = crowd.Vote{Left: int32(a), Right: int32(b), Answer: crowd.Answer(random.IntN(3))}
			if random.IntN(3) == 0 {
				all[n].Answer = crowd.Right
				if a < b {
					all[n].Answer = crowd.Left
				}
			}
		}
		return crowd.Compare(items, 1, all, false)
	}
	for range 20 {
		d := noisy(6, 60)
		fewest := math.MaxInt
		var try func(place []int, n int)
		try = func(place []int, n int) {
			if n == len(place) {
				fewest = min(fewest, against(d, place))
			}
			for m := n; m < len(place); m++ {
				place[n], place[m] = place[m], place[n]
				try(place, n+1)
				place[n], place[m] = place[m], place[n]
			}
		}
		try([]int{0, 1, 2, 3, 4, 5}, 0)
		if got := against(d, places(d)); got != fewest {
			t.Errorf("%d votes are against the order, want %d", got, fewest)
		}
	}
	d := noisy(30, 900)
	place := places(d)
	if sorted := slices.Sorted(slices.Values(place)); !slices.Equal(slices.Compact(sorted), sorted) || len(sorted) != 30 {
		t.Fatalf("places are %v", place)
	}
	fewest := against(d, place)
	for i := range place {
		for to := range place {
			moved := slices.Clone(place)
			for j, p := range place {
				switch {
				case j == i:
					moved[j] = to
				case place[i] < p && p <= to:
					moved[j] = p - 1
				case to <= p && p < place[i]:
					moved[j] = p + 1
				}
			}
			if votes := against(d, moved); votes < fewest {
				t.Fatalf("with item %d at place %d %d votes are against, and %d as it is", i, to, votes, fewest)
			}
		}
	}
}

// Where each worker ranked one list, what its pairs have in common is no skill: scores are no larger than they should be, and their
// intervals hold.
func TestIntervalsOfLists(t *testing.T) {
	const items, workers, size, crowds = 20, 200, 5, 20
	random := rand.New(rand.NewPCG(8, 1))
	var held, along, square float64
	for range crowds {
		truth := make([]float64, items)
		for i := range truth {
			truth[i] = random.NormFloat64()
		}
		centre(truth, make([]int32, items))
		r := &crowd.Rankings{Start: []int32{0}}
		for w := range int32(workers) {
			own, seen := random.Perm(items)[:size], make([]float64, items)
			for _, i := range own {
				seen[i] = truth[i] - math.Log(random.ExpFloat64())
			}
			slices.SortFunc(own, func(a, b int) int { return cmp.Compare(seen[b], seen[a]) })
			for _, i := range own {
				r.Item = append(r.Item, int32(i))
			}
			r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, w)
		}
		found := rankingOf(t, crowd.CompareLists(items, workers, r), Skill{})
		for i, s := range found.Score {
			along += s * truth[i]
			square += truth[i] * truth[i]
			if math.Abs(s-truth[i]) <= 1.96*found.Errors()[i] {
				held += 1.0 / (items * crowds)
			}
		}
	}
	if slope := along / square; slope < .93 || slope > 1.05 {
		t.Errorf("scores are %.3f times the truth, want about 1", slope)
	}
	if held < .935 {
		t.Errorf("%.1f %% of intervals hold, want about 95 %%", 100*held)
	}
}
