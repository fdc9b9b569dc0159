package verdict

import (
	"maps"
	"slices"
	"strings"

	"concord/app/format"
	"concord/core/api"
)

// Piece is a part of what a task shows to people. One of Image, Link and Text says what.
type Piece struct {
	Column string // which says it; empty: the name of the task does
	Image  string // the address, within this page, of an image that the user dropped
	Link   string // an address outside, which this page never opens by itself
	Text   string // in words; with Image the name of its file
}

// Exhibits are the files that the user dropped to show tasks by, by their names in lower case, with and without extension.
type Exhibits map[string]Exhibit

// Exhibit is a file that shows a task: an image or a text.
type Exhibit struct {
	Name    string
	Address string // of an image, within this page
	Text    string // of a text
}

// With returns the files and some more. Of several whose names differ in their extensions, the first goes without.
func (m Exhibits) With(files ...Exhibit) Exhibits {
	all := Exhibits{}
	maps.Copy(all, m)
	for _, f := range files {
		name, stem := api.FileKeys(f.Name)
		all[name] = f
		if _, taken := all[stem]; !taken {
			all[stem] = f
		}
	}
	return all
}

// Names are those of the files, in order.
func (m Exhibits) Names() (names []string) {
	for key, f := range m {
		if name, _ := api.FileKeys(f.Name); name == key {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// of returns the file that a text names, after any folders or in an address; its name is that by which it was found.
func (m Exhibits) of(text string) (f Exhibit, found bool) {
	name, stem := api.FileKeys(text)
	if f, found = m[name]; !found {
		f, found = m[stem]
	}
	f.Name = name
	return f, found
}

// piece shows the file under a column.
func (f Exhibit) piece(column string) Piece {
	if f.Address == "" {
		return Piece{Column: column, Text: f.Text}
	}
	return Piece{Column: column, Image: f.Address, Text: f.Name}
}

// link reports whether a text is an address outside.
func link(text string) bool {
	lower := strings.ToLower(text)
	return (strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://")) && !strings.ContainsAny(text, " \n\t")
}

// Content is what a task shows: what files say of it, with images and texts in place of their names; or what its name says.
func Content(task string, said []api.Content, files Exhibits) (all []Piece) {
	seen := false
	for _, x := range said {
		file, found := files.of(x.Text)
		switch {
		case found:
			all, seen = append(all, file.piece(x.Column)), true
		case link(x.Text):
			all = append(all, Piece{Column: x.Column, Link: x.Text})
		default:
			all = append(all, Piece{Column: x.Column, Text: x.Text})
		}
	}
	if seen {
		return all
	}
	if file, found := files.of(task); found {
		return append([]Piece{file.piece("")}, all...)
	}
	if link(task) {
		return append(all, Piece{Link: task})
	}
	return all
}

// Counted says how many images and texts there are: 3 images and 1 text.
func Counted(all []Exhibit) string {
	texts := 0
	for _, f := range all {
		if f.Address == "" {
			texts++
		}
	}
	var counts []string
	if n := len(all) - texts; n > 0 {
		counts = append(counts, format.Plural(n, "image"))
	}
	if texts > 0 {
		counts = append(counts, format.Plural(texts, "text"))
	}
	return strings.Join(counts, " and ")
}
