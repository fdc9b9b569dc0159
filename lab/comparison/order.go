package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/comparison"
)

// kendall is Kendall's τ-b of two lists of scores.
func kendall(x, y []float64) float64 {
	var agree, tiedX, tiedY, pairs float64
	for i := range x {
		for j := range i {
			a, b := cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])
			agree += float64(a * b)
			pairs++
			if a == 0 {
				tiedX++
			}
			if b == 0 {
				tiedY++
			}
		}
	}
	return agree / math.Sqrt((pairs-tiedX)*(pairs-tiedY))
}

// order is how well the scores of a method have the items in their true order.
func order(d *crowd.Dataset, m fit.Method, truth []float64) (float64, error) {
	ranker, err := finished(d, m)
	if err != nil {
		return 0, err
	}
	r, err := ranker.Ranking(nil)
	if err != nil {
		return 0, err
	}
	return kendall(r.Score, truth), nil
}

// orders writes how well methods have items in their true order: of sets of pairs, and the mean of lists that people ranked.
func orders(to io.Writer, dir string) error {
	fmt.Fprint(to, "| data | method | τ |\n|---|---|---|\n")
	for _, name := range []string{"country", "reading"} {
		d, err := read(dir, name)
		if err != nil {
			return err
		}
		rows, column, err := table(dir, name, "truth.csv")
		if err != nil {
			return err
		}
		truth := make([]float64, d.items)
		for _, row := range rows {
			if i := slices.Index(d.names, row[column["item"]]); i >= 0 {
				truth[i], _ = strconv.ParseFloat(row[column["score"]], 64)
			}
		}
		votes := crowd.Compare(d.items, d.workers, d.votes, true)
		for _, m := range methods() {
			tau, err := order(votes, m.method, truth)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", name, m.title, err)
			}
			fmt.Fprintf(to, "| %s | %s | %.3f |\n", name, m.title, tau)
		}
	}
	lists, err := readLists(dir)
	if err != nil {
		return err
	}
	ranked := []named{
		{"Borda", comparison.Borda{}}, {"Borda, workers weighed", comparison.Borda{Weighted: true}}, {"Kemeny", comparison.Kemeny{}},
		{"Plackett–Luce", comparison.PlackettLuce{}}, {"Bradley–Terry", comparison.BradleyTerry{}}, {"Skill", comparison.Skill{}},
	}
	for _, m := range ranked {
		sum := 0.0
		for _, l := range lists {
			tau, err := order(l.votes, m.method, l.truth)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", l.name, m.title, err)
			}
			sum += tau
		}
		fmt.Fprintf(to, "| rankings_lee, mean of %d lists | %s | %.3f |\n", len(lists), m.title, sum/float64(len(lists)))
	}
	return nil
}

// list is what people ranked, with the true order of the items as scores.
type list struct {
	name  string
	votes *crowd.Dataset
	truth []float64
}

// readLists reads the lists of DIR/rankings_lee.
func readLists(dir string) (all []list, err error) {
	rows, column, err := table(dir, "rankings_lee", "truth.csv")
	if err != nil {
		return nil, err
	}
	type named struct{ task, item string }
	truth := map[named]float64{}
	for _, row := range rows {
		rank, _ := strconv.ParseFloat(row[column["rank"]], 64)
		truth[named{row[column["task"]], row[column["item"]]}] = -rank
	}
	if rows, column, err = table(dir, "rankings_lee", "rankings.csv"); err != nil {
		return nil, err
	}
	type place struct {
		item int32
		rank float64
	}
	tasks := numbers{}
	var items, workers []numbers
	var places []map[int32][]place // by worker
	for _, row := range rows {
		t := tasks.of(row[column["task"]])
		if int(t) == len(items) {
			items, workers, places = append(items, numbers{}), append(workers, numbers{}), append(places, map[int32][]place{})
		}
		w := workers[t].of(row[column["worker"]])
		rank, _ := strconv.ParseFloat(row[column["rank"]], 64)
		places[t][w] = append(places[t][w], place{items[t].of(row[column["item"]]), rank})
	}
	for t, name := range tasks.names() {
		r := &crowd.Rankings{Start: []int32{0}}
		for w := range int32(len(workers[t])) {
			slices.SortStableFunc(places[t][w], func(a, b place) int { return cmp.Compare(a.rank, b.rank) })
			for _, p := range places[t][w] {
				r.Item = append(r.Item, p.item)
			}
			r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, w)
		}
		l := list{name: name, votes: crowd.CompareLists(len(items[t]), len(workers[t]), r)}
		for _, item := range items[t].names() {
			l.truth = append(l.truth, truth[named{name, item}])
		}
		all = append(all, l)
	}
	return all, nil
}
