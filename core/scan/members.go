package scan

import (
	"io"

	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/table"
)

// joinedRows are the rows of those files of an archive that are read one after the
// other.
type joinedRows struct {
	records
	rs   *Rows
	name string // of the archive
	z    *table.Archive
	left []string
	stem []byte // of the current file
}

// next goes on with the next file; io.EOF: there is none.
func (j *joinedRows) next() error {
	if len(j.left) == 0 {
		return io.EOF
	}
	file, first, lay := j.left[0], j.records == nil, j.rs.Layout
	j.left, j.stem = j.left[1:], []byte(platform.Stem(file))
	r, err := j.rs.member(j.z, file)
	if err != nil {
		return &table.Error{Fatal: true, Err: err}
	}
	j.rs.File = j.name + ", " + file
	if lay.JSON != nil {
		one := *lay.JSON
		if one.Worker != "" {
			one.Worker = platform.Stem(file)
		}
		j.records = openJSON(one, j.rs, r)
		return nil
	}
	j.records = text{j.rs.openText(r)}
	if first {
		return nil // its header is passed over as that of any file
	}
	switch err := j.records.Next(); {
	case err == io.EOF:
		return j.next()
	case err != nil:
		return err
	}
	return j.sameColumns()
}

// sameColumns checks that the header of the current file is that of the first.
func (j *joinedRows) sameColumns() error {
	columns := j.rs.Layout.Columns[:j.rs.width-j.rs.made]
	if j.rs.Layout.RowNames {
		columns = columns[1:]
	}
	for c := range j.records.Len() {
		if c >= len(columns) || heading.Plain(string(parse.Tidy(j.records.Cell(c)))) != heading.Plain(columns[c].Name) {
			return &problem.Problem{
				File: j.rs.File, Line: 1, Text: problem.Printable(string(j.records.Cell(c))),
				What: "the columns of this file are not those of the first in the archive",
				Do:   "Unpack the archive, and open this file by itself",
			}
		}
	}
	return nil
}

func (j *joinedRows) Next() error {
	for {
		err := j.records.Next()
		if err != io.EOF {
			return err
		}
		if err := j.next(); err != nil {
			return err
		}
	}
}

func (j *joinedRows) Len() int { return widened(j.records.Len(), j.rs.made) }

func (j *joinedRows) Cell(i int) []byte {
	if j.rs.made > 0 && i == j.records.Len() {
		return j.stem
	}
	return j.records.Cell(i)
}
