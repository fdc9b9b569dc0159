//go:build linux

package main

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"concord/core/simulate"
	"concord/internal/humanize"
)

// simulated writes a file of labels in a folder of its own, with the truth beside it.
func simulated(dir string, labels int, order string) (file, error) {
	const each = 5
	f := file{Name: humanize.Number(labels), Labels: labels}
	if order != "sorted" {
		f.Name += ", " + order
	}
	dir = filepath.Join(dir, strconv.Itoa(labels)+order)
	f.path = filepath.Join(dir, "labels.csv")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return f, err
	}
	w := simulate.DawidSkene{Tasks: labels / each, Workers: max(20, labels/1000), Classes: 4, PerTask: each, Low: .5, High: .95}.Draw(1)
	d, rows := w.Data, make([]int32, 0, labels)
	task := make([]int32, labels)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			task[n], rows = int32(i), append(rows, int32(n))
		}
	}
	if order == "shuffled" {
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
	}
	err := text(f.path, func(to io.Writer) {
		fmt.Fprintln(to, "task,worker,label")
		for _, n := range rows {
			fmt.Fprintf(to, "t%07d,w%05d,%c\n", task[n], d.Worker[n], 'A'+d.Class[n])
		}
	})
	if err != nil {
		return f, err
	}
	return f, text(filepath.Join(dir, "truth.csv"), func(to io.Writer) {
		fmt.Fprintln(to, "task,label")
		for i, k := range w.Truth {
			fmt.Fprintf(to, "t%07d,%c\n", i, 'A'+k)
		}
	})
}

// text writes a file.
func text(path string, write func(io.Writer)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	write(w)
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// readTruth reads task,label rows.
func readTruth(path string) (map[string]string, error) {
	truth := map[string]string{}
	return truth, each(path, func(header, cells []string) { truth[cells[0]] = cells[1] })
}

// each calls see with every row of a CSV file.
func each(path string, see func(header, cells []string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(bufio.NewReader(f))
	r.ReuseRecord = true
	var header []string
	for {
		cells, err := r.Read()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", path, err)
		case header == nil:
			header = append(header, cells...)
		default:
			see(header, cells)
		}
	}
}

// leastProbability is what log loss takes a smaller one for.
const leastProbability = 1e-6

// score compares a file with the truth: a row for each task, with its label or with the probability of each class. The first of equally
// probable classes counts.
func score(path string, truth map[string]string) (wrong, loss float64, err error) {
	tasks := 0
	err = each(path, func(header, cells []string) {
		want, ok := truth[cells[0]]
		if !ok {
			return
		}
		tasks++
		label := cells[1]
		if header[1] != "label" {
			best, p := -1., 0.
			for k, cell := range cells[1:] {
				x, _ := strconv.ParseFloat(cell, 64)
				if x > best {
					best, label = x, header[1+k]
				}
				if header[1+k] == want {
					p = x
				}
			}
			loss -= math.Log(max(p, leastProbability))
		}
		if label != want {
			wrong++
		}
	})
	if err == nil && tasks == 0 {
		err = fmt.Errorf("%s: no task has a known truth", path)
	}
	return wrong / float64(tasks), loss / float64(tasks), err
}
