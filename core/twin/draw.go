package twin

import (
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
)

// draw is one simulated crowd at work. Each task has a list of the labels it would get one after the other, so that with more
// labels it keeps those it had; whatever is random is drawn once, so that what is compared differs in nothing else.
type draw struct {
	of      *Crowd
	tasks   int
	workers int
	most    int // labels listed of a task
	without int // a worker whose labels can be left out; −1: none

	truth    []int32   // N
	lure     []int32   // N, what everybody sees if the task misleads
	mislead  []float64 // N, uniform: the task misleads if this is below m
	has      []int32   // N, labels at present
	thin     []float64 // N, uniform: how the number of labels is rounded
	own      []float64 // workers×K×K, confusion matrices
	worker   []int32   // N×most
	uniform  []float64 // N×most, from which labels are drawn
	label    []uint16  // N×most
	misleads float64   // m
}

// draw draws a crowd for a number of tasks with so many labels each at most. If there are fewer tasks than in the data, there are
// fewer workers in proportion, so that each is known as well. Where a task wants more labels than there are workers, others
// like them join in. leave is a worker of c whose labels can be left out; −1: nobody's.
func (c *Crowd) draw(tasks, most, leave int, seed uint64) *draw {
	random := rand.New(rand.NewPCG(seed, 0x7477696e)) // "twin"
	k := c.Classes
	var all []int
	for j, n := range c.given {
		if n > 0 && j != leave {
			all = append(all, j)
		}
	}
	size := len(all)
	if n := len(c.PerTask); tasks < n {
		size = min(size, max((size*tasks+n-1)/n, most))
	}
	random.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	crew, weight, total := all[:size:size], make([]float64, 0, size+1), 0.0
	for _, j := range crew {
		total += c.given[j]
		weight = append(weight, total)
	}
	d := &draw{of: c, tasks: tasks, most: most, without: -1}
	if leave >= 0 { // with the same share of all labels
		others := 0.0
		for _, j := range all {
			others += c.given[j]
		}
		d.without, crew = size, append(crew, leave)
		total += total * c.given[leave] / max(others, 1)
		weight = append(weight, total)
	}
	size = len(crew)
	for len(crew) < most {
		crew = append(crew, crew[random.IntN(size)])
	}
	d.workers = len(crew)
	for _, j := range crew {
		d.own = append(d.own, c.worker(random, j)...)
	}
	taken := make([]bool, size)
	for range tasks {
		z := choose(random.Float64(), c.Prior)
		d.truth, d.lure = append(d.truth, z), append(d.lure, choose(random.Float64(), c.lure[int(z)*k:(int(z)+1)*k]))
		d.mislead, d.thin = append(d.mislead, random.Float64()), append(d.thin, random.Float64())
		d.has = append(d.has, c.PerTask[random.IntN(len(c.PerTask))])
		clear(taken)
		for n := range most {
			j := n // one of those who join in
			if n < size {
				j = pick(random, weight, taken)
				taken[j] = true
			}
			d.worker, d.uniform = append(d.worker, int32(j)), append(d.uniform, random.Float64())
		}
	}
	d.label = make([]uint16, len(d.worker))
	return d
}

// pick draws one who is not taken, given the sums of their weights. Those who do nearly all of the work are soon taken: after
// some trials all others count the same.
func pick(random *rand.Rand, sums []float64, taken []bool) int {
	const trials = 30
	for range trials {
		j, _ := slices.BinarySearch(sums, random.Float64()*sums[len(sums)-1])
		if !taken[j] {
			return j
		}
	}
	j := random.IntN(len(sums))
	for taken[j] {
		j = (j + 1) % len(sums)
	}
	return j
}

// choose returns the index at which u, from 0 to 1, lies in the distribution p.
func choose(u float64, p []float64) int32 {
	last := 0
	for k, x := range p {
		if x > 0 {
			last = k
		}
		if u -= x; u < 0 {
			return int32(k)
		}
	}
	return int32(last) // rounding
}

// mostMisleading is the share of tasks that can mislead, at most: were it half, nothing would tell truth from lure.
const mostMisleading = .45

// say makes the labels, with mistakes x times as frequent as c has them.
func (d *draw) say(x float64) {
	k := d.of.Classes
	d.misleads = min(d.of.Shared*x*d.of.wrong, mostMisleading)
	own := min(x*(1-d.of.Shared)/(1-d.misleads), 1)
	row := make([]float64, k)
	for i, z := range d.truth {
		see := z
		if d.mislead[i] < d.misleads {
			see = d.lure[i]
		}
		for n := i * d.most; n < (i+1)*d.most; n++ {
			at := (int(d.worker[n])*k + int(see)) * k
			for l, p := range d.own[at : at+k] {
				row[l] = own * p
			}
			row[see] += 1 - own
			d.label[n] = uint16(choose(d.uniform[n], row))
		}
	}
}

// labels returns the labels that there are with so many more for each task than at present, or fewer: then in proportion, but one
// at least. The worker d.without can be left out: others give those labels.
func (d *draw) labels(more int, leave bool) *crowd.Dataset {
	l := crowd.Labels{Tasks: d.tasks, Workers: d.workers, Classes: d.of.Classes, Start: make([]int32, 1, d.tasks+1)}
	keep := 1 + min(float64(more), 0)/d.of.MeanPerTask()
	for i := range d.tasks {
		n := int(d.has[i]) + more
		if more < 0 {
			n = max(1, int(float64(d.has[i])*keep+d.thin[i]))
		}
		for at := i * d.most; n > 0 && at < (i+1)*d.most; at++ {
			if leave && int(d.worker[at]) == d.without {
				continue
			}
			l.Worker, l.Class = append(l.Worker, d.worker[at]), append(l.Class, d.label[at])
			n--
		}
		l.Start = append(l.Start, int32(len(l.Worker)))
	}
	return &crowd.Dataset{Labels: l}
}

// MeanPerTask is the mean number of labels of a task.
func (c *Crowd) MeanPerTask() float64 {
	sum := 0.0
	for _, n := range c.PerTask {
		sum += float64(n)
	}
	return sum / float64(len(c.PerTask))
}

// right is the share of tasks whose most probable class is true; where some tie, in part.
func (d *draw) right(posterior []float64) float64 {
	k, sum := d.of.Classes, 0.0
	for i, z := range d.truth {
		q := posterior[i*k : (i+1)*k]
		least, best := slices.Max(q), 0.0
		least -= crowd.Tie * least
		if q[z] < least {
			continue
		}
		for _, p := range q {
			if p >= least {
				best++
			}
		}
		sum += 1 / best
	}
	return sum / float64(d.tasks)
}
