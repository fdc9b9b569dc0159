package sql

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"concord/core/crowd"
	"concord/core/fit"
)

// Sample implements fit.Source. It fetches once, and has a task of each class and of each worker.
func (s *Source) Sample(int) (*crowd.Dataset, error) {
	if s.sample != nil {
		return s.sample, nil
	}
	j, d, k := s.job, s.job.Dialect, int32(len(s.job.Classes))
	where := ""
	if !s.Whole() {
		where = fill(" WHERE ABS(MOD(v.task, $LOTS$)) < $DRAWN$ OR v.task IN (SELECT MIN(task) AS task FROM $VOTES$ GROUP BY $LABEL$) OR "+
			"v.task IN (SELECT MIN(task) AS task FROM $VOTES$ GROUP BY cell - $LABEL$)",
			"LOTS", strconv.Itoa(lots), "DRAWN", strconv.Itoa(lots*sampled/s.shape.Labels), "VOTES", j.of(s.votes), "LABEL", j.labelOf("cell"))
	}
	var task []string
	var worker, class, index []int32
	err := s.stream("fetching a sample of tasks", d.rows("vote", "SELECT v.task AS task, v.cell AS cell FROM "+j.of(s.votes)+" v"+where,
		"task, cell", "task", "cell")+
		d.rows("name", "SELECT v.task AS task, v.name AS name FROM "+j.of("task_names")+" v"+where, "task", "task", hexed("name")),
		[]string{"vote", "name"},
		func(kind string, row []string) error {
			if kind != "vote" && kind != "name" {
				return nil
			}
			if err := checkFields(row, 2); err != nil {
				return err
			}
			if kind == "name" {
				name, err := text(row[1])
				if n := len(s.Tasks); err == nil && (n >= len(task) || task[n] != row[0]) {
					err = errors.New("the client printed tasks that are not those of the votes")
				}
				s.Tasks = append(s.Tasks, name)
				return err
			}
			cell, err := strconv.Atoi(row[1])
			if err != nil || cell < 0 || cell >= int(k)*len(s.Workers) {
				return fmt.Errorf("the client printed %q for a cell", row[1])
			}
			if len(task) == 0 || task[len(task)-1] != row[0] {
				task = append(task, row[0])
			}
			index, worker, class = append(index, int32(len(task)-1)), append(worker, int32(cell)/k), append(class, int32(cell)%k)
			return nil
		})
	if err == nil && len(s.Tasks) != len(task) {
		err = fmt.Errorf("fetching a sample of tasks: the client printed %d names of %d tasks", len(s.Tasks), len(task))
	}
	if err != nil {
		return nil, err
	}
	order := make([]int32, len(task)) // by name
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(s.Tasks[a], s.Tasks[b]) })
	place := make([]int32, len(task))
	names := make([]string, len(task))
	for n, i := range order {
		place[i], names[n] = int32(n), s.Tasks[i]
	}
	for n, i := range index {
		index[n] = place[i]
	}
	s.Tasks = names
	s.sample = &crowd.Dataset{Labels: crowd.NewLabels(len(task), len(s.Workers), int(k), index, worker, class)}
	return s.sample, nil
}

// Classes returns the names of the classes.
func (s *Source) Classes() (names []string) {
	for _, c := range s.job.Classes {
		names = append(names, c.Name)
	}
	return names
}

// Whole reports whether the sample is all tasks.
func (s *Source) Whole() bool { return s.shape.Labels <= sampled }

// WriteSample writes the sample as a file of labels: task, worker, label.
func (s *Source) WriteSample(to io.Writer) error {
	d, err := s.Sample(0)
	if err != nil {
		return err
	}
	w := csv.NewWriter(to)
	w.Write([]string{"task", "worker", "label"})
	for i := range d.Tasks {
		from, end := d.Of(i)
		for n := from; n < end; n++ {
			w.Write([]string{s.Tasks[i], s.Workers[d.Worker[n]], s.job.Classes[d.Class[n]].Name})
		}
	}
	w.Flush()
	return w.Error()
}

// sampled is of how many labels, about, what needs single tasks is made: more tell little more.
const sampled = 1 << 18

// lots is into how many lots tasks are drawn by their hash.
const lots = 10_007

// enough labels of a worker tell nearly as much as all: where it was measured, fits to tasks by which each has 1,000 gave 1.4 % of tasks at
// most another label.
const enough = 1000

// Part returns the labels of one of every so many tasks, drawn by their hash, by which each worker has 1,000 or more; s itself, and 1,
// where there are too few. The answers to a fit of it are about all tasks.
func (s *Source) Part() (part *Source, every int, err error) {
	if every = int(slices.Min(s.shape.Given)) / enough; every < 2 {
		return s, 1, nil
	}
	m := *s
	m.votes, m.whole = "part", s
	delete(s.there, "part_bundles")
	_, err = s.ask("taking a part of the tasks", fmt.Sprintf("DROP TABLE IF EXISTS %s;\n", s.job.of("part"))+
		s.keep(statement{
			s.job.name("part"), "", fmt.Sprintf("SELECT task, cell FROM %s WHERE MOD(task, %d) = 0", s.job.of(s.votes), every),
		}, "task BIGINT, cell BIGINT", ""))
	if err == nil {
		_, err = m.count()
	}
	return &m, every, err
}

// Merge implements fit.Source.
func (s *Source) Merge(group []int32) (fit.Source, error) {
	j, k := s.job, len(s.job.Classes)
	m := *s
	m.votes, m.sample, m.group = s.votes+"_merged", nil, group
	delete(s.there, m.votes+"_bundles") // the table of the votes is made anew, too
	var rows [][]string
	for _, cell := range s.cells {
		if g := group[cell/k]; g >= 0 {
			rows = append(rows, []string{strconv.Itoa(cell), strconv.Itoa(int(g)*k + cell%k)})
		}
	}
	votes := fill(`SELECT v.task AS task, v.cell AS cell FROM $VOTES$ v LEFT JOIN $GROUPS$ g ON g.cell = v.cell WHERE g.voice IS NULL
UNION ALL
SELECT u.task AS task, u.voice AS cell
FROM (SELECT task, voice, n, MAX(n) OVER (PARTITION BY task, voice - $LABEL$) AS most
  FROM (SELECT v.task AS task, g.voice AS voice, COUNT(*) AS n
    FROM $VOTES$ v JOIN $GROUPS$ g ON g.cell = v.cell GROUP BY v.task, g.voice) t) u
WHERE u.n = u.most`, "VOTES", j.of(s.votes), "GROUPS", j.of("voices"), "LABEL", j.labelOf("voice"))
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\nDROP TABLE IF EXISTS %s;\n", j.of("voices"), j.of(m.votes)) +
		j.Dialect.upload(j.name("voices"), []string{"cell", "voice"}, rows) +
		s.keep(statement{j.name(m.votes), "", votes}, "task BIGINT, cell BIGINT", "")
	if _, err := s.ask("merging workers who answer alike", sql); err != nil {
		return nil, err
	}
	_, err := m.count()
	return &m, err
}
