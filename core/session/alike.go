package session

import (
	"concord/core/job"
	"concord/core/labels"
	"concord/core/wire"
)

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
	o.Alike = found[:min(len(found), shownAlike)]
	return nil
}
