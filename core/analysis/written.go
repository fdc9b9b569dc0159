package analysis

import (
	"fmt"
	"io"

	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/core/ranking"
	"concord/core/report"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Written is a result as its files have it, with what was found out about it since the fit.
type Written struct {
	*Result
	Complete *export.Answers // with how the workers stand, if a file says it
	compared *Comparison     // with other methods; nil: none of what is loaded now
	recipe   *export.Recipe  // if a file has it
	ranking  *standings      // of the items, if a file says it
	voters   []api.Standing  // if a file says it
	judged   *ranking.Judged // the same
	who      *pool           // may be asked next, if a file says it
	wrote    func() float64  // seconds that its downloads took till now
	safe     bool            // cells that a spreadsheet would run have an apostrophe before
}

// Written returns the result with all that the download x says.
func (r *Result) Written(c *job.Job, x *api.Export, compared *Comparison, wrote func() float64) (*Written, error) {
	w := &Written{Result: r, Complete: new(*r.Answers), compared: compared, wrote: wrote, safe: x.Safe}
	w.Complete.Tiers = x.Tiers
	all := x.What == api.FileAll || x.What == api.FileReadme // which explains all the others
	var err error
	if all || x.What == api.FileLabels {
		if w.Complete.Place, err = r.places(c); err != nil {
			return nil, err
		}
	}
	if !x.Bare && (all || x.What == api.FileLabels || x.What == api.FileNext) {
		if w.Complete.Content, err = r.content(c, true); err != nil {
			return nil, err
		}
	}
	if all || x.What == api.FileWorkers || x.As == api.XLSX {
		a, _, err := r.complete(c)
		if err != nil {
			return nil, err
		}
		w.Complete.Standings, w.Complete.Sampled = a.Standings, a.Sampled
	}
	if all || x.What == api.FileRun || x.What == api.FileReport || x.What == api.FileReportJSON {
		if w.recipe, err = r.Recipe(c); err != nil {
			return nil, err
		}
	}
	if r.ranker != nil && x.What != api.FileRun {
		if w.ranking, err = r.ranked(c); err != nil {
			return nil, err
		}
	}
	if r.judgesVoters() && (all || x.What == api.FileVoters || x.As == api.XLSX) {
		if w.judged, err = r.judgeVoters(c); err != nil {
			return nil, err
		}
		s, err := r.Stand(c)
		if err != nil {
			return nil, err
		}
		w.voters = s.All
	}
	if r.assigns() && (all || x.What == api.FileNext) {
		w.who, err = r.pool(c, false)
	}
	return w, err
}

// Run returns the run record as a download. It says how names that look like formulas were written, and what is left out.
func (r *Written) Run() *export.File {
	var notes []string
	if n := r.Of.Counts.Formulas; n > 0 {
		form := "unchanged"
		if r.safe {
			form = "with an apostrophe before, safe for spreadsheets"
		}
		notes = append(notes, fmt.Sprintf("%s like a formula (%q): %s", humanize.Count(n, "name"), r.Of.Counts.Formula, form))
	}
	if a := r.Answers; a.Label != nil && !a.Data.Anonymous {
		if err := a.TooLarge(); err != nil {
			notes = append(notes, err.Error()+": left out")
		}
	}
	return export.NewFile(api.FileRun, func(w io.Writer) error { return r.record(notes).Write(w) })
}

// Ranks reports whether items are ranked.
func (r *Written) Ranks() bool { return r.ranker != nil }

// CrowdKit is what crowd-kit's methods for pairs return: the score of each item.
func (r *Written) CrowdKit() *sheet.Table {
	s := r.ranking
	return &sheet.Table{Size: len(s.order), Columns: []*sheet.Column{
		sheet.Name("label", "", r.Of.Set.Items, func(n int) int { return int(s.order[n]) }, nil),
		sheet.Number("score", "", func(n int) float64 { return s.Score[s.order[n]] }),
	}}
}

// Leaderboard returns a picture of the ranking as a download.
func (r *Written) Leaderboard(c *job.Job) (*export.File, error) {
	found, err := r.rankItems(c, &api.RankItems{})
	if err != nil {
		return nil, err
	}
	return export.NewFile(api.FileLeaderboard, func(w io.Writer) error { return report.WriteLeaderboard(w, found) }), nil
}

// ItemTable has a row for each item; nil where none are ranked.
func (r *Written) ItemTable() *sheet.Table {
	return r.ofRanking(api.FileItems, func() *sheet.Table { return r.itemTable(r.ranking) })
}

// ItemPairTable has a row for each two items; nil where none are ranked.
func (r *Written) ItemPairTable() *sheet.Table {
	return r.ofRanking(api.FileItemPairs, r.itemPairTable)
}

// VoterTable has a row for each voter; nil where items are not ranked, or nobody knows the voters.
func (r *Written) VoterTable() *sheet.Table {
	if !r.judgesVoters() {
		return nil
	}
	if r.judged == nil {
		return &sheet.Table{Name: api.FileVoters}
	}
	return r.voterTable(r.voters, r.judged)
}

// ofRanking returns a table of a ranking, which has a name alone until that is found.
func (r *Written) ofRanking(name string, table func() *sheet.Table) *sheet.Table {
	switch {
	case r.ranker == nil:
		return nil
	case r.ranking == nil:
		return &sheet.Table{Name: name}
	}
	return table()
}
