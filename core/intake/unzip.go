package intake

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"concord/core/table"
)

// Head reads as much of a file as Detect has to see: 1 MiB, or all of an archive
// or a workbook, whose table of contents is at the end.
func Head(r io.Reader) ([]byte, error) {
	head, err := io.ReadAll(io.LimitReader(r, headSize))
	if err != nil || !table.IsZip(head) {
		return head, err
	}
	rest, err := io.ReadAll(io.LimitReader(r, table.MaxArchive+1-int64(len(head))))
	return append(head, rest...), err
}

// zipped is the packing of a zip archive; a workbook is a format of its own.
const zipped = "zip"

// archive is where in a zip archive the rows are.
type archive struct{ member string }

// plain returns the text of a file, unpacked and decoded.
func (rs *rows) plain() (io.Reader, error) {
	if a := rs.guess.archive; a != nil {
		z, err := table.ReadArchive(rs.src, rs.o.Limits)
		if err != nil {
			return nil, err
		}
		return rs.member(z, a.member)
	}
	return table.Open(rs.src, rs.guess.Encoding, rs.o.Limits)
}

// member opens a file of an archive.
func (rs *rows) member(z *table.Archive, name string) (io.Reader, error) {
	r, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	return table.Open(r, rs.guess.Encoding, rs.o.Limits)
}

// notData are files that archives hold beside the data.
func notData(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(base, ".") || base == "Thumbs.db" || base == "desktop.ini"
}

// endings are those of the names of files that may hold labels, the surest first.
var endings = []string{".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson", ".txt"}

// detectZip understands an archive or a workbook.
func detectZip(name string, head []byte, known Choice) (*Guess, error) {
	rs := &rows{file: name, guess: &Guess{Packing: zipped}, src: &source{}}
	z, err := table.ReadArchive(strings.NewReader(string(head)), table.Limits{})
	if err != nil {
		return nil, rs.failed(err)
	}
	if z.IsWorkbook() {
		return detectWorkbook(name, z, known)
	}
	var data, rest []string
	for _, file := range z.Names() {
		switch {
		case notData(file):
		case slices.Contains(endings, strings.ToLower(path.Ext(file))):
			data = append(data, file)
		default:
			rest = append(rest, file)
		}
	}
	if p := office(name, z.Names()); p != nil {
		return nil, p
	}
	if len(data) == 0 {
		return nil, &Problem{File: name, What: "there is no file of labels in this archive" + listed(rest), Do: "Pack a CSV or JSON file, or open such a file as it is"}
	}
	type candidate struct {
		file  string
		guess *Guess
		err   error
	}
	var all, whole []candidate
	const most = 100 // files that are looked at
	for _, file := range data[:min(len(data), most)] {
		c := candidate{file: file}
		r, err := z.Open(file)
		if err != nil {
			return nil, rs.failed(err)
		}
		text, err := io.ReadAll(io.LimitReader(r, headSize))
		if err != nil {
			return nil, rs.failed(err)
		}
		if table.IsZip(text) {
			continue
		}
		c.guess, c.err = DetectAs(path.Base(file), text, known)
		all = append(all, c)
		if c.err == nil && c.guess.complete(known.Kind) {
			whole = append(whole, c)
		}
	}
	doccanos := slices.DeleteFunc(slices.Clone(whole), func(c candidate) bool { return c.guess.Format != doccano })
	switch {
	case len(all) == 0:
		return nil, &Problem{File: name, What: "there is nothing in this archive but other archives" + listed(data), Do: "Unpack it, and open what is in it"}
	case len(data) == 1:
		if all[0].err != nil {
			return nil, all[0].err
		}
		whole = all
	case len(doccanos) == len(all) && len(all) > 1:
		several := slices.ContainsFunc(doccanos, func(c candidate) bool { return c.guess.Several })
		return zipOfUsers(data, doccanos[0].guess, several), nil
	case len(whole) != 1:
		return nil, &Problem{
			File: name, What: fmt.Sprintf("there are %s in this archive, and it can't be told which holds the labels%s", count(len(data), "file"), listed(data)),
			Do: "Unpack it and open the one that holds the labels",
		}
	}
	g := whole[0].guess
	g.Packing, g.archive = zipped, &archive{whole[0].file}
	if len(data) > 1 {
		others := slices.DeleteFunc(slices.Clone(data), func(file string) bool { return file == whole[0].file })
		g.note(name, fmt.Sprintf("of the files in this archive only “%s” is read%s", printable(whole[0].file), strings.Replace(listed(others), ": ", ", and not ", 1)), "Unpack it to open the others")
	}
	return g, nil
}

// zipOfUsers is what is understood of an archive with a file for each user.
func zipOfUsers(files []string, g *Guess, several bool) *Guess {
	g.Packing, g.in, g.Confirm, g.Several = zipped, &users{files, g.in.(*jsonFile)}, "", several
	for _, file := range files {
		if w := strings.ToLower(stem(file)); w == "all" || w == "unknown" {
			g.Confirm = fmt.Sprintf("doccano writes one file for each user, whose name is taken for the worker; “%s” is no single user's", printable(file))
		}
	}
	return g
}

// listed names files, the first few of them.
func listed(files []string) string {
	const few = 8
	if len(files) == 0 {
		return ""
	}
	var names []string
	for _, file := range files[:min(few, len(files))] {
		names = append(names, printable(file))
	}
	s := ": " + strings.Join(names, ", ")
	if more := len(files) - few; more > 0 {
		s += fmt.Sprintf(" and %s more", grouped(more))
	}
	return s
}

// office recognises documents that are zip archives.
func office(name string, files []string) *Problem {
	for _, kind := range []struct{ part, what, do string }{
		{"xl/workbook.bin", "this is a binary Excel workbook (.xlsb), which is not read", "Save it as .xlsx or CSV, and open that"},
		{"word/document.xml", "this is a Word document, not a table", "Save the table in it as CSV, and open that"},
		{"ppt/presentation.xml", "this is a presentation, not a table", "Open the data that it was made of"},
		{"content.xml", "this is an OpenDocument file, which is not read", "Save the sheet as .xlsx or CSV, and open that"},
	} {
		if slices.Contains(files, kind.part) {
			return &Problem{File: name, What: kind.what, Do: kind.do}
		}
	}
	return nil
}

// complete reports whether all roles are played.
func (g *Guess) complete(kind Kind) bool { return g.needs("", kind) == nil }

// note says something about the file as a whole that is no hindrance.
func (g *Guess) note(file, what, do string) {
	g.notes = append(g.notes, Problem{File: file, What: what, Do: do})
}

// users are the files of an archive, one for each user.
type users struct {
	files []string
	one   *jsonFile // as the first is read
}

func (u *users) unnamed() bool { return false }

func (u *users) open(rs *rows, r io.Reader) (records, error) {
	z, err := table.ReadArchive(r, rs.o.Limits)
	if err != nil {
		return nil, err
	}
	all := &usersRows{rs: rs, name: rs.file, z: z, left: u.files, one: u.one}
	return all, all.next()
}

// usersRows are the rows of such files, one file after the other.
type usersRows struct {
	records
	rs   *rows
	name string // of the archive
	z    *table.Archive
	left []string
	one  *jsonFile
}

// next goes on with the next file; io.EOF: there is none.
func (u *usersRows) next() error {
	if len(u.left) == 0 {
		return io.EOF
	}
	file := u.left[0]
	u.left = u.left[1:]
	r, err := u.rs.member(u.z, file)
	if err != nil {
		return &table.Error{Fatal: true, Err: err}
	}
	one := *u.one
	one.worker = stem(file)
	u.rs.file = u.name + ", " + file
	u.records, err = one.open(u.rs, r)
	return err
}

func (u *usersRows) Next() error {
	for {
		err := u.records.Next()
		if err != io.EOF {
			return err
		}
		if err := u.next(); err != nil {
			return err
		}
	}
}
