package dataset

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"concord/core/crowd"
	"concord/core/kind/set"
	"concord/core/labels"
)

// Natural numbers the workers by their names, as numbers where they are: the
// authors' program groups them by that number.
func (s *Set) Natural() {
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

// Draw returns the tasks that have a truth and at least most labels, with a
// random choice of n of them each: the rule of the Fast Dawid-Skene paper.
// Workers and classes keep their numbers.
func (s *Set) Draw(most, n int, seed uint64) (*crowd.Dataset, []int32) {
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

// Shuffled numbers tasks and workers in another order, as other rows of the file would.
func (s *Set) Shuffled(seed uint64) (*crowd.Dataset, []int32) {
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

// PairTruth reads task,label,value rows: whether a task has a class.
func PairTruth(path string, pairs *labels.Set) ([]int32, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	truth := make([]int32, pairs.Data.Tasks)
	for i := range truth {
		truth[i] = crowd.Unknown
	}
	for _, row := range rows[1:] {
		if i, ok := pairs.Tasks.Find(row[0] + set.Separator + row[1]); ok {
			truth[i] = 0
			if row[2] == "1" {
				truth[i] = 1
			}
		}
	}
	return truth, nil
}

// DrawWorkers keeps, of every sentence, the answers of n workers drawn at random.
func DrawWorkers(d, sentences *crowd.Dataset, n int, seed uint64) *crowd.Dataset {
	src := rand.New(rand.NewPCG(seed, 0x776f726b657273))
	k := sentences.Classes
	var task, worker, class []int32
	for s := range sentences.Tasks {
		who := map[int32]bool{}
		var order []int32
		from, to := sentences.Of(s)
		for _, j := range sentences.Worker[from:to] {
			if !who[j] {
				who[j] = true
				order = append(order, j)
			}
		}
		src.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		clear(who)
		for _, j := range order[:min(n, len(order))] {
			who[j] = true
		}
		for i := s * k; i < (s+1)*k; i++ {
			from, to := d.Of(i)
			for at := from; at < to; at++ {
				if who[d.Worker[at]] {
					task, worker, class = append(task, int32(i)), append(worker, d.Worker[at]), append(class, int32(d.Class[at]))
				}
			}
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)}
}
