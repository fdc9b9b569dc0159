package layout

import (
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
)

// Judges of what models say fail, and abstain: what they write then is no answer, though it stands where a verdict would.

// ofJudges reports whether the workers of a file judge what models say: by its format, by what a column is called, or by the names in one.
func (g *Detection) ofJudges(records [][]string) bool {
	if p := platform.Named(g.Format); p != nil {
		return p.Judges
	}
	first := records[0]
	if p := platform.Of(platform.HeaderOf(first)); p != nil {
		return p.Judges
	}
	if slices.ContainsFunc(first, func(name string) bool { return heading.Judge(name) || heading.JudgeColumns.Has(name) }) {
		return true
	}
	for c := range first {
		if workers := someValues(records[1:], c); len(workers) > 0 {
			judges := 0
			for _, name := range workers {
				if heading.Judge(name) {
					judges++
				}
			}
			if 2*judges >= len(workers) {
				return true
			}
		}
	}
	return false
}

// someValues returns the values of a column, if they are few.
func someValues(rows [][]string, c int) (all []string) {
	for _, r := range rows {
		if r[c] != "" && !slices.Contains(all, r[c]) {
			if all = append(all, r[c]); len(all) > maxShared {
				return nil
			}
		}
	}
	return all
}

// byLapses finds what else judges write in place of a verdict. It no longer takes errors and abstentions for no answers where they may be
// what is asked for: there are too many of them, or other labels speak of such, or nothing else is left. Then a person is asked, as in
// any file.
func (g *Detection) byLapses(rows [][]string) {
	if !g.Judged {
		return
	}
	usual := parse.NewTokens(g.Missing)
	var others []string
	lapses, refused, labels := 0, 0, 0
	for _, c := range g.ColumnsOf(Label) {
		for _, r := range rows {
			cell := r[c]
			if usual.Has([]byte(cell)) {
				continue
			}
			labels++
			switch parse.LapseOf([]byte(cell)) {
			case parse.NoLapse:
				if len(others) <= ManyClasses && !slices.Contains(others, cell) {
					others = append(others, cell)
				}
				continue
			case parse.Refused:
				refused++
			}
			lapses++
		}
	}
	plain := !slices.ContainsFunc(others, func(label string) bool { return !parse.IsPlainVerdict(label) })
	if 2*lapses > labels || len(others) < 2 && !plain || refused > 0 && !plain || slices.ContainsFunc(others, speaksOfLapses) {
		g.Judged = false
		return
	}
	if p := platform.Named(g.Format); p != nil && p.Grades != nil {
		strange := func(label string) bool { return !slices.Contains(p.Grades, label) }
		if none := p.Grades[len(p.Grades)-1]; len(others) > 1 && !slices.ContainsFunc(others, strange) && slices.Contains(others, none) {
			g.Missing = append(slices.Clone(g.Missing), none)
		}
	}
}

// speaksOfLapses reports whether a label is about errors, or refusals: “minor error” stands beside “error”.
func speaksOfLapses(label string) bool {
	return slices.ContainsFunc(wordsOf(label), func(w string) bool { return parse.LapseOf([]byte(w)) != parse.NoLapse })
}

// byJudge recognises a table with a row for each task and a column of the verdicts of one judge, perhaps with another of what a person said
// of some tasks. The person is read as the truth, and somebody confirms it.
func (g *Detection) byJudge(rows [][]string, stats []crosstab.Statistics) bool {
	task := g.taskOfGrid(rows, stats)
	if !g.Judged || !g.Header || task < 0 {
		return false
	}
	labelled := slices.ContainsFunc(g.Columns, func(c api.Column) bool { return heading.Labels.Has(c.Name) })
	var judges []int
	for c, column := range g.Columns {
		n := len(stats[c].Times)
		worker := labelled && heading.JudgeColumns.Has(column.Name) // graders may be called A and B
		if !worker && c != task && heading.Judge(column.Name) && n > 1 && n <= maxShared && g.beside(c, stats) == "" && allPlain(stats[c]) {
			judges = append(judges, c)
		}
	}
	judge, human, pairs := -1, -1, 0
	for _, c := range judges {
		for h, column := range g.Columns {
			named := heading.Human(column.Name) || heading.Golds.Has(column.Name)
			if named && h != c && stats[h].Filled > 0 && (g.covers([]int{c}, h, stats) || g.covers([]int{h}, c, stats)) {
				judge, human, pairs = c, h, pairs+1
			}
		}
	}
	if pairs == 0 && len(judges) == 1 {
		judge = judges[0]
	}
	others := func(c int) bool { return c != judge && c != human }
	if judge < 0 || pairs > 1 || slices.ContainsFunc(g.people(stats), others) {
		return false
	}
	g.Format = Wide
	g.clear()
	g.Give(task, Task, "by its values: another one in every row")
	g.Give(judge, Label, "by its name, and its values: verdicts")
	g.Confirm = g.called(judge) + " is read as the only worker"
	if human >= 0 {
		g.Give(human, True, "by its name: what is right, where a person said so")
		g.Confirm += fmt.Sprintf(", and %s as the truth of the tasks where it says something", g.called(human))
	}
	return true
}

// loneJudge returns the column of the workers if it names one judge of what several models say, whom the models are not to be taken for;
// else -1.
func (g *Detection) loneJudge(stats []crosstab.Statistics) int {
	worker := g.Column(Worker)
	if !g.Judged || worker < 0 || !heading.JudgeColumns.Has(g.Columns[worker].Name) || len(stats[worker].Times) != 1 {
		return -1
	}
	for c, column := range g.Columns {
		if g.Roles[c] == Ignore && heading.Parts.Has(column.Name) && len(stats[c].Times) > 1 {
			return worker
		}
	}
	return -1
}

// allPlain reports whether all values of a column are plain verdicts.
func allPlain(s crosstab.Statistics) bool {
	for v := range s.Times {
		if !parse.IsPlainVerdict(v) {
			return false
		}
	}
	return true
}
