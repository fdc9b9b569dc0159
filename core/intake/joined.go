package intake

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/table"
	"concord/internal/humanize"
)

// candidate is a file of an archive that may hold labels.
type candidate struct {
	file  string
	guess *Guess // nil: it was not looked at
	err   error
}

// alikeIn returns the files of an archive that are read as if they were one: those
// of the users of doccano, or those that have the same columns. all are the files
// that may hold labels, whole those that are complete.
func alikeIn(kind Kind, all, whole []candidate) []candidate {
	if len(whole) > 1 && len(whole) == len(all) && !slices.ContainsFunc(whole, func(c candidate) bool { return !c.guess.byUser() }) {
		return whole
	}
	if len(whole) == 0 && kind == LabelFile { // perhaps each file is one worker's
		for _, c := range all {
			if c.err != nil || c.guess.in != nil || c.guess.role(Task) < 0 || c.guess.role(Label) < 0 || c.guess.role(Worker) >= 0 {
				return nil
			}
		}
		whole = all
	}
	for _, c := range whole[:min(1, len(whole))] {
		for _, other := range whole[1:] {
			if !c.guess.sameShape(other.guess) {
				return nil
			}
		}
	}
	return whole
}

// byUser reports whether the file is one of those that a platform writes for each user.
func (g *Guess) byUser() bool {
	p := platform.Named(g.Format)
	return p != nil && p.UserFile != nil
}

// sameShape reports whether two files can be read alike: text with the same columns
// in the same order, which have names, or JSON of the same form.
func (g *Guess) sameShape(other *Guess) bool {
	a, json := g.in.(*jsonFile)
	b, too := other.in.(*jsonFile)
	if json != too || !json && (g.in != nil || other.in != nil || !g.Header || !other.Header) || g.Format != other.Format ||
		g.Least != other.Least || g.RowNames != other.RowNames || g.Encoding != other.Encoding || g.Delimiter != other.Delimiter || g.Packing != other.Packing {
		return false
	}
	if json { // its columns go by their names
		for _, column := range g.Columns {
			if column.Role != Ignore && !slices.ContainsFunc(other.Columns, func(c Column) bool { return c.Name == column.Name }) {
				return false
			}
		}
		return !a.rows && a.shape == b.shape && a.inner == b.inner && a.list == b.list
	}
	return slices.EqualFunc(g.Columns, other.Columns, func(a, b Column) bool { return heading.Plain(a.Name) == heading.Plain(b.Name) })
}

// asOne is what is understood of such files, by the first of them.
func asOne(kind Kind, same []candidate) *Guess {
	g := same[0].guess
	if g.byUser() {
		g.Confirm = ""
	}
	j := &joined{delimiter: g.Delimiter}
	j.one, _ = g.in.(*jsonFile)
	for _, c := range same {
		j.files = append(j.files, c.file)
		g.Several = g.Several || c.guess != nil && c.guess.Several
		if g.byUser() {
			g.Confirm = cmp.Or(notUser(platform.Named(g.Format), stem(c.file), printable(c.file)), g.Confirm)
		}
	}
	if kind == LabelFile && j.one == nil && g.role(Worker) < 0 && g.role(Label) >= 0 && g.shape() == uncounted && !g.isWide() {
		j.byFile = true
		g.Columns = append(g.Columns, Column{Name: platform.FileColumn, Role: Worker, Why: "the name of the file, since no column says who gave a label"})
		for n := range g.Preview {
			g.Preview[n] = append(g.Preview[n], stem(j.files[0]))
		}
		g.Confirm = "each file is taken for the labels of one worker, who is called like the file"
	}
	g.Packing, g.in, g.Numeric = zipped, j, g.Numeric && !g.Several
	return g
}

// leftOut says which files of an archive are not read.
func (g *Guess) leftOut(name string, files []string, read []candidate) {
	others := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return slices.ContainsFunc(read, func(c candidate) bool { return c.file == file })
	})
	if len(others) == 0 {
		return
	}
	only := fmt.Sprintf("only “%s” is", printable(read[0].file))
	if len(read) > 1 {
		only = fmt.Sprintf("%s are", humanize.Number(len(read)))
	}
	g.note(name, fmt.Sprintf("of the files in this archive %s read%s", only, strings.Replace(listed(others), ": ", ", and not ", 1)), "Unpack it to open the others")
}

// joined are files of an archive that are read one after the other.
type joined struct {
	files     []string
	one       *jsonFile // as the first is read; nil: they are delimited text
	delimiter string
	byFile    bool // a last column has the name of the file
}

func (j *joined) unnamed() bool { return j.one == nil }

func (j *joined) open(rs *rows, r io.Reader) (records, error) {
	z, err := table.ReadArchive(r, rs.o.Limits)
	if err != nil {
		return nil, err
	}
	all := &joinedRows{joined: j, rs: rs, name: rs.file, z: z, left: j.files}
	return all, all.next()
}

// joinedRows are the rows of such files.
type joinedRows struct {
	*joined
	records
	rs   *rows
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
	j.left, j.stem = j.left[1:], []byte(stem(file))
	r, err := j.rs.member(j.z, file)
	if err != nil {
		return &table.Error{Fatal: true, Err: err}
	}
	j.rs.file = j.name + ", " + file
	if j.one != nil {
		one := *j.one
		if one.worker != "" {
			one.worker = stem(file)
		}
		j.records, err = one.open(j.rs, r)
		return err
	}
	t := table.NewReader(r, j.delimiter, j.rs.o.Limits)
	t.SkipLines(j.rs.guess.Line - 1)
	j.rs.fill(t, j.rs.columns-j.made())
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
	columns := j.rs.guess.Columns[:j.rs.columns-j.made()]
	if j.rs.guess.RowNames {
		columns = columns[1:]
	}
	for c := range j.records.Len() {
		if c >= len(columns) || heading.Plain(string(tidy(j.records.Cell(c)))) != heading.Plain(columns[c].Name) {
			return &Problem{
				File: j.rs.file, Line: 1, Text: printable(string(j.records.Cell(c))), What: "the columns of this file are not those of the first in the archive",
				Do: "Unpack the archive, and open this file by itself",
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
	if n := j.records.Len(); n <= 1 || !j.byFile { // a blank line stays one
		return n
	}
	return j.records.Len() + 1
}

func (j *joinedRows) Cell(i int) []byte {
	if j.byFile && i == j.records.Len() {
		return j.stem
	}
	return j.records.Cell(i)
}

// made is how many of the cells are not in the file.
func (j *joined) made() int {
	if j.byFile {
		return 1
	}
	return 0
}
