package engine

import (
	"slices"
	"strings"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/metric"
	"concord/core/wire"
	"concord/internal/humanize"
)

// scale is the order of the classes, where the user has said that they have one.
type scale struct {
	order []int32 // the classes, the lowest first
	place []int32 // of each class among them
}

// newScale reads the order of an amendment; nil: there is none.
func (l *labels) newScale(names []string) (*scale, error) {
	if len(names) == 0 {
		return nil, nil
	}
	set := l.full
	n := set.Classes.Len()
	switch {
	case l.pairs != nil:
		return nil, refuse("Classes can't be steps of a scale where a task may have several of them. Take each task to have one label first.")
	case set.Data.Numeric():
		return nil, refuse("Labels that are numbers have their order already. Take them as classes to give them another.")
	case len(names) != n:
		return nil, refuse("The order has %s, and the labels name %s: %s. Give each of them once, from the lowest to the highest.",
			humanize.Count(len(names), "class"), humanize.Number(n), classList(set.Classes))
	}
	s := &scale{place: make([]int32, n)}
	for k := range s.place {
		s.place[k] = -1
	}
	for at, name := range names {
		k, ok := set.Classes.Find(name)
		switch {
		case !ok:
			return nil, refuse("The order has the class “%s”, which nobody named. The labels are %s.", name, classList(set.Classes))
		case s.place[k] >= 0:
			return nil, refuse("The order has the class “%s” twice. Give each of %s once.", name, classList(set.Classes))
		}
		s.place[k] = int32(at)
		s.order = append(s.order, int32(k))
	}
	return s, nil
}

// classList names the classes, the first of many.
func classList(classes export.Names) string {
	const most = 20
	var names []string
	for k := range min(classes.Len(), most) {
		names = append(names, classes.At(k))
	}
	text := strings.Join(names, ", ")
	if classes.Len() > most {
		text += " …"
	}
	return text
}

// placeOf is the place of class k, where lists of classes are sorted by.
func (s *scale) placeOf(k int) int {
	if s == nil {
		return k
	}
	return int(s.place[k])
}

// classAt is the class in a place of lists of classes.
func (s *scale) classAt(place int) int {
	if s == nil {
		return place
	}
	return int(s.order[place])
}

// places are those of all classes, nil where they have no order.
func (s *scale) places() []int32 {
	if s == nil {
		return nil
	}
	return s.place
}

// listed puts classes in the order in which they are listed.
func (s *scale) listed(classes []int) []int {
	if s != nil {
		slices.SortFunc(classes, func(a, b int) int { return int(s.place[a] - s.place[b]) })
	}
	return classes
}

// inOrder returns the labels with another order of their classes.
func (l *labels) inOrder(names []string) (*labels, error) {
	out, counts := *l, *l.counts
	var err error
	if out.scale, err = l.newScale(names); err != nil {
		return nil, err
	}
	out.amend.Order, out.counts = names, &counts
	listClasses(&counts, &out)
	return &out, nil
}

// reordered is a result whose classes are listed in another order, nothing else
// being changed.
func (r *result) reordered(l *labels) *result {
	out, answers := *r, *r.answers
	answers.Order = nil
	if l.scale != nil {
		answers.Order = l.scale.order
	}
	out.of, out.answers = l, &answers
	return &out
}

// butForOrder returns the result at hand, or one that is kept, with the amendment a but
// for the order of its classes; nil if there is none, or if its method takes the
// classes as ordered, so that only another fit can tell.
func (e *Engine) butForOrder(a *wire.Amend) *result {
	for _, r := range append([]*result{e.result}, e.kept...) {
		if r == nil || r.loaded != e.beside() || r.entry.Ranked && r.data.Classes > 2 {
			continue
		}
		if was := r.of.amend; slices.Equal(was.Exclude, a.Exclude) && slices.Equal(was.Review, a.Review) {
			return r
		}
	}
	return nil
}

// rank is the order in which a method takes the classes that takes them as steps of a
// scale: the user's, or the one that their names tell. It is nil for other methods.
func (r *result) rank() *scale {
	switch {
	case !r.entry.Ranked || r.data.Classes <= 2:
		return nil
	case r.of.scale != nil:
		return r.of.scale
	}
	return r.of.natural()
}

// inRank sees to it that a method that takes classes as steps of a scale has their
// order, and tells it where it is nobody's choice.
func (r *result) inRank() error {
	if why := unordered(r.entry, r.data.Parts(), r.of); why != "" {
		return refuse("%s can't run on these data: %s.", r.entry.Title, why)
	}
	if s := r.rank(); s != nil && r.of.scale == nil {
		var names []string
		for _, k := range s.order {
			names = append(names, "“"+r.of.full.Classes.At(int(k))+"”")
		}
		const most = 20
		if len(names) > most {
			names = append(names[:most/2], append([]string{"…"}, names[len(names)-most/2:]...)...)
		}
		r.notes = append(r.notes, r.entry.Title+" takes the classes as steps of a scale, and took them, by their names, in this order: "+
			strings.Join(names, ", ")+". If that is not their order, give it (in the shell with -order), or choose a method that needs none")
	}
	return nil
}

// unordered is why a method can't run where it takes classes as steps of a scale, and
// nothing says in which order they come; else empty.
func unordered(entry catalog.Entry, has crowd.Parts, l *labels) string {
	if !entry.Ranked || has.Classes <= 2 || l.scale != nil || l.natural() != nil {
		return ""
	}
	return "it takes classes as steps of a scale, and nothing says in which order these come: " + classList(l.full.Classes) +
		". Put them in order, from the lowest to the highest (in the shell with -order CLASS,CLASS,…), or choose a method that needs no order"
}

// ranked is what a method learns from that takes classes as ordered: the data
// with its classes numbered by their place. restore undoes it.
func (s *scale) ranked(d *crowd.Dataset) *crowd.Dataset {
	out := *d
	out.Class = make([]uint16, len(d.Class))
	for n, c := range d.Class {
		out.Class[n] = uint16(s.place[c])
	}
	if d.Gold != nil {
		out.Gold = make([]int32, len(d.Gold))
		for i, k := range d.Gold {
			if out.Gold[i] = k; k != crowd.Unknown {
				out.Gold[i] = s.place[k]
			}
		}
	}
	if d.Initial != nil {
		out.Initial = &crowd.Initial{
			Mode: d.Initial.Mode, Counts: matrices(d.Initial.Counts, s.order), Prior: byClass(d.Initial.Prior, s.order),
		}
	}
	return &out
}

// restore numbers the classes of an estimate as they were before ranked.
func (s *scale) restore(e *crowd.Estimate) *crowd.Estimate {
	out := *e
	out.Posterior, out.Prior, out.Confusion = byClass(e.Posterior, s.place), byClass(e.Prior, s.place), matrices(e.Confusion, s.place)
	out.Extra = slices.Clone(e.Extra)
	for n, c := range out.Extra {
		if c.Of == crowd.OfClass {
			out.Extra[n].Values = byClass(c.Values, s.place)
		}
	}
	return &out
}

// byClass takes every entry of rows of K from another class.
func byClass(x []float64, from []int32) []float64 {
	if x == nil {
		return nil
	}
	k, y := len(from), make([]float64, len(x))
	for n := range x {
		y[n] = x[n/k*k+int(from[n%k])]
	}
	return y
}

// matrices is byClass for the rows and the columns of matrices K×K.
func matrices(x []float64, from []int32) []float64 {
	x = byClass(x, from)
	if x == nil {
		return nil
	}
	k, y := len(from), make([]float64, len(x))
	for row := range len(x) / k {
		other := row/k*k + int(from[row%k])
		copy(y[row*k:(row+1)*k], x[other*k:(other+1)*k])
	}
	return y
}

// apart is how far the answers are from the truth, in steps of the scale; nil
// where the classes have none.
func (r *result) apart() *wire.Measure {
	s := r.of.scale
	if s == nil || r.score == nil || r.score.Evaluated == 0 {
		return nil
	}
	f := metric.RankError(r.answers.Label, r.test(), s.place, r.settings.Seed)
	return &f
}
