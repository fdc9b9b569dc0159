package analysis

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/ranking"
	"concord/core/sheet"
	"concord/core/workers"
	"concord/internal/humanize"
)

// judgesVoters reports whether those who compared items can be judged by the ranking.
func (r *Result) judgesVoters() bool { return r.ranker != nil && !r.Of.Anonymous() }

// judgeVoters judges those who compared items by the ranking that there is without their own votes.
func (r *Result) judgeVoters(c *job.Job) (*ranking.Judged, error) {
	s, err := r.ranked(c)
	if err != nil {
		return nil, err
	}
	type query struct{}
	return cache.Once(c.Cache.Of(r.Answers.Result), query{}, func() (*ranking.Judged, error) {
		return ranking.Judge(r.Data, s.Ranking, r.ranker, c.Thinking)
	})
}

// crowdOfVoters is what those who compared items have in common.
func (r *Result) crowdOfVoters() workers.Crowd {
	return workers.Crowd{Votes: true, Workers: r.Of.Set.Workers.At, Labels: sideOf}
}

// sideOf names an answer as people see it: by the side.
func sideOf(answer int) string { return [...]string{"left", "right", "tie"}[answer] }

// standVoters returns how those who compared items stand.
func (r *Result) standVoters(c *job.Job) (*workers.Standings, error) {
	own := &workers.Cohort{Data: r.Data}
	if r.judgesVoters() {
		judged, err := r.judgeVoters(c)
		if err != nil {
			return nil, err
		}
		own.Judged, own.Compared = judged.Workers, r.Data.Tasks
	}
	s := workers.Stand(r.crowdOfVoters(), own)
	s.Exclude(r.Of.Amend.Exclude, &workers.Cohort{Data: r.Of.Full.Data})
	return s, nil
}

// voterTable has a row for each voter.
func (r *Result) voterTable(all []api.Standing, judged *ranking.Judged) *sheet.Table {
	of := judged.Voters
	share := func(name, title string, of func(j int) api.Figure) []*sheet.Column {
		columns := sheet.Figure(name, name+"_low", name+"_high", title, of, api.Figure.Percents)
		for _, c := range columns {
			c.Percent()
		}
		columns[1].Says, columns[2].Says = "The low end of its 95 % interval.", "The high end."
		return columns
	}
	listed := func(columns []*sheet.Column) []*sheet.Column {
		columns[0].Listed("", nil)
		return columns
	}
	verdict := func(name, title string, of func(*api.Verdict) string) *sheet.Column {
		return sheet.Text(name, title, func(j int) string { return of(&all[j].Verdict) }, func(j int) float64 { return all[j].Verdict.Rank })
	}
	agrees := listed(share("agreement", "Agrees with the ranking (95 %)", func(j int) api.Figure { return all[j].Others }))
	agrees[0].Saying("On which share of the decided votes the voter agrees with the ranking made without them.")
	left := listed(share("left_share", "Left", func(j int) api.Figure { return of[j].Left }))
	left[0].Saying("The share of decided votes for the item on the left.")
	ties := listed(share("tie_share", "Ties", func(j int) api.Figure { return of[j].TieShare }))
	ties[0].Saying("The share of votes that are ties.")
	self := share("self", "Repeats the answer", func(j int) api.Figure { return of[j].Self })
	self[0].Saying("How often two votes of the voter on the same pair are equal.")
	shared := share("shared", "Same answer as others", func(j int) api.Figure { return of[j].Shared })
	shared[0].Saying("How often another voter says the same of the same pair.")
	skill := sheet.Figure("skill", "skill_low", "skill_high", "Skill (95 %)", func(j int) api.Figure {
		f := of[j].Skill
		if !f.Interval {
			f.Low, f.High = math.NaN(), math.NaN()
		}
		return f
	}, api.Figure.Hundredths)
	skill[0].Saying("How strongly the answers follow the scores: 1 is average, 0 is chance.").Listed("", nil).Aligned()
	others := slices.DeleteFunc(r.Answers.Figures(crowd.OfWorker), func(c *sheet.Column) bool { return c.Name == skill[0].Name })
	columns := slices.Concat([]*sheet.Column{
		sheet.Row("worker", "Voter", r.Of.Set.Workers, nil).Listed("", nil),
		verdict("verdict", "Verdict", func(v *api.Verdict) string { return v.Says }).
			Listed("", func(j int) string { return all[j].Verdict.Sentence() }).
			Saying("What stands out about the voter."),
		verdict("evidence", "Evidence", func(v *api.Verdict) string { return v.Evidence }).Saying("What shows it."),
		sheet.Count("votes", "Votes", func(j int) int { return all[j].Labels }).Listed("", nil).Saying("How many votes the voter gave."),
	}, agrees, []*sheet.Column{
		sheet.Share("expected", "Expected", func(j int) float64 {
			if !all[j].Others.Defined() {
				return math.NaN()
			}
			return judged.Workers[j].Expected
		}).Percent().Shown(func(j int) string {
			if !all[j].Others.Defined() {
				return ""
			}
			return humanize.Percent(judged.Workers[j].Expected)
		}).Saying("What an average voter would agree on, on the same pairs."),
	}, skill, left, ties, self, shared, others, []*sheet.Column{
		sheet.Flag("excluded", "", "", func(j int) bool { return all[j].Excluded }).Saying("Whether you left the voter out."),
	})
	return &sheet.Table{Name: api.FileVoters, Size: r.Of.Set.Workers.Len(), Rank: &r.Of.Ranks[1], Columns: columns,
		Says: "A row for each voter: how far the votes agree with the ranking, and what stands out."}
}
