package comparison

import (
	"concord/core/crowd"
	"concord/core/yield"
)

// votes are comparisons with equal ones counted together. Pair p is of items first[p] and second[p], and its votes are the entries
// start[p] to start[p+1] of those by vote.
type votes struct {
	items, workers int
	first, second  []int32
	start          []int32
	worker         []int32   // by vote; 0 where workers are not told apart
	left           []int8    // by vote: 1: the first item was on the left, −1: the second; 0: not known
	class          []uint8   // by vote: crowd.FirstWins, SecondWins or Tied
	weight         []float64 // by vote: how often it was given

	features int       // how many there are
	style    []float64 // by vote, of each feature: how many standard deviations more the first item has of it

	how         ties
	total, ties float64
	sides       bool // some positions are known
}

// ties says what becomes of ties.
type ties int

const (
	asTies ties = iota
	half        // half a win for each
	dropped
)

// count counts the votes of d, for each worker or for all together, with their style; nil: that says nothing.
func count(d *crowd.Dataset, byWorker bool, how ties, s *style, work *yield.Work) *votes {
	c := d.Comparisons
	v := &votes{items: c.Items, workers: 1, how: how, sides: d.Swapped != nil, start: []int32{0}, features: s.features()}
	if byWorker {
		v.workers = d.Workers
	}
	last := make([]int32, v.workers*3*3) // by worker, side and class: the last such vote, from 1
	add := func(vote int, worker int32, left int8, class uint8, weight float64) {
		at := &last[(int(worker)*3+int(left+1))*3+int(class)]
		if *at > v.start[len(v.start)-1] && !s.ofVotes() {
			v.weight[*at-1] += weight
			return
		}
		v.worker, v.left = append(v.worker, worker), append(v.left, left)
		v.class, v.weight = append(v.class, class), append(v.weight, weight)
		v.style = s.append(v.style, vote)
		*at = int32(len(v.worker))
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !work.Continue(to - from) {
			break
		}
		s.pair(c.First[i], c.Second[i])
		for n := from; n < to; n++ {
			worker, left, class := int32(0), int8(0), uint8(d.Class[n])
			if byWorker {
				worker = d.Worker[n]
			}
			if v.sides {
				left = 1
				if d.Swapped[n] {
					left = -1
				}
			}
			v.total++
			switch {
			case class != crowd.Tied || how == asTies:
				add(n, worker, left, class, 1)
			case how == half:
				add(n, worker, left, crowd.FirstWins, .5)
				add(n, worker, left, crowd.SecondWins, .5)
			}
			if class == crowd.Tied {
				v.ties++
			}
		}
		if len(v.worker) > int(v.start[len(v.start)-1]) {
			v.first, v.second = append(v.first, c.First[i]), append(v.second, c.Second[i])
			v.start = append(v.start, int32(len(v.worker)))
		}
	}
	return v
}

// of returns the range of the votes about pair p.
func (v *votes) of(p int) (from, to int) { return int(v.start[p]), int(v.start[p+1]) }

// row returns the style of vote n.
func (v *votes) row(n int) []float64 { return v.style[n*v.features : (n+1)*v.features] }
