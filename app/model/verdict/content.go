package verdict

import (
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

// Images are those that the user dropped: their addresses within this page, by the names of their files in lower case, with
// and without extension.
type Images map[string]string

// With returns the images and one more. Of several files whose names differ in their extensions, the first goes without.
func (m Images) With(name, address string) Images {
	name, stem := wire.FileKeys(name)
	if m[name] = address; m[stem] == "" {
		m[stem] = address
	}
	return m
}

// of returns the image that a text names: by the name of its file, after any folders or in an address.
func (m Images) of(text string) (name, address string) {
	name, stem := wire.FileKeys(text)
	if address = m[name]; address == "" {
		address = m[stem]
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
