package layout

import (
	"fmt"
	"strings"

	"concord/core/api"
	"concord/core/parse"
)

// firstAnswers are how many answers show how a file is understood.
const firstAnswers = 3

// understood returns the first answers of the preview as they are understood. It leaves out what only reading shows: merged names, say.
func (g *Detection) understood() (all []api.Answer) {
	if g.Compares() {
		return g.firstCompared()
	}
	missing := g.NoAnswers()
	task, worker, label := g.Column(Task), g.Column(Worker), g.Column(Label)
	columns, names := g.Across()
	counts := g.ColumnsOf(Count)
	classes := g.ColumnNames(counts)
	named := func(r []string, c, n int) string {
		if c < 0 || c >= len(r) {
			return fmt.Sprintf("row %d", n+1)
		}
		return r[c]
	}
	add := func(a api.Answer) {
		if a.Label != "" && !missing.Has([]byte(a.Label)) && len(all) < firstAnswers {
			all = append(all, a)
		}
	}
	for n, r := range g.joined(g.Preview) {
		switch q := g.OneHotOf(label); {
		case len(r) < g.InFile():
		case g.Shape() == ByClass:
			for k, c := range counts {
				if times, ok := parse.Count([]byte(r[c])); ok && times > 0 {
					add(api.Answer{Task: named(r, task, n), Label: classes[k], Times: times})
				}
			}
		case g.Shape() == ByLabel:
			times, _ := parse.Count([]byte(r[counts[0]]))
			add(api.Answer{Task: named(r, task, n), Label: r[label], Times: times})
		case g.People():
			for k, c := range columns {
				add(api.Answer{Task: string(names[k]), Worker: named(r, worker, n), Label: r[c]})
			}
		case columns != nil:
			for k, c := range columns {
				add(api.Answer{Task: named(r, task, n), Worker: string(names[k]), Label: r[c]})
			}
		case task < 0 || label < 0:
		case q >= 0:
			var given []string
			for k, c := range g.OneHots[q].Columns {
				if On(r[c]) {
					given = append(given, g.OneHots[q].Options[k])
				}
			}
			add(api.Answer{Task: r[task], Worker: g.who(r, worker), Label: strings.Join(given, ", ")})
		default:
			add(api.Answer{Task: r[task], Worker: g.who(r, worker), Label: r[label]})
		}
	}
	return all
}

// who is the worker of a row.
func (g *Detection) who(r []string, worker int) string {
	if worker >= 0 {
		return r[worker]
	}
	return g.Worker
}
