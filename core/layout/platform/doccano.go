package platform

import (
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// FileColumn is the column of the worker where that is the name of the file.
const FileColumn = "file"

// doccano does not say who labelled what: it writes a file for each user.
var doccano = Platform{
	Name: "doccano",
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("id"), Worker: t.Column(FileColumn), Answers: t.Asked}
		if c.Task < 0 || t.Filled[c.Task] == 0 {
			c.Task = t.Column("text")
		}
		return c
	},
	Record: func(v table.Value) bool {
		text := v.Get("text").Type() == table.String || v.Get("data").Type() == table.String
		label := v.Get("label")
		if label.Type() == table.None {
			label = v.Get("labels")
		}
		if !text || v.Get("id").Type() == table.None || label.Type() != table.Array {
			return false
		}
		for m := range v.Each() {
			if heading.Workers.Has(string(m.Key())) {
				return false
			}
		}
		return true
	},
	Unsigned: func(table.Value) bool { return true },
	UserFile: func(stem string) bool { return !strings.EqualFold(stem, "all") && !strings.EqualFold(stem, "unknown") },
}
