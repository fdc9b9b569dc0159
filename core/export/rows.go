package export

import (
	"io"
	"iter"
)

// WriteRows writes a table of texts as CSV.
func WriteRows(w io.Writer, header []string, rows iter.Seq[[]string], safe bool) error {
	s := newSheet(w, safe, header...)
	err := s.row()
	for cells := range rows {
		if err != nil {
			break
		}
		for _, cell := range cells {
			s.text(cell)
		}
		err = s.row()
	}
	return s.flush()
}
