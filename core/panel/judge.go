package panel

import (
	"cmp"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/metric"
)

// Verdicts returns what each worker says of each task (M×N): a class, or crowd.Unknown. Of a worker who labels a task again it is what
// most of these labels say, and nothing where they are tied.
func Verdicts(l *crowd.Labels) [][]int32 {
	all := make([][]int32, l.Workers)
	for j := range all {
		all[j] = slices.Repeat([]int32{crowd.Unknown}, l.Tasks)
	}
	var own []uint16 // labels of a worker to a task
	for i := range l.Tasks {
		from, to := l.Of(i)
		for j := range all {
			own = own[:0]
			for n := from; n < to; n++ {
				if int(l.Worker[n]) == j {
					own = append(own, l.Class[n])
				}
			}
			all[j][i] = commonest(own)
		}
	}
	return all
}

// commonest returns the class that most labels name, crowd.Unknown where none does. It sorts them.
func commonest(labels []uint16) int32 {
	slices.Sort(labels)
	best, most := int32(crowd.Unknown), 0
	for len(labels) > 0 {
		n := 1
		for n < len(labels) && labels[n] == labels[0] {
			n++
		}
		switch {
		case n > most:
			best, most = int32(labels[0]), n
		case n == most:
			best = crowd.Unknown
		}
		labels = labels[n:]
	}
	return best
}

// Person is what judges are measured by.
type Person struct {
	Class   []int32            // N, of each task by a person, or crowd.Unknown
	Classes int                // K, that judges and the person name
	Name    func(k int) string // of each of them
	Pass    int                // the class of TPR, and all others fail; −1: nothing passes or fails
	Longer  []int              // N, 1 for a task of the longer half, −1 for one of the shorter, 0 where nobody knows; nil: nothing tells
}

const (
	noPerson  = "a person labelled none of the tasks"
	notTwo    = "there are not two classes, and none is said to pass"
	noLengths = "no column tells how long things are"
)

// Judge measures verdicts, a class of each task or crowd.Unknown, by what the person says of the same tasks: all but how the judge goes
// with the other judges. A class that the person alone names is a class that the judge gets wrong.
//
// Intervals are Wilson's of shares, that of κ is of its large-sample variance (Fleiss, Cohen & Everitt 1969), and those of bias are of
// paired differences (Agresti & Min 2005).
func (p *Person) Judge(verdicts []int32) api.Judge {
	k := p.Classes
	said, known, same := make([]float64, k), make([]float64, k), make([]float64, k) // how often each side names a class, and both
	labels, n, right := 0, 0, 0.0
	for i, l := range verdicts {
		if l == crowd.Unknown {
			continue
		}
		labels++
		z := p.Class[i]
		if z == crowd.Unknown {
			continue
		}
		n++
		said[l]++
		known[z]++
		if l == z {
			same[l]++
			right++
		}
	}
	out := api.Judge{Labels: labels, TPR: api.Undefined(notTwo), TNR: api.Undefined(notTwo), Length: p.length(verdicts)}
	if n == 0 {
		none := api.Undefined(noPerson)
		out.Accuracy, out.Kappa, out.TPR, out.TNR = none, none, none, none
		return out
	}
	out.Accuracy, out.Kappa = metric.Wilson(right, n), p.kappa(verdicts)
	if p.Pass >= 0 {
		out.TPR, out.TNR = p.rates(verdicts)
	}
	for l := range k {
		out.Bias = append(out.Bias, api.Leaning{Class: p.Name(l), Figure: Paired(said[l]-same[l], known[l]-same[l], n)})
	}
	slices.SortStableFunc(out.Bias, func(a, b api.Leaning) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Value), math.Abs(a.Value)), cmp.Compare(b.Value, a.Value))
	})
	return out
}

// pass reports whether verdict l passes task i, and whether the person does; known is false unless both say something.
func (p *Person) pass(i int, l int32) (judge, person, known bool) {
	z := p.Class[i]
	return int(l) == p.Pass, int(z) == p.Pass, p.Pass >= 0 && l != crowd.Unknown && z != crowd.Unknown
}

// rates returns of what the person passes the share that verdicts pass, and of what the person fails the share that they fail.
func (p *Person) rates(verdicts []int32) (tpr, tnr api.Figure) {
	var same, all [2]float64 // of what fails, and of what passes
	for i, l := range verdicts {
		passes, person, known := p.pass(i, l)
		if !known {
			continue
		}
		side := 0
		if person {
			side = 1
		}
		all[side]++
		if passes == person {
			same[side]++
		}
	}
	tpr, tnr = api.Undefined("the person passes none of the tasks"), api.Undefined("the person fails none of the tasks")
	if all[1] > 0 {
		tpr = metric.Wilson(same[1], int(all[1]))
	}
	if all[0] > 0 {
		tnr = metric.Wilson(same[0], int(all[0]))
	}
	return tpr, tnr
}

// mostClasses are as many as κ is computed for: it takes the square of as many numbers.
const mostClasses = 512

// kappa is Cohen's, of the judge and the person.
func (p *Person) kappa(verdicts []int32) api.Figure {
	k := p.Classes
	if k > mostClasses {
		return api.Undefined("there are too many classes")
	}
	table := make([]float64, k*k)
	for i, l := range verdicts {
		if z := p.Class[i]; l != crowd.Unknown && z != crowd.Unknown {
			table[int(l)*k+int(z)]++
		}
	}
	return metric.KappaOf(table, k)
}

// length returns how much more often verdicts are wrong in favour of the longer half of the tasks than of the shorter: with d = 1 where
// a task passes that the person fails, −1 where one fails that the person passes, and 0 elsewhere, the mean of d in the longer half less
// that in the shorter. The interval is of two independent samples.
func (p *Person) length(verdicts []int32) api.Figure {
	switch {
	case p.Longer == nil:
		return api.Undefined(noLengths)
	case p.Pass < 0:
		return api.Undefined(notTwo)
	}
	var n, sum, squares [2]float64 // of the shorter half, and of the longer
	for i, l := range verdicts {
		passes, person, known := p.pass(i, l)
		if !known || p.Longer[i] == 0 {
			continue
		}
		half, d := (p.Longer[i]+1)/2, 0.0
		switch {
		case passes && !person:
			d = 1
		case person && !passes:
			d = -1
		}
		n[half]++
		sum[half] += d
		squares[half] += d * d
	}
	if min(n[0], n[1]) < 2 {
		return api.Undefined("a person labelled too few tasks whose length is known")
	}
	value, variance := sum[1]/n[1]-sum[0]/n[0], 0.0
	for half := range n {
		mean := sum[half] / n[half]
		// One task more on either side, so that halves without a mistake are not certain.
		variance += ((squares[half]+1)/(n[half]+1) - mean*mean) / n[half]
	}
	return around(value, value, math.Sqrt(variance), int(n[0]+n[1]))
}

// Others returns how often another judge agrees with judge j, on average: over the tasks that others judge, too, the mean share of
// these who say the same.
func Others(verdicts [][]int32, j int) api.Figure {
	same, tasks := 0.0, 0
	for i, l := range verdicts[j] {
		agree, others := 0.0, 0.0
		for k := range verdicts {
			if k == j || l == crowd.Unknown || verdicts[k][i] == crowd.Unknown {
				continue
			}
			others++
			if verdicts[k][i] == l {
				agree++
			}
		}
		if others > 0 {
			same += agree / others
			tasks++
		}
	}
	if tasks == 0 {
		return api.Undefined("no other judge has the same tasks")
	}
	return metric.Wilson(same, tasks)
}

// Paired returns how much more often something holds than something else, where only the one holds on so many of n tasks, and only the
// other on so many, with the interval of Agresti & Min 2005, who add half a task to each of the four counts.
func Paired(one, other float64, n int) api.Figure {
	if n == 0 {
		return api.Undefined(noPerson)
	}
	size := float64(n) + 2
	d, differ := (one-other)/size, (one+other+1)/size
	return around((one-other)/float64(n), d, math.Sqrt((differ-d*d)/size), n)
}

// around returns a difference of shares with a normal interval around a centre.
func around(value, centre, se float64, n int) api.Figure {
	const z95 = 1.959963984540054
	return api.Figure{
		Value: value, Low: max(-1, min(value, centre-z95*se)), High: min(1, max(value, centre+z95*se)), N: n, Interval: true, SE: se,
	}
}
