package scan

import (
	"io"

	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/table"
)

// openMembers opens the files of an archive that are read one after the other.
func (rs *Rows) openMembers(r io.Reader) (records, error) {
	z, err := table.ReadArchive(r, rs.Options.Limits)
	if err != nil {
		return nil, err
	}
	all := &joinedRows{rs: rs, name: rs.File, z: z, left: rs.Layout.Members}
	return all, all.next()
}

// joinedRows are the rows of such files.
type joinedRows struct {
	records
	rs   *Rows
	name string // of the archive
	z    *table.Archive
	left []string
	stem []byte // of the file at hand
}

// next goes on with the next file; io.EOF: there is none.
func (j *joinedRows) next() error {
	if len(j.left) == 0 {
		return io.EOF
	}
	file, first := j.left[0], j.records == nil
	j.left, j.stem = j.left[1:], []byte(platform.Stem(file))
	r, err := j.rs.member(j.z, file)
	if err != nil {
		return &table.Error{Fatal: true, Err: err}
	}
	j.rs.File = j.name + ", " + file
	if j.rs.Layout.JSON != nil {
		one := *j.rs.Layout.JSON
		if one.Worker != "" {
			one.Worker = platform.Stem(file)
		}
		j.records = openJSON(one, j.rs, r)
		return nil
	}
	t := table.NewReader(r, j.rs.Layout.Delimiter, j.rs.Options.Limits)
	t.SkipLines(j.rs.Layout.HeaderLine - 1)
	j.rs.fill(t, j.rs.Width-j.made())
	j.records = text{t}
	if first {
		return nil // its header is passed over as that of any file
	}
	switch err := j.records.Next(); {
	case err == io.EOF:
		return j.next()
	case err != nil:
		return err
	}
	columns := j.rs.Layout.Columns[:j.rs.Width-j.made()]
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

func (j *joinedRows) Len() int {
	if n := j.records.Len(); n <= 1 || !j.rs.Layout.ByMember { // a blank line stays one
		return n
	}
	return j.records.Len() + 1
}

func (j *joinedRows) Cell(i int) []byte {
	if j.rs.Layout.ByMember && i == j.records.Len() {
		return j.stem
	}
	return j.records.Cell(i)
}

// made is how many of the cells are not in the file.
func (j *joinedRows) made() int {
	if j.rs.Layout.ByMember {
		return 1
	}
	return 0
}
