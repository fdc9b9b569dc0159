package analysis

import (
	"strings"

	"concord/core/catalog"
	"concord/core/metric"
	"concord/core/result"
	"concord/core/session"
	"concord/core/wire"
)

// Reordered is a result whose classes are listed in another order, nothing else
// being changed.
func (r *Result) Reordered(l *session.Labels) *Result {
	out, answers := *r, *r.Answers
	answers.Order = nil
	if l.Scale != nil {
		answers.Order = l.Scale.Order
	}
	out.Session, out.Of, out.Answers = r.Session.WithLabels(l), l, &answers
	return &out
}

// rank is the order in which a method takes the classes that takes them as steps of a
// scale: the user's, or the one that their names tell. It is nil for other methods.
func (r *Result) rank() *session.Scale {
	switch {
	case !r.Entry.Ranked || r.Data.Classes <= 2:
		return nil
	case r.Of.Scale != nil:
		return r.Of.Scale
	}
	return r.Of.NaturalScale()
}

// inRank sees to it that a method that takes classes as steps of a scale has their
// order, and tells it where it is nobody's choice.
func (r *Result) inRank() error {
	if why := unordered(r.Entry, r.Of); why != "" {
		return wire.Refuse("%s can't run on these data: %s.", r.Entry.Title, why)
	}
	if s := r.rank(); s != nil && r.Of.Scale == nil {
		var names []string
		for _, k := range s.Order {
			names = append(names, "“"+r.Of.Full.Classes.At(int(k))+"”")
		}
		const most = 20
		if len(names) > most {
			names = append(names[:most/2], append([]string{"…"}, names[len(names)-most/2:]...)...)
		}
		r.notes = append(r.notes, r.Entry.Title+" takes the classes as steps of a scale, and took them, by their names, in this order: "+
			strings.Join(names, ", ")+". If that is not their order, give it (in the shell with -order), or choose a method that needs none")
	}
	return nil
}

// unordered is why a method can't run where it takes classes as steps of a scale, and
// nothing says in which order they come; else empty.
func unordered(entry catalog.Entry, l *session.Labels) string {
	if !entry.Ranked || l.Parts.Classes <= 2 || l.Scale != nil || l.NaturalScale() != nil {
		return ""
	}
	return "it takes classes as steps of a scale, and nothing says in which order these come: " + session.ClassList(l.Full.Classes) +
		". Put them in order, from the lowest to the highest (in the shell with -order CLASS,CLASS,…), or choose a method that needs no order"
}

// apart is how far the answers are from the truth, in steps of the scale; nil
// where the classes have none.
func (r *Result) apart() *result.Figure {
	s := r.Of.Scale
	if s == nil || r.score == nil || r.score.Evaluated == 0 {
		return nil
	}
	f := metric.RankError(r.Answers.Label, r.test(), s.Place, r.settings.Seed)
	return &f
}
