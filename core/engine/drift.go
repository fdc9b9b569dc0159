package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/metric"
	"concord/core/wire"
	"concord/internal/humanize"
)

const (
	mostWindows  = 10
	windowLabels = 10  // at least, in a window
	driftLevel   = .01 // of chance, below which a trend is said to be one
)

// timed are the times of a file of labels.
type timed struct {
	read   bool
	at     []uint32 // of each label of the file, seconds since 1970, 0 where not known; nil: there are none
	failed string   // why they could not be read

	timedTook bool
	took      []float32 // of each label of the file, seconds that it took, NaN where not known; nil: nobody knows
}

// readTimes reads the file of the labels once more, for their times, the first time
// that they are asked for. Few ask, so that nobody else has to wait for them or find
// room for them.
func (l *labels) readTimes(c *call) (*timed, error) {
	t := l.times
	if t.read {
		return t, nil
	}
	if l.hasColumn(intake.Time) {
		t.failed = l.noColumn()
	}
	if l.hasColumn(intake.Time) && t.failed == "" {
		times, err := readAll(c, &l.file, func(name string, r io.Reader, g *intake.Guess, o intake.Options) ([]uint32, error) {
			times, _, err := intake.Times(name, r, g, o, l.own)
			return times, err
		})
		switch {
		case c.ctx.Err() != nil:
			return nil, c.ctx.Err()
		case err != nil:
			t.failed = "the file could not be read again: " + err.Error()
		default:
			t.at = times
		}
	}
	t.read = true
	return t, nil
}

// hasColumn reports whether the file has a column of that role.
func (l *labels) hasColumn(role intake.Role) bool {
	return l.guess != nil && slices.ContainsFunc(l.guess.Columns, func(c intake.Column) bool { return c.Role == role })
}

// noColumn says why what a column says can't be told of each label, "" where it can.
func (l *labels) noColumn() string {
	switch {
	case l.pairs != nil:
		return "a task may have several labels"
	case l.several():
		return "the labels come from several files"
	case l.again() != intake.AgainAll:
		return "of labels that a worker gave to a task again not all count"
	case l.fresh != nil:
		return "the labels of the saved state have no times"
	}
	return ""
}

// readTook reads the file of the labels once more, for how long each took, the first
// time that it matters. Where that fails nobody knows.
func (l *labels) readTook(c *call) error {
	t := l.times
	if !t.timedTook && l.hasColumn(intake.Took) && l.noColumn() == "" {
		took, err := readAll(c, &l.file, func(name string, r io.Reader, g *intake.Guess, o intake.Options) ([]float32, error) {
			return intake.Seconds(name, r, g, o, l.own)
		})
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if err == nil {
			t.took = took
		}
	}
	t.timedTook = true
	return nil
}

// remaining leaves out what is known of the labels of workers who are left out.
func remaining[T any](full, now *crowd.Dataset, gone []int, times []T) []T {
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

// drift tells whether worker j changed over time; nil where the file has no times.
func (e *Engine) drift(c *call, judged *judgement, j int) (*wire.Drift, error) {
	r := e.result
	times, err := r.of.readTimes(c)
	switch {
	case err != nil:
		return nil, err
	case times.failed != "":
		return &wire.Drift{Windows: []wire.Window{}, Why: times.failed}, nil
	case times.at == nil:
		return nil, nil
	}
	at := remaining(r.of.full.Data, r.of.set.Data, r.of.amend.Exclude, times.at)
	type label struct {
		at   uint32
		same float32
	}
	var own []label
	out := &wire.Drift{Windows: []wire.Window{}}
	for n, worker := range r.data.Worker {
		switch {
		case int(worker) != j:
		case at[n] == 0:
			out.Untimed++
		default:
			own = append(own, label{at[n], judged.same[n]})
		}
	}
	if len(own) < 2*windowLabels {
		out.Why = fmt.Sprintf("the worker gave %s with a time, and it takes %d to tell", humanize.Count(len(own), "label"), 2*windowLabels)
		return out, nil
	}
	slices.SortStableFunc(own, func(a, b label) int { return cmp.Compare(a.at, b.at) })
	if own[0].at == own[len(own)-1].at {
		out.Why = "all labels of the worker have the same time"
		return out, nil
	}
	right := make([]float64, len(own))
	for n, l := range own {
		right[n] = float64(l.same)
	}
	windows := min(mostWindows, len(own)/windowLabels)
	for w := range windows {
		from, to := w*len(own)/windows, (w+1)*len(own)/windows
		sum := 0.0
		for _, x := range right[from:to] {
			sum += x
		}
		out.Windows = append(out.Windows, wire.Window{
			From: clock(own[from].at), To: clock(own[to-1].at), Labels: to - from, Agreement: metric.Wilson(sum, to-from),
		})
	}
	rise, p := metric.Trend(right)
	out.P = p
	first, last := out.Windows[0], out.Windows[windows-1]
	shares := fmt.Sprintf("%.0f %% of the first %s and %.0f %% of the last %s are what all others say", 100*first.Agreement.Value,
		humanize.Count(first.Labels, "label"), 100*last.Agreement.Value, humanize.Number(last.Labels))
	switch {
	case p >= driftLevel:
		out.Sentence = fmt.Sprintf("No change over time that chance would not explain (p = %s): %s.", pValue(p), shares)
	case rise > 0:
		out.Change = 1
		out.Sentence = fmt.Sprintf("The worker got better over time, more than chance would explain (p = %s): %s.", pValue(p), shares)
	default:
		out.Change = -1
		out.Sentence = fmt.Sprintf("The worker got worse over time, more than chance would explain (p = %s): %s.", pValue(p), shares)
	}
	return out, nil
}

// pValue writes a probability as people read it.
func pValue(p float64) string {
	if p < .001 {
		return "less than 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// clock writes seconds since 1970 as 2019-11-02 17:11:12.
func clock(at uint32) string {
	day, second := int(at)/86400, int(at)%86400
	// The Gregorian calendar from days since 1970, years beginning in March (Hinnant's
	// civil_from_days).
	z := day + 719468
	era, of := z/146097, z%146097
	year := (of - of/1460 + of/36524 - of/146096) / 365
	of -= 365*year + year/4 - year/100
	m := (5*of + 2) / 153
	day, month, year := of-(153*m+2)/5+1, (m+2)%12+1, year+era*400
	if month <= 2 {
		year++
	}
	return fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d", year, month, day, second/3600, second/60%60, second%60)
}
