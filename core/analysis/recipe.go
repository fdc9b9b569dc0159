package analysis

import (
	"cmp"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/internal/revision"
)

// Recipe returns all that the result depends on but the data.
func (r *Result) Recipe(c *job.Job) (*export.Recipe, error) {
	out, first := export.NewRecipe(), cmp.Or(r.base, r)
	out.Revision = revision.Of()
	out.Fit, out.Fold = *r.Asked, first.Method == nil
	out.Values = r.values
	out.MaxSteps, out.Stop, out.Tolerance = r.settings.MaxSteps, string(r.settings.Stop), r.settings.Tolerance
	if found := r.Answers.Result; found.Status == fit.Stopped && !out.Fold { // by the user
		out.MaxSteps = len(found.Trace)
	}
	out.Decisions, out.Began = r.Of.Decisions(r.Of.Amend), r.began
	for _, role := range api.Roles() {
		in := r.now().Input(role.Name)
		if in == nil {
			continue
		}
		sum, err := in.Checksum(c)
		if err != nil {
			return nil, err
		}
		used := export.Used{Role: role.Name, Name: in.Source.Name(), Bytes: in.Source.Size(), SHA256: sum, Choices: in.Choices()}
		for _, column := range used.Choices.Columns {
			used.Columns = append(used.Columns, column.Name)
		}
		used.Choices.Detected = api.Detected{}
		used.Choices.Confirmed = used.Choices.Confirmed || role.Name == api.RoleLabels // or nobody would have run a method
		at := len(out.Files)
		if role.Name == api.RoleLabels {
			at = 0
		}
		out.Files = slices.Insert(out.Files, at, used)
	}
	type query struct{}
	var err error
	out.Answer, err = cache.Once(c.Cache.Of(r), query{}, func() (export.Digest, error) { return r.Answers.Digest(c.Turn) })
	return out, err
}
