package analysis

import (
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/calibrate"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
	"concord/core/sheet"
	"concord/core/workers"
)

// The tables of workers.

// workerTable is what matters of each worker: how the worker stands or, where labels are numbers, how far they are off.
func (r *Result) workerTable(c *job.Job) (*sheet.Table, error) {
	if r.Of.Anonymous() {
		return nil, session.NeedsWorkers("There is no table of workers")
	}
	a, s, err := r.complete(c)
	if err != nil {
		return nil, err
	}
	if r.judgesVoters() {
		judged, err := r.judgeVoters(c)
		if err != nil {
			return nil, err
		}
		return r.voterTable(s.All, judged), nil
	}
	t := a.WorkerTable()
	t.Rank = &r.Of.Ranks[1]
	return t, nil
}

// countedTable is the table of the workers before they are compared with each other.
func (r *Result) countedTable(c *job.Job) (*sheet.Table, error) {
	s, err := r.uncompared(c)
	if err != nil {
		return nil, err
	}
	a := *r.Answers
	a.Standings = s.All
	t := a.WorkerTable()
	t.Name, t.Rank = CountedTable, &r.Of.Ranks[1]
	return t, nil
}

// judgedTable has every figure of the workers: by what all others say, and what the method says.
func (r *Result) judgedTable(c *job.Job) (*sheet.Table, error) {
	j, err := r.Assess(c)
	if err != nil {
		return nil, err
	}
	without, err := r.without(c)
	if err != nil {
		return nil, err
	}
	names, fitted, judged := r.Of.Set.Workers, r.Answers.WorkerFigures(), workers.Judged(j.Workers, without)
	columns := slices.Concat([]*sheet.Column{sheet.Row("worker", "Worker", names, nil)},
		judged[:1], fitted[:1], judged[1:], fitted[1:]) // labels beside the suspicions
	return &sheet.Table{Name: JudgedTable, Size: names.Len(), Rank: &r.Of.Ranks[1], Columns: columns}, nil
}

// tierTable has the tier of each worker.
func (r *Result) tierTable(c *job.Job) (*sheet.Table, error) {
	s, err := r.Stand(c)
	switch {
	case err != nil:
		return nil, err
	case s == nil || s.Votes:
		return nil, api.Refuse("There are no tiers: they are of workers who are known, and whose labels are classes.")
	}
	return s.TierTable(r.Of.Set.Workers), nil
}

// Stand returns how the workers stand, nil where labels are numbers or nobody knows the workers.
func (r *Result) Stand(c *job.Job) (*workers.Standings, error) {
	if r.Answers.Label == nil || r.Of.Anonymous() {
		return nil, nil
	}
	type query struct{}
	return cache.Once(c.Cache.Of(r), query{}, func() (*workers.Standings, error) { return r.stand(c) })
}

// complete returns the answers with how the workers stand, where that is known.
func (r *Result) complete(c *job.Job) (*export.Answers, *workers.Standings, error) {
	s, err := r.Stand(c)
	if s == nil || err != nil {
		return r.Answers, nil, err
	}
	a := *r.Answers
	a.Standings, a.Sampled = s.All, s.Sampled
	return &a, s, nil
}

// uncompared returns how the workers stand before they are compared with each other, for those who can be.
func (r *Result) uncompared(c *job.Job) (*workers.Standings, error) {
	if err := r.judgeable(); err != nil {
		return nil, err
	}
	of := r.crowd()
	of.Pending = true
	s := workers.Stand(of, &workers.Cohort{Data: r.Data, Accuracy: r.Answers.Accuracy})
	if gone := r.Of.Amend.Exclude; len(gone) > 0 {
		everybody, err := r.everybody(c, false)
		if err != nil {
			return nil, err
		}
		s.Exclude(gone, everybody)
	}
	return s, nil
}

// crowd is what all workers have in common.
func (r *Result) crowd() workers.Crowd {
	from, to := r.Of.Cut.Of(0) // of each task there are as many
	of := workers.Crowd{
		Answers: r.Answers.Label, Each: to - from, Spread: r.Answers.Spread(),
		Chance:  r.Expected != nil && r.Expected.ByChance(),
		Workers: r.Of.Set.Workers.At, Labels: r.Of.MethodSet().Classes.At,
	}
	if r.truth != nil {
		of.Truth = r.truth.Class
	}
	return of
}

func (r *Result) stand(c *job.Job) (*workers.Standings, error) {
	if r.Of.Counts.Kind.Items {
		return r.standVoters(c)
	}
	own, gone := &workers.Cohort{Data: r.Data, Accuracy: r.Answers.Accuracy}, r.Of.Amend.Exclude
	if r.judgeable() == nil {
		judged, err := r.Assess(c)
		if err != nil {
			return nil, err
		}
		own.Judged, own.Compared, own.Took = judged.Workers, judged.Compared, judged.took
	}
	s := workers.Stand(r.crowd(), own)
	if len(gone) == 0 {
		return s, nil
	}
	everybody, err := r.everybody(c, own.Judged != nil)
	if err != nil {
		return nil, err
	}
	s.Exclude(gone, everybody)
	return s, nil
}

// everybody is the cohort with those who are excluded, for what the others say of them.
func (r *Result) everybody(c *job.Job, judge bool) (*workers.Cohort, error) {
	cut, err := r.Of.Kind().Cut(r.Of.Full, &r.Of.Found.Choices)
	if err != nil {
		return nil, err
	}
	d := *cut.Questions().Data
	d.Gold = r.Data.Gold
	out := &workers.Cohort{Data: &d}
	if judge {
		if out.Took, err = r.Of.Took(c); err != nil {
			return nil, err
		}
		judged, err := r.compare(c, &d, out.Took)
		if err != nil {
			return nil, err
		}
		out.Judged = judged.Workers
	}
	var q []float64
	out.Accuracy = calibrate.Workers(&d.Labels, func(i int) []float64 {
		if err = c.Turn(); err != nil {
			return nil
		}
		q = r.Answers.Calibrated(i, q)
		return q
	}, r.Answers.Spread())
	return out, err
}

// Roster says in short how the workers stand.
func (r *Result) Roster(c *job.Job, q *api.Rank) (*api.Roster, error) {
	if r.Of.Anonymous() {
		return nil, session.NeedsWorkers("There is nothing to say of workers")
	}
	stand := r.Stand
	if q.Counted {
		stand = r.uncompared
	}
	s, err := stand(c)
	if err != nil {
		return nil, err
	}
	var out *api.Roster
	if s == nil {
		out = workers.OfNumbers(r.Of.Set.Workers.At, r.Answers.Given, r.Answers.Deviation, r.Of.Amend.Exclude)
	} else {
		out = s.Roster()
		out.Against = s.Against()
	}
	out.Boxes = workers.Boxes(s, r.Answers)
	return out, nil
}
