package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/picture"
	"concord/core/view"
	"concord/internal/humanize"
)

const (
	shownLoadings = 5   // features named for each direction
	shownPictured = 200 // tasks named
	valueGroups   = 5   // groups of equal size that numbers are divided into
)

// pictures reports whether the tasks of a result can be laid out.
func (r *Result) pictures() bool {
	f := r.Session.Features
	return f != nil && f.FeatureSet != nil || r.learned != nil
}

// Picture lays the tasks of the result out.
func (r *Result) Picture(c *job.Job, q *api.Picture) (*api.Pictured, error) {
	if !r.pictures() {
		return nil, api.Refuse("There is nothing that tasks could be laid out by. Open features of the tasks, or run a method with text.")
	}
	out := &api.Pictured{From: api.RoleFeatures}
	var x []float64
	var names []string
	var has func(i int) bool
	if f := r.Session.Features; f != nil && f.FeatureSet != nil {
		x, names = f.Features.X, f.Features.Names
		has = func(i int) bool { return f.Features.Has == nil || f.Features.Has[i] }
	} else {
		out.From, x = "topics", r.learned.Share
		for k := range r.learned.K {
			names = append(names, fmt.Sprintf("topic %d", k+1))
		}
		has = func(i int) bool { return r.Data.Words.Start[i] < r.Data.Words.Start[i+1] }
	}
	var rows []int
	for i := range r.Of.Set.Data.Tasks {
		if has(i) {
			rows = append(rows, i)
		}
	}
	if err := c.Turn(); err != nil {
		return nil, err
	}
	p := picture.Of(x, len(names), rows, q.Seed)
	out.Tasks, out.Of, out.Share = p.Rows, len(rows), p.Share
	for n := range p.X {
		out.X, out.Y = append(out.X, rounded(p.X[n])), append(out.Y, rounded(p.Y[n]))
	}
	for a, axis := range p.Axis {
		for _, at := range view.Most(sizes(axis), shownLoadings) {
			if axis[at] != 0 {
				out.Axes[a] = append(out.Axes[a], api.Loading{Name: names[at], Weight: rounded(axis[at])})
			}
		}
		slices.SortStableFunc(out.Axes[a], func(a, b api.Loading) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	}
	r.group(out)
	for _, n := range view.Most(out.Doubt, shownPictured) {
		i := out.Tasks[n]
		out.Rows = append(out.Rows, api.PicturedTask{
			Index: i, Name: r.Of.Set.Tasks.At(i), Label: r.Answers.LabelName(i), Doubt: out.Doubt[n], X: out.X[n], Y: out.Y[n],
		})
	}
	slices.SortStableFunc(out.Rows, func(a, b api.PicturedTask) int { return cmp.Compare(b.Doubt, a.Doubt) })
	return out, nil
}

// rounded drops the digits that can't be seen in a picture.
func rounded(x float64) float64 { return math.Round(1e4*x) / 1e4 }

func sizes(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Abs(v)
	}
	return out
}

// group fills in the label of each task of a picture, and how doubtful it is.
func (r *Result) group(out *api.Pictured) {
	if r.Answers.Label == nil {
		r.groupNumbers(out)
	} else {
		k := r.Data.Classes
		for c := range k {
			out.Groups = append(out.Groups, r.Of.Set.Classes.At(c))
		}
		for _, i := range out.Tasks {
			doubt := 0.0
			if k > 1 {
				doubt = (1 - slices.Max(r.Answers.Calibrated(i, nil))) / (1 - 1/float64(k))
			}
			out.Group, out.Doubt = append(out.Group, int(r.Answers.Label[i])), append(out.Doubt, rounded(doubt))
		}
	}
	out.Sizes = make([]int, len(out.Groups))
	for _, g := range out.Group {
		out.Sizes[g]++
	}
}

// groupNumbers groups tasks by their numbers. The larger the standard deviation of a number is, if the method has one, the
// more doubtful it is.
func (r *Result) groupNumbers(out *api.Pictured) {
	if len(out.Tasks) == 0 {
		return
	}
	value := r.Answers.Result.Value
	sd := make([]float64, len(value))
	for _, c := range r.Answers.Extra(crowd.OfTask) {
		if c.Name == "value_sd" {
			sd = c.Values
		}
	}
	var sorted []float64
	widest := 0.0
	for _, i := range out.Tasks {
		sorted, widest = append(sorted, value[i]), max(widest, sd[i])
	}
	slices.Sort(sorted)
	var ends []float64 // the largest number of each group
	for g := range valueGroups {
		ends = append(ends, sorted[max(1, (g+1)*len(sorted)/valueGroups)-1])
	}
	ends = slices.Compact(ends)
	low := sorted[0]
	for _, end := range ends {
		out.Groups = append(out.Groups, humanize.Figure(low)+" to "+humanize.Figure(end))
		low = end
	}
	for _, i := range out.Tasks {
		g, _ := slices.BinarySearch(ends, value[i])
		doubt := 0.0
		if widest > 0 {
			doubt = rounded(sd[i] / widest)
		}
		out.Group, out.Doubt = append(out.Group, min(g, len(ends)-1)), append(out.Doubt, doubt)
	}
}
