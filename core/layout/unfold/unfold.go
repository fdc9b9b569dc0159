package unfold

import (
	"strings"

	"concord/core/layout/platform"
	"concord/core/table"
)

// Unfold turns a record into rows.
func (f *JSON) Unfold(s *platform.Sheet, key []byte, v table.Value) {
	switch f.Form {
	case peerannot:
		for m := range v.Each() {
			s.Row()
			s.Put("task", key)
			s.Put("worker", m.Key())
			s.Put("label", platform.Cell(m))
		}
		return
	case mapJSON:
		s.Row()
		s.Put("task", key)
		s.Put("label", platform.Cell(v))
		return
	}
	if f.Rows || f.Heads != nil {
		s.Row()
		n := 0
		for e := range v.Each() {
			name := platform.NumberedColumn(n)
			if n < len(f.Heads) {
				name = f.Heads[n]
			}
			s.Put(name, platform.Cell(e))
			n++
		}
		return
	}
	if p := platform.Named(f.Form); p != nil && p.Unfold != nil {
		s.Key = key
		if !f.Turned {
			p.Unfold(s, v)
			return
		}
		for record := range byRow(v) {
			p.Unfold(s, record)
		}
		return
	}
	list := f.listIn(v)
	if list.Type() != table.Array {
		s.Row()
		f.flatten(s, key, v)
		return
	}
	for e := range list.Each() {
		s.Row()
		f.flatten(s, key, v)
		s.Flatten(f.List+".", e)
		if e.Get("start_offset").Scalar() {
			s.Spans++
		}
	}
}

// flatten writes a record that is one row.
func (f *JSON) flatten(s *platform.Sheet, key []byte, v table.Value) {
	if f.Shape == table.Members {
		s.Put("key", key)
	}
	s.Flatten("", v)
}

// listIn returns the list of answers in a record.
func (f *JSON) listIn(v table.Value) table.Value {
	if f.List == "" {
		return table.Value{}
	}
	if list := v.Get(f.List); list.Type() != table.None {
		return list
	}
	outer, inner, _ := strings.Cut(f.List, ".")
	return v.Get(outer).Get(inner)
}

// ofCells reports whether each element of an array fits a cell: a scalar or a list of them.
func ofCells(v table.Value) bool {
	for e := range v.Each() {
		if !e.Scalar() && (e.Type() != table.Array || !platform.Scalars(e)) {
			return false
		}
	}
	return true
}

// IsRecord reports whether a value can become rows.
func (f *JSON) IsRecord(v table.Value) bool {
	switch {
	case f.Form == mapJSON:
		return v.Scalar()
	case f.Rows, f.Heads != nil:
		return v.Type() == table.Array && ofCells(v)
	}
	return v.Type() == table.Object
}
