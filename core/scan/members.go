package scan

import (
	"io"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
)

// joinedRows are the rows of those files of an archive that are read one after the other.
type joinedRows struct {
	rs      *Rows
	archive string // its name
	z       *table.Archive
	left    []string
	current records
	stem    []byte // of the current file
}

func (j *joinedRows) next() (record, error) {
	for {
		r, err := j.current()
		if err == io.EOF {
			if err = j.open(); err == nil {
				continue
			}
		}
		if j.rs.made > 0 {
			r.add(j.stem)
		}
		return r, err
	}
}

// open goes on with the next file; io.EOF: there is none.
func (j *joinedRows) open() error {
	if len(j.left) == 0 {
		return io.EOF
	}
	file, first, lay := j.left[0], j.current == nil, j.rs.Layout
	j.left, j.stem = j.left[1:], []byte(platform.Stem(file))
	src, err := j.rs.member(j.z, file)
	if err != nil {
		return &table.Error{Fatal: true, Err: err}
	}
	j.rs.File = j.archive + ", " + file
	if lay.JSON != nil {
		one := *lay.JSON
		if one.Worker != "" {
			one.Worker = platform.Stem(file)
		}
		j.current = j.rs.json(one, src)
		return nil
	}
	j.current = j.rs.recordsOf(j.rs.openText(src))
	if first {
		return nil // its header is passed over as that of any file
	}
	header, err := j.current()
	switch {
	case err == io.EOF:
		return j.open()
	case err != nil:
		return err
	}
	columns := lay.Columns[:j.rs.width-j.rs.made]
	if lay.RowNames {
		columns = columns[1:]
	}
	for c, cell := range header.cells {
		if c >= len(columns) || heading.Plain(string(parse.Tidy(cell))) != heading.Plain(columns[c].Name) {
			return &api.Problem{
				File: j.rs.File, Line: 1, Text: api.Printable(string(cell)),
				What: "the columns of this file are not those of the first in the archive",
				Do:   "Unpack the archive, and open this file by itself",
			}
		}
	}
	return nil
}
