package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/sheet"
	"concord/core/sql"
)

// elsewhere has the engine fit labels that stay where they are: a job.Elsewhere.
type elsewhere struct {
	source      *sql.Source
	learnt      *sql.Source // of which it is fitted to the labels: all, or a part
	fit         fit.Fit
	known       map[int]int // what numbers workers have in the sample
	calibration *calibrate.Calibration
	safe        bool // an apostrophe precedes names that a spreadsheet would run as formulas
}

// Method implements job.Elsewhere.
func (e *elsewhere) Method(m fit.Method, workers, classes func(n int) string) (fit.Method, error) {
	remote, ok := m.(fit.Remote)
	if !ok {
		return nil, errors.New("it can't fit labels that stay where they are; the votes, the Dawid–Skene family and their consensus can")
	}
	return &sql.Afar{Remote: remote, Source: e.learnt, Workers: workers, Classes: classes, Began: func(f fit.Fit, known map[int]int) {
		e.fit, e.known = f, known
	}}, nil
}

// Calibrated implements job.Elsewhere.
func (e *elsewhere) Calibrated(c *calibrate.Calibration) { e.calibration = c }

// write writes the files of a fit of more tasks than the sample has.
func (e *elsewhere) write(s *session, f *api.Fitted) error {
	tasks, err := e.labels(s)
	if err != nil {
		return err
	}
	if err := e.classes(s, tasks); err != nil {
		return err
	}
	if err := e.workers(s); err != nil {
		return err
	}
	for _, what := range []string{api.FileConfusion, api.FileRun} {
		if slices.Contains(f.Files, what) {
			if err := s.put(&api.Export{What: what, Name: api.FileOf(what)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// workers writes workers.csv: how many labels each gave in all, and the figures of the sample.
func (e *elsewhere) workers(s *session) error {
	name, dir := api.FileOf(api.FileWorkers), s.host.dir
	var sample bytes.Buffer
	s.host.dir, s.host.copies[name] = "", &sample
	err := s.put(&api.Export{What: api.FileWorkers, Name: name})
	delete(s.host.copies, name)
	s.host.dir = dir
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(&sample).ReadAll()
	if err != nil {
		return err
	}
	given := map[string]float64{}
	for j, n := range e.source.Shape().Given {
		given[e.source.Workers[j]] = n
	}
	at, labels := slices.Index(rows[0], "worker"), slices.Index(rows[0], "labels")
	return e.file(s, name, func(write func(cells ...string) error) error {
		for n, row := range rows {
			all, ok := given[row[at]]
			if !ok { // an apostrophe precedes it
				all, ok = given[strings.TrimPrefix(row[at], "'")]
			}
			if ok && n > 0 {
				row[labels] = strconv.Itoa(int(all))
			}
			if err := write(row...); err != nil {
				return err
			}
		}
		return nil
	})
}

// file writes a file of rows beside its place.
func (e *elsewhere) file(s *session, name string, rows func(write func(cells ...string) error) error) error {
	to, err := s.host.create(name)
	if err != nil {
		return err
	}
	w := csv.NewWriter(to)
	err = rows(func(cells ...string) error {
		for n, cell := range cells {
			if e.safe && sheet.Formula([]byte(cell)) {
				cells[n] = "'" + cell
			}
		}
		return w.Write(cells)
	})
	w.Flush()
	if err = errors.Join(err, w.Error()); err != nil {
		to.Abort()
		return err
	}
	return to.Close()
}

// share writes a number between 0 and 1 as the tables have it.
func share(x float64) string { return string(sheet.AppendShare(nil, x)) }

// labels writes labels.csv, and counts the tasks of each class.
func (e *elsewhere) labels(s *session) (tasks []int, err error) {
	classes, workers := e.source.Classes(), max(2, len(e.known))
	k := len(classes)
	tasks = make([]int, k)
	one := &crowd.Labels{Tasks: 1, Workers: workers, Classes: k, Start: []int32{0, 0}}
	probabilities := make([]float64, k)
	err = e.file(s, api.FileOf(api.FileLabels), func(write func(cells ...string) error) error {
		if err := write("task", "label", "probability", "votes", "majority", "agreement", "tie", "posterior"); err != nil {
			return err
		}
		return e.source.EachTask(func(t *sql.Task) error {
			one.Worker, one.Class = one.Worker[:0], one.Class[:0]
			majority, same := 0, 0
			for c, n := range t.Votes {
				if n > t.Votes[majority] {
					majority = c
				}
				same += n * (n - 1)
				for range n {
					by := len(one.Worker) % workers
					if t.Lone >= 0 {
						by = e.known[t.Lone]
					}
					one.Worker, one.Class = append(one.Worker, int32(by)), append(one.Class, uint16(c))
				}
			}
			n := len(one.Worker)
			one.Start[1] = int32(n)
			e.calibration.Row(one, 0, t.Posterior, probabilities)
			probability, agreement := share(probabilities[t.Class]), ""
			if e.calibration.Silent {
				probability = ""
			}
			if n > 1 {
				agreement = share(float64(same) / float64(n*(n-1)))
			}
			tasks[t.Class]++
			return write(t.Name, classes[t.Class], probability, fmt.Sprintf("%d of %d", t.Votes[t.Class], n), classes[majority], agreement,
				strconv.FormatBool(t.Tie), share(t.Posterior[t.Class]))
		})
	})
	return tasks, err
}

// classes writes classes.csv.
func (e *elsewhere) classes(s *session, tasks []int) error {
	return e.file(s, api.FileOf(api.FileClasses), func(write func(cells ...string) error) error {
		err := write("class", "tasks")
		for c, name := range e.source.Classes() {
			if err == nil {
				err = write(name, strconv.Itoa(tasks[c]))
			}
		}
		return err
	})
}
