package workers

import (
	"cmp"
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/metric"
	"concord/internal/humanize"
)

const (
	mostWindows  = 10
	windowLabels = 10  // labels in a window, at least
	driftLevel   = .01 // significance level of a trend
)

// Label is a label of a worker: when it was given, in seconds since 1970 (0: unknown), and among how many classes that are most
// probable according to all others it is; 0: it is another one.
type Label struct {
	At    uint32
	Among uint16
}

// Drift returns whether a worker changed over time. It sorts the labels.
func Drift(own []Label) *api.Drift {
	out := &api.Drift{Windows: []api.Window{}}
	all := len(own)
	own = slices.DeleteFunc(own, func(l Label) bool { return l.At == 0 })
	out.Untimed = all - len(own)
	if len(own) < 2*windowLabels {
		out.Why = fmt.Sprintf("the worker gave %s with a time; it takes %d to tell", humanize.Count(len(own), "label"), 2*windowLabels)
		return out
	}
	slices.SortStableFunc(own, func(a, b Label) int { return cmp.Compare(a.At, b.At) })
	if own[0].At == own[len(own)-1].At {
		out.Why = "all labels of the worker have the same time"
		return out
	}
	right := make([]float64, len(own))
	for n, l := range own {
		if l.Among > 0 {
			right[n] = 1 / float64(l.Among)
		}
	}
	windows := min(mostWindows, len(own)/windowLabels)
	for w := range windows {
		from, to := w*len(own)/windows, (w+1)*len(own)/windows
		sum := 0.0
		for _, x := range right[from:to] {
			sum += x
		}
		out.Windows = append(out.Windows, api.Window{
			From: Clock(own[from].At), To: Clock(own[to-1].At), Labels: to - from, Agreement: metric.Wilson(sum, to-from),
		})
	}
	rise, p := metric.Trend(right)
	first, last := out.Windows[0], out.Windows[windows-1]
	shares := fmt.Sprintf("%.0f %% of the first %s and %.0f %% of the last %s agree with all others", 100*first.Agreement.Value,
		humanize.Count(first.Labels, "label"), 100*last.Agreement.Value, humanize.Number(last.Labels))
	what := "No change over time beyond chance"
	switch {
	case p >= driftLevel:
	case rise > 0:
		what = "The worker got better over time, beyond chance"
	default:
		what = "The worker got worse over time, beyond chance"
	}
	out.Sentence = fmt.Sprintf("%s (p = %s): %s.", what, pValue(p), shares)
	return out
}

// pValue writes a probability as people read it.
func pValue(p float64) string {
	if p < .001 {
		return "less than 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// Clock writes seconds since 1970 as 2019-11-02 17:11:12.
func Clock(at uint32) string {
	day, second := int(at)/86400, int(at)%86400
	// The Gregorian calendar from days since 1970, years beginning in March (Hinnant's civil_from_days).
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
