package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/table"
	"concord/internal/humanize"
)

// Head reads as much of a file as Detect needs: 1 MiB, or all of an archive or workbook, whose table of contents is at the end, and of
// JSON that is written column by column. Of JSON whose records may be of any size it is 1 MiB of what is read of them.
func Head(r io.Reader) ([]byte, error) {
	head, err := unfold.ReadHead(r, headSize)
	if err != nil || !table.IsZip(head) && !holdsZip(head) && !unfold.BeginsColumn(head) {
		return head, err
	}
	rest, err := io.ReadAll(io.LimitReader(r, table.MaxArchive+1-int64(len(head))))
	return append(head, rest...), err
}

// holdsZip reports whether a file is a zip archive that was compressed again.
func holdsZip(head []byte) bool {
	if table.PackingOf(head) == table.Unpacked {
		return false
	}
	text, err := unpack(head)
	return err == nil && table.IsZip(text)
}

// packedAs is the Layout of a file of which only its packing is known.
func packedAs(packing string) *Layout {
	g := &Layout{}
	g.Packing = packing
	return g
}

// zipped is the packing of a zip archive; a workbook counts as a format.
const zipped = "zip"

// detectPacked detects an archive or a workbook that was compressed again.
func detectPacked(name string, file []byte, known Choice) (*Detection, error) {
	packing := string(table.PackingOf(file))
	packed := packedAs(packing)
	raw, err := table.Open(bytes.NewReader(file), "utf-8", table.Limits{})
	if err != nil {
		return nil, packed.Explain(name, err, nil, table.Limits{})
	}
	z, err := table.ReadArchive(raw, table.Limits{})
	if err != nil {
		return nil, packed.Explain(name, err, nil, table.Limits{})
	}
	g, err := detectArchive(name, z, known)
	if g == nil {
		return nil, err
	}
	if g.Packing != "" {
		packing += ", " + g.Packing
	}
	g.Packing = packing
	return g, err
}

// notData reports whether a file only accompanies the data of an archive.
func notData(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(base, ".") || base == "Thumbs.db" || base == "desktop.ini"
}

// detectZip detects an archive or a workbook.
func detectZip(name string, file []byte, known Choice) (*Detection, error) {
	z, err := table.ReadArchive(bytes.NewReader(file), table.Limits{})
	if err != nil {
		return nil, packedAs(zipped).Explain(name, err, nil, table.Limits{})
	}
	return detectArchive(name, z, known)
}

// detectArchive detects a workbook, or the files of an archive, and tells how far it is.
func detectArchive(name string, z *table.Archive, known Choice) (*Detection, error) {
	if known.Follow == nil {
		return detectMembers(name, z, known)
	}
	var ended error
	all := z.Size(nil)
	z.Follow(func(unpacked int64) error {
		ended = known.Follow(min(unpacked, all), all)
		return ended
	})
	g, err := detectMembers(name, z, known)
	if ended != nil {
		return nil, ended
	}
	return g, err
}

func detectMembers(name string, z *table.Archive, known Choice) (*Detection, error) {
	packed := packedAs(zipped)
	if z.IsWorkbook() {
		return detectWorkbook(name, z, known)
	}
	var data, rest []string
	for _, file := range z.Names() {
		switch {
		case notData(file):
		case slices.Contains(platform.Endings, strings.ToLower(path.Ext(file))):
			data = append(data, file)
		default:
			rest = append(rest, file)
		}
	}
	if p := office(name, z.Names()); p != nil {
		return nil, p
	}
	if of := platform.Members(data); of != nil {
		data = of
	}
	if len(data) == 0 {
		data = slices.DeleteFunc(slices.Clone(rest), func(file string) bool { return !strings.EqualFold(path.Ext(file), ".xml") })
	}
	if len(data) == 0 {
		return nil, &api.Problem{File: name, What: "there is no file of labels in this archive" + listed(rest),
			Do: "Pack a CSV or JSON file, or open such a file as it is"}
	}
	var all, whole []candidate
	const most = 100 // files that are looked at
	for _, file := range data[:min(len(data), most)] {
		c := candidate{file: file}
		r, err := z.Open(file)
		if err != nil {
			return nil, packed.Explain(name, err, nil, table.Limits{})
		}
		text, err := unfold.ReadHead(r, headSize)
		if err != nil {
			return nil, packed.Explain(name, err, nil, table.Limits{})
		}
		if table.IsZip(text) {
			continue
		}
		c.found, c.err = DetectAs(path.Base(file), text, known)
		all = append(all, c)
		if c.err == nil && c.found.Check("", known.Kind) == nil {
			whole = append(whole, c)
		}
	}
	same := alikeIn(known.Kind, all, whole)
	switch {
	case len(all) == 0:
		return nil, &api.Problem{File: name, What: "there is nothing in this archive but other archives" + listed(data),
			Do: "Unpack it, and open what is in it"}
	case len(data) == 1:
		if all[0].err != nil {
			return nil, all[0].err
		}
		whole = all
	case len(same) > 1:
		if len(same) == len(all) { // the others are looked at when they are read
			for _, file := range data[min(len(data), most):] {
				same = append(same, candidate{file: file})
			}
		}
		g := asOne(known.Kind, same)
		g.leftOut(name, data, same)
		return g, nil
	case len(whole) == 0 && foreignIn(all) >= 0:
		return nil, all[foreignIn(all)].err
	case len(whole) != 1:
		return nil, &api.Problem{
			File: name, What: fmt.Sprintf("there are %s in this archive, and it can't be told which holds the labels%s",
				humanize.Count(len(data), "file"), listed(data)),
			Do: "Unpack it and open the one that holds the labels",
		}
	}
	g := whole[0].found
	g.Packing, g.Members = zipped, []string{whole[0].file}
	g.leftOut(name, data, whole[:1])
	return g, nil
}

// foreignIn returns the first file of a format that is known and not read, or -1.
func foreignIn(all []candidate) int {
	return slices.IndexFunc(all, func(c candidate) bool {
		p, ok := errors.AsType[*api.Problem](c.err)
		return ok && p.Err == api.ErrForeign
	})
}

// office recognises documents that are zip archives.
func office(name string, files []string) *api.Problem {
	for _, kind := range []struct{ part, what, do string }{
		{"xl/workbook.bin", "this is a binary Excel workbook (.xlsb), which is not read", "Save it as .xlsx or CSV, and open that"},
		{"word/document.xml", "this is a Word document, not a table", "Save the table in it as CSV, and open that"},
		{"ppt/presentation.xml", "this is a presentation, not a table", "Open the data that it was made of"},
		{"content.xml", "this is an OpenDocument file, which is not read", "Save the sheet as .xlsx or CSV, and open that"},
	} {
		if slices.Contains(files, kind.part) {
			return &api.Problem{File: name, What: kind.what, Do: kind.do}
		}
	}
	if slices.ContainsFunc(files, func(file string) bool { return path.Ext(file) == ".npy" }) {
		return notRead(name, "this is an archive of arrays of numpy (npz), not of tables",
			"Convert the one with the labels in Python: numpy.savetxt({csv}, numpy.load({file})['NAME'], fmt='%s', delimiter=',')")
	}
	return nil
}
