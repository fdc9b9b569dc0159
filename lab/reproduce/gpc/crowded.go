package gpc

import (
	"errors"
	"path/filepath"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/gp"
	"concord/lab/dataset"
)

// Crowded are tasks with features, labels by real workers and a test set.
type Crowded struct {
	*dataset.Set
	X     [][]float64
	Test  *Described
	Names []string // of the classes, in the order of the test set's numbers
}

// Load reads such a set.
func Load(data, name string) (*Crowded, error) {
	s, err := dataset.Load(data, name, "labels.csv")
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(data, name)
	train, err := Describe(dir, "features.csv", "truth.csv")
	if err != nil {
		return nil, err
	}
	c := &Crowded{Set: s, X: make([][]float64, s.Data.Tasks)}
	if c.Test, err = Describe(dir, "test_features.csv", "test_truth.csv"); err != nil {
		return nil, err
	}
	for n, task := range train.Names {
		if i, ok := s.Tasks.Find(task); ok {
			c.X[i] = train.X[n]
		}
	}
	Standardise(c.X, c.Test.X)
	for k := range s.Classes.Len() {
		c.Names = append(c.Names, s.Classes.At(k))
	}
	slices.Sort(c.Names)
	return c, nil
}

// Against returns the labels and the truth of one class against the rest.
func (c *Crowded) Against(class string) (*crowd.Dataset, []int32) {
	k, _ := c.Classes.Find(class)
	d := &crowd.Dataset{Labels: c.Data.Labels, Features: flat(c.X)}
	d.Classes = 2
	d.Class = make([]uint16, len(c.Data.Class))
	for n, l := range c.Data.Class {
		if int(l) == k {
			d.Class[n] = 1
		}
	}
	truth := make([]int32, len(c.Truth))
	for i, z := range c.Truth {
		if int(z) == k {
			truth[i] = 1
		}
	}
	return d, truth
}

// Curves returns the test AUC of the class against the rest, before the first query
// and after each batch, for tasks and workers picked at random, tasks picked, and
// both picked. The last figure is 1 if a fit was a mirror image that was turned round, else 0.
func (c *Crowded) Curves(class int, start, queries, batch int, seed uint64) (curves []float64, err error) {
	turned := 0.0
	d, _ := c.Against(c.Names[class])
	for _, pick := range []Pick{PickRandom, PickTask, PickBoth} {
		for s, err := range (Replay{Once: true, Pick: pick, Start: start, Batch: batch, Seed: seed}).Run(d, &gp.GPC{}) {
			if err != nil {
				return nil, err
			}
			score, is, err := foresee(s.Fit, c.Test, int32(class))
			if err != nil {
				return nil, err
			}
			curves = append(curves, area(score, is))
			if errors.Is(errors.Join(s.Fit.(fit.Warner).Warnings()...), gp.ErrMirrored) {
				turned = 1
			}
			if s.Asked >= queries {
				break
			}
		}
	}
	return append(curves, turned), nil
}
