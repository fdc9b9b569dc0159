package comparison

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

// Kemeny orders items so that the fewest votes disagree. Of up to 15 items that comparisons connect the order is exact, by dynamic
// programming over the sets of items that come first; more are ordered by how much more often they won than lost, and then each is put
// where the fewest disagree until none moves. Scores are places, counted from the middle; they have no standard errors. The better of a
// pair wins as often as votes agree with the order.
//
// John G. Kemeny. Mathematics without numbers. Daedalus 88(4), 1959.
type Kemeny struct{}

var _ fit.Method = Kemeny{}

// Uses implements fit.Method.
func (Kemeny) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, false) }

// exactly is how many items are ordered exactly.
const exactly = 15

// Start implements fit.Method.
func (Kemeny) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newDirect(d, s)
	p := winsOf(d, f.work)
	m := make(margins, len(f.score))
	for n, i := range p.first {
		j, by := p.second[n], p.won[n]-p.lost[n]
		m[i], m[j] = append(m[i], margin{j, by}), append(m[j], margin{i, -by})
	}
	group, groups := d.Meeting()
	members := make([][]int32, groups)
	for i, g := range group {
		members[g] = append(members[g], int32(i))
	}
	for _, own := range members {
		if len(own) <= exactly {
			own = m.exact(own, f.work)
		} else {
			m.insert(own, p, f.work)
		}
		for place, i := range own {
			f.score[i] = float64(len(own)-1)/2 - float64(place)
		}
	}
	agree, all := .5, 1.0
	for n, i := range p.first {
		all += p.won[n] + p.lost[n]
		if f.score[i] > f.score[p.second[n]] {
			agree += p.won[n]
		} else {
			agree += p.lost[n]
		}
	}
	f.agree = agree / all
	return f, f.work.Err()
}

// margins are, by item, how much more often it won than lost against each item that it met.
type margins [][]margin

type margin struct {
	other int32
	by    float64
}

// exact returns the best order of some items.
func (m margins) exact(items []int32, work *yield.Work) []int32 {
	place := map[int32]int{}
	for n, i := range items {
		place[i] = n
	}
	by := make([][]float64, len(items))
	for n, i := range items {
		by[n] = make([]float64, len(items))
		for _, o := range m[i] {
			by[n][place[o.other]] = o.by
		}
	}
	// best is, by set of items that come first, the largest sum of margins of each over those after it; last is the last of the set.
	best, last := make([]float64, 1<<len(items)), make([]int8, 1<<len(items))
	for set := 1; set < len(best); set++ {
		if !work.Continue(len(items)) {
			return items
		}
		best[set] = math.Inf(-1)
		for n := range items {
			if set&(1<<n) == 0 {
				continue
			}
			sum := best[set&^(1<<n)]
			for o := range items {
				if set&(1<<o) == 0 {
					sum += by[n][o]
				}
			}
			if sum > best[set] {
				best[set], last[set] = sum, int8(n)
			}
		}
	}
	order := make([]int32, len(items))
	for set, at := len(best)-1, len(items)-1; at >= 0; at-- {
		order[at] = items[last[set]]
		set &^= 1 << last[set]
	}
	return order
}

// insert orders items as well as moving one at a time does.
func (m margins) insert(order []int32, p *pairwise, work *yield.Work) {
	net := func(i int32) float64 { return p.wins[i] - p.losses[i] }
	slices.SortStableFunc(order, func(a, b int32) int {
		switch {
		case net(a) > net(b):
			return -1
		case net(a) < net(b):
			return 1
		}
		return 0
	})
	place := make([]int, len(m))
	for n, i := range order {
		place[i] = n
	}
	const passes = 100
	for range passes {
		moved := false
		for _, i := range slices.Clone(order) {
			if !work.Continue(len(m[i]) + len(order)/16) {
				return
			}
			if to := m.better(i, place); to != place[i] {
				moved = true
				from := place[i]
				order = slices.Insert(slices.Delete(order, from, from+1), to, i)
				for n := min(from, to); n <= max(from, to); n++ {
					place[order[n]] = n
				}
			}
		}
		if !moved {
			return
		}
	}
}

// better returns the place at which the fewest votes are against item i; its own, if no other has fewer.
func (m margins) better(i int32, place []int) int {
	slices.SortFunc(m[i], func(a, b margin) int { return place[a.other] - place[b.other] })
	own := place[i]
	best, most := own, 1e-9
	after, _ := slices.BinarySearchFunc(m[i], own, func(o margin, at int) int { return place[o.other] - at })
	gain := 0.0
	for n := after - 1; n >= 0; n-- { // before each that it beats
		if gain += m[i][n].by; gain > most {
			best, most = place[m[i][n].other], gain
		}
	}
	gain = 0
	for _, o := range m[i][after:] { // after each that beats it
		if gain -= o.by; gain > most {
			best, most = place[o.other], gain
		}
	}
	return best
}
