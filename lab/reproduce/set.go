package main

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"concord/core/crowd"
	"concord/lab/dataset"
)

// set is a data set with its truth.
type set struct{ *dataset.Set }

func load(data, name, file string) (*set, error) {
	s, err := dataset.Load(data, name, file)
	return &set{s}, err
}

// natural numbers the workers by their names, as numbers where they are: the
// authors' program groups them by that number.
func (s *set) natural() {
	order := make([]int, s.Workers.Len())
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int {
		x, errX := strconv.Atoi(s.Workers.At(a))
		y, errY := strconv.Atoi(s.Workers.At(b))
		if errX == nil && errY == nil {
			return x - y
		}
		return strings.Compare(s.Workers.At(a), s.Workers.At(b))
	})
	place := make([]int32, len(order))
	for n, j := range order {
		place[j] = int32(n)
	}
	for n, j := range s.Data.Worker {
		s.Data.Worker[n] = place[j]
	}
}

// draw returns the tasks that have a truth and at least most labels, with a
// random choice of n of them each: the rule of the Fast Dawid-Skene paper.
// Workers and classes keep their numbers.
func (s *set) draw(most, n int, seed uint64) (*crowd.Dataset, []int32) {
	src := rand.New(rand.NewPCG(seed, 0x64726177))
	var task, worker, class, truth []int32
	for i := range s.Data.Tasks {
		from, to := s.Data.Of(i)
		if s.Truth[i] == crowd.Unknown || to-from < most {
			continue
		}
		for _, k := range src.Perm(to - from)[:n] {
			task = append(task, int32(len(truth)))
			worker = append(worker, s.Data.Worker[from+k])
			class = append(class, int32(s.Data.Class[from+k]))
		}
		truth = append(truth, s.Truth[i])
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(len(truth), s.Data.Workers, s.Data.Classes, task, worker, class)}, truth
}

// shuffled numbers tasks and workers in another order, as other rows of the file would.
func (s *set) shuffled(seed uint64) (*crowd.Dataset, []int32) {
	src := rand.New(rand.NewPCG(seed, 0x726f7773))
	tasks, workers := src.Perm(s.Data.Tasks), src.Perm(s.Data.Workers)
	var task, worker, class []int32
	truth := make([]int32, s.Data.Tasks)
	for i := range s.Data.Tasks {
		truth[tasks[i]] = s.Truth[i]
		from, to := s.Data.Of(i)
		for n := from; n < to; n++ {
			task = append(task, int32(tasks[i]))
			worker = append(worker, int32(workers[s.Data.Worker[n]]))
			class = append(class, int32(s.Data.Class[n]))
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(s.Data.Tasks, s.Data.Workers, s.Data.Classes, task, worker, class)}, truth
}
