package files

import (
	"slices"

	"concord/core/wire"
)

// What there is to settle stands above the views, each with its remedies. What decides which classes there are is settled before the
// first fit starts by itself: a result of classes that are about to change is of no use.

// Issues are what is to be settled yet about the labels, and then more, which a fit found. While roles are a guess, so is all else:
// they come alone. Ordered says that the classes have been put in order, of which the file knows nothing.
func (s Sources) Issues(more []wire.Issue, ordered bool) []wire.Issue {
	o := s.Labels.Opened
	if o == nil || s.Labels.Fault != nil {
		return nil
	}
	kept, asks := slices.Clone(o.Read.Kept), s.Labels.Asks() != ""
	if ordered {
		kept = append(kept, wire.IssueScale)
	}
	return slices.DeleteFunc(wire.OpenIssues(slices.Concat(o.Issues, more), kept), func(i wire.Issue) bool {
		return (i.Kind == wire.IssueRoles) != asks
	})
}

// Remedied returns the change that a remedy makes to how labels are read; nil: it is of another kind.
func Remedied(m wire.Remedy, o *wire.Opened) func(*wire.Read) {
	switch m.Do {
	case wire.DoMerge:
		return func(r *wire.Read) { r.Merge = MergedAlike(r.Merge, o.Alike, -1, m.With) }
	case wire.DoNone:
		return func(r *wire.Read) {
			r.Missing = slices.Clone(r.Missing)
			for _, n := range o.NoAnswer {
				if !slices.Contains(r.Missing, n.Name) {
					r.Missing = append(r.Missing, n.Name)
				}
			}
		}
	case wire.DoSets:
		return func(r *wire.Read) { r.Sets, r.Separator, r.Numeric = true, m.With, false }
	case wire.DoAgain:
		return func(r *wire.Read) { r.Again = m.With }
	case wire.DoNumbers:
		return func(r *wire.Read) { r.Numeric = true }
	case wire.DoDrop:
		return func(r *wire.Read) { r.Drop = true }
	case wire.DoEncoding:
		return func(r *wire.Read) { r.Encoding = m.With }
	}
	return nil
}
