package layout

import (
	"fmt"
	"maps"
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/parse"
)

// assign separates the header from the rows and gives every column its role. u is what JSON was unfolded to; nil for other files.
func (g *Detection) assign(name string, s *sample, known Choice, u *unfold.Head) {
	if len(s.records) == 0 {
		return
	}
	g.mend(name, s, known)
	g.Judged = known.Kind == LabelFile && !known.AsIs && g.ofJudges(s.records)
	missing := g.NoAnswers()
	g.TableLayout, g.Where, g.Question, g.Style, g.more = known.Table, known.Where, known.Question, known.Style, known.More
	first, rows := s.records[0], s.records[1:]
	g.part = g.part || s.part || len(s.records)+s.ragged >= sampled
	if namesRoles(first) { // as it does where files were put one behind the other
		rows = slices.DeleteFunc(slices.Clone(rows), func(r []string) bool { return slices.Equal(r, first) })
	}
	stats := make([]crosstab.Statistics, s.columns)
	measure := func() {
		for c := range stats {
			stats[c] = crosstab.StatisticsOf(rows, c, missing)
		}
	}
	measure()
	g.Header = headed(first, stats, missing) || platform.Of(platform.HeaderOf(first)) != nil
	if known.Kind == CostFile {
		g.Header = g.Header || slices.ContainsFunc(first, func(name string) bool { return heading.Costs.Has(name) })
	}
	if known.Header != nil {
		g.Header = *known.Header
	}
	if !g.Header {
		rows = s.records
		measure()
	}
	g.Roles, g.Columns = make([]Role, s.columns), make([]api.Column, s.columns)
	for c := range g.Columns {
		g.Columns[c].Name = platform.NumberedColumn(c)
		if g.Header {
			g.Columns[c].Name = validName(first[c])
		}
	}
	fixed := g.Header && known.Kind == LabelFile && g.byPlatform(name, first, rows, u, stats)
	if g.Header && known.Kind == TruthFile && u == nil {
		fixed = g.byGold(first, stats)
	}
	if g.Header && (!fixed || u != nil) {
		g.byName(known.Kind, stats, len(rows))
	}
	restrict := func() {
		if meant := g.meant(rows); len(meant) > 0 { // else they come further on, and those here are much like them
			rows = meant
			measure()
		}
	}
	if len(g.Where) > 0 {
		restrict()
	}
	grid := false
	stated := known.Kind == LabelFile && len(known.Chosen) == len(g.Columns) && g.states(known)
	switch {
	case stated:
		grid = g.asStated(known, rows, stats)
	case known.Kind == LabelFile && !fixed:
		grid = g.byTable(rows, stats)
	case known.Kind == TruthFile && !fixed:
		g.byStatistics(rows, stats)
	}
	if !stated && known.Chosen != nil && len(known.Chosen) == len(g.Columns) {
		grid = g.applyChoice(known, rows, stats, fixed, grid)
	}
	if known.Kind == TruthFile && known.Items {
		g.byTrueItems(rows, stats)
	}
	if known.Kind == LabelFile {
		if !stated && !grid && !fixed {
			g.byKey(rows, stats)
			g.otherAnswers(rows, stats)
		}
		g.askedIn(rows)
		if len(g.Where) > 0 || g.Column(Asked) >= 0 {
			restrict()
		}
		said := fixed || stated || known.Table != "" || slices.Contains(known.Roles, Label)
		g.byAnswers(name, rows, stats, fixed, stated, said)
		grid = grid && !g.Compares()
	}
	shown := rows
	if rows = g.joined(rows); g.count(Task) > 1 {
		measure()
	}
	if known.Table == api.LayoutItems || known.Table == api.LayoutPeople { // as a person says
		if grid && len(g.Questions) < 2 {
			g.Confirm = ""
		}
	}
	if known.Kind == CostFile {
		g.byPlace()
	}
	if known.Kind == LabelFile && g.Header && !grid {
		g.byTime(stats)
		g.byDuration(rows, stats)
	}
	if known.Kind == LabelFile && g.Header {
		defer func() { // what is left
			g.byContent(rows, stats)
			g.unused(stats)
		}()
	}
	if known.Kind == LabelFile && g.Header && !grid && g.ID == "" {
		g.byAnswerID(rows)
	}
	if known.Kind == LabelFile && g.Header {
		g.byStandIn(rows, parse.NewTokens(parse.Nameless(g.Missing)))
	}
	for c := range g.Columns {
		if g.Columns[c].Lists = stats[c].Lists(); g.Roles[c] == Ignore && g.Columns[c].Why == "" && g.isIndex(c, stats) {
			g.Columns[c].Why = "it numbers the rows"
		}
	}
	if grid {
		g.byLapses(rows)
		g.Numeric = g.scales(stats)
		g.noteStrangers(name, stats)
		g.byTruth(rows, stats)
	} else {
		g.follow(known.Kind, rows, stats)
	}
	g.suppose(known)
	for _, r := range shown[:min(len(shown), previewRows)] {
		row := make([]string, len(r))
		for c := range r {
			row[c] = api.Printable(r[c])
		}
		g.Preview = append(g.Preview, row)
	}
}

// byName assigns roles by the names of columns. Of several candidates those that the data
// contradict come last; otherwise the surest name wins.
func (g *Detection) byName(kind Kind, stats []crosstab.Statistics, rows int) {
	single := func(s crosstab.Statistics) bool { return len(s.Times) == rows && rows > 1 }
	for _, role := range rolesOf[kind] {
		if g.Column(role) >= 0 {
			continue
		}
		names := namesOf(role, kind)
		absurd := func(s crosstab.Statistics) bool {
			switch role {
			case Worker:
				return single(s)
			case Task:
				return kind == LabelFile && single(s)
			case Label:
				return len(s.Times) > ManyClasses && !s.Numbers || s.Filled == 0
			}
			return false
		}
		best, least, same := -1, 0, -1
		for c := range g.Columns {
			n := names.Rank(g.nameOf(c))
			if n < 0 && g.JSON != nil {
				if n = names.Rank(heading.Leaf(g.nameOf(c))); n >= 0 {
					n += len(names)
				}
			}
			if n < 0 || g.Roles[c] != Ignore || g.stands[c] {
				continue
			}
			if absurd(stats[c]) {
				n += 2 * len(names)
			}
			switch {
			case best < 0 || n < least:
				best, least, same = c, n, -1
			case n == least && same < 0 && !maps.Equal(stats[c].Times, stats[best].Times):
				same = c
			}
		}
		if best >= 0 {
			g.Give(best, role, "by its name")
		}
		if same >= 0 && kind == LabelFile && g.JSON == nil {
			g.Confirm = fmt.Sprintf("the columns %d and %d are both called “%s”, and the first of them is taken for the %s", best+1, same+1,
				api.Printable(g.Columns[best].Name), role)
		}
	}
	if kind == ConfusionFile {
		g.byAccuracy()
	}
	if kind != LabelFile || g.Column(Worker) >= 0 {
		return
	}
	// Without workers this is a file of truth, whose label often has another name.
	for c, column := range g.Columns {
		if heading.Golds.Has(column.Name) && g.Roles[c] == Ignore {
			if l := g.Column(Label); l >= 0 {
				g.Give(l, Ignore, "")
			}
			g.Give(c, Label, "by its name")
			return
		}
	}
}

// byAccuracy finds the columns of a history that says how many of each worker's labels were right, and not what each said of what: it
// has no column of truths. Their names may be taken for others by then.
func (g *Detection) byAccuracy() {
	right := g.first(heading.Rights)
	if right < 0 || g.Column(Worker) < 0 || g.Column(True) >= 0 {
		return
	}
	for c, role := range g.Roles {
		if role == Label || role == Value {
			g.Give(c, Ignore, "")
		}
	}
	g.Give(right, Right, "by its name")
	if of := g.first(heading.Answered); of >= 0 {
		g.Give(of, Of, "by its name")
	}
}

// first returns the column with the surest of these names that has no role but that of a label or a value; -1: there is none.
func (g *Detection) first(names heading.Names) int {
	best := -1
	for c, column := range g.Columns {
		n := names.Rank(column.Name)
		if free := g.Roles[c] == Ignore || g.Roles[c] == Label || g.Roles[c] == Value; n >= 0 && free &&
			(best < 0 || n < names.Rank(g.Columns[best].Name)) {
			best = c
		}
	}
	return best
}

// namesOf returns the names that columns of a role have in a kind of file.
func namesOf(role Role, kind Kind) heading.Names {
	switch {
	case kind == CostFile && role == Label:
		return append(heading.Words(`to`), heading.Labels...)
	case kind == CostFile && role == True:
		return append(heading.Words(`from`), heading.Truths...)
	case kind == CostFile && role == Value:
		return append(slices.Clone(heading.Costs), "value")
	case kind == PredictionFile && role == Value:
		return slices.Concat(heading.Probabilities, heading.Scores)
	case kind == TruthFile && role == Label:
		return slices.Concat(heading.Golds, heading.Labels)
	}
	return map[Role]heading.Names{
		Worker: heading.Workers, Label: heading.Labels, Task: heading.Tasks, True: heading.Truths, Value: heading.Values,
		Text: heading.Texts, Term: heading.Terms, Count: heading.Counts,
	}[role]
}

// byStatistics assigns tasks and truth if names did not: the label has the fewest different values, the task the most.
func (g *Detection) byStatistics(records [][]string, stats []crosstab.Statistics) {
	if g.Column(Worker) >= 0 {
		return
	}
	var columns []int
	for c, column := range g.Columns {
		full := 10*stats[c].Filled >= 9*len(records) && len(records) > 0 || len(g.Columns) == 2 && stats[c].Filled > 0 // none can be spared
		if g.Roles[c] != Ignore || len(columns) < crosstab.MaxColumns && full && !(g.Header && heading.Other(column.Name)) && !g.stands[c] &&
			!g.isIndex(c, stats) {
			columns = append(columns, c)
		}
	}
	fixed := crosstab.Trio{g.Column(Task), -1, g.Column(Label)}
	best, ok := crosstab.Of(records, columns, g.NoAnswers()).Truth(fixed)
	if !ok {
		return
	}
	if g.Rivals = g.rivals(best, stats); fixed[2] < 0 && g.Rivals != nil {
		return // any of them may be the truth
	}
	var given []Role
	for _, n := range []int{0, 2} {
		if c := best[n]; fixed[n] < 0 {
			given = append(given, roleOrder[n])
			g.Give(c, roleOrder[n], byValues(stats[c], records))
		}
	}
	switch {
	case len(given) == 0:
	case g.Header:
		g.Confirm = fmt.Sprintf("the header does not say which column holds the %s", join(given))
	default:
		g.Confirm = "the file has no header, so the roles of its columns are a guess"
	}
}

// rivals returns the names of the columns that may hold the truth just as well as the one that was found, and its own; nil: none may.
func (g *Detection) rivals(found crosstab.Trio, stats []crosstab.Statistics) (names []string) {
	for c := range g.Columns {
		if c == found[0] || len(stats[c].Times) > maxShared || g.isIndex(c, stats) {
			continue
		}
		for v := range stats[c].Times {
			if stats[found[2]].Times[v] > 0 {
				names = append(names, g.ColumnName(c))
				break
			}
		}
	}
	if len(names) < 2 {
		return nil
	}
	return names
}

// byPlace assigns the roles of a file of costs by position if no name is known, in the order of Get-Another-Label.
func (g *Detection) byPlace() {
	order := []Role{True, Label, Value}
	if len(g.Roles) != len(order) || g.count(Ignore) < len(order) {
		return
	}
	for n, r := range order {
		g.Give(n, r, "by its place")
	}
}
