package scan

import (
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/parse"
	"concord/internal/humanize"
)

// condition is met by rows with one of the values in a column.
type condition struct {
	column int
	values [][]byte
	asks   bool // its column says which question a row answers
	not    bool // only rows with another value meet it
}

// choose finds out which rows count, and what tells their tasks apart.
func (rs *Rows) choose() error {
	lay := rs.Layout
	if tasks := lay.ColumnsOf(layout.Task); len(tasks) > 1 {
		rs.parts = tasks
	}
	for _, is := range lay.Where {
		c, err := lay.Find(is.Column)
		if err != nil {
			return &api.Problem{File: rs.File, What: fmt.Sprintf("only some rows are meant, and %v", err), Do: "Name one of its columns"}
		}
		rs.meant = append(rs.meant, conditionOf(c, is.Values...))
	}
	if lay.Human != "" {
		c := lay.Column(layout.Worker)
		if c < 0 {
			return &api.Problem{File: rs.File, What: fmt.Sprintf("no column says which labels are by “%s”", api.Printable(lay.Human)),
				Do: "Give the column of those labels the role of the truth"}
		}
		others := conditionOf(c, lay.Human)
		others.not = true
		rs.meant = append(rs.meant, others)
	}
	if c := lay.Column(layout.Asked); c >= 0 && lay.Question != "" {
		asked := conditionOf(c, lay.Question)
		asked.asks = true
		rs.meant = append(rs.meant, asked)
	}
	return nil
}

// Nothing is the problem of a file without rows, or of one in which none counts.
func Nothing(file string, header bool, passed int) error {
	if passed == 0 {
		return layout.Empty(file, header)
	}
	return &api.Problem{File: file, What: fmt.Sprintf("none of %s meets the conditions", humanize.Count(passed, "row")),
		Do: "Check the column, and the value as the file writes it"}
}

func conditionOf(column int, values ...string) condition {
	one := condition{column: column}
	for _, v := range values {
		one.values = append(one.values, parse.Tidy([]byte(v)))
	}
	return one
}

// counts reports whether the current row meets all conditions, and notes its task if several columns name that.
func (rs *Rows) counts() bool {
	for _, m := range rs.meant {
		cell := parse.Tidy(rs.Raw(m.column))
		if slices.ContainsFunc(m.values, func(v []byte) bool { return string(v) == string(cell) }) == m.not {
			if m.asks {
				rs.noteQuestion(cell)
			}
			return false
		}
	}
	if rs.parts != nil {
		rs.task = layout.JoinTask(rs.task[:0], len(rs.parts), func(n int) []byte { return parse.Tidy(rs.Raw(rs.parts[n])) })
	}
	return true
}

// noteQuestion notes another question that a row answers, unless detection has seen it.
func (rs *Rows) noteQuestion(name []byte) {
	if len(name) == 0 || len(rs.Questions) > layout.MostQuestions {
		return
	}
	if rs.questions == nil {
		rs.questions = map[string]bool{}
		for _, seen := range rs.Layout.Questions {
			rs.questions[seen] = true
		}
	}
	if !rs.questions[string(name)] {
		rs.questions[string(name)] = true
		rs.Questions = append(rs.Questions, string(name))
	}
}
