package crowd

import (
	"math"
	"slices"
)

// Distributions reports whether every k numbers of p are probabilities that sum to one, as far as numbers from
// outside may: rounding leaves less than 1e-10 of a sum of MaxClasses numbers, and methods that stop once a change
// is small a little more.
func Distributions(p []float64, k int) bool {
	const exact = 1e-6
	if len(p) == 0 || k < 1 {
		return len(p) == 0
	}
	for row := range slices.Chunk(p, k) {
		sum := 0.0
		for _, x := range row {
			if !(x >= 0) {
				return false
			}
			sum += x
		}
		if !(math.Abs(sum-1) <= exact) {
			return false
		}
	}
	return true
}

// Shares returns the vote shares N×K: the share of each task's labels that name
// each class, one for the known class of a gold task, uniform for an unlabelled
// task. It is the soft majority vote from which EM starts.
func Shares(d *Dataset) []float64 {
	q := make([]float64, d.Tasks*d.Classes)
	ShareRange(d, 0, d.Tasks, q)
	return q
}

// Share writes the vote shares of task i into row, which has K entries.
func Share(d *Dataset, i int, row []float64) { ShareRange(d, i, i+1, row) }

// ShareRange writes the vote shares of the tasks [from, to) into q, which has K
// entries for each.
func ShareRange(d *Dataset, from, to int, q []float64) {
	k := d.Classes
	clear(q)
	for i := from; i < to; i++ {
		row := q[:k]
		q = q[k:]
		if d.Certain(i, row) {
			continue
		}
		at, end := d.Of(i)
		if at == end {
			for c := range row {
				row[c] = 1 / float64(k)
			}
			continue
		}
		for _, c := range d.Class[at:end] {
			row[c]++
		}
		total := float64(end - at)
		for c, n := range row {
			row[c] = n / total
		}
	}
}

// Smoothed writes the vote shares of task i with one more label spread over all classes
// into row, which has K entries: (votes + 1/K)/(n + 1), by Perks' prior for a multinomial.
func (l *Labels) Smoothed(i int, row []float64) {
	from, to := l.Of(i)
	one := 1 / float64(len(row))
	for k := range row {
		row[k] = one
	}
	for n := from; n < to; n++ {
		row[l.Class[n]]++
	}
	total := float64(to-from) + 1
	for k := range row {
		row[k] /= total
	}
}
