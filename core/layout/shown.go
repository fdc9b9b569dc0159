package layout

import (
	"slices"
	"strings"

	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
)

// byContent assigns the role of the content to columns that are named for what workers saw of a task. They must say the same in
// nearly all rows of a task, or they may be what a worker remarked, and not the same of all tasks, or they tell none from another.
func (g *Detection) byContent(rows [][]string, stats []crosstab.Statistics) {
	rows, task := g.byTask(rows)
	if task < 0 {
		return
	}
	wide := g.Wide()
	for c, column := range g.Columns {
		shows := showsTask(column.Name) || g.Compares() && g.shown(c, stats)
		if wide {
			remark := heading.Comments.Has(column.Name) && 2*len(stats[c].Times) <= stats[c].Filled
			shows = shows && !remark || heading.Outputs.Has(column.Name)
		}
		if g.Roles[c] == Ignore && !g.stands[c] && shows && len(stats[c].Times) > 1 && steady(rows, task, c) {
			g.Give(c, Content, "by its name: what workers saw")
		}
	}
}

// byTask returns the rows, and the column that names their task; -1: none does. Where rows compare two items both name it.
func (g *Detection) byTask(rows [][]string) ([][]string, int) {
	items := g.ColumnsOf(Item)
	if !g.Compares() {
		return rows, g.Column(Task)
	} else if len(items) != 2 {
		return rows, -1
	}
	rows = slices.Clone(rows)
	for n, r := range rows {
		rows[n] = slices.Clone(r)
		rows[n][items[0]] += Versus + r[items[1]]
	}
	return rows, items[0]
}

// showsTask reports whether a column is named for what workers saw: by a name for it, or as platforms head what a task was made of.
func showsTask(name string) bool {
	lower := strings.ToLower(name)
	for _, prefix := range []string{"input.", "input:"} { // MTurk, Toloka
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	return heading.Contents.Has(heading.Leaf(name)) || slices.ContainsFunc(heading.Contents, func(end string) bool {
		words := wordsOf(heading.Leaf(name))
		return len(words) == 2 && words[1] == end // image_url, tweet_text
	})
}

// steady reports whether at least nine in ten rows of tasks that came before say the same in column c as the first row of the task.
func steady(rows [][]string, task, c int) bool {
	first, same, all := make(map[string]string), 0, 0
	for _, r := range rows {
		was, ok := first[r[task]]
		if !ok {
			first[r[task]] = r[c]
			continue
		}
		if all++; was == r[c] {
			same++
		}
	}
	return 10*same >= 9*all
}
