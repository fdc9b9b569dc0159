package engine

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
	"concord/core/session"
	"concord/core/simulate"
)

// open loads a file or a sample, or only looks at it.
func (e *Engine) open(c *call, o *api.Open) (*api.Opened, error) {
	from := c.file
	if o.Sample != "" {
		var err error
		if from, err = sample(o); err != nil {
			return nil, err
		}
	}
	switch {
	case from == nil:
		return nil, api.Refuse("There is no file to open. Choose one.")
	case o.Look && o.Role != api.RoleState:
		return e.session.Look(c.Job, o.Role, from, o.Files, o.Read)
	}
	return e.load(c.Job, o.Role, from, o.Files, o.Read)
}

// reread loads a file again, with other choices.
func (e *Engine) reread(c *call, r *api.Reread) (*api.Opened, error) {
	f := e.failed[r.Role]
	if in := e.session.Input(r.Role); in != nil && !r.Failed {
		f = &in.File
	} else if !r.Failed {
		f = nil
	}
	if f == nil {
		return nil, api.Refuse("There is no file of %s to read again. Open it first.", r.Role)
	}
	was, all := e.session.Labels, e.answered()
	o, err := e.load(c.Job, r.Role, f.Source, nil, &r.Choices)
	if now := e.session.Labels; err == nil && all != nil && r.Role == api.RoleLabels && now.Found.Question != was.Found.Question {
		e.cache.Of(now.Original).Put(answers{}, all) // another of the questions is shown
	}
	if err == nil && r.AllAlike && r.Role == api.RoleLabels {
		o.Alike, err = e.session.Labels.Alike(c.Job)
	}
	return o, err
}

// load reads a file in a role. What was loaded in it stays until all is well.
func (e *Engine) load(c *job.Job, role string, from Source, files []api.File, choices *api.Choices) (*api.Opened, error) {
	var err error
	if role == api.RoleState {
		if from, err = e.asState(c, from); err != nil {
			return nil, err
		}
	}
	s, o, err := e.session.With(c, role, from, files, choices)
	if err == nil {
		err = e.enter(c, s)
	}
	if err != nil {
		var f *session.Failed
		if errors.As(err, &f) && (f.Seems == nil || f.Seems.Role != api.RoleRecipe) {
			e.failed[role] = f.File
			if f.Problems.Count > 0 {
				e.problems = f.Problems
			}
		}
		return nil, err
	}
	delete(e.failed, role)
	e.problems = s.Input(role).Problems
	if o.Counts != nil || o.Described != nil || role == api.RolePredictions {
		if pace := analysis.Pace(c); e.methods.Pace == 0 || pace < e.methods.Pace {
			e.methods.Pace = pace
		}
		o.Methods = e.methods.For(s.Parts(role))
	}
	if o.State != nil {
		if entry, err := e.methods.Find(o.State.Method); err == nil {
			o.State.Title = entry.Title
		}
	}
	switch r := e.result; {
	case r == nil:
	case role == api.RoleTruth:
		o.Expected, o.Look, o.Accuracy, o.Numbers, o.Priced = r.Expected, r.Look, r.Accuracy(), r.Distance, r.Priced()
	case role == api.RoleCosts:
		o.Priced = r.Priced()
	case role == api.RoleTestTruth && r.Predicted != nil:
		o.Test = r.Predicted.Test
	}
	return o, nil
}

// drop forgets what was opened in a role, and what depends on it.
func (e *Engine) drop(c *call, d *api.Drop) (*api.Drop, error) {
	s, err := e.session.Without(c.Job, d.Role)
	if err == nil {
		err = e.enter(c.Job, s)
	}
	if err != nil {
		return nil, err
	}
	delete(e.failed, d.Role)
	out := &api.Drop{Role: d.Role}
	if e.result != nil {
		out.Expected, out.Look, out.Priced = e.result.Expected, e.result.Look, e.result.Priced()
	}
	return out, nil
}

// enter makes a session what is loaded. The result is kept if it is one of its labels.
func (e *Engine) enter(c *job.Job, s *session.Session) error {
	if r := e.result; r != nil && r.Of == s.Labels {
		return e.accept(c, s, r)
	}
	return e.accept(c, s, nil)
}

// accept makes a session what is loaded, and r its result (nil: none). Answers that depend on other labels or another fit are
// forgotten.
func (e *Engine) accept(c *job.Job, s *session.Session, r *analysis.Result) error {
	r, err := r.Under(c, s)
	if err != nil {
		return err
	}
	e.session, e.result = s, r
	of := []any{s.Labels}
	if s.Labels != nil {
		of = append(of, s.Labels.Original)
	}
	for _, role := range api.Roles() {
		of = append(of, s.Input(role.Name))
	}
	if r != nil {
		fit := fitted{r.Asked, s.Training()}
		if r.Session.Training() == fit.training {
			e.cache.Of(fit).Put(amendedBy(r, r.Of.Amend), r)
		}
		of = append(of, fit, r, r.Answers.Result, r.Data)
		for _, other := range cache.All[*analysis.Result](e.cache.Of(fit), amended("")) {
			of = append(of, other.Data)
		}
	}
	e.cache.Keep(of...)
	return nil
}

// Simulated is a crowd as it was described.
func Simulated(s api.Simulated) simulate.Sample {
	return simulate.Mob{
		Tasks: s.Tasks, Workers: s.Workers, Classes: s.Classes, PerTask: s.PerTask, Low: float64(s.Low) / 100, High: float64(s.High) / 100,
		Spammers: s.Spammers, Copiers: s.Copiers,
	}.Sample(s.Seed)
}

// Sample is a sample by its name: one that comes with the program, or a crowd as it was described (api.Simulated.Name).
func Sample(name string) (simulate.Sample, error) {
	if s, ok := api.ParseSimulated(name); ok {
		return Simulated(s), nil
	}
	all := simulate.Samples()
	i := slices.IndexFunc(all, func(s simulate.Sample) bool { return s.Name == name })
	if i < 0 {
		return simulate.Sample{}, api.Refuse("There is no sample “%s”. Choose one of those that are listed.", name)
	}
	return all[i], nil
}

// sample is the labels or the truth of a sample as a file.
func sample(o *api.Open) (session.Source, error) {
	s, err := Sample(o.Sample)
	if err != nil {
		return nil, err
	}
	var labels, truth bytes.Buffer
	if err := s.Write(&labels, &truth); err != nil {
		return nil, err
	}
	switch {
	case o.Role != api.RoleTruth, !s.Known && s.Beside != nil: // which say what is known of it
		return memory{s.Name + ".csv", labels.Bytes()}, nil
	case s.Known:
		return memory{s.Name + "-truth.csv", truth.Bytes()}, nil
	}
	all := api.Samples()
	about := all[slices.IndexFunc(all, func(x api.Sample) bool { return x.Name == s.Name })]
	return nil, api.Refuse("The truth of the sample “%s” is not known. Open a file of truth, if you have one.", about.Title)
}

// memory is a file in memory.
type memory struct {
	name string
	text []byte
}

func (m memory) Name() string                 { return m.name }
func (m memory) Size() int64                  { return int64(len(m.text)) }
func (m memory) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(m.text)), nil }
