package session

import (
	"concord/core/kind"
	"math"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/metric"
)

// Count returns the counts of a set of labels that the page shows first.
func Count(c *job.Job, l *Labels) (*api.Counts, error) {
	set := l.Set
	d := set.Data
	n := &api.Counts{
		Rows: set.Rows, Skipped: set.Skipped, // of the file
		Tasks: d.Tasks, Workers: d.Workers - len(l.Amend.Exclude), Labels: d.Len(), Classes: d.Classes,
		Kind: l.Kind().Info(),
	}
	perTask, perWorker := make([]int32, d.Tasks), make([]int32, d.Workers)
	last := make([]int32, d.Workers) // the last task seen of each worker, plus one
	var overlap advise.Overlap
	err := c.Over(d.Tasks, func(i int) {
		from, to := d.Of(i)
		perTask[i] = int32(to - from)
		overlap.Add(d, from, to)
		if to-from == 1 {
			n.Single++
		}
		for at := from; at < to; at++ {
			j := d.Worker[at]
			perWorker[j]++
			if last[j] == int32(i+1) {
				n.Repeats++
			}
			last[j] = int32(i + 1)
		}
	})
	if err != nil {
		return nil, err
	}
	if n.Repeats > 0 && !n.Kind.Numbers && !l.Anonymous() {
		if n.Differ, err = differing(c, d); err != nil {
			return nil, err
		}
	}
	for n, j := range l.Amend.Exclude {
		perWorker = slices.Delete(perWorker, j-n, j-n+1)
	}
	if n.Kind.Items {
		n.Items = set.Items.Len()
	} else {
		n.Thin = overlap.Thin(n.Kind.Numbers)
	}
	n.PerTask, n.TaskBins = distribution(perTask)
	if n.Anonymous = l.Anonymous(); n.Anonymous {
		n.Workers, n.Repeats = 0, 0
	} else {
		n.PerWorker, n.WorkerBins = distribution(perWorker)
	}
	listClasses(n, l)
	if n.Levels, err = levels(c, l); err != nil {
		return nil, err
	}
	if !n.Kind.Numbers {
		err = Votes(c, l.MethodSet().Data, 0, func(_ int, _ int32, tie bool) {
			if tie {
				n.Ties++
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if l.Counts != nil { // of the same names
		n.Formulas, n.Formula = l.Counts.Formulas, l.Counts.Formula
		return n, nil
	}
	n.Formulas, n.Formula, err = export.Formulas(l.Named(), c.Turn)
	return n, err
}

// differing counts labels that are not the first that their worker gave the task.
func differing(c *job.Job, d *crowd.Dataset) (n int, err error) {
	last, first := make([]int32, d.Workers), make([]uint16, d.Workers)
	err = c.Over(d.Tasks, func(i int) {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			switch j := d.Worker[at]; {
			case last[j] != int32(i+1):
				last[j], first[j] = int32(i+1), d.Class[at]
			case d.Class[at] != first[j]:
				n++
			}
		}
	})
	return n, err
}

// listClasses counts the labels of each class.
func listClasses(n *api.Counts, l *Labels) {
	d := l.Set.Data
	labels := make([]int, d.Classes)
	if !n.Kind.Numbers {
		for _, k := range d.Class {
			labels[k]++
		}
	}
	if n.Kind.Items && d.Classes > crowd.Tied {
		n.Drawn = labels[crowd.Tied]
	}
	n.Ordered = l.Scale != nil
	n.ClassNames, n.ClassLabels, n.Natural = nil, nil, nil
	if s := l.NaturalScale(); s != nil {
		for _, k := range s.Order {
			n.Natural = append(n.Natural, l.Full.Classes.At(int(k)))
		}
	}
	for at := range d.Classes {
		k := l.Scale.ClassAt(at)
		n.ClassNames = append(n.ClassNames, l.Set.Classes.At(k))
		n.ClassLabels = append(n.ClassLabels, labels[k])
	}
}

// levels returns the agreement of labels whose names suggest an order, by level of measurement.
func levels(c *job.Job, l *Labels) ([]float64, error) {
	s := l.NaturalScale()
	if s == nil || len(s.Order) < 3 || l.Set.Data.Workers < 2 {
		return nil, nil
	}
	steps := kind.Steps{Names: make([]string, len(s.Order)), Of: s.Place}
	var values []float64
	if numbers := numbered(l.Full.Classes); numbers != nil {
		for _, k := range s.Order {
			values = append(values, numbers[k])
		}
	}
	return metric.Levels(steps.Labels(&l.Set.Data.Labels), values, c.Turn)
}

// Votes calls do with the majority vote of each task, without holding the shares of all of them in memory.
func Votes(c *job.Job, d *crowd.Dataset, seed uint64, do func(i int, label int32, tie bool)) error {
	size := max(1, job.Block/max(1, d.Classes))
	room := make([]float64, min(size, d.Tasks)*d.Classes)
	for from := 0; from < d.Tasks; from += size {
		if err := c.Turn(); err != nil {
			return err
		}
		to := min(from+size, d.Tasks)
		part := crowd.Dataset{Labels: d.Part(from, to)}
		if d.Gold != nil {
			part.Gold = d.Gold[from:to]
		}
		shares := room[:(to-from)*d.Classes]
		crowd.ShareRange(&part, 0, to-from, shares)
		for i := from; i < to; i++ {
			k, tie := crowd.Best(shares[(i-from)*d.Classes:(i-from+1)*d.Classes], i, seed)
			do(i, int32(k), tie)
		}
	}
	return nil
}

// mostBins is up to how many different counts each have a bin of their own.
const mostBins = 12

// distribution summarises counts, of which there may be millions, by how often each of them occurs. The bins are single
// counts if there are few, or else ranges that grow like 1, 2, 5, 10, 20, 50 …
func distribution(counts []int32) (sum api.Range, all []api.CountBin) {
	if len(counts) == 0 {
		return sum, nil
	}
	low, high, total := int(slices.Min(counts)), int(slices.Max(counts)), 0
	occurs := make([]int32, high-low+1) // one worker may have given millions
	for _, x := range counts {
		occurs[int(x)-low]++
		total += int(x)
	}
	// at returns the count at a place of the sorted order.
	at := func(place int) float64 {
		for x, n := range occurs {
			if place -= int(n); place < 0 {
				return float64(low + x)
			}
		}
		return math.NaN()
	}
	sum = api.Range{
		Min: float64(low), Max: float64(high), Mean: float64(total) / float64(len(counts)),
		Median: (at((len(counts)-1)/2) + at(len(counts)/2)) / 2,
	}
	if high-low < mostBins {
		for x := low; x <= high; x++ {
			all = append(all, api.CountBin{Low: x, High: x})
		}
	} else {
		all = growing(low, high)
	}
	for b := range all {
		for x := max(all[b].Low, low); x <= min(all[b].High, high); x++ {
			all[b].Count += int(occurs[x-low])
		}
	}
	return sum, all
}

// growing returns bins that grow like 1, 2, 5, 10, 20, 50 … and hold all counts from low to high.
func growing(low, high int) (all []api.CountBin) {
	if low == 0 {
		all = append(all, api.CountBin{})
	}
	for from, step := 1, 0; from <= high; step++ {
		to := from * 2
		if step%3 == 1 {
			to = from / 2 * 5
		}
		if to > low {
			all = append(all, api.CountBin{Low: from, High: to - 1})
		}
		from = to
	}
	return all
}
