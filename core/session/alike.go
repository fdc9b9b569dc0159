package session

import (
	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
)

// merge are the names that the user takes for the same.
func (f *File) merge() (list []intake.Alias) {
	for _, m := range f.Read.Merge {
		list = append(list, intake.Alias{Of: intake.Role(m.Of), From: m.From, To: m.To})
	}
	return list
}

// shownAlike is how many groups of names that look alike travel with a reply.
const shownAlike = 50

// alike finds names that look alike.
func alike(c *job.Job, set *intake.Set, o *wire.Opened) error {
	found, err := intake.LookAlikes(set, c.Turn)
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
