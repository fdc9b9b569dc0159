package topic

import (
	"cmp"
	"errors"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

// KNN classifies a task by the majority votes of the k labelled tasks whose features are nearest to
// its own, by Euclidean distance (Bosch, Zisserman & Muñoz 2006, after pLSA; here after LDA, as in
// Rodrigues et al. 2017). A probability is the share of the neighbours with that class. Neighbours
// as far away as the k-th share what places are left, so that the order of tasks does not matter. A
// task is none of its own neighbours.
type KNN struct {
	K int // 0: 10, as in Rodrigues et al.
}

var _ fit.Method = (*KNN)(nil)

// Uses implements fit.Method.
func (*KNN) Uses(has crowd.Parts) (crowd.Parts, error) { return (*SVM)(nil).Uses(has) }

// Start implements fit.Method. There is nothing to learn.
func (m *KNN) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	n := &neighbours{d: d, k: cmp.Or(m.K, 10), work: yield.New(s.Pause), class: make([]int, d.Tasks), prior: make([]float64, d.Classes)}
	shares := crowd.Shares(d)
	for i := range d.Tasks {
		if d.HasEvidence(i) && d.Features.Describes(i) {
			n.class[i], _ = crowd.Best(shares[i*d.Classes:(i+1)*d.Classes], i, s.Seed)
			n.tasks = append(n.tasks, i)
			n.prior[n.class[i]]++
		}
	}
	if len(n.tasks) == 0 {
		return nil, errNoLabels
	}
	for c := range n.prior {
		n.prior[c] /= float64(len(n.tasks))
	}
	return n, nil
}

type neighbours struct {
	fit.Once
	d        *crowd.Dataset
	k        int
	tasks    []int // that have a vote and features
	class    []int // by task
	prior    []float64
	work     *yield.Work
	estimate *crowd.Estimate // of its own tasks, once asked for
}

// Estimate finds the neighbours of all tasks the first time.
func (n *neighbours) Estimate() *crowd.Estimate {
	if n.estimate == nil {
		n.estimate = n.classify(n.d, true)
		for i := range n.d.Tasks {
			n.d.Certain(i, n.estimate.Posterior[i*n.d.Classes:(i+1)*n.d.Classes])
		}
	}
	return n.estimate
}

// Predict implements fit.Predictor.
func (n *neighbours) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if d.Features == nil || len(d.Features.Names) != len(n.d.Features.Names) {
		return nil, errors.New("no features to predict from")
	}
	return n.classify(d, false), nil
}

// classify takes a task without features, or without neighbours, for an average one. own says that
// the tasks are those it learned from.
func (n *neighbours) classify(d *crowd.Dataset, own bool) *crowd.Estimate {
	c := n.d.Classes
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*c)}
	far := make([]float64, 0, len(n.tasks)) // squared distances to tasks, and of those the k least
	least := make([]float64, 0, len(n.tasks))
	for i := range d.Tasks {
		if !n.work.Continue(len(n.tasks)) {
			break // cancelled: nobody reads the answer
		}
		row := e.Posterior[i*c : (i+1)*c]
		far, least = far[:0], least[:0]
		if d.Features.Describes(i) {
			x := d.Features.Row(i)
			for _, t := range n.tasks {
				far = append(far, squared(x, n.d.Features.Row(t)))
				if !own || t != i {
					least = append(least, far[len(far)-1])
				}
			}
		}
		if len(least) == 0 {
			copy(row, n.prior)
			continue
		}
		k := min(n.k, len(least))
		slices.Sort(least)
		edge := least[k-1]
		nearer, at := 0, 0
		for _, v := range least {
			if v < edge {
				nearer++
			} else if v == edge {
				at++
			}
		}
		for r, t := range n.tasks {
			switch v := far[r]; {
			case own && t == i:
			case v < edge:
				row[n.class[t]] += 1 / float64(k)
			case v == edge:
				row[n.class[t]] += float64(k-nearer) / float64(at*k)
			}
		}
	}
	return e
}

func squared(a, b []float64) (s float64) {
	b = b[:len(a)]
	for j, v := range a {
		s += (v - b[j]) * (v - b[j])
	}
	return s
}
