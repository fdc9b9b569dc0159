package view

import (
	"slices"
	"strings"

	"concord/core/cache"
	"concord/core/job"
	"concord/core/sorting"
	"concord/core/wire"
)

// PageSize is the most rows that a Page has.
const PageSize = 200

// order asks for the rows of a table, sorted by a column.
type order struct {
	table *Table
	sort  string
	desc  bool
}

// choice asks for those of them that pass a filter.
type choice struct {
	order
	filter, label string
	doubtful      bool
}

// filter returns the rows that q asks for, in order; nil: all, in input order.
func (t *Table) filter(c *job.Job, m cache.Memory, q *wire.Rows) ([]int32, error) {
	by := choice{order{t, q.Sort, q.Desc}, strings.ToLower(q.Filter), q.Label, q.Doubtful}
	if rows, ok := cache.Get[[]int32](m, by); ok {
		return rows, nil
	}
	ordered, err := t.order(c, m, by.order)
	if err != nil || by.filter == "" && by.label == "" && !by.doubtful {
		return ordered, err
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
	if by.doubtful && t.Doubts == nil {
		return nil, wire.Refuse("The rows of the table “%s” have no label that could need a look.", t.Name)
	}
	rows := []int32{}
	err = c.Over(t.Size, func(at int) {
		i := at
		if ordered != nil {
			i = int(ordered[at])
		}
		if wanted >= 0 && !t.Has(i, wanted) || by.doubtful && !t.Doubts(i) {
			return
		}
		if by.filter == "" || strings.Contains(strings.ToLower(t.RowName(i)), by.filter) {
			rows = append(rows, int32(i))
		}
	})
	if err != nil {
		return nil, err
	}
	m.Put(by, rows)
	return rows, nil
}

// order returns all rows in the order of a column; nil: that of the input.
func (t *Table) order(c *job.Job, m cache.Memory, by order) ([]int32, error) {
	if by.sort == "" {
		return nil, nil
	}
	if rows, ok := cache.Get[[]int32](m, by); ok {
		return rows, nil
	}
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == by.sort })
	if i < 0 {
		return nil, wire.Refuse("The table “%s” has no column “%s” to sort by. Choose one of its columns.", t.Name, by.sort)
	}
	value := t.Columns[i].number
	if t.Columns[i].byName {
		if err := t.Rank.Make(t.Size, t.RowName, c.Turn); err != nil {
			return nil, err
		}
		value = func(i int) float64 { return float64(t.Rank.Of[i]) }
	}
	rows, err := sorting.ByNumber(t.Size, value, by.desc, c.Turn)
	if err != nil {
		return nil, err
	}
	m.Put(by, rows)
	return rows, nil
}

// Page returns the rows that q asks for. It refuses a column or a label that the table lacks. Their order is kept in m.
func (t *Table) Page(c *job.Job, m cache.Memory, q *wire.Rows) (*wire.Page, error) {
	rows, err := t.filter(c, m, q)
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
