package session

import (
	"io"
	"slices"

	"concord/core/crowd"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/scan"
)

// timed are the times of a file of labels.
type timed struct {
	read   bool
	At     []uint32 // of each label of the file, seconds since 1970, 0 where not known; nil: there are none
	Failed string   // why they could not be read

	timedTook bool
	Took      []float32 // of each label of the file, seconds that it took, NaN where not known; nil: nobody knows
}

// ReadTimes reads the times of the labels from the file, the first time they are asked for: few ask, and they take memory.
func (l *Labels) ReadTimes(c *job.Job) (*timed, error) {
	t := &l.Times
	if t.read {
		return t, nil
	}
	if l.hasColumn(layout.Time) {
		t.Failed = l.noColumn()
	}
	if l.hasColumn(layout.Time) && t.Failed == "" {
		times, err := readAll(c, &l.File, func(name string, r io.Reader, g *layout.Layout, o scan.Options) ([]uint32, error) {
			times, _, err := labels.Times(name, r, g, o, l.own)
			return times, err
		})
		switch {
		case c.Ctx.Err() != nil:
			return nil, c.Ctx.Err()
		case err != nil:
			t.Failed = "the file could not be read again: " + err.Error()
		default:
			t.At = times
		}
	}
	t.read = true
	return t, nil
}

// hasColumn reports whether the file has a column of that role.
func (l *Labels) hasColumn(role layout.Role) bool {
	return l.Found != nil && l.Found.Column(role) >= 0
}

// noColumn says why what a column says can't be told of each label, "" where it can.
func (l *Labels) noColumn() string {
	switch {
	case l.Pairs != nil:
		return "a task may have several labels"
	case l.several():
		return "the labels come from several files"
	case l.Again() != choice.AgainAll:
		return "of labels that a worker gave to a task again not all count"
	case l.Fresh != nil:
		return "the labels of the saved state have no times"
	}
	return ""
}

// ReadTook reads how long each label took from the file, the first time it matters. If that fails, the times stay unknown.
func (l *Labels) ReadTook(c *job.Job) error {
	t := &l.Times
	if !t.timedTook && l.hasColumn(layout.Took) && l.noColumn() == "" {
		took, err := readAll(c, &l.File, func(name string, r io.Reader, g *layout.Layout, o scan.Options) ([]float32, error) {
			return labels.Seconds(name, r, g, o, l.own)
		})
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if err == nil {
			t.Took = took
		}
	}
	t.timedTook = true
	return nil
}

// Remaining returns the times of the labels in now: those in full of workers who are not gone. gone is sorted.
func Remaining[T any](full, now *crowd.Dataset, gone []int, times []T) []T {
	if len(gone) == 0 {
		return times
	}
	out := make([]T, 0, now.Len())
	for n, j := range full.Worker {
		if _, left := slices.BinarySearch(gone, int(j)); !left {
			out = append(out, times[n])
		}
	}
	return out
}
