package session

import (
	"io"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// Times are when the labels of a file were given.
type Times struct {
	At     []uint32 // of each label, seconds since 1970, 0 if unknown; nil: there are none
	Failed string   // why they could not be read
}

// Times reads when labels were given from the file, the first time that is asked for: few ask, and it takes memory.
func (l *Labels) Times(c *job.Job) (t Times, err error) {
	type query struct{}
	return cache.Once(c.Cache.Of(l.Original), query{}, func() (Times, error) {
		t.At, t.Failed, err = perLabel(c, l, layout.Time, func(name string, r io.Reader, g *layout.Layout, o scan.Options) ([]uint32, error) {
			at, _, err := labels.Times(name, r, g, o, l.own)
			return at, err
		})
		return t, err
	})
}

// Took reads how many seconds each label took from the file, NaN if unknown, the first time it matters; nil: unknown for all.
func (l *Labels) Took(c *job.Job) ([]float32, error) {
	type query struct{}
	return cache.Once(c.Cache.Of(l.Original), query{}, func() ([]float32, error) {
		took, _, err := perLabel(c, l, layout.Took, func(name string, r io.Reader, g *layout.Layout, o scan.Options) ([]float32, error) {
			return labels.Seconds(name, r, g, o, l.own)
		})
		return took, err
	})
}

// perLabel reads what the column of a role says of each label, if there is one, or why it can't. Its error is that of a
// cancelled job.
func perLabel[T any](c *job.Job, l *Labels, role layout.Role, read func(string, io.Reader, *layout.Layout, scan.Options) ([]T, error)) (
	all []T, failed string, err error,
) {
	switch {
	case l.Found == nil || l.Found.Column(role) < 0:
		return nil, "", nil
	case !l.Can(api.AskTimes):
		return nil, l.Counts.Kind.Refuses[api.AskTimes], nil
	case l.several():
		return nil, "the labels come from several files", nil
	case l.Found.Counted() != api.AgainAll:
		return nil, "of labels that a worker gave to a task again not all count", nil
	case len(l.Found.Own) > 0:
		return nil, "some of the labels are your own, and have no times", nil
	case l.Fresh != nil:
		return nil, "the labels of the earlier fit have no times", nil
	}
	all, err = readAll(c, &l.File, read)
	if c.Ctx.Err() == nil && err != nil {
		return nil, "the file could not be read again: " + err.Error(), nil
	}
	return all, "", c.Ctx.Err()
}

// Remaining returns what is known of each label in the file, nil: nothing, of those that count: of workers who are not left out.
func Remaining[T any](l *Labels, known []T) []T {
	if known == nil || len(l.Amend.Exclude) == 0 {
		return known
	}
	out := make([]T, 0, l.Set.Data.Len())
	for n, j := range l.Full.Data.Worker {
		if _, gone := slices.BinarySearch(l.Amend.Exclude, int(j)); !gone {
			out = append(out, known[n])
		}
	}
	return out
}
