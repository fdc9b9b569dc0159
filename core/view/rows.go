package view

import (
	"slices"
	"strings"

	"concord/core/job"
	"concord/core/sorting"
	"concord/core/wire"
)

// PageSize is the most rows that a Page has.
const PageSize = 200

// order is the rows of a table, sorted by a column.
type order struct {
	sort string
	desc bool
	rows []int32
}

// filtered is the rows of a table that pass a filter, in an order.
type filtered struct {
	sort, filter, label string
	desc                bool
	rows                []int32
}

// Kept is how many orders, and how many filters, a table remembers: enough to go back and
// forth, and little memory even with millions of rows.
const Kept = 3

// filter returns the rows that q asks for, in order; nil: all, in input order.
func (t *Table) filter(c *job.Job, q *wire.Rows) ([]int32, error) {
	key := filtered{sort: q.Sort, desc: q.Desc, filter: strings.ToLower(q.Filter), label: q.Label}
	if key.filter == "" && key.label == "" {
		return t.order(c, q.Sort, q.Desc)
	}
	for n, v := range t.Filtered {
		if v.sort == key.sort && v.desc == key.desc && v.filter == key.filter && v.label == key.label {
			t.Filtered = slices.Insert(slices.Delete(t.Filtered, n, n+1), 0, v)
			return v.rows, nil
		}
	}
	ordered, err := t.order(c, q.Sort, q.Desc)
	if err != nil {
		return nil, err
	}
	wanted := -1
	if q.Label != "" {
		if t.Has == nil {
			return nil, wire.Refuse("The rows of the table “%s” have no label to choose them by. Search by name.", t.Name)
		}
		for k := range t.Classes.Len() {
			if t.Classes.At(k) == q.Label {
				wanted = k
			}
		}
		if wanted < 0 {
			return nil, wire.Refuse("There is no label “%s” in this table. Choose one that is there.", q.Label)
		}
	}
	key.rows = []int32{}
	err = c.Over(t.Size, func(at int) {
		i := at
		if ordered != nil {
			i = int(ordered[at])
		}
		if wanted >= 0 && !t.Has(i, wanted) {
			return
		}
		if key.filter == "" || strings.Contains(strings.ToLower(t.RowName(i)), key.filter) {
			key.rows = append(key.rows, int32(i))
		}
	})
	if err != nil {
		return nil, err
	}
	t.Filtered = slices.Insert(t.Filtered[:min(len(t.Filtered), Kept-1)], 0, key)
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
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == sort })
	if i < 0 {
		return nil, wire.Refuse("The table “%s” has no column “%s” to sort by. Choose one of its columns.", t.Name, sort)
	}
	value := t.Columns[i].number
	if t.Columns[i].byName {
		if err := t.Rank.Make(t.Size, t.RowName, c.Turn); err != nil {
			return nil, err
		}
		value = func(i int) float64 { return float64(t.Rank.Of[i]) }
	}
	rows, err := sorting.ByNumber(t.Size, value, desc, c.Turn)
	if err != nil {
		return nil, err
	}
	t.Orders = slices.Insert(t.Orders[:min(len(t.Orders), Kept-1)], 0, order{sort, desc, rows})
	return rows, nil
}

// Page returns the rows that q asks for. It refuses a column or a label that the table lacks.
func (t *Table) Page(c *job.Job, q *wire.Rows) (*wire.Page, error) {
	rows, err := t.filter(c, q)
	if err != nil {
		return nil, err
	}
	p := &wire.Page{Table: t.Name, Index: []int{}, Cells: [][]string{}, Total: t.Size, Matching: t.Size}
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
		cells := t.Cells(i)
		if t.Index != nil {
			i = t.Index(i)
		}
		p.Index, p.Cells = append(p.Index, i), append(p.Cells, cells)
	}
	return p, nil
}
