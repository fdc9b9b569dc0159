package metric

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// add scores the hidden labels of the fold just fitted.
func (v *Validation) add(e *crowd.Estimate) error {
	d := v.data
	work := yield.New(v.held.Pause)
	base := d.Start[0]
	for i := range d.Tasks {
		for n := d.Start[i]; n < d.Start[i+1]; n++ {
			if v.fold[n-base] == uint8(v.next) {
				v.score.Hidden[i]++
			}
		}
	}
	v.name(e)
	if !v.held.WholeTasks && !d.Numeric() {
		for n, q := range e.Posterior {
			v.score.Cautious[n] += q / folds
		}
	}
	for t, sum := range v.sums {
		if v.held.WholeTasks {
			if err := v.tasks(calibrated(e.Posterior, d.Classes, sharpness[t], work), sum, work); err != nil {
				return err
			}
			continue
		}
		var of func(i, n int) float64
		var err error
		if d.Numeric() {
			of = v.numbers(e)
		} else {
			of, err = v.classes(calibrated(e.Posterior, d.Classes, sharpness[t], work))
		}
		if err != nil {
			return err
		}
		for i := range d.Tasks {
			for n := d.Start[i]; n < d.Start[i+1]; n++ {
				if v.fold[n-base] == uint8(v.next) {
					sum[i] += of(i, int(n))
				}
			}
			if from, to := d.Of(i); !work.Continue(1 + to - from) {
				return work.Err()
			}
		}
	}
	return work.Err()
}

// name adds the labels of the fold just fitted to v.named.
func (v *Validation) name(e *crowd.Estimate) {
	if v.data.Numeric() {
		return
	}
	k := v.data.Classes
	t := v.train
	for i := range t.Tasks {
		for _, l := range t.Class[t.Start[i]:t.Start[i+1]] {
			for c, q := range e.Posterior[i*k : (i+1)*k] {
				v.named[c*k+int(l)] += q
			}
		}
	}
}

// tasks adds, for each task hidden from the fold just fitted, the log of
// Σ_k p_k Π_j π_j[k][y_ij]. posterior is that of the tasks of the fit.
func (v *Validation) tasks(posterior []float64, sum []float64, work *yield.Work) error {
	d, k := v.data, v.data.Classes
	confusion, _, err := Implied(&v.train.Labels, posterior, v.held.Shrink, v.held.Pause)
	if err != nil {
		return err
	}
	for n, p := range confusion {
		confusion[n] = math.Log(p)
	}
	share := make([]float64, k)
	for n, q := range posterior {
		share[n%k] += q / float64(v.train.Tasks)
	}
	if v.train.Tasks == 0 {
		prob.Uniform(share)
	}
	logs := make([]float64, k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if from == to || v.fold[from-int(d.Start[0])] != uint8(v.next) {
			continue
		}
		for c, p := range share {
			logs[c] = math.Log(max(p, Least))
		}
		for n := from; n < to; n++ {
			at := int(d.Worker[n])*k*k + int(d.Class[n])
			for c := range logs {
				logs[c] += confusion[at+c*k]
			}
		}
		sum[i] += prob.LogSumExp(logs)
		if !work.Continue((1 + to - from) * k) {
			break
		}
	}
	return work.Err()
}

// calibrated sharpens a posterior by an exponent and mixes in the class shares.
func calibrated(posterior []float64, k int, tau float64, work *yield.Work) []float64 {
	out := make([]float64, len(posterior))
	share := make([]float64, k)
	for at := 0; at < len(out); at += k {
		for c, q := range posterior[at : at+k] {
			share[c] += q
		}
	}
	tasks := float64(len(out) / k)
	for at := 0; at < len(out); at += k {
		row := out[at : at+k]
		top := slices.Max(posterior[at : at+k])
		sum := 0.0
		for c, q := range posterior[at : at+k] {
			row[c] = power(q/top, tau)
			sum += row[c]
		}
		for c := range row {
			row[c] = (1-mixed)*row[c]/sum + mixed*share[c]/tasks
		}
		if !work.Continue(2 * k) {
			break
		}
	}
	return out
}

// power is x to the power of tau, one of sharpness: these are powers of two.
func power(x, tau float64) float64 {
	for ; tau < 1; tau *= 2 {
		x = math.Sqrt(x)
	}
	for ; tau > 1; tau /= 2 {
		x *= x
	}
	return x
}

// classes returns the log-probability of a hidden label.
func (v *Validation) classes(posterior []float64) (func(i, n int) float64, error) {
	k := v.data.Classes
	confusion, _, err := Implied(&v.train.Labels, posterior, v.held.Shrink, v.held.Pause)
	return func(i, n int) float64 {
		at := int(v.data.Worker[n])*k*k + int(v.data.Class[n])
		p := 0.0
		for t, q := range posterior[i*k : (i+1)*k] {
			p += q * confusion[at+t*k]
		}
		return math.Log(p)
	}, err
}

// numbers returns the negative squared error of a hidden number.
func (v *Validation) numbers(e *crowd.Estimate) func(i, n int) float64 {
	bias, labels := make([]float64, v.data.Workers), make([]float64, v.data.Workers)
	t := v.train
	for i := range t.Tasks {
		for n := t.Start[i]; n < t.Start[i+1]; n++ {
			bias[t.Worker[n]] += t.Value[n] - e.Value[i]
			labels[t.Worker[n]]++
		}
	}
	for j := range bias {
		bias[j] /= labels[j] + v.held.Shrink
	}
	return func(i, n int) float64 {
		d := v.data.Value[n] - e.Value[i] - bias[v.data.Worker[n]]
		return -d * d
	}
}

// Implied returns the confusion matrices M×K×K that a posterior implies, each row shrunk
// towards that of the whole crowd by shrink pseudo-labels (see HeldOut), and that of all workers taken as one, shrunk by one. pause is
// called from time to time (nil: never); its error is returned.
func Implied(l *crowd.Labels, posterior []float64, shrink float64, pause func() error) (each, all []float64, err error) {
	k := l.Classes
	count, work := make([]float64, l.Workers*k*k), yield.New(pause)
	for i := range l.Tasks {
		from, to := l.Of(i)
		q := posterior[i*k : (i+1)*k]
		for n := from; n < to; n++ {
			cell := count[int(l.Worker[n])*k*k+int(l.Class[n]):]
			for t, p := range q {
				cell[t*k] += p
			}
		}
		if !work.Continue(1 + to - from) {
			return nil, nil, work.Err()
		}
	}
	all = make([]float64, k*k)
	for at := 0; at < len(count); at += k * k {
		for c, x := range count[at : at+k*k] {
			all[c] += x
		}
	}
	crowdRows := slices.Clone(all)
	smooth(crowdRows, k, 1, nil)
	smooth(all, k, 1, crowdRows)
	for at := 0; at < len(count); at += k * k {
		smooth(count[at:at+k*k], k, shrink, crowdRows)
		if !work.Continue(k * k) {
			return nil, nil, work.Err()
		}
	}
	return count, all, nil
}

// smooth turns rows of counts K×K into probabilities, adding pseudo counts distributed as the rows of towards (nil: uniformly).
func smooth(count []float64, k int, pseudo float64, towards []float64) {
	for row := 0; row < len(count); row += k {
		sum := prob.Total(count[row:row+k]) + pseudo
		for l := range k {
			t := 1 / float64(k)
			if towards != nil {
				t = towards[row+l]
			}
			count[row+l] = (count[row+l] + pseudo*t) / sum
		}
	}
}
