package intake

import (
	"io"

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

// container is a file that is no delimited text.
type container interface {
	// open begins to read the records of a text. They have the columns of the
	// guess, in their order.
	unnamed() bool // the columns have no names but those that the first record may hold
	open(rs *rows, r io.Reader) (records, error)
}

// sheet is rows of cells in columns that have names. It is filled by what unfolds
// the values of a file.
type sheet struct {
	columns []string
	inner   []int // where in its name the part begins that is not of a path
	outer   int   // that, of the path that is written
	index   map[string]int
	grow    bool // a name that is new makes a new column; else its cells are left out
	most    int  // columns
	strict  bool // what is left out may be an answer …

	stranger string // … and the first such name is kept here

	asks  []string // columns that hold answers, where the format tells
	rows  [][][]byte
	n     int    // rows in use
	path  []byte // of the cell that is written
	spans int    // answers about pieces of a task, which are left out
}

func newSheet(columns []string, grow bool, l table.Limits) *sheet {
	s := &sheet{index: make(map[string]int), grow: true, most: l.Columns}
	if s.most == 0 {
		s.most = 10_000
	}
	for _, name := range columns {
		s.column([]byte(name))
	}
	s.grow = grow
	return s
}

// column returns the column of a name, -1 if there is none.
func (s *sheet) column(name []byte) int {
	if c, ok := s.index[string(name)]; ok {
		return c
	}
	if !s.grow || len(s.columns) == s.most {
		return -1
	}
	s.index[string(name)] = len(s.columns)
	s.columns, s.inner = append(s.columns, string(name)), append(s.inner, s.outer)
	return len(s.columns) - 1
}

// row begins a row.
func (s *sheet) row() {
	if s.n == len(s.rows) {
		s.rows = append(s.rows, nil)
	}
	row := s.rows[s.n]
	if cap(row) < len(s.columns) {
		row = make([][]byte, len(s.columns))
	}
	s.rows[s.n] = row[:len(s.columns)]
	clear(s.rows[s.n])
	s.n++
}

// put writes a cell of the row that was begun last.
func (s *sheet) put(name, cell []byte) {
	c := s.column(name)
	if c < 0 {
		if s.strict && len(cell) > 0 && s.stranger == "" {
			s.stranger = string(name)
		}
		return
	}
	row := &s.rows[s.n-1]
	for len(*row) <= c {
		*row = append(*row, nil)
	}
	(*row)[c] = cell
}

// ask notes that a column holds answers.
func (s *sheet) ask(name string) {
	if !s.grow {
		return
	}
	for _, one := range s.asks {
		if one == name {
			return
		}
	}
	s.asks = append(s.asks, name)
}
