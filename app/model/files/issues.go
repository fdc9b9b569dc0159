package files

import (
	"slices"
	"strconv"

	"concord/core/api"
)

// What there is to settle stands above the views, each with its remedies. What decides which classes there are is settled before the
// first fit starts by itself: a result of classes that are about to change is of no use.

// Issues are what is to be settled yet about the labels, and then more, which a fit found. While roles are a guess, so is all else:
// they come alone. Ordered says that the classes have been put in order, of which the file knows nothing.
func (s Sources) Issues(more []api.Issue, ordered bool) []api.Issue {
	o := s.Labels.Opened
	if o == nil || s.Labels.Fault != nil {
		return nil
	}
	kept, asks := slices.Clone(o.Read.Kept), s.Labels.Asks() != ""
	if ordered {
		kept = append(kept, api.IssueScale)
	}
	return slices.DeleteFunc(api.OpenIssues(slices.Concat(o.Issues, more), kept), func(i api.Issue) bool {
		return (i.Kind == api.IssueRoles) != asks
	})
}

// Remedied returns the change that a remedy makes to how labels are read; nil: it is of another kind.
func Remedied(m api.Remedy, o *api.Opened) func(*api.Choices) {
	switch m.Do {
	case api.DoMerge:
		return func(r *api.Choices) { r.Merge = MergedAlike(r.Merge, o.Alike, -1, m.With) }
	case api.DoNone:
		return func(r *api.Choices) {
			r.Missing = slices.Clone(r.Missing)
			for _, n := range o.NoAnswer {
				if !slices.Contains(r.Missing, n.Name) {
					r.Missing = append(r.Missing, n.Name)
				}
			}
		}
	case api.DoSets, api.DoNumbers: // which are names of kinds
		return func(r *api.Choices) {
			r.As(m.Do)
			r.Separator = m.With
		}
	case api.DoAgain:
		return func(r *api.Choices) { r.Again = m.With }
	case api.DoDrop:
		return func(r *api.Choices) { r.Drop = true }
	case api.DoAsIs:
		return Choosing("as-is", "yes")
	case api.DoHuman:
		return Choosing("human", m.With)
	case api.DoEncoding:
		return func(r *api.Choices) { r.Encoding = m.With }
	case api.DoWorker:
		return func(r *api.Choices) {
			if n, err := strconv.Atoi(m.With); err == nil && n >= 1 && n <= len(r.Roles) {
				r.Roles = slices.Clone(r.Roles)
				r.Roles[n-1] = "label"
				if len(r.Chosen) == len(r.Roles) {
					r.Chosen = slices.Clone(r.Chosen)
					r.Chosen[n-1] = true
				}
			}
		}
	}
	return nil
}
