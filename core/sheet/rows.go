package sheet

import (
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
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
	only          api.Only
}

// chosen are the rows of a choice, in order.
type chosen struct {
	rows  []int32  // nil: all, in input order
	wrong *float64 // as api.Page has it
}

// filter returns the rows that q asks for.
func (t *Table) filter(c *job.Job, m cache.Memory, q *api.Rows) (chosen, error) {
	by := choice{order{t, q.Sort, q.Desc}, strings.ToLower(q.Filter), q.Label, q.Only}
	if found, ok := cache.Get[chosen](m, by); ok {
		return found, nil
	}
	ordered, err := t.order(c, m, by.order)
	if err != nil || by.filter == "" && by.label == "" && by.only.What == "" {
		return chosen{rows: ordered}, err
	}
	wanted := -1
	if q.Label != "" {
		if t.Has == nil {
			return chosen{}, api.Refuse("The rows of the table “%s” have no label to choose them by. Search by name.", t.Name)
		}
		for k := range t.Classes.Len() {
			if t.Classes.At(k) == q.Label {
				wanted = k
			}
		}
		if wanted < 0 {
			return chosen{}, api.Refuse("There is no label “%s” in this table. Choose one that is there.", q.Label)
		}
	}
	takes, err := t.only(c, m, &q.Only)
	if err != nil {
		return chosen{}, err
	}
	rows, wrong, known := []int32{}, 0.0, false
	err = c.Over(t.Size, func(at int) {
		i := at
		if ordered != nil {
			i = int(ordered[at])
		}
		if wanted >= 0 && !t.Has(i, wanted) || takes != nil && !takes(i) {
			return
		}
		if by.filter != "" && !strings.Contains(strings.ToLower(t.rowName(i)), by.filter) {
			return
		}
		rows = append(rows, int32(i))
		if takes != nil {
			if p := t.Doubt(i); !math.IsNaN(p) {
				wrong, known = wrong+p, true
			}
		}
	})
	if err != nil {
		return chosen{}, err
	}
	found := chosen{rows: rows}
	if known {
		found.wrong = &wrong
	}
	m.Put(by, found)
	return found, nil
}

// only returns what tells the rows that a choice takes; nil: all.
func (t *Table) only(c *job.Job, m cache.Memory, o *api.Only) (func(i int) bool, error) {
	switch {
	case o.What == "":
		return nil, nil
	case t.Only == nil:
		return nil, api.Refuse("The rows of the table “%s” have no label to look at.", t.Name)
	case o.What != api.OnlyUncertain:
		return t.Only(o)
	}
	type uncertain struct{ table *Table }
	rows, ok := cache.Get[[]int32](m, uncertain{t})
	if !ok {
		var err error
		if rows, err = ByNumber(t.Size, t.Doubt, true, c.Turn); err != nil {
			return nil, err
		}
		m.Put(uncertain{t}, rows)
	}
	first := make([]bool, t.Size)
	for _, i := range rows[:max(0, min(o.First, len(rows)))] {
		first[i] = !math.IsNaN(t.Doubt(int(i)))
	}
	return func(i int) bool { return first[i] }, nil
}

// order returns all rows in the order of a column; nil: that of the input.
func (t *Table) order(c *job.Job, m cache.Memory, by order) ([]int32, error) {
	if by.sort == "" {
		return nil, nil
	}
	if rows, ok := cache.Get[[]int32](m, by); ok {
		return rows, nil
	}
	columns := at(Page, t.Columns)
	i := slices.IndexFunc(columns, func(c *Column) bool { return c.Name == by.sort })
	if i < 0 || columns[i].number == nil && !columns[i].byRank {
		return nil, api.Refuse("The table “%s” has no column “%s” to sort by. Choose one of its columns.", t.Name, by.sort)
	}
	value := columns[i].number
	if columns[i].byRank {
		if err := t.Rank.Make(t.Size, t.rowName, c.Turn); err != nil {
			return nil, err
		}
		value = func(i int) float64 { return float64(t.Rank.Of[i]) }
	}
	rows, err := ByNumber(t.Size, value, by.desc, c.Turn)
	if err != nil {
		return nil, err
	}
	m.Put(by, rows)
	return rows, nil
}

// Page returns the rows that q asks for. It refuses a column or a label that the table lacks. Their order is kept in m.
func (t *Table) Page(c *job.Job, m cache.Memory, q *api.Rows) (*api.Page, error) {
	found, err := t.filter(c, m, q)
	if err != nil {
		return nil, err
	}
	rows := found.rows
	p := &api.Page{Table: t.Name, Index: []int{}, Cells: [][]string{}, Total: t.Size, Matching: t.Size, Wrong: found.wrong}
	if rows != nil {
		p.Matching = len(rows)
	}
	columns := at(Page, t.Columns)
	for n := range columns {
		p.Columns = append(p.Columns, columns[n].Heading())
	}
	p.From = max(0, min(q.From, p.Matching))
	to := min(p.Matching, p.From+max(0, min(q.Count, PageSize)))
	for at := p.From; at < to; at++ {
		i := at
		if rows != nil {
			i = int(rows[at])
		}
		cells := make([]string, len(columns))
		for n := range columns {
			cells[n] = columns[n].show(i)
		}
		if t.Index != nil {
			i = t.Index(i)
		}
		p.Index, p.Cells = append(p.Index, i), append(p.Cells, cells)
	}
	return p, nil
}
