package session

import (
	"io"
	"slices"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/job"
)

// timed are the times of a file of labels.
type timed struct {
	read   bool
	At     []uint32 // of each label of the file, seconds since 1970, 0 where not known; nil: there are none
	Failed string   // why they could not be read

	timedTook bool
	Took      []float32 // of each label of the file, seconds that it took, NaN where not known; nil: nobody knows
}

// ReadTimes reads the file of the labels once more, for their times, the first time
// that they are asked for. Few ask, so that nobody else has to wait for them or find
// room for them.
func (l *Labels) ReadTimes(c *job.Job) (*timed, error) {
	t := &l.Times
	if t.read {
		return t, nil
	}
	if l.hasColumn(intake.Time) {
		t.Failed = l.noColumn()
	}
	if l.hasColumn(intake.Time) && t.Failed == "" {
		times, err := readAll(c, &l.File, func(name string, r io.Reader, g *intake.Guess, o intake.Options) ([]uint32, error) {
			times, _, err := intake.Times(name, r, g, o, l.own)
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
func (l *Labels) hasColumn(role intake.Role) bool {
	return l.Guess != nil && slices.ContainsFunc(l.Guess.Columns, func(c intake.Column) bool { return c.Role == role })
}

// noColumn says why what a column says can't be told of each label, "" where it can.
func (l *Labels) noColumn() string {
	switch {
	case l.Pairs != nil:
		return "a task may have several labels"
	case l.several():
		return "the labels come from several files"
	case l.Again() != intake.AgainAll:
		return "of labels that a worker gave to a task again not all count"
	case l.Fresh != nil:
		return "the labels of the saved state have no times"
	}
	return ""
}

// ReadTook reads the file of the labels once more, for how long each took, the first
// time that it matters. Where that fails nobody knows.
func (l *Labels) ReadTook(c *job.Job) error {
	t := &l.Times
	if !t.timedTook && l.hasColumn(intake.Took) && l.noColumn() == "" {
		took, err := readAll(c, &l.File, func(name string, r io.Reader, g *intake.Guess, o intake.Options) ([]float32, error) {
			return intake.Seconds(name, r, g, o, l.own)
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

// Remaining leaves out what is known of the labels of workers who are left out.
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
