package analysis

import (
	"slices"
	"strings"

	"concord/core/job"
	"concord/core/sorting"
	"concord/core/wire"
)

// PageSize is how many rows one Page may have.
const PageSize = 200

// order is the rows of a table in the order of a column.
type order struct {
	sort string
	desc bool
	rows []int32
}

// view is the rows of a table that pass a filter, in an order.
type view struct {
	sort, filter, label string
	desc                bool
	rows                []int32
}

// Kept is how many orders and views a table remembers: enough to go back and
// forth, little memory with millions of rows.
const Kept = 3

// view returns the rows that q asks for, in order; nil: all, in input order.
func (t *Table) view(c *job.Job, q *wire.Rows) ([]int32, error) {
	key := view{sort: q.Sort, desc: q.Desc, filter: strings.ToLower(q.Filter), label: q.Label}
	if key.filter == "" && key.label == "" {
		return t.order(c, q.Sort, q.Desc)
	}
	for n, v := range t.Views {
		if v.sort == key.sort && v.desc == key.desc && v.filter == key.filter && v.label == key.label {
			t.Views = slices.Insert(slices.Delete(t.Views, n, n+1), 0, v)
			return v.rows, nil
		}
	}
	ordered, err := t.order(c, q.Sort, q.Desc)
	if err != nil {
		return nil, err
	}
	wanted := -1
	if q.Label != "" {
		if t.has == nil {
			return nil, wire.Refuse("The rows of the table “%s” have no label to choose them by. Search by name.", t.name)
		}
		for k := range t.classes.Len() {
			if t.classes.At(k) == q.Label {
				wanted = k
			}
		}
		if wanted < 0 {
			return nil, wire.Refuse("There is no label “%s” in this table. Choose one that is there.", q.Label)
		}
	}
	key.rows = []int32{}
	err = c.Over(t.size, func(at int) {
		i := at
		if ordered != nil {
			i = int(ordered[at])
		}
		if wanted >= 0 && !t.has(i, wanted) {
			return
		}
		if key.filter == "" || strings.Contains(strings.ToLower(t.rowName(i)), key.filter) {
			key.rows = append(key.rows, int32(i))
		}
	})
	if err != nil {
		return nil, err
	}
	t.Views = slices.Insert(t.Views[:min(len(t.Views), Kept-1)], 0, key)
	return key.rows, nil
}

// order returns all rows in the order of a column; nil: that of the input.
func (t *Table) order(c *job.Job, sort string, desc bool) ([]int32, error) {
	if sort == "" {
		return nil, nil
	}
	for n, o := range t.Orders {
		if o.sort == sort && o.desc == desc {
			t.Orders = slices.Insert(slices.Delete(t.Orders, n, n+1), 0, o)
			return o.rows, nil
		}
	}
	i := slices.IndexFunc(t.Columns, func(c column) bool { return c.Name == sort })
	if i < 0 {
		return nil, wire.Refuse("The table “%s” has no column “%s” to sort by. Choose one of its columns.", t.name, sort)
	}
	value := t.Columns[i].figure
	if t.Columns[i].byName {
		if err := t.rank.Make(t.size, t.rowName, c.Turn); err != nil {
			return nil, err
		}
		value = func(i int) float64 { return float64(t.rank.Of[i]) }
	}
	rows, err := sorting.ByNumber(t.size, value, desc, c.Turn)
	if err != nil {
		return nil, err
	}
	t.Orders = slices.Insert(t.Orders[:min(len(t.Orders), Kept-1)], 0, order{sort, desc, rows})
	return rows, nil
}

// Page serves a piece of the table.
func (t *Table) Page(c *job.Job, q *wire.Rows) (*wire.Page, error) {
	rows, err := t.view(c, q)
	if err != nil {
		return nil, err
	}
	p := &wire.Page{Table: t.name, Index: []int{}, Cells: [][]string{}, Total: t.size, Matching: t.size}
	if rows != nil {
		p.Matching = len(rows)
	}
	for n := range t.Columns {
		p.Columns = append(p.Columns, t.Columns[n].Heading)
	}
	p.From = max(0, min(q.From, p.Matching))
	to := min(p.Matching, p.From+max(0, min(q.Count, PageSize)))
	for at := p.From; at < to; at++ {
		i := at
		if rows != nil {
			i = int(rows[at])
		}
		cells := make([]string, len(t.Columns))
		for n := range t.Columns {
			cells[n] = t.Columns[n].cell(i)
		}
		if t.index != nil {
			i = t.index(i)
		}
		p.Index, p.Cells = append(p.Index, i), append(p.Cells, cells)
	}
	return p, nil
}
