package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/labels"
	"concord/core/scan"
	"concord/lab/dataset"
)

// multilabel is Table 5's setting on the medical relations: the paper's own data
// are not public.
func multilabel(p *page, data string) error {
	p.say("### Table 5: several right answers a task")
	p.say("The AffectAnnotation data were not found; the setting is shown on `medical_relations` (Dumitrache et al. 2018), five workers a " +
		"sentence drawn at random, " +
		"five draws. Every (sentence, relation) pair is a yes/no task. Paper's accuracies on its own data: DS 88.66, FDS 94.14, Hybrid 89.26, " +
		"so FDS above DS.")
	raw, guess, err := dataset.Open(filepath.Join(data, "medical_relations", "labels.csv"))
	if err != nil {
		return err
	}
	set, err := labels.Read("labels.csv", bytes.NewReader(raw), &guess.Layout, scan.Options{Skip: true})
	if err != nil {
		return err
	}
	pairs, err := labels.NewPairs(set)
	if err != nil {
		return err
	}
	truth, err := pairTruth(filepath.Join(data, "medical_relations", "truth_pairs.csv"), pairs)
	if err != nil {
		return err
	}
	known := 0
	for _, t := range truth {
		if t != crowd.Unknown {
			known++
		}
	}
	rows := [][]string{{"", "accuracy %", "seconds", "steps"}}
	for _, m := range []string{"majority", "ds", "fds", "hybrid"} {
		var a, t, n []float64
		for draw := range draws {
			d, z := drawWorkers(pairs.Data, set.Data, truth, 5, uint64(draw))
			o, err := run(d, z, m, nil, fit.Settings{Seed: uint64(draw)}, 3)
			if err != nil {
				return err
			}
			a, t, n = append(a, o.accuracy), append(t, o.seconds), append(n, float64(o.steps))
		}
		rows = append(rows, []string{m, percent(mean(a)), fmt.Sprintf("%.4f", mean(t)), fmt.Sprintf("%.1f", mean(n))})
	}
	p.table(rows)
	p.say("Truth is known for %d pairs, of two of the fourteen relations.", known)
	return nil
}

// pairTruth reads task,label,value rows: whether a task has a class.
func pairTruth(path string, pairs *labels.Pairs) ([]int32, error) {
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
		if i, ok := pairs.Tasks.Find(row[0] + labels.PairSeparator + row[1]); ok {
			truth[i] = 0
			if row[2] == "1" {
				truth[i] = 1
			}
		}
	}
	return truth, nil
}

// drawWorkers keeps, of every sentence, the answers of n workers drawn at random.
func drawWorkers(d, sentences *crowd.Dataset, truth []int32, n int, seed uint64) (*crowd.Dataset, []int32) {
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
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)}, truth
}
