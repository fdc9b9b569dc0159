package session

import (
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/wire"
)

// merge returns the names that the user takes for the same.
func (f *File) merge() (list []layout.Alias) {
	for _, m := range f.Read.Merge {
		list = append(list, layout.Alias{Of: layout.Role(m.Of), From: m.From, To: m.To})
	}
	return list
}

// shownAlike is how many groups of names that look alike a reply has.
const shownAlike = 50

// alike finds names that look alike.
func alike(c *job.Job, set *labels.Set, o *wire.Opened) error {
	found, err := labels.LookAlikes(set, c.Turn)
	if err != nil {
		return err
	}
	for _, a := range found {
		if !a.Misspelt {
			o.AlikeOf++
		}
	}
	for _, a := range found[:min(len(found), shownAlike)] {
		o.Alike = append(o.Alike, wire.Alike{Of: string(a.Of), Names: a.Names, Shown: a.Shown, Labels: a.Labels, To: a.To, Misspelt: a.Misspelt})
	}
	return nil
}
