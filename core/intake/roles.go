package intake

import (
	"fmt"
	"math"
	"strings"
)

// The names by which columns are known (formats.md, row 16), the surest first.
// They are compared without case, spaces, "_", "-" and "!".
var (
	taskNames = strings.Fields(`task task_id item item_id question question_id unit unit_id example example_id instance
		instance_id object object_id url doc document document_id image image_id subject sample record hit hitid orig_id id row`)
	workerNames = strings.Fields(`worker worker_id annotator annotator_id rater rater_id performer user user_id username labeler
		labeller coder judge contributor participant turker amt_worker_ids source`)
	labelNames = strings.Fields(`label labels response answer annotation rating value judgment judgement category class vote
		choice score result output code`)
	otherNames = strings.Fields(`time timestamp started submitted duration created_at updated_at lead_time weight trust
		confidence skill text sentence content body tweet comment`)
	goldNames = strings.Fields(`gold truth gt true_label ground_truth correct golden gold_label expert`)
)

// rank returns the place of a column's name in names, or -1.
func rank(names []string, column string) int {
	column = plainName(column)
	for n, name := range names {
		if plainName(name) == column {
			return n
		}
	}
	return -1
}

func plainName(s string) string {
	return strings.Map(func(c rune) rune {
		switch c {
		case ' ', '_', '-', '!', '\ufeff':
			return -1
		}
		return c
	}, strings.ToLower(strings.TrimSpace(s)))
}

// statistics are what the sample shows of one column.
type statistics struct {
	distinct int
	numbers  bool // every cell that is not missing is a number
	decimals bool // some are not whole
	filled   int  // cells that are not missing
}

func statisticsOf(records [][]string, c int, missing tokens) statistics {
	s := statistics{numbers: true}
	seen := make(map[string]bool)
	for _, r := range records {
		cell := r[c]
		if missing.has([]byte(cell)) {
			continue
		}
		s.filled++
		seen[cell] = true
		if x, err := number([]byte(cell)); err != nil {
			s.numbers = false
		} else if x != math.Trunc(x) {
			s.decimals = true
		}
	}
	s.distinct = len(seen)
	s.numbers = s.numbers && s.filled > 0
	return s
}

// assign tells the header from the rows, unless header says it, and gives every
// column its role.
func (g *Guess) assign(s *sample, header *bool) {
	if len(s.records) == 0 {
		return
	}
	missing := newTokens(g.Missing)
	first, rest := s.records[0], s.records[1:]
	named := false
	for _, name := range first {
		named = named || rank(taskNames, name) >= 0 || rank(workerNames, name) >= 0 || rank(labelNames, name) >= 0 || rank(goldNames, name) >= 0
	}
	g.Header = named || headed(first, rest, missing)
	if header != nil {
		g.Header = *header
	}
	if !g.Header {
		rest = s.records
	}
	g.Columns = make([]Column, s.columns)
	stats := make([]statistics, s.columns)
	for c := range g.Columns {
		g.Columns[c].Name = columnName(c)
		if g.Header {
			g.Columns[c].Name = first[c]
		}
		stats[c] = statisticsOf(rest, c, missing)
	}
	if g.Header {
		g.byName(stats, len(rest))
	}
	g.byStatistics(rest, stats)
	if c := g.role(Label); c >= 0 {
		g.Numeric = onScale(stats[c])
	}
	for _, r := range rest[:min(len(rest), previewRows)] {
		row := make([]string, len(r))
		for c := range r {
			row[c] = printable(r[c])
		}
		g.Preview = append(g.Preview, row)
	}
}

// headed reports whether the first record is a header although no name in it is
// known: where a column holds numbers below it and none in it, or where its
// cell never comes again in a column whose every other value does.
func headed(first []string, rest [][]string, missing tokens) bool {
	if len(rest) == 0 {
		return false
	}
	for c, name := range first {
		if missing.has([]byte(name)) {
			return false // a header names every column
		}
		_, err := number([]byte(name))
		if below := statisticsOf(rest, c, missing); below.numbers && err != nil {
			return true
		}
	}
	for c, name := range first {
		times := make(map[string]int)
		for _, r := range rest {
			times[r[c]]++
		}
		least := len(rest)
		for _, n := range times {
			least = min(least, n)
		}
		if times[name] == 0 && least >= 2 {
			return true
		}
	}
	return false
}

// byName gives roles to the columns whose names are known. Where several names
// fit, those that the data contradict go first, then the surest name wins.
func (g *Guess) byName(stats []statistics, rows int) {
	for _, of := range []struct {
		role   Role
		names  []string
		absurd func(s statistics) bool
	}{
		{Worker, workerNames, func(s statistics) bool { return s.distinct == rows && rows > 1 }},
		{Label, labelNames, func(s statistics) bool { return s.distinct > stopClasses && !s.numbers || s.filled == 0 }},
		{Task, taskNames, func(s statistics) bool { return s.distinct == rows && rows > 1 }},
	} {
		best, bestRank := -1, 0
		for c, column := range g.Columns {
			n := rank(of.names, column.Name)
			if n < 0 || column.Role != Ignore {
				continue
			}
			if of.absurd(stats[c]) {
				n += len(of.names)
			}
			if best < 0 || n < bestRank {
				best, bestRank = c, n
			}
		}
		if best >= 0 {
			g.Columns[best].Role = of.role
			g.Columns[best].Why = "by its name"
		}
	}
	if g.role(Worker) >= 0 {
		return
	}
	// Without workers this is a file of truth, whose label may go by another name.
	for c, column := range g.Columns {
		if rank(goldNames, column.Name) >= 0 && column.Role == Ignore {
			if l := g.role(Label); l >= 0 {
				g.Columns[l].Role, g.Columns[l].Why = Ignore, ""
			}
			g.Columns[c].Role, g.Columns[c].Why = Label, "by its name, in a file without workers"
			return
		}
	}
}

// byStatistics gives the roles that names have left open, if three columns or
// more leave room for them: the label has the fewest different values, the task
// the most, and a worker seldom does the same task twice.
func (g *Guess) byStatistics(records [][]string, stats []statistics) {
	var open []Role
	for _, r := range []Role{Task, Worker, Label} {
		if g.role(r) < 0 {
			open = append(open, r)
		}
	}
	if len(open) == 0 || len(g.Columns) < 3 {
		return
	}
	roles := [3]int{g.role(Task), g.role(Worker), g.role(Label)}
	var columns []int
	for c, column := range g.Columns {
		if column.Role != Ignore || len(columns) < maxColumns && stats[c].filled > 0 && !spoken(column.Name) {
			columns = append(columns, c)
		}
	}
	best, ok := crosstabOf(records, columns).best(roles)
	if !ok {
		return
	}
	for n, r := range []Role{Task, Worker, Label} {
		if roles[n] >= 0 {
			continue
		}
		c := &g.Columns[best[n]]
		c.Role = r
		c.Why = fmt.Sprintf("by its values: %s in the first %s", count(stats[best[n]].distinct, "different value"), count(len(records), "row"))
	}
	if g.Header {
		g.Confirm = fmt.Sprintf("the header does not say which column holds the %s", join(open))
	} else {
		g.Confirm = "the file has no header, so the roles of its columns are a guess"
	}
}

// spoken reports whether a column's name says that it holds something else than
// tasks, workers or labels.
func spoken(name string) bool { return rank(otherNames, name) >= 0 || rank(goldNames, name) >= 0 }

// onScale reports whether labels are numbers on a scale rather than classes:
// numbers that are not whole, or more than anyone would name as classes. A file
// of marks from 1 to 10 is taken as one of classes.
func onScale(s statistics) bool {
	const most = 20
	return s.numbers && (s.decimals || s.distinct > most)
}

// join writes a list: "task, worker and label".
func join(roles []Role) string {
	var b strings.Builder
	for n, r := range roles {
		switch {
		case n > 0 && n == len(roles)-1:
			b.WriteString(" and the ")
		case n > 0:
			b.WriteString(", the ")
		}
		b.WriteString(string(r))
	}
	return b.String()
}
