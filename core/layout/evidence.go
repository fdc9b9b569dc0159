package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/internal/humanize"
)

// Points that the name of a column adds for a role, beside those that crosstab.Score gives its values.
const (
	surestName = 6.0  // it is the first of the names of the role
	leastName  = 4.0  // … one of those that are seldom used …
	seldomName = 25.0 // … which come so far behind
	pathName   = 1.0  // less, where the name is the end of a path
	partOfName = 2.0  // it has a word that the role goes by: “item_hash”
	leastWord  = 0.5  // of a task: it is the text
	goldName   = 0.5  // of a label: it is the truth, which does where there are no workers
	otherName  = -4.0 // it says that the column is for something else
)

// Words that hint at a role if the name as a whole is unknown.
var (
	taskWords = heading.Words(`task item question unit example instance object document doc image img picture sentence stimulus stim prompt
		post tweet file pair paper article study abstract manuscript citation`)
	idOfTask    = append(heading.Words(`text comment query review product url`), taskWords...) // with an id
	workerWords = heading.Words(`worker annotator rater user coder labeler labeller judge participant subject turker contributor performer
		voter`)
	idWords    = heading.Words(`id ids name key hash uuid guid code nr no number index idx`)
	labelWords = heading.Words(`label response answer rating vote judgment judgement choice class category`)
)

// rowNames are names of tasks that also number rows.
var rowNames = heading.Words(`id row record sample index`)

// evidence holds what decides the roles: the names of columns and a sample of the rows.
type evidence struct {
	*crosstab.Table
	layout *Detection
	known  [][3]bool // the name of a column says it is the task, worker, label …
	names  [][3]float64
	spare  []bool        // a column may have a role that no name gives it
	fixed  crosstab.Trio // by the format
}

// roleOrder is the order of a trio.
var roleOrder = [...]Role{Task, Worker, Label}

// byEvidence assigns task, worker and label to the three columns that score best by names and
// values together; what the format fixed stays. It sets Confirm if the choice is unsure. If no
// three columns make sense, the roles by name stay.
func (g *Detection) byEvidence(records [][]string, stats []crosstab.Statistics, fixed crosstab.Trio) {
	e := g.gather(records, stats, fixed)
	if len(e.Columns) < 3 {
		g.byStatistics(records, stats)
		return
	}
	best, rival := e.best()
	if w := slices.Index(e.Columns, g.Column(Worker)); w >= 0 && e.NumbersRows(w) && !g.part && w != best[1] {
		g.Unlike = aboutWorkers // and other columns are no workers
		return
	}
	if best[0] < 0 {
		return
	}
	var named, found crosstab.Trio
	var given, moved []Role
	for n, role := range roleOrder {
		named[n], found[n] = g.Column(role), e.Columns[best[n]]
		if fixed[n] < 0 && named[n] >= 0 {
			g.Give(named[n], Ignore, "")
		}
	}
	for n, role := range roleOrder {
		c := found[n]
		if c != named[n] {
			moved = append(moved, role)
		}
		switch {
		case fixed[n] >= 0:
		case e.known[best[n]][n]:
			g.Give(c, role, "by its name")
		default:
			given = append(given, role)
			g.Give(c, role, byValues(stats[c], records))
		}
	}
	switch {
	case len(given) > 0 && !g.Header:
		g.Confirm = "the file has no header, so the roles of its columns are a guess"
	case len(given) > 0:
		if g.Confirm = e.overruled(named, best, given); g.Confirm == "" {
			g.Confirm = fmt.Sprintf("the header does not say which column holds the %s", join(given))
		}
	case len(moved) > 0 && g.Confirm != "": // which was about the columns that names say
		g.Confirm = fmt.Sprintf("the header does not say which column holds the %s", join(moved))
	}
	if g.Confirm == "" {
		g.Confirm = e.doubt(best, rival)
	}
}

const (
	aboutWorkers = "each worker has only one row: this looks like a table about workers, not labels"
	onlyOnce     = "every task has only one label: this may be a result, or a table about tasks; if it is labels, nobody can tell which " +
		"are right"
)

// gather finds the candidates for each role and what their names say.
func (g *Detection) gather(records [][]string, stats []crosstab.Statistics, fixed crosstab.Trio) *evidence {
	e := &evidence{layout: g, fixed: fixed}
	known, names, spare := make([][3]bool, len(g.Columns)), make([][3]float64, len(g.Columns)), make([]bool, len(g.Columns))
	worth := make([]int, len(g.Columns)) // how soon a column is looked at
	for c, column := range g.Columns {
		if g.Header && g.JSON == nil && g.Roles[c] == Ignore && g.namesake(column.Name) {
			continue // the first of them is taken, which is said
		}
		if g.stands[c] && !slices.Contains(roleOrder[:], g.Roles[c]) {
			continue
		}
		full := 10*stats[c].Filled >= 9*len(records) && len(records) > 0 ||
			len(g.Columns) == len(roleOrder) && stats[c].Filled > 0 // none can be spared
		// A text may be all that tells tasks apart.
		text := heading.Texts.Has(column.Name)
		other := heading.Other(column.Name) && !text || heading.Results.Has(column.Name) && len(g.Columns) > len(roleOrder)
		spare[c] = full && !(g.Header && other) && !g.isIndex(c, stats)
		if g.Header {
			known[c], names[c] = g.saidBy(g.nameOf(c))
			for n, f := range fixed {
				if f >= 0 && f != c && g.stands[f] && known[c][n] { // a person says that it is another
					known[c], names[c] = [3]bool{}, [3]float64{}
				}
			}
		}
		for n, role := range roleOrder {
			if g.Roles[c] == role && !known[c][n] { // by the format, or a truth
				names[c][n] = goldName
			}
			if g.Roles[c] == role {
				worth[c] = 3
			} else if known[c][n] {
				worth[c] = max(worth[c], 2)
			}
		}
		if spare[c] && worth[c] == 0 && (names[c][0] > 0 || names[c][1] > 0 || names[c][2] > 0) {
			worth[c] = 1
		}
	}
	var columns []int
	for at := 3; at >= 0; at-- {
		for c := range g.Columns {
			if worth[c] == at && (at >= 2 || spare[c]) && len(columns) < crosstab.MaxColumns {
				columns = append(columns, c)
			}
		}
	}
	slices.Sort(columns)
	e.Table = crosstab.Of(records, columns, g.NoAnswers())
	for _, c := range columns {
		e.known, e.names, e.spare = append(e.known, known[c]), append(e.names, names[c]), append(e.spare, spare[c])
	}
	return e
}

// namesake reports whether a column that has a role has this name.
func (g *Detection) namesake(name string) bool {
	for c, column := range g.Columns {
		if g.Roles[c] != Ignore && heading.Plain(column.Name) == heading.Plain(name) {
			return true
		}
	}
	return false
}

// saidBy returns which roles a column's name stands for, and its points in each role.
func (g *Detection) saidBy(name string) (known [3]bool, points [3]float64) {
	words := wordsOf(heading.Leaf(name))
	if g.JSON == nil {
		words = wordsOf(name)
	}
	is := func(all []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
	}
	timed := heading.Seconds.Has(name) || slices.Contains(heading.Durations, heading.WithoutUnit(name))
	any := timed || heading.Other(name) || heading.Facts.Has(name) || is(heading.Numbers) || heading.Counts.Has(name) ||
		heading.Frequencies.Has(name)
	for n, names := range [...]heading.Names{heading.Tasks, heading.Workers, heading.Labels} {
		at, less := names.Rank(name), 0.0
		if at < 0 && g.JSON != nil {
			at, less = names.Rank(heading.Leaf(name)), pathName
		}
		if known[n] = at >= 0; known[n] {
			points[n] = surestName - (surestName-leastName)*min(1, float64(at)/seldomName) - less
		}
	}
	last := words[max(0, len(words)-1):]
	id := len(words) > 1 && slices.Contains(idWords, last[0])
	model := len(words) > 1 && last[0] == "model" // as judge_model
	for n, all := range [...][]string{idOfTask, workerWords} {
		if !any && (id || n == 1 && model) && !known[0] && !known[1] && slices.Contains(all, words[len(words)-2]) &&
			!slices.Contains(words, "subject") {
			known[n], points[n] = true, leastName-pathName
		}
	}
	any = any || known[0] || known[1] || known[2]
	for n, all := range [...][]string{taskWords, workerWords, labelWords} {
		switch {
		case known[n]:
		case n == 0 && !known[1] && !known[2] && heading.Texts.Has(name):
			points[n] = leastWord
		case n < 2 && is(all) && !is(heading.Numbers), n == 2 && is(all) && !id && !known[0] && !known[1]:
			points[n] = partOfName
		case any || n == 2 && (id || is(workerWords)), n > 0 && heading.Hashes.Has(name), n == 0 && is(workerWords), n == 1 && is(taskWords):
			points[n] = otherName
		}
	}
	return known, points
}

// wordsOf splits a name into words, in English where they are known: "itemHash_2" is item, hash and 2.
func wordsOf(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		} else {
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	for n, w := range words {
		words[n] = heading.English(w)
	}
	return words
}

// best returns the best columns for task, worker and label, or -1; and for each role a rival that
// scores nearly as well and whose values beat the name, or -1.
func (e *evidence) best() (best crosstab.Trio, rival [3]int) {
	const (
		near = 1.5 // points by which a rival may be behind …
		odds = 1.5 // … if it is as many ahead by the values alone
	)
	type sum struct {
		crosstab.Trio
		total, values float64
	}
	var all []sum
	top := sum{Trio: crosstab.Trio{-1, -1, -1}, total: math.Inf(-1)}
	for t := range e.Columns {
		for l := range e.Columns {
			for w := range e.Columns {
				c := crosstab.Trio{t, w, l}
				if t == w || t == l || w == l || !e.may(c) {
					continue
				}
				s := sum{Trio: c, values: e.Score(t, w, l)}
				s.total = s.values + e.names[t][0] + e.names[w][1] + e.names[l][2]
				if all = append(all, s); s.total > top.total {
					top = s
				}
			}
		}
	}
	rival = [3]int{-1, -1, -1}
	if e.Rows < 4*crosstab.FewRows || len(all) == 0 {
		return top.Trio, rival // too few to be at odds with a name
	}
	for _, s := range all {
		if s.total >= top.total-near && s.values >= top.values+odds {
			for n := range rival {
				if s.Trio[n] != top.Trio[n] {
					rival[n] = s.Trio[n]
				}
			}
		}
	}
	return top.Trio, rival
}

// may reports whether columns could have these roles. Odd roles by name are asked about later; roles that no name suggests must make sense.
func (e *evidence) may(c crosstab.Trio) bool {
	t, w, l := c[0], c[1], c[2]
	var unsaid [3]bool
	n := 0
	for r, a := range c {
		if f := e.fixed[r]; f >= 0 {
			if e.Columns[a] != f {
				return false
			}
			continue
		}
		if unsaid[r] = !e.known[a][r]; !unsaid[r] {
			continue
		}
		if n++; !e.spare[a] || e.names[a][r] < 0 || roleOrder[r] != Label && e.Looks[a] == crosstab.Fractions {
			return false
		}
	}
	if n == 0 {
		return true
	}
	// If other columns remain, an implausible one need not be used. The beginning of a file proves little.
	spared := len(e.layout.Columns) > len(c) || n > 1 && !e.layout.part
	least := .25 // of the labels of a task by other workers each, where no name says that it is one
	if len(e.layout.Columns) > len(c) && e.Rows >= 2*crosstab.FewRows {
		least = .8 // any two columns of answers have most pairs now and then
	}
	switch {
	case e.NumbersRows(w), e.NumbersRows(l), e.Describes(t, w, l),
		unsaid[0] && (e.Single[t] < 2 || e.Once(t, w) < least),
		unsaid[1] && (e.Single[w] < 2 || e.Rows >= 2*crosstab.FewRows && e.Both[t][w]-e.Single[w] < crosstab.Some),
		spared && (e.NumbersRows(t) || unsaid[1] && e.Pair[t][w] == e.Single[t] || unsaid[2] && e.Belongs(l, w, t)):
		return false
	}
	return true
}

// overruled says which columns are named for a role but have values that contradict it; "": none.
func (e *evidence) overruled(named, best crosstab.Trio, given []Role) string {
	for n, role := range roleOrder {
		at := slices.Index(e.Columns, named[n])
		if !slices.Contains(given, role) || at < 0 || at == best[n] || !e.known[at][n] {
			continue
		}
		was, now := e.called(at), e.called(best[n])
		switch {
		case role == Task && e.NumbersRows(at):
			return fmt.Sprintf("%s has another value in every row; %s is read as the task", was, now)
		case role == Task:
			return fmt.Sprintf("%s, so that a worker has the same one again and again; %s is read as the task", e.fewOf(at), now)
		case role == Label && e.Constant(best[0], best[1], at):
			return fmt.Sprintf("%s is the same for all workers of a task, so that it is hardly what they said; %s is read as the label", was, now)
		}
		return fmt.Sprintf("the values of %s are hardly those of a %s; %s is taken for it", was, role, now)
	}
	return ""
}

// doubt says what is odd about roles by name; "": nothing.
func (e *evidence) doubt(best crosstab.Trio, rival [3]int) string {
	const often = .2 // five times; three are not rare where people rate again
	t, w, l := best[0], best[1], best[2]
	if e.Rows < crosstab.FewRows || e.fixed != (crosstab.Trio{-1, -1, -1}) {
		return ""
	}
	switch once := e.Once(t, w); {
	case e.NumbersRows(w) && !e.layout.part:
		return aboutWorkers
	case e.Pair[t][w] == e.Single[t] && e.Both[t][w] == e.Single[t] && !e.layout.part:
		return onlyOnce
	case once < often:
		return e.fewOf(t) + ", so that a worker has the same one again and again: it may not be what was labelled"
	case e.Describes(t, w, l), e.Constant(t, w, l) && !heading.Labels[:2].Has(e.layout.Columns[e.Columns[l]].Name):
		return fmt.Sprintf("%s is the same for all workers of a task, so that it may not be what they said", e.called(l))
	case e.Belongs(l, w, t):
		return fmt.Sprintf("%s is the same in all rows of a worker, so that it may not be what they said of tasks", e.called(l))
	}
	for a := range e.Columns {
		tells := e.names[a][0] > 0 && !rowNames.Has(e.layout.Columns[e.Columns[a]].Name) && 10*e.Single[a] >= 9*e.Rows
		if tells && a != w && a != l && 4*e.Single[t] <= e.Rows {
			return fmt.Sprintf("%s, and %s has another one in nearly all of them: that may be what was labelled", e.fewOf(t), e.called(a))
		}
	}
	for n, a := range rival {
		if a >= 0 {
			return fmt.Sprintf("%s is read as the %s by its name, but by its values %s would fit better",
				e.called(best[n]), roleOrder[n], e.called(a))
		}
	}
	return ""
}

// fewOf says how few values a column has.
func (e *evidence) fewOf(a int) string {
	return fmt.Sprintf("%s has only %s in %s", e.called(a), humanize.Count(e.Single[a], "different value"), humanize.Count(e.Rows, "row"))
}

// byValues is why a column has a role that no name gives it.
func byValues(s crosstab.Statistics, records [][]string) string {
	return fmt.Sprintf("by its values: %s in the first %s", humanize.Count(len(s.Times), "different one"), humanize.Count(len(records), "row"))
}

// called is a column's name in a message.
func (e *evidence) called(a int) string {
	return "“" + api.Printable(e.layout.Columns[e.Columns[a]].Name) + "”"
}
