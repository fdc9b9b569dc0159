package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/internal/humanize"
)

// candidate is a file of an archive, or a sheet of a workbook, that may hold labels.
type candidate struct {
	file  string
	found *Detection // nil: it was not looked at
	err   error
}

// alikeIn returns the files of an archive that are read as one: those of the users of doccano, or
// those with the same columns. all are the files that may hold labels, whole those with all roles.
func alikeIn(kind Kind, all, whole []candidate) []candidate {
	if len(whole) > 1 && len(whole) == len(all) && !slices.ContainsFunc(whole, func(c candidate) bool { return !c.found.ByUser() }) {
		return whole
	}
	if len(whole) == 0 && kind == LabelFile { // perhaps each file is one worker's
		for _, c := range all {
			if c.err != nil || !c.found.IsText() || c.found.Column(Task) < 0 || c.found.Column(Label) < 0 || c.found.Column(Worker) >= 0 {
				return nil
			}
		}
		whole = all
	}
	for n := 1; n < len(whole); n++ {
		if !whole[0].found.sameShape(&whole[n].found.Layout) {
			return nil
		}
	}
	return whole
}

// ByUser reports whether the platform writes one file for each user.
func (g *Layout) ByUser() bool {
	p := platform.Named(g.Format)
	return p != nil && p.UserFile != nil && (g.JSON == nil || g.JSON.Worker != "")
}

// sameShape reports whether two files are read the same way: text with the same named columns in the same order, or JSON of the same form.
func (g *Layout) sameShape(other *Layout) bool {
	a, b := g.JSON, other.JSON
	if (a == nil) != (b == nil) || a == nil && (!g.IsText() || !other.IsText() || !g.Header || !other.Header) || g.Format != other.Format ||
		g.Least != other.Least || g.RowNames != other.RowNames || g.Encoding != other.Encoding || g.Delimiter != other.Delimiter ||
		g.Packing != other.Packing {
		return false
	}
	if a != nil { // its columns go by their names
		for c, column := range g.Columns {
			if g.Roles[c] != Ignore && !slices.ContainsFunc(other.Columns, func(c api.Column) bool { return c.Name == column.Name }) {
				return false
			}
		}
		return !a.Rows && a.Shape == b.Shape && slices.Equal(a.Path, b.Path) && a.List == b.List
	}
	return slices.EqualFunc(g.Columns, other.Columns, func(a, b api.Column) bool { return heading.Plain(a.Name) == heading.Plain(b.Name) })
}

// asOne returns the detection of files that are read as one, based on the first.
func asOne(kind Kind, same []candidate) *Detection {
	g := same[0].found
	if g.ByUser() {
		g.Confirm = ""
	}
	g.Members = nil
	for _, c := range same {
		g.Members = append(g.Members, c.file)
		if c.found != nil {
			g.Widen(c.found)
		}
		if g.ByUser() {
			g.Confirm = cmp.Or(notUser(platform.Named(g.Format), platform.Stem(c.file), api.Printable(c.file)), g.Confirm)
		}
	}
	if kind == LabelFile && g.JSON == nil && g.Column(Worker) < 0 && g.Column(Label) >= 0 && g.Shape() == Uncounted && !g.Wide() {
		g.ByMember = true
		g.Roles = append(g.Roles, Worker)
		g.Columns = append(g.Columns, api.Column{Name: platform.FileColumn, Why: "the name of the file, since no column says who gave a label"})
		for n := range g.Preview {
			g.Preview[n] = append(g.Preview[n], platform.Stem(g.Members[0]))
		}
		g.Confirm = "each file is read as the labels of one worker, named after the file"
	}
	g.Packing, g.Numeric = zipped, g.Numeric && !g.Sets
	return g
}

// Widen has tasks have several labels if they do in another file of the same labels.
func (g *Detection) Widen(by *Detection) {
	if by.Sets {
		g.As(api.KindSets)
	}
}

// leftOut notes which files of an archive are not read.
func (g *Detection) leftOut(name string, files []string, read []candidate) {
	others := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return slices.ContainsFunc(read, func(c candidate) bool { return c.file == file })
	})
	if len(others) == 0 {
		return
	}
	only := fmt.Sprintf("only “%s” is", api.Printable(read[0].file))
	if len(read) > 1 {
		only = fmt.Sprintf("%s are", humanize.Number(len(read)))
	}
	g.note(name, fmt.Sprintf("of the files in this archive %s read%s", only, strings.Replace(listed(others), ": ", ", and not ", 1)),
		"Unpack it to open the others")
}
