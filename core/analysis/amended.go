package analysis

import (
	"cmp"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/kind"
	"concord/core/metric"
	"concord/core/session"
)

// Reordered returns the result with its classes in another order, other notes on verdicts or another check, and nothing else changed but
// what follows from that once it is taken Under a session.
func (r *Result) Reordered(l *session.Labels) *Result {
	out, answers := *r, *r.Answers
	named := l.Named()
	answers.Order, answers.Reviews = named.Order, named.Reviews
	out.Session, out.Of, out.Answers = r.Session.WithLabels(l), l, &answers
	out.fresh = r.fresh || !slices.Equal(r.Of.Amend.Checked, l.Amend.Checked)
	return &out
}

// rank returns the order of the classes for a method that takes them as steps of a scale: the user's, or the one that their
// names imply. It is nil for other methods.
func (r *Result) rank() *session.Scale {
	if !r.Entry.Ranked || r.Data.Classes <= 2 {
		return nil
	}
	return cmp.Or(r.Of.Scale, r.Of.NaturalScale())
}

// inRank refuses classes without an order if the method takes them as steps of a scale, and notes an order that nobody chose.
func (r *Result) inRank() error {
	if why := unordered(r.Entry, r.Of); why != "" {
		return api.Refuse("%s can't run on these data: %s.", r.Entry.Title, why)
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
		r.remark("", r.Entry.Title+" treats the classes as ordered, and took this order from their names: "+strings.Join(names, ", ")+
			". If that is not their order, give it (in the shell with --order), or choose a method that needs none.")
	}
	return nil
}

// unordered returns why a method can't run that takes classes as steps of a scale if nothing says in which order they come, or "".
func unordered(entry catalog.Entry, l *session.Labels) string {
	if !entry.Ranked || l.Parts.Classes <= 2 || l.Scale != nil || l.NaturalScale() != nil {
		return ""
	}
	return "it needs ordered classes, and nothing says how these are ordered: " + kind.ClassList(l.Full.Classes) +
		". Put them in order, from the lowest to the highest (in the shell with --order CLASS,CLASS,…), or choose a method that needs no order"
}

// apart returns how far the answers are from the truth, in steps of the scale, or nil if the classes have none.
func (r *Result) apart() *api.Figure {
	s := r.Of.Scale
	if s == nil || r.score == nil || r.score.Evaluated == 0 {
		return nil
	}
	steps := slices.Clone(s.Steps.Of)
	for _, name := range r.truth.Unseen.Names { // a true class that no label names may be a step
		steps = append(steps, int32(slices.Index(s.Steps.Names, name)))
	}
	return new(metric.RankError(r.Answers.Label, r.test(), steps, r.settings.Seed))
}

// overrule sets the posteriors of reviewed tasks if the method makes no use of gold tasks.
func (r *Result) overrule(found *fit.Result) {
	if len(r.Of.Amend.Review) == 0 || r.Data.Gold != nil {
		return
	}
	k := r.Of.MethodSet().Data.Classes
	for i, class := range r.Of.Reviewed(nil) {
		if class != crowd.Unknown {
			q := found.Posterior[i*k : (i+1)*k]
			clear(q)
			q[class] = 1
		}
	}
}

// Base returns the result that amendments of this one start from, whatever came in between, so that a recipe needs no more than the first
// and the last of them; nil: it is gone.
func (r *Result) Base() *Result {
	if r.Warm {
		return r.base
	}
	return r
}

// believed returns what an amended fit may start from: the estimate, but nothing of workers who had no labels.
func (r *Result) believed() *crowd.Estimate {
	from := *r.Answers.Result.Estimate
	k := r.Data.Classes
	from.Confusion = slices.Clone(from.Confusion)
	for j, n := range r.Answers.Given {
		if n == 0 {
			clear(from.Confusion[j*k*k : (j+1)*k*k])
		}
	}
	return &from
}
