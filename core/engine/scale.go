package engine

import (
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/export"
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
		return nil, wire.Refuse("Classes can't be steps of a scale where a task may have several of them. Take each task to have one label first.")
	case set.Data.Numeric():
		return nil, wire.Refuse("Labels that are numbers have their order already. Take them as classes to give them another.")
	case len(names) != n:
		return nil, wire.Refuse("The order has %s, and the labels name %s: %s. Give each of them once, from the lowest to the highest.",
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
			return nil, wire.Refuse("The order has the class “%s”, which nobody named. The labels are %s.", name, classList(set.Classes))
		case s.place[k] >= 0:
			return nil, wire.Refuse("The order has the class “%s” twice. Give each of %s once.", name, classList(set.Classes))
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
