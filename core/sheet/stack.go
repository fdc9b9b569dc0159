package sheet

import "slices"

// Stack returns the rows of several tables below each other, for files. Its first column, called first, holds the name of the table that a
// row is of. Columns of one name become one; where a table has none of that name, cells are empty.
func Stack(name, first string, names []string, tables []*Table) *Table {
	var table, row int // of what was last yielded
	out := &Table{Name: name, Columns: []*Column{Text(first, "", func(int) string { return names[table] }, nil)}}
	for _, t := range tables {
		out.Size += t.Size
		for _, c := range at(Files, t.Columns) {
			if !slices.ContainsFunc(out.Columns[1:], func(x *Column) bool { return x.Name == c.Name }) {
				out.Columns = append(out.Columns, stacked(c, tables, &table, &row))
			}
		}
	}
	out.Rows = func(yield func(int) bool) error {
		for table = range tables {
			more := true
			err := tables[table].rows(func(i int) bool {
				row = i
				more = yield(i)
				return more
			})
			if err != nil || !more {
				return err
			}
		}
		return nil
	}
	return out
}

// stacked is the column of several tables that is called like c, in the row of the table that the pointers name.
func stacked(c *Column, tables []*Table, table, row *int) *Column {
	of := make([]*Column, len(tables))
	for n, t := range tables {
		for _, x := range at(Files, t.Columns) {
			if x.Name == c.Name {
				of[n] = x
			}
		}
	}
	return &Column{Name: c.Name, File: c.File, In: Files, cell: func(to cells, _ int) {
		if x := of[*table]; x != nil {
			x.cell(to, *row)
		} else {
			to.text("")
		}
	}}
}
