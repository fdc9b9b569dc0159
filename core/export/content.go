package export

import (
	"slices"
	"strings"

	"concord/core/sheet"
	"concord/internal/humanize"
)

// Content is what workers saw of tasks: what some columns say of each.
type Content struct {
	Names []string // of the columns
	Cell  func(task string, column int) string
}

const (
	// shownColumns is how many columns of content a table of the page has: more would leave no room for the answers.
	shownColumns = 2
	// shownText is how many characters of a cell it shows.
	shownText = 200
)

// Beside returns the columns of a table: the tasks, what workers saw of them, and the others. task names the task of a row. A column
// that is called like one of the others gets another name.
func (x *Content) Beside(tasks *sheet.Column, others []*sheet.Column, task func(row int) string) []*sheet.Column {
	all := []*sheet.Column{tasks}
	if x != nil {
		taken := []string{"probabilities"} // in JSON
		for _, c := range append(others, tasks) {
			taken = append(taken, c.Name, c.File, c.Key)
		}
		for n, name := range x.Names {
			for slices.Contains(taken, name) {
				name += " (content)"
			}
			taken = append(taken, name)
			c := sheet.Content(name, func(row int) string { return x.Cell(task(row), n) }, func(row int) string {
				return humanize.Short(strings.Join(strings.Fields(x.Cell(task(row), n)), " "), shownText)
			})
			c.Says = "What workers saw of the task, as it is in the file."
			if n >= shownColumns {
				c.Title, c.In = "", sheet.Files
			}
			all = append(all, c)
		}
	}
	return append(all, others...)
}
