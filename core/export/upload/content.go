package upload

import (
	"slices"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sheet"
)

// eachTask calls take with each task that has an answer and what workers saw of it, in the order of the file, and with the number of the
// task among those of each question, -1 where it has none. What it hands over is valid until take returns.
func (r *Result) eachTask(take func(task string, seen []api.Content, at []int) error) error {
	done := map[string]bool{}
	at := make([]int, len(r.Questions))
	var columns []int
	var names []string
	var of *layout.Layout
	add := func(task string, seen []api.Content) error {
		done[task] = true
		if r.Bare {
			return take(task, nil, at)
		}
		for _, x := range r.Texts(task) {
			for slices.ContainsFunc(seen, func(y api.Content) bool { return y.Column == x.Column }) {
				x.Column += "_"
			}
			seen = append(seen, x)
		}
		return take(task, seen, at)
	}
	err := r.Rows(func(rows *scan.Rows) error {
		if lay := rows.Layout; of != lay {
			of, columns = lay, lay.ColumnsOf(layout.Content)
			names = contentNames(lay, columns)
		}
		c := of.Column(layout.Task)
		if c < 0 {
			return nil
		}
		task := string(rows.Cell(c))
		if done[task] || !r.find(task, at) {
			return nil
		}
		var seen []api.Content
		for n, c := range columns {
			if text := string(rows.Cell(c)); text != "" {
				seen = append(seen, api.Content{Column: names[n], Text: text})
			}
		}
		return add(task, seen)
	})
	for _, q := range r.Questions { // of tables that have tasks in their header, for example
		for i := 0; err == nil && i < q.Len(); i++ {
			if task := q.TaskName(i); !done[task] && r.find(task, at) {
				err = add(task, nil)
			}
		}
	}
	return err
}

// taken are the names that columns of content can't have: those of what stands beside it.
var taken = []string{"task", "label", "labels", "value", "probability", "probabilities"}

// contentNames returns what columns are called: without the path that leads to them in JSON, if no other is called so.
func contentNames(lay *layout.Layout, columns []int) []string {
	names := slices.Clone(taken)
	for _, c := range columns {
		name := lay.ColumnName(c)
		own := name
		if j := lay.JSON; j != nil && c < len(j.Own) && j.Own[c] < len(name) {
			own = name[j.Own[c]:]
		}
		for slices.Contains(names, own) {
			own, name = name, name+"_"
		}
		names = append(names, own)
	}
	return names[len(taken):]
}

// appendSeen appends a task and what workers saw of it as members of an object.
func appendSeen(to []byte, task string, seen []api.Content) []byte {
	to = sheet.AppendString(appendMember(to, "task"), task)
	for _, x := range seen {
		to = sheet.AppendString(appendMember(to, x.Column), x.Text)
	}
	return to
}
