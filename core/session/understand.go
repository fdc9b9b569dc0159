package session

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/wire"
)

// detect understands the file, as far as choices do not say otherwise. What is
// opened beside labels is understood as belonging to them.
func (f *File) detect(role string, choices *wire.Read, beside *Labels) error {
	if choices != nil && choices.Files != nil {
		f.Read.Files = choices.Files
	}
	var known layout.Choice
	if r, err := roleOf(role); err == nil {
		known.Kind = r.kind
	}
	// Of a file where only its sheet, its delimiter or its header was chosen, all else is detected.
	fresh := choices == nil || choices.Encoding == "" && choices.Roles == nil
	if choices != nil {
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
		// Of each task and class the file may say whether it holds.
		for n := range f.Layout.Columns {
			if c := &f.Layout.Columns[n]; c.Role == layout.Ignore && strings.EqualFold(c.Name, string(layout.Value)) {
				c.Role, c.Why = layout.Value, "its name"
			}
		}
		f.Layout.Separator = beside.Read.Separator
		f.Read.Separator = beside.Read.Separator
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

// understand detects what the file is; of several, the first.
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

// choose puts the roles that the user chose in place of those detected. Where
// the columns are not those that the choice was made for, it means nothing.
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
		for n := range f.Layout.Columns {
			if c, role := &f.Layout.Columns[n], layout.Role(r.Roles[n]); role != c.Role {
				c.Role, c.Why = role, "your choice"
			}
		}
	}
	if f.Layout.Anonymous = r.Anonymous && f.without(layout.Worker, r.Chosen); fits {
		f.Layout.Numeric, f.Read.Confirmed = r.Numeric, r.Confirmed
	}
	if r.Encoding != "" || r.Roles != nil { // else none of it was chosen
		f.Layout.Separator, f.Layout.Several = r.Separator, r.Sets
	}
}

// follows reports whether some roles are to be found that follow from others, which a
// person chose. Where labels are counted nothing follows.
func follows(r *wire.Read) bool {
	return r.Chosen != nil && len(r.Chosen) == len(r.Roles) && !slices.Contains(r.Roles, string(layout.Count))
}

// follow gives columns the roles that a person chose, where they were not found with
// them, and to others those that they had before, where nothing else was found.
func (f *File) follow(r *wire.Read) {
	played := map[layout.Role]bool{}
	for n := range f.Layout.Columns {
		if c, role := &f.Layout.Columns[n], layout.Role(r.Roles[n]); r.Chosen[n] && role != c.Role {
			c.Role, c.Why = role, "your choice"
		}
		played[f.Layout.Columns[n].Role] = true
	}
	for n := range f.Layout.Columns {
		c, role := &f.Layout.Columns[n], layout.Role(r.Roles[n])
		if !r.Chosen[n] && c.Role == layout.Ignore && role != layout.Ignore && !played[role] {
			c.Role, c.Why, played[role] = role, "as before", true
		}
	}
}

// without has no column say who gave a label, and reports whether none does: those
// for which a person chose that stay.
func (f *File) without(role layout.Role, chosen []bool) bool {
	for n := range f.Layout.Columns {
		if c := &f.Layout.Columns[n]; c.Role == role {
			if n < len(chosen) && !chosen[n] {
				c.Role, c.Why = layout.Ignore, ""
				continue
			}
			return false
		}
	}
	return true
}

// describe puts the choices that hold into the words of the wire.
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

// opened tells what was understood of a file.
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
		if p, ok := g.Ends(o.File.Name); ok && role != wire.RoleLabels { // of labels it is said, and of how many rows, when they were read
			o.Warnings = append(o.Warnings, p)
		}
		for _, column := range g.Columns {
			o.Columns = append(o.Columns, wire.Column{Name: column.Name, Why: column.Why})
		}
	}
	return o
}

// unreadable says that the machine can't read a file.
func unreadable(from Source, err error) error {
	return &wire.Fault{Broken: true, Message: fmt.Sprintf("%s can't be read: %s. Try again, or open a copy of the file.", from.Name(), err)}
}
