package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/internal/humanize"
)

// A file may hold answers to several questions: one a row, where a column says which (Asked); or one a column, where the names of the
// columns say which, and who answered (Part). One of them is read at a time.

// Part is a question that some of the columns of a wide table answer.
type Part struct {
	Name    string
	Columns []int
	Workers []string // what the columns are called beside the question
}

// MostQuestions is how many questions a column may name; one with more names something else.
const MostQuestions = 1000

// askedIn lists the questions of a column that says which one a row answers, and chooses the first unless another was.
func (g *Detection) askedIn(rows [][]string) {
	c := g.Column(Asked)
	if c < 0 {
		return
	}
	var all []string
	seen := map[string]bool{}
	for _, r := range rows {
		if name := r[c]; name != "" && !seen[name] && len(all) <= MostQuestions {
			seen[name] = true
			all = append(all, name)
		}
	}
	g.choose(all)
}

// asks is what the question is called whose answers are in a column.
func (g *Layout) asks(c int) string {
	if q := g.OneHotOf(c); q >= 0 && g.OneHots[q].Name != "" {
		return g.OneHots[q].Name
	}
	return g.ColumnName(c)
}

// otherAnswers offers further columns of answers as questions, beside the label: those whose few values differ between the workers of
// a task.
func (g *Detection) otherAnswers(rows [][]string, stats []crosstab.Statistics) {
	task, label := g.Column(Task), g.Column(Label)
	if task < 0 || label < 0 || g.Column(Worker) < 0 || !g.Header || g.Column(Asked) >= 0 || len(g.Questions) > 0 {
		return
	}
	columns := []int{label}
	for c, column := range g.Columns {
		few := len(stats[c].Times) > 1 && len(stats[c].Times) <= maxShared && 4*stats[c].Filled >= 3*len(rows)
		aside := heading.Other(column.Name) || slices.ContainsFunc([]heading.Names{heading.Tasks, heading.Workers, heading.Times, heading.Parts,
			heading.Asks}, func(names heading.Names) bool { return names.Has(column.Name) })
		if g.Roles[c] == Ignore && !g.stands[c] && few && !aside && !g.isIndex(c, stats) && !steady(rows, task, c) &&
			!steady(rows, g.Column(Worker), c) && g.OneHotOf(c) < 0 {
			columns = append(columns, c)
		}
	}
	if len(columns) < 2 {
		return
	}
	slices.Sort(columns)
	for _, c := range columns {
		g.Questions = append(g.Questions, g.asks(c))
		if g.Question == g.asks(c) && c != label && !g.stands[label] {
			g.Give(label, Ignore, "it answers another question")
			g.Give(c, Label, yourChoice)
		}
	}
	g.Question = g.asks(g.Column(Label))
}

// choose offers the questions of a file. The first is asked unless another was chosen, which is to be confirmed.
func (g *Detection) choose(all []string) {
	g.Questions = all
	if g.Question == "" && len(all) > 0 {
		g.Question = all[0]
		if len(all) > 1 {
			g.ask(fmt.Sprintf("there are answers to %s, of which “%s” is read", humanize.Count(len(all), "question"),
				api.Printable(all[0])))
		}
	} else if (g.part || g.more) && !slices.Contains(all, g.Question) { // further on, perhaps
		g.Questions = append(g.Questions, g.Question)
	}
}

// ask adds to what a person should confirm.
func (g *Detection) ask(what string) {
	if g.Confirm != "" {
		what = g.Confirm + "; " + what
	}
	g.Confirm = what
}

// tried is how many columns that may name a question, or a part of a task, are tried.
const tried = 20

// byKey finds what else tells tasks apart where a worker has the same one again and again: a further part of its name, or the question.
func (g *Detection) byKey(rows [][]string, stats []crosstab.Statistics) {
	task, worker, label := g.Column(Task), g.Column(Worker), g.Column(Label)
	if worker < 0 || label < 0 || !g.Header || g.Column(Asked) >= 0 || g.count(Task) > 1 {
		return
	}
	const rare = .02 // of all rows that a worker may give again
	unnamed := task < 0
	if unnamed {
		task = slices.IndexFunc(g.Columns, func(c api.Column) bool { return g.namesPart(c.Name) })
	}
	if task < 0 || g.Roles[task] != Task && (g.Roles[task] != Ignore || g.stands[task]) {
		return
	}
	before := again(rows, task, worker)
	if before < .2 {
		return
	}
	var may []int
	for c, column := range g.Columns {
		if len(may) == tried { // each pair of them
			break
		}
		named := heading.Asks.Has(column.Name) || g.namesPart(column.Name)
		if c != task && g.Roles[c] == Ignore && !g.stands[c] && named && len(stats[c].Times) > 1 && 10*stats[c].Filled >= 9*len(rows) {
			may = append(may, c)
		}
	}
	use := func(columns ...int) bool {
		if again(rows, append([]int{task, worker}, columns...)...) > rare*before {
			return false
		}
		if unnamed {
			g.Give(task, Task, "by its name: it and other columns tell tasks apart")
			g.ask("the header does not say which column holds the task")
		}
		var parts []string
		for _, c := range columns {
			if heading.Asks.Has(g.Columns[c].Name) {
				g.Give(c, Asked, "by its name: which question the row answers")
				continue
			}
			g.Give(c, Task, "by its name: with the other column it tells tasks apart")
			parts = append(parts, g.called(c))
		}
		if len(parts) > 0 {
			g.ask(fmt.Sprintf("%s alone has several answers of each worker, so %s and it name the task together", g.called(task),
				strings.Join(parts, ", ")))
		}
		return true
	}
	for n, c := range may {
		if use(c) {
			return
		}
		for _, d := range may[:n] {
			if use(d, c) {
				return
			}
		}
	}
}

// namesPart reports whether a column is named for tasks, or for what tells them apart together with another column.
func (g *Detection) namesPart(name string) bool {
	known, _ := g.saidBy(name)
	return heading.Parts.Has(name) || known[0] && !heading.Texts.Has(name)
}

// again returns the share of rows that have the same cells in these columns as a row before.
func again(rows [][]string, columns ...int) float64 {
	seen, n := map[string]bool{}, 0
	for _, r := range rows {
		key := ""
		for _, c := range columns {
			key += r[c] + "\x00"
		}
		if seen[key] {
			n++
		}
		seen[key] = true
	}
	return float64(n) / float64(max(len(rows), 1))
}

// called is the name of a column in a message.
func (g *Detection) called(c int) string { return "“" + api.Printable(g.Columns[c].Name) + "”" }

// byAskedRows recognises a wide table that has a row for each task and question, and reads one of the questions.
func (g *Detection) byAskedRows(rows [][]string) bool {
	asks := 0
	for c, column := range g.Columns {
		if !heading.Asks.Has(column.Name) || len(rows) == 0 {
			continue
		}
		if asks++; asks > tried {
			break
		}
		was := g.Question
		if g.Question == "" {
			g.Question = rows[0][c]
		}
		of := slices.DeleteFunc(slices.Clone(rows), func(r []string) bool { return r[c] != g.Question })
		g.Question = was
		if len(of) < 2 || len(of) == len(rows) {
			continue
		}
		stats := make([]crosstab.Statistics, len(g.Columns))
		for k := range stats {
			stats[k] = crosstab.StatisticsOf(of, k, g.NoAnswers())
		}
		if g.byGrid(of, stats) {
			g.Give(c, Asked, "by its name: which question the row answers")
			return true
		}
	}
	return false
}

// byParts recognises a wide table with a column for each question and worker, as sentiment_ann and topic_ann.
func (g *Detection) byParts(rows [][]string, stats []crosstab.Statistics) bool {
	if g.Column(Worker) >= 0 || len(rows) < 2 {
		return false
	}
	key, columns := g.keyAndLabels(rows, stats)
	columns = slices.DeleteFunc(columns, func(c int) bool { return g.beside(c, stats) != "" })
	if key < 0 || len(columns) < 4 {
		return false
	}
	for _, cut := range []func(string) (string, string, bool){
		func(name string) (string, string, bool) { return cutName(name, strings.IndexAny(name, partsBy)) },
		func(name string) (string, string, bool) { return cutName(name, strings.LastIndexAny(name, partsBy)) },
	} {
		if parts := g.partsOf(columns, cut, stats); parts != nil {
			g.Parts = parts
			g.lay(key, columns)
			g.Confirm = ""
			var names []string
			for _, p := range parts {
				names = append(names, p.Name)
			}
			g.choose(names)
			g.takePart()
			return true
		}
	}
	return false
}

// partsBy are the characters that divide the name of a question from that of a worker.
const partsBy = "_-.:/| ["

func cutName(name string, at int) (before, after string, ok bool) {
	if at <= 0 || at == len(name)-1 {
		return "", "", false
	}
	after = strings.TrimSuffix(strings.TrimSpace(name[at+1:]), "]")
	return strings.TrimSpace(name[:at]), after, after != ""
}

// partsOf groups columns by the halves of their names: each half of one kind with each of the other. It returns the questions, or nil.
func (g *Detection) partsOf(columns []int, cut func(string) (before, after string, ok bool), stats []crosstab.Statistics) []Part {
	var halves [2][]string
	at := map[[2]string]int{}
	for _, c := range columns {
		before, after, ok := cut(g.Columns[c].Name)
		if _, twice := at[[2]string{before, after}]; !ok || twice {
			return nil
		}
		at[[2]string{before, after}] = c
		for n, half := range []string{before, after} {
			if !slices.Contains(halves[n], half) {
				halves[n] = append(halves[n], half)
			}
		}
	}
	if len(halves[0]) < 2 || len(halves[1]) < 2 || len(halves[0])*len(halves[1]) != len(columns) {
		return nil
	}
	group := func(asks int) (all []Part) {
		for _, question := range halves[asks] {
			p := Part{Name: question, Workers: halves[1-asks]}
			for _, worker := range p.Workers {
				names := [2]string{question, worker}
				if asks == 1 {
					names = [2]string{worker, question}
				}
				p.Columns = append(p.Columns, at[names])
			}
			all = append(all, p)
		}
		return all
	}
	if first, second := namedWorkers(halves[0]), namedWorkers(halves[1]); first != second {
		if first {
			return group(1)
		}
		return group(0)
	}
	if first, second := namedDimensions(halves[0]), namedDimensions(halves[1]); first != second {
		if first {
			return group(0)
		}
		return group(1)
	}
	// The answers to a question share their values; those of a worker need not.
	switch one, two := g.sharedWithin(group(0), stats), g.sharedWithin(group(1), stats); {
	case one > two:
		return group(0)
	case two > one:
		return group(1)
	}
	return nil
}

// namedWorkers reports whether most of the halves of names are those of workers, as r1 is.
func namedWorkers(halves []string) bool {
	return mostly(halves, func(name string) bool {
		short := len(name) < 4 && strings.ContainsAny(name, digits) && len(wordsOf(name)) == 1 && wordsOf(name)[0][0] != 'q'
		return short || namedLikeWorker(name)
	})
}

// namedDimensions reports whether most of the names are those of questions.
func namedDimensions(names []string) bool {
	n := 0
	for _, name := range names {
		if heading.Dimensions.Has(name) || heading.Asks.Has(name) {
			n++
		}
	}
	return 2*n > len(names)
}

// sharedWithin returns which share of the values of the columns of a part occur in all of them, at the least.
func (g *Detection) sharedWithin(parts []Part, stats []crosstab.Statistics) float64 {
	least := 1.0
	for _, p := range parts {
		in := having(p.Columns, stats)
		all := 0
		for _, n := range in {
			if n == len(p.Columns) {
				all++
			}
		}
		least = min(least, float64(all)/float64(max(len(in), 1)))
	}
	return least
}

// takePart keeps the labels of the question that is asked. What a person said beside judges is the truth.
func (g *Detection) takePart() {
	for _, p := range g.Parts {
		judged := g.Judged && slices.ContainsFunc(p.Workers, heading.Judge)
		for k, c := range p.Columns {
			switch {
			case p.Name != g.Question:
				g.Give(c, Ignore, "it answers another question")
			case judged && heading.Human(p.Workers[k]):
				g.Give(c, True, "by its name: what is right, where a person said so")
			}
		}
	}
}

// byOneHot recognises columns that are the answers to one question, with a 1 or a true below the one that was given.
func (g *Detection) byOneHot(rows [][]string, stats []crosstab.Statistics) bool {
	task, worker := g.Column(Task), g.Column(Worker)
	if task < 0 || worker < 0 || len(rows) < 2 {
		return false
	}
	var columns []int
	for c := range g.Columns {
		free := g.Roles[c] == Ignore && !g.stands[c] || g.Roles[c] == Label
		if !free || stats[c].Filled == 0 || heading.Other(g.Columns[c].Name) || g.isIndex(c, stats) {
			continue
		}
		hot := true
		for cell := range stats[c].Times {
			hot = hot && (On(cell) || off(cell))
		}
		if hot {
			columns = append(columns, c)
		}
	}
	if len(columns) < 2 {
		return false
	}
	prefix := commonPrefix(g.ColumnNames(columns))
	for _, r := range rows {
		given := 0
		for _, c := range columns {
			if On(r[c]) {
				given++
			}
		}
		if given != 1 && prefix == "" {
			return false
		}
	}
	q := OneHot{Name: strings.Trim(prefix, partsBy), Columns: columns}
	for _, name := range g.ColumnNames(columns) {
		q.Options = append(q.Options, strings.TrimSuffix(strings.TrimPrefix(name, prefix), "]"))
	}
	if l := g.Column(Label); l >= 0 && g.stands[l] && !slices.Contains(columns, l) {
		return false
	} else if l >= 0 && !g.stands[l] {
		g.Give(l, Ignore, "")
	}
	g.OneHots = append(g.OneHots, q)
	if g.Column(Label) < 0 {
		g.Give(columns[0], Label, "by its values: it and the columns beside it are the answers to one question")
		if g.Confirm = g.taken(columns, "label") + ": the one with a 1, or a yes, was given"; prefix != "" {
			g.Confirm = ""
		}
	}
	return true
}

// On reports whether a cell of such a column says that its answer was given.
func On(cell string) bool {
	switch len(cell) {
	case 1:
		return cell == "1" || cell == "x" || cell == "X"
	case 3:
		return strings.EqualFold(cell, "yes") || cell == "1.0"
	}
	return strings.EqualFold(cell, "true")
}

// off reports whether it says that another was.
func off(cell string) bool {
	return slices.Contains([]string{"", "0", "0.0", "no", "false"}, strings.ToLower(cell))
}

// commonPrefix returns what all names begin with, up to a character that divides names; empty: nothing.
func commonPrefix(names []string) string {
	prefix := names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix[:strings.LastIndexAny(prefix, partsBy)+1]
}
