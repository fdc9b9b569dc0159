package analysis

import (
	"cmp"
	"fmt"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/prob"
	"concord/core/session"
)

// Advise recommends a method by cross-validation.
func (of Methods) Advise(c *job.Job, s *session.Session, q *api.Advise) (*api.Advised, error) {
	if s.Labels.Anonymous() {
		return nil, session.NeedsWorkers("Which method suits these data can't be said")
	}
	if q.Quick {
		return of.quick(c, s, q)
	}
	if err := s.Labels.Refuse(api.AskAdvice); err != nil {
		return nil, err
	}
	r, err := of.toJudge(s, q.Settings)
	if err != nil {
		return nil, err
	}
	if nothing := r.nothing(); nothing != nil {
		return nothing, nil
	}
	has := r.parts()
	if r.Data, err = advise.Sample(r.Data, advise.Enough(r.Data), q.Seed, c.Turn); err != nil {
		return nil, err
	}
	var entries catalog.List
	var slow []string
	if len(q.Methods) == 0 {
		entries, slow = of.quickest(r, has)
		r.settings.MaxSteps = min(r.settings.MaxSteps, judgeSteps)
	} else if entries, err = of.named(q.Methods); err != nil {
		return nil, err
	}
	out, _, err := of.crossValidate(c, r, entries, nil, 0)
	if err != nil {
		return nil, err
	}
	out.Labels, out.Slow = r.Data.Len(), slow
	return out, nil
}

// named finds methods.
func (of Methods) named(names []string) (catalog.List, error) {
	entries := make(catalog.List, len(names))
	for n, name := range names {
		var err error
		if entries[n], err = of.Find(name); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

const (
	judgeSteps = 50   // of each fit, at most, of methods that nobody named
	judgeFits  = 10   // of the default to all labels: the others may take as long, within these bounds
	judgeLeast = .6   // seconds on the machine of the catalog's figures
	judgeMost  = 2e-4 // seconds a label of the sample
)

// quickest returns the methods to judge on the data of r, a part of what there is, and the names of those left out, which could run but
// take too long. The default, majority and ds are always among the former.
func (of Methods) quickest(r *Result, has crowd.Parts) (entries catalog.List, slow []string) {
	var able catalog.List
	for _, entry := range of.List {
		if _, why := canRun(entry, has, nil); cmp.Or(why, unordered(entry, r.Of)) == "" {
			able = append(able, entry)
		}
	}
	standard := r.Session.Begin(of.For(has)).Method
	seconds := judgeLeast
	if entry, err := of.Find(standard); err == nil {
		seconds = max(judgeLeast, min(judgeFits*entry.Seconds(has), judgeMost*float64(r.Data.Len())))
	}
	quick := able.Within(r.Data.Parts(), seconds/api.ComparisonFits, standard, "majority", "ds")
	for _, entry := range of.List {
		if able.Has(entry.Name) && !quick.Has(entry.Name) {
			slow = append(slow, entry.Name)
		} else {
			entries = append(entries, entry)
		}
	}
	return entries, slow
}

// toJudge is what methods are judged on: all labels, and what is loaded beside them.
func (of Methods) toJudge(s *session.Session, q api.Settings) (*Result, error) {
	settings, err := settings(q)
	if err != nil {
		return nil, err
	}
	r := &Result{Session: s, Of: s.Labels, settings: settings}
	return r, r.given()
}

// nothing recommends no method where the labels teach nothing; nil: they teach something.
func (r *Result) nothing() *api.Advised {
	if why := r.Unlearnable(); why != "" {
		return &api.Advised{Sentence: "No method can be recommended. " + why + "."}
	}
	return nil
}

// Unlearnable says why the labels, and what a method is told beside them, teach nothing of workers; "": they teach something.
func (r *Result) Unlearnable() string {
	has := r.parts()
	return r.Of.Counts.Unlearnable(has.Gold || has.Confusion || has.Features || has.Words || has.Predictions || r.Session.State != nil)
}

// Unforeseeable returns why nothing can be foretold of more labels, "" if it can.
func (r *Result) Unforeseeable() string {
	if !r.Expected.Known() {
		return r.Expected.Why + " " + r.Expected.Give
	}
	if why := r.Unlearnable(); why != "" && r.Expected.Checked == 0 {
		return "How many labels are needed can't be said. " + why + ". Have more workers label some of the tasks, or add a truth."
	}
	return ""
}

// crossValidate judges methods by the labels hidden from them, on the data of r. The values are settings by method; the numbers of its
// fits go on from past. With the advice come the scores of each entry, nil for those that have none.
func (of Methods) crossValidate(
	c *job.Job, r *Result, entries catalog.List, values map[string]map[string]string, past int,
) (*api.Advised, []*metric.HeldOutScore, error) {
	data, has, size := *r.Data, r.parts(), r.Data.Parts()
	scale := cmp.Or(r.Of.Scale, r.Of.NaturalScale())
	if scale != nil {
		data = *scale.Ranked(&data) // for methods that take classes as ordered; the order means nothing to the others
	}
	standard := r.Session.Begin(of.For(has)).Method
	out := &api.Advised{}
	var candidates []advise.Candidate
	var place []int     // of each candidate among out.Methods
	var takes []float64 // of each candidate, in seconds
	for _, entry := range entries {
		m := api.Candidate{Name: entry.Name, Title: entry.Title}
		method, why := canRun(entry, has, values[entry.Name])
		if m.Why = cmp.Or(why, unordered(entry, r.Of)); m.Why == "" {
			candidates = append(candidates, advise.Candidate{Name: entry.Name, Method: method, Default: entry.Name == standard})
			place = append(place, len(out.Methods))
			takes = append(takes, api.ComparisonFits*entry.Seconds(size)*cmp.Or(of.Pace, 1))
		}
		out.Methods = append(out.Methods, m)
	}
	if len(candidates) == 0 {
		return nil, nil, api.Refuse("None of these methods can run on these data. Choose others: the list of methods says what each one needs.")
	}
	title := func(n int) string { return out.Methods[place[n]].Title }
	comparison := advise.Compare(&data, candidates, r.settings.Seed, r.settings)
	comparison.Pause = c.Turn
	for n, step := range comparison.Steps() {
		err := c.Tell(func() api.Progress {
			return api.Progress{Phase: "fit", Method: title(n), At: past + n + 1, Of: past + len(candidates), Step: &step,
				Left: prob.Total(takes[n:])}
		})
		if err != nil {
			return nil, nil, err
		}
	}
	if err := c.Ctx.Err(); err != nil {
		return nil, nil, err
	}
	a := comparison.Advice()
	out.Sentence = a.Sentence(title)
	if a.Best >= 0 {
		out.Best = candidates[a.Best].Name
	}
	if a.Ahead != a.Best {
		out.Rival = candidates[a.Ahead].Name
	}
	scores := make([]*metric.HeldOutScore, len(entries))
	for n, s := range a.Scored {
		scores[place[n]] = s.Tasks
		m := &out.Methods[place[n]]
		m.Short, m.Near = slices.Contains(a.Short, n), slices.Contains(a.Near, n)
		if s.Err != nil {
			m.Why = s.Err.Error()
		}
		if s.Tasks != nil {
			m.Tasks, m.Steps = score(s.Tasks.Mean), s.Tasks.Steps
			if !s.Tasks.Mean.Defined() {
				m.Why = s.Tasks.Mean.Why
			} else {
				m.Behind = score(s.Behind)
			}
		}
		if s.Lost >= 0 {
			m.Lost = r.Of.MethodSet().Classes.At(scale.ClassAt(s.Lost))
		}
		if s.Labels != nil {
			m.Labels = score(s.Labels.Mean)
			m.Steps += s.Labels.Steps
		}
	}
	out.Seconds = c.Seconds()
	return out, scores, nil
}

// clearly is how many standard errors a method must predict hidden labels better than the default
// to be named. Even so the default is recommended: over seventeen real crowds, taking the method
// named gained nothing, whatever the bound (docs/default.md).
const clearly = 3

// rivals are the methods that quick advice compares the default with: cheap, and unlike each other.
var rivals = []string{"ds", "iwmv", api.MethodBaseline}

// Begin returns the method to begin with on what is loaded.
func (of Methods) Begin(s *session.Session) (api.Beginning, error) {
	r := &Result{Session: s, Of: s.Labels}
	if err := r.given(); err != nil {
		return api.Beginning{}, err
	}
	return s.Begin(of.For(r.parts())), nil
}

// quick says why the default suits the labels, and whether a rival predicts hidden labels better.
func (of Methods) quick(c *job.Job, s *session.Session, q *api.Advise) (*api.Advised, error) {
	r := &Result{Session: s, Of: s.Labels, settings: fit.Settings{Seed: q.Seed}.WithDefaults()}
	if err := r.given(); err != nil {
		return nil, err
	}
	if nothing := r.nothing(); nothing != nil {
		return nothing, nil
	}
	has := r.parts()
	begin := s.Begin(of.For(has))
	name := begin.Method
	entry, err := of.Find(name)
	if err != nil {
		return nil, api.Refuse("No method can run on these labels.")
	}
	out := &api.Advised{Best: name, Sentence: entry.Title + " is the default here. " + begin.Why}
	if name != api.MethodDefault {
		return out, nil
	}
	var candidates []advise.Candidate
	var titles []string
	for _, name := range append([]string{name}, rivals...) {
		entry, err := of.Find(name)
		if err != nil {
			continue
		}
		if m, why := canRun(entry, has, nil); why == "" {
			candidates, titles = append(candidates, advise.Candidate{Name: name, Method: m}), append(titles, entry.Title)
		}
	}
	rival, err := advise.Quick(r.Data, candidates, q.Seed, r.settings, c.Turn)
	if err != nil {
		if c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		return out, nil // so few labels that nothing can be hidden
	}
	if z := rival.Evidence(); z >= clearly {
		out.Rival = candidates[rival.At].Name
		out.Sentence += fmt.Sprintf(" %s predicts hidden labels better, by %.1f standard errors. On real crowds that meant "+
			"better labels only about half the time: compare the two where they differ.", titles[rival.At], z)
	} else {
		out.Sentence += " No other method tried predicts hidden labels clearly better."
	}
	out.Seconds = c.Seconds()
	return out, nil
}
