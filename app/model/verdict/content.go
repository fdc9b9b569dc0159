package verdict

import (
	"maps"
	"slices"
	"strings"

	"concord/core/wire"
)

// Piece is a part of what a task shows to people. One of Image, Link and Text says what.
type Piece struct {
	Column string // which says it; empty: the name of the task does
	Image  string // the address, within this page, of an image that the user dropped
	Link   string // an address outside, which this page never opens by itself
	Text   string // in words; with Image the name of its file
}

// Images are those that the user dropped: their addresses within this page, and the names of their files, by those in lower case,
// with and without extension.
type Images map[string]ImageFile

// ImageFile is an image that the user dropped, with its address within this page.
type ImageFile struct{ Name, Address string }

// With returns the images and some more. Of several files whose names differ in their extensions, the first goes without.
func (m Images) With(files ...ImageFile) Images {
	all := Images{}
	maps.Copy(all, m)
	for _, f := range files {
		name, stem := wire.FileKeys(f.Name)
		if all[name] = f; all[stem].Address == "" {
			all[stem] = f
		}
	}
	return all
}

// Names are those of the files, in order.
func (m Images) Names() (names []string) {
	for key, f := range m {
		if name, _ := wire.FileKeys(f.Name); name == key {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// of returns the image that a text names: by the name of its file, after any folders or in an address.
func (m Images) of(text string) (name, address string) {
	name, stem := wire.FileKeys(text)
	if address = m[name].Address; address == "" {
		address = m[stem].Address
	}
	return name, address
}

// link reports whether a text is an address outside.
func link(text string) bool {
	lower := strings.ToLower(text)
	return (strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://")) && !strings.ContainsAny(text, " \n\t")
}

// Content is what a task shows: what files say of it, with images in place of their names; or what its name says.
func Content(task string, said []wire.Shown, images Images) (all []Piece) {
	seen := false
	for _, x := range said {
		name, image := images.of(x.Text)
		switch {
		case image != "":
			all, seen = append(all, Piece{Column: x.Column, Image: image, Text: name}), true
		case link(x.Text):
			all = append(all, Piece{Column: x.Column, Link: x.Text})
		default:
			all = append(all, Piece{Column: x.Column, Text: x.Text})
		}
	}
	if seen {
		return all
	}
	if name, image := images.of(task); image != "" {
		return append([]Piece{{Image: image, Text: name}}, all...)
	}
	if link(task) {
		return append(all, Piece{Link: task})
	}
	return all
}
