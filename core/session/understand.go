package session

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/wire"
)

// detect finds out how to read the file, as far as choices don't say so. What is opened beside labels belongs to them.
func (f *File) detect(role string, choices *wire.Read, beside *Labels) error {
	var known layout.Choice
	if r, err := roleOf(role); err == nil {
		known.Kind = r.kind
	}
	// If only the sheet, the delimiter or the header was chosen, all else is detected.
	fresh := choices == nil || choices.Encoding == "" && choices.Roles == nil
	if choices != nil {
		if choices.Files != nil {
			f.Read.Files = choices.Files
		}
		known.Encoding, known.Sheet = choices.Encoding, choices.Sheet
		if !fresh || choices.HeaderLine > 0 {
			known.Header = &choices.Header
		}
		known.Delimiter, known.Line = choices.Delimiter, choices.HeaderLine
		if follows(choices) {
			for n, role := range choices.Roles {
				known.Roles, known.Chosen = append(known.Roles, layout.Role(role)), append(known.Chosen, choices.Chosen[n])
			}
		}
	}
	if err := f.understand(known); err != nil {
		if f.Layout != nil {
			f.describe()
		}
		return err
	}
	if choices != nil {
		f.choose(choices)
	}
	switch {
	case fresh && role == wire.RoleLabels:
		var err error
		if f.Read.Sets, err = f.sets(known, -1); err != nil {
			return err
		}
	case choices != nil && role == wire.RoleLabels && choices.LabelWas != nil:
		if err := f.ask(choices, known); err != nil {
			return err
		}
	case choices != nil:
	case known.Kind == layout.TruthFile && role != wire.RoleTestTruth && beside != nil && beside.Pairs != nil:
		// The file may say of each task and class whether it holds.
		for n := range f.Layout.Columns {
			if c := &f.Layout.Columns[n]; c.Role == layout.Ignore && strings.EqualFold(c.Name, string(layout.Value)) {
				c.Role, c.Why = layout.Value, "its name"
			}
		}
		f.Layout.Separator, f.Read.Separator = beside.Read.Separator, beside.Read.Separator
	}
	if role == wire.RoleLabels {
		f.staff(choices)
	}
	if f.Read.Confirmed {
		f.Layout.Confirm = ""
	}
	f.describe()
	return nil
}

// understand detects the layout of the file, or of the first of several.
func (f *File) understand(known layout.Choice) error {
	from, err := f.first()
	if err != nil {
		return err
	}
	r, err := from.Open()
	if err != nil {
		return unreadable(from, err)
	}
	defer r.Close()
	head, err := layout.Head(r)
	if err != nil {
		return unreadable(from, err)
	}
	f.Layout, err = layout.DetectAs(from.Name(), head, known)
	return err
}

// choose puts what the user chose in place of what was detected. Roles that were chosen for other columns are ignored.
func (f *File) choose(r *wire.Read) {
	f.Read.Skip, f.Read.Drop, f.Read.ManyClasses, f.Read.Mode, f.Read.Words = r.Skip, r.Drop, r.ManyClasses, r.Mode, r.Words
	f.Read.Sets, f.Read.Separator, f.Read.Again = r.Sets, r.Separator, r.Again
	f.Read.ByFile, f.Read.Merge, f.Read.HeaderLine = r.ByFile, r.Merge, r.HeaderLine
	if r.Missing != nil {
		f.Layout.Missing = r.Missing
	}
	fits := len(r.Roles) == len(f.Layout.Columns)
	switch {
	case fits && follows(r):
		f.Read.Chosen = r.Chosen
		f.follow(r)
	case fits:
		for n, role := range r.Roles {
			f.play(n, role)
		}
	}
	if f.Layout.Anonymous = r.Anonymous && f.without(layout.Worker, r.Chosen); fits {
		f.Layout.Numeric, f.Read.Confirmed = r.Numeric, r.Confirmed
	}
	if r.Encoding != "" || r.Roles != nil { // else none of it was chosen
		f.Layout.Separator, f.Layout.Several = r.Separator, r.Sets
	}
}

// play gives a column the role that the user chose.
func (f *File) play(column int, role string) {
	if c := &f.Layout.Columns[column]; string(c.Role) != role {
		c.Role, c.Why = layout.Role(role), "your choice"
	}
}

// follows reports whether the user chose some of the roles, from which others follow. Where labels are counted none do.
func follows(r *wire.Read) bool {
	return r.Chosen != nil && len(r.Chosen) == len(r.Roles) && !slices.Contains(r.Roles, string(layout.Count))
}

// follow gives columns the roles that the user chose. Of the others, those for which no role was detected keep the one that
// they had before, unless another column has it now.
func (f *File) follow(r *wire.Read) {
	for n, role := range r.Roles {
		if r.Chosen[n] {
			f.play(n, role)
		}
	}
	for n := range f.Layout.Columns {
		c, role := &f.Layout.Columns[n], layout.Role(r.Roles[n])
		if !r.Chosen[n] && c.Role == layout.Ignore && role != layout.Ignore && f.Layout.Column(role) < 0 {
			c.Role, c.Why = role, "as before"
		}
	}
}

// without ignores the columns of a role up to the first for which the user chose it, and reports whether there is none such.
func (f *File) without(role layout.Role, chosen []bool) bool {
	for n := range f.Layout.Columns {
		if c := &f.Layout.Columns[n]; c.Role == role {
			if n >= len(chosen) || chosen[n] {
				return false
			}
			c.Role, c.Why = layout.Ignore, ""
		}
	}
	return true
}

// describe fills in how the file is read, as a reply says it.
func (f *File) describe() {
	g := f.Layout
	f.Read.Delimiter, f.Read.Header, f.Read.Numeric, f.Read.Encoding = g.Delimiter, g.Header, g.Numeric, g.Encoding
	f.Read.Missing, f.Read.Sheet = append([]string{}, g.Missing...), g.Sheet
	f.Read.Anonymous, f.Read.HeaderLine = g.Anonymous, g.Line
	f.Read.Roles = nil
	for _, column := range g.Columns {
		f.Read.Roles = append(f.Read.Roles, string(column.Role))
	}
}

// opened returns what is known about a file, as a reply says it.
func (f *File) opened(role string) *wire.Opened {
	o := &wire.Opened{Role: role, File: wire.File{Name: f.Source.Name(), Size: f.Source.Size()}, Read: f.Read}
	if g := f.Layout; g != nil {
		o.Format, o.Encoding, o.Packing, o.Confirm, o.Offer = g.Format, g.Encoding, g.Packing, g.Confirm, g.Offer
		o.Names, o.SheetWhy = g.Names, g.SheetWhy
		for _, s := range g.Sheets {
			o.Sheets = append(o.Sheets, wire.Sheet{Name: s.Name, Hidden: s.Hidden})
		}
		o.Preview = g.Preview
		for _, cell := range g.Missing {
			if role == wire.RoleLabels && !slices.Contains(parse.Missing(), cell) {
				o.NoAnswer = append(o.NoAnswer, wire.NoAnswer{Name: cell})
			}
		}
		if g.Doubt != nil {
			o.Doubt = g.Doubt.What
		}
		if p, ok := g.Ends(o.File.Name); ok && role != wire.RoleLabels { // labels have it said once they are read, with the number of rows
			o.Warnings = append(o.Warnings, p)
		}
		for _, column := range g.Columns {
			o.Columns = append(o.Columns, wire.Column{Name: column.Name, Why: column.Why})
		}
	}
	return o
}

// unreadable returns the fault of a file that can't be read at all.
func unreadable(from Source, err error) error {
	return &wire.Fault{Broken: true, Message: fmt.Sprintf("%s can't be read: %s. Try again, or open a copy of the file.", from.Name(), err)}
}
