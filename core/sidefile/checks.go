package sidefile

import (
	"io"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// Said reads what two columns of a file of truth say of each task: the answers of two methods to it, nothing of tasks that set lacks.
func Said(name string, r io.Reader, lay *layout.Layout, set *labels.Set, columns [2]int, o scan.Options) (map[int][2]string, error) {
	said, task := map[int][2]string{}, lay.Column(layout.Task)
	rs, err := scan.Read(name, r, lay, o, func(rs *scan.Rows) *api.Problem {
		if i, p := find(rs, task, set.Tasks, strangeTask); p == nil {
			said[i] = [2]string{string(rs.Cell(columns[0])), string(rs.Cell(columns[1]))}
		}
		return nil
	})
	if err == nil {
		err = rs.Verdict()
	}
	return said, err
}
