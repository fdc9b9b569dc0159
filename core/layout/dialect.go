package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/internal/humanize"
)

// noVotes refuses an aggregated export, which has lost what each worker said.
func noVotes(file, heading string, header []string) *api.Problem {
	what, do := platform.Explain(platform.HeaderOf(header))
	if what == "" {
		return nil
	}
	return &api.Problem{File: file, Line: 1, Text: heading, What: what, Do: do}
}

// platformOf returns the platform that a file comes from, or nil, and the file as the platform sees it. u is nil unless the file is JSON.
func platformOf(first []string, u *unfold.Head, stats []crosstab.Statistics) (*platform.Platform, *platform.Table) {
	t := &platform.Table{Header: platform.HeaderOf(first), Names: first}
	for _, s := range stats {
		t.Filled, t.Values = append(t.Filled, s.Filled), append(t.Values, len(s.Times))
	}
	var p *platform.Platform
	if u != nil {
		p = platform.Named(u.File.Form)
	}
	if p == nil {
		return platform.Of(t.Header), t
	}
	t.Record, t.Stem = true, u.File.Worker
	for c, name := range first {
		if slices.Contains(u.Asks, name) {
			t.Asked = append(t.Asked, c)
		}
	}
	return p, t
}

// byPlatform assigns the roles that a platform's format fixes, and reports whether the file comes from one.
func (g *Detection) byPlatform(name string, first []string, rows [][]string, u *unfold.Head, stats []crosstab.Statistics) bool {
	p, t := platformOf(first, u, stats)
	if p == nil {
		return false
	}
	found := p.Apply(t)
	g.Format, g.Doubt, g.Confirm, g.Lines = p.Name, found.Doubt, found.Confirm, found.Lines
	g.ID, g.Unanswered = found.ID, found.Unanswered
	if t.Stem != "" && p.UserFile != nil {
		g.Confirm = notUser(p, t.Stem, t.Stem)
	}
	if found.Note.What != "" {
		g.note(name, found.Note.What, found.Note.Do)
	}
	set := func(c int, r Role) {
		if c >= 0 {
			g.Give(c, r, "by the format, "+p.Name)
		}
	}
	set(found.Task, Task)
	set(found.Worker, Worker)
	for _, c := range found.Content {
		set(c, Content)
	}
	if found.ByValues && found.Answers == nil {
		g.byEvidence(rows, stats, crosstab.Trio{g.Column(Task), g.Column(Worker), -1})
		return true
	}
	if found.Options {
		g.OneHots = oneHotsOf(first, found.Answers, stats)
	}
	for _, c := range found.Answers {
		if u != nil && slices.Contains(u.Ranked, first[c]) {
			g.ranked = append(g.ranked, c)
		}
	}
	answer := g.answer(found.Answers, stats)
	if set(answer, Label); slices.Contains(g.ranked, answer) {
		set(answer, Ranking)
	}
	return true
}

// notUser says why a person should confirm that a file is of the user whose name it has; "": no need.
func notUser(p *platform.Platform, stem, shown string) string {
	if p.UserFile(stem) {
		return ""
	}
	return fmt.Sprintf("%s writes one file for each user, whose name is taken for the worker; “%s” is no single user's", p.Name, shown)
}

// byGold assigns the roles of a file of truth to a platform's export that includes test tasks and
// their truth. It reports whether the file is one.
func (g *Detection) byGold(first []string, stats []crosstab.Statistics) bool {
	p, t := platformOf(first, nil, stats)
	if p == nil {
		return false
	}
	found, gold := p.Apply(t), -1
	for _, c := range found.Truth {
		if gold < 0 || stats[c].Filled > stats[gold].Filled {
			gold = c
		}
	}
	if found.Task < 0 || gold < 0 || stats[gold].Filled == 0 {
		return false
	}
	g.Format = p.Name
	g.Give(found.Task, Task, "by the format, "+p.Name)
	g.Give(gold, Label, "by the format, "+p.Name+": what is right, where the platform knew")
	return true
}

// answer picks the label among several answers: of those that most rows have, the one with the fewest values, but more than one.
func (g *Detection) answer(columns []int, stats []crosstab.Statistics) int {
	best, least, most := -1, 0, 0
	columns = slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return c < 0 })
	for _, c := range columns {
		most = max(most, stats[c].Filled)
	}
	seen := make(map[int]bool) // one-hot questions
	asked := 0
	var names []string
	for _, c := range columns {
		values := len(stats[c].Times)
		if q := g.OneHotOf(c); q >= 0 {
			if seen[q] {
				continue
			}
			seen[q] = true
			values = len(g.OneHots[q].Columns)
		}
		asked++
		names = append(names, g.asks(c))
		if g.Question != "" && names[len(names)-1] == g.Question {
			values = -1
		}
		if values >= 0 && (values < 2 || 4*stats[c].Filled < 3*most) { // nothing to decide, or seldom asked
			values += 1 << 30
		}
		if best < 0 || values < least {
			best, least = c, values
		}
	}
	if asked > 1 {
		chosen := g.Question != ""
		if g.Questions = names; !chosen {
			g.Question = g.asks(best)
		}
		if chosen && slices.Contains(names, g.Question) {
			return best
		}
		g.which, g.settled = true, g.Confirm
		g.Confirm = fmt.Sprintf("there are %s, and only one can be the label", humanize.Count(asked, "answer"))
		if g.settled != "" {
			g.Confirm = g.settled + "; and " + g.Confirm
		}
	}
	return best
}

// oneHotsOf finds columns such as Answer.mood.happy and Answer.mood.sad that hold only true and false; or Answer.happy.on and
// Answer.sad.on, which are buttons of one question.
func oneHotsOf(first []string, answers []int, stats []crosstab.Statistics) (all []OneHot) {
	index := make(map[string]int)
	for _, c := range answers {
		name := strings.TrimSpace(first[c])
		_, rest, _ := strings.Cut(name, ".")
		rest, button := strings.CutSuffix(rest, ".on")
		ask, option, ok := strings.Cut(rest, ".")
		if button && !ok {
			ask, option, ok = "", rest, true
		}
		if !ok || option == "" || stats[c].Filled == 0 {
			continue
		}
		logical := true
		for cell := range stats[c].Times {
			logical = logical && (strings.EqualFold(cell, "true") || strings.EqualFold(cell, "false"))
		}
		if !logical {
			continue
		}
		n, ok := index[ask]
		if !ok {
			n = len(all)
			index[ask] = n
			all = append(all, OneHot{Name: ask})
		}
		all[n].Columns = append(all[n].Columns, c)
		all[n].Options = append(all[n].Options, option)
	}
	return slices.DeleteFunc(all, func(q OneHot) bool { return len(q.Columns) < 2 })
}
