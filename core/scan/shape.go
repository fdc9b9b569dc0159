package scan

import (
	"bytes"
	"io"
	"slices"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/table"
)

// What a layout mends is mended here, whatever the file is.

// shape has the records changed as the layout says.
func (rs *Rows) shape() {
	lay := rs.Layout
	if lay.Total == "" && lay.Fill == nil && lay.Parallel == nil {
		return
	}
	if rs.text != nil {
		rs.records, rs.text = rs.recordsOf(rs.text), nil
	}
	if lay.Total != "" {
		rs.records = rs.withoutTotal(rs.records)
	}
	if lay.Fill != nil {
		rs.records = rs.filled(rs.records)
	}
	if lay.Parallel != nil {
		rs.records = rs.apart(rs.records)
	}
}

// withoutTotal leaves the last records out if the first of them begins as a total does.
func (rs *Rows) withoutTotal(next records) records {
	var held []record // those after a record that might have been a total
	var failed error  // … or why there are no more
	most := max(1, rs.Layout.Totals)
	take := func() (r record, err error) {
		if len(held) > 0 {
			r, held = held[0], held[1:]
			return r, nil
		}
		if failed != nil {
			err, failed = failed, nil
			return r, err
		}
		return next()
	}
	return func() (record, error) {
		r, err := take()
		if err != nil || layout.FirstFilled(r.cells) != rs.Layout.Total {
			return r, err
		}
		r = r.clone()
		for len(held) < most && failed == nil {
			after, err := next()
			if failed = err; err == nil && layout.FirstFilled(after.cells) != "" {
				held = append(held, after.clone())
			}
		}
		if failed == io.EOF && len(held) < most {
			return record{}, io.EOF
		}
		return r, nil
	}
}

// clone returns a record that stays when the next one is read.
func (r record) clone() record {
	cells := make([][]byte, len(r.cells))
	for c, cell := range r.cells {
		cells[c] = bytes.Clone(cell)
	}
	r.cells = cells
	return r
}

// filled fills empty cells with what stands above them.
func (rs *Rows) filled(next records) records {
	above := make([][]byte, len(rs.Layout.Fill))
	return func() (record, error) {
		r, err := next()
		if err != nil || len(r.cells) < rs.width {
			return r, err
		}
		for n, c := range rs.Layout.Fill {
			if len(parse.Tidy(r.cells[c])) > 0 {
				above[n] = append(above[n][:0], r.cells[c]...)
			} else {
				r.cells[c] = above[n]
			}
		}
		return r, nil
	}
}

// apart takes the lists in a record apart, into a record for each of their elements.
func (rs *Rows) apart(next records) records {
	columns, missing := rs.Layout.Parallel, parse.NewTokens(rs.Layout.Missing)
	var r record
	lists := make([][][]byte, len(columns))
	at, size := 0, 0
	return func() (record, error) {
		for at == size {
			var err error
			if r, err = next(); err != nil || len(r.cells) < rs.width {
				return r, err
			}
			at, size = 0, 0
			for n, c := range columns {
				lists[n] = layout.Elements(parse.Tidy(r.cells[c]), missing)
				if n > 0 && len(lists[n]) != len(lists[0]) {
					return record{}, &table.Error{Line: r.line, Record: r.number, Column: c + 1, Text: excerpt(r.cells[c]), Err: layout.ErrLists}
				}
			}
			size = len(lists[0])
		}
		one := r
		one.cells = slices.Clone(r.cells)
		for n, c := range columns {
			one.cells[c] = lists[n][at]
		}
		at++
		return one, nil
	}
}
