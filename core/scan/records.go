package scan

import (
	"concord/core/table"
)

// records are what a file holds one after the other, each of the same cells. A
// table.Reader has them of delimited text; what other files hold is brought into
// this shape, so that everything behind it knows but one.
type records interface {
	Next() error       // as table.Reader.Next
	Len() int          // cells of the record
	Cell(i int) []byte // valid until the next call of Next
	ASCII() bool       // there certainly is nothing but ASCII in the record
	Line() int         // where it begins; the first line is 1
	Record() int       // its number, where lines alone do not tell; else 0
}

// text is delimited text.
type text struct{ *table.Reader }

func (text) Record() int { return 0 }
