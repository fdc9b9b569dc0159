package labels

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/internal/humanize"
)

// lapses are the tasks on which a judge gave no verdict.
type lapses struct{ failed, abstained int }

// mostLapsing is how many judges are told apart.
const mostLapsing = 10_000

// nulls are what programs write where there is nothing: the judge may not have been asked.
var nulls = []string{"", "NaN", "nan", "null", "NULL", parse.None, "<NA>", "."}

// BesideJudges says of a worker that it may be the person whom judges are held against.
const BesideJudges = "and the other workers are named like models"

// person warns of the worker that may be the person whom judges are held against, nil if none may.
func (p *Collector) person(s *Set) *api.Problem {
	human, judges := -1, 0
	for j := range s.Workers.Len() {
		switch name := s.Workers.At(j); {
		case heading.Human(name):
			human = j
		case heading.Judge(name):
			judges++
		}
	}
	if human < 0 || judges == 0 || 2*judges < s.Workers.Len()-1 {
		return nil
	}
	tasks := 0
	for i := range s.Data.Tasks {
		from, to := s.Data.Of(i)
		if slices.Contains(s.Data.Worker[from:to], int32(human)) {
			tasks++
		}
	}
	name := s.Workers.At(human)
	return &api.Problem{File: p.file, Text: name, What: fmt.Sprintf("“%s” labelled %s of %s, "+BesideJudges, api.Printable(name),
		humanize.Number(tasks), humanize.Count(s.Data.Tasks, "task"))}
}

// lapse counts a cell of a judge that is no answer.
func (l *labelReader) lapse(worker, cell []byte) {
	p := l.to
	if !l.Layout.Judged || slices.Contains(nulls, string(cell)) || len(p.lapses) == mostLapsing {
		return
	}
	if p.lapses == nil {
		p.lapses = make(map[string]*lapses)
	}
	n := p.lapses[string(worker)]
	if n == nil {
		n = &lapses{}
		p.lapses[string(worker)] = n
	}
	if parse.LapseOf(cell) == parse.Failed {
		n.failed++
	} else {
		n.abstained++
	}
}

// lapsed says who gave no verdict on how many tasks, those with the most first; "": everybody did.
func (p *Collector) lapsed(s *Set) string {
	const named = 4
	if len(p.lapses) == 0 {
		return ""
	}
	given := make([]int, s.Data.Workers)
	for _, j := range s.Data.Worker {
		given[j]++
	}
	var all []string
	for name := range p.lapses {
		all = append(all, name)
	}
	count := func(name string) int { return p.lapses[name].failed + p.lapses[name].abstained }
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(count(b)-count(a), strings.Compare(a, b)) })
	var says []string
	for _, name := range all[:min(len(all), named)] {
		n, asked := p.lapses[name], count(name)
		if j, ok := s.Workers.Find(name); ok {
			asked += given[j]
		}
		var why []string
		if n.failed > 0 {
			why = append(why, humanize.Count(n.failed, "error"))
		}
		if n.abstained > 0 {
			why = append(why, humanize.Count(n.abstained, "abstention"))
		}
		says = append(says, fmt.Sprintf("“%s” gave no verdict on %s of %s: %s", api.Printable(name), humanize.Number(count(name)),
			humanize.Count(asked, "task"), strings.Join(why, ", ")))
	}
	if more := len(all) - named; more > 0 {
		says = append(says, humanize.Count(more, "other judge")+" abstained or failed, too")
	}
	return strings.Join(says, "; ")
}

// scales are those on which judges score, from the narrowest to the widest.
var scales = [][2]float64{{0, 1}, {1, 3}, {0, 3}, {1, 4}, {0, 4}, {1, 5}, {0, 5}, {1, 7}, {1, 10}, {0, 10}, {0, 100}}

// strays says which scores are outside of the scale of all others, and what to do; "": none are, or there is no scale.
func strays(s *Set) (what, do string) {
	const rare = 20 // one in so many labels, at the most
	times := make(map[float64]int)
	for n := range s.Data.Len() {
		x := s.Data.At(n)
		if !s.Data.Numeric() {
			var err error
			if x, err = parse.Number([]byte(s.Classes.At(int(s.Data.Class[n])))); err != nil {
				return "", ""
			}
		}
		times[x]++
	}
	for _, scale := range scales {
		outside, labels := []string{}, 0
		for _, x := range slices.Sorted(maps.Keys(times)) {
			if x < scale[0] || x > scale[1] {
				outside, labels = append(outside, strconv.FormatFloat(x, 'g', -1, 64)), labels+times[x]
			}
		}
		switch {
		case len(outside) == 0:
			return "", ""
		case rare*labels < s.Data.Len():
			const named = 5
			cells := strings.Join(outside[:min(len(outside), named)], ",")
			return fmt.Sprintf("%s outside of the scale from %g to %g of all others: %s", humanize.Are(labels, "score"), scale[0], scale[1],
				strings.ReplaceAll(cells, ",", ", ")), "If they are no answers, leave them out with --missing " + cells
		}
	}
	return "", ""
}
