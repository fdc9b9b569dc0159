package detail

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// standing shows how a worker stands: the verdict with its evidence, and the figures that matter. others has every suspicion
// apart; nil: it is not there yet.
func standing(w *api.Worker, others *api.Judged, j judging) app.UI {
	x := w.Standing
	if x == nil {
		return figures(w.Figures)
	}
	var notices []app.UI
	switch {
	case others != nil && len(others.Flags) > 0 && x.Verdict.Look():
		for _, f := range others.Flags {
			notices = append(notices, suspicion(f.Says, f.Reason))
		}
	case x.Verdict.Look():
		notices = append(notices, suspicion(x.Verdict.Says, x.Verdict.Evidence))
	}
	facts := []api.Fact{fact(kit.UpperFirst(humanize.Noun(2, j.Nouns.Answer)), format.Count(x.Labels))}
	switch {
	case j.Items:
		facts = append(facts, fact("Agrees with the ranking", kit.Interval(x.Others)))
	case x.Accuracy.Interval && w.Average > 0:
		facts = append(facts, fact("Accuracy (95 %)", x.Accuracy.Percents()), fact("Crowd average", format.Percent(w.Average)))
	case x.Accuracy.Interval:
		facts = append(facts, fact("Accuracy (95 %)", x.Accuracy.Percents()))
	case x.Verdict.Kind != api.Silent:
		facts = append(facts, fact("Accuracy (95 %)", "unknown: "+x.Accuracy.Why))
	}
	if x.True.N > 0 {
		facts = append(facts, fact("True accuracy", format.Percent(x.True.Value)+" of "+format.Count(x.True.N)))
	}
	if x.Seconds > 0 {
		facts = append(facts, fact("Time per label", format.Short(x.Seconds)+" s"))
	}
	switch {
	case j.Items:
	case x.Excluded:
		facts = append(facts, fact("Agrees with all others", kit.Interval(x.Others)))
	case x.Verdict.Kind != api.Silent && x.Verdict.Kind != api.Unjudged:
		facts = append(facts, fact("Labels changed if excluded", x.Changes()))
	}
	if j.Tier && !j.Items {
		facts = append(facts, fact("Tier", x.Tier))
	}
	var verdict app.UI
	if len(notices) == 0 {
		verdict = app.P().Text(x.Verdict.Sentence() + ".")
	}
	return app.Div().ID("standing").Body(verdict, kit.Notices(notices...),
		kit.When(len(notices) > 0 && !j.Items,
			kit.Muted("These are hints: a worker who sees more than the others looks wrong where the others are.")),
		figures(facts))
}

// suspicion is what a worker is suspected of, with the evidence.
func suspicion(says, evidence string) app.UI {
	return app.Li().Class("notice").Body(kit.Icon("warning"), app.Div().Body(
		app.Strong().Text(kit.Sentence(says)), app.Text(" "+kit.Sentence(evidence))))
}

// judgedBy shows what all other workers say of one, without the worker's own votes.
func judgedBy(j *api.Judged) app.UI {
	if j == nil {
		return app.Div().Class("judged")
	}
	facts := []api.Fact{
		fact("Agrees with all others", kit.Interval(j.Agreement)),
		fact("Spammer score", ifDefined(j.Agreement, format.Fixed(j.Spammer, 3))),
		fact("Cost saved", ifDefined(j.Agreement, format.Percent(j.Saved))),
	}
	if j.Without.Why == "" {
		change := kit.Either(j.Change >= 0, "+", "") + format.Fixed(j.Change, 3)
		facts = append(facts, fact("α without this worker", format.Fixed(j.Without.Value, 3)+" ("+change+")"))
	}
	return app.Div().Class("judged").ID("judged").Body(
		app.H3().Text("Compared with all others"),
		figures(facts),
		kit.Muted("The worker’s own votes don’t count here. Spammer score: 0 ignores the truth, 1 always gives it. Cost saved: "+
			"compared with guessing."),
		bias(j),
		drift(j),
	)
}

func fact(title, text string) api.Fact {
	return api.Fact{Heading: api.Heading{Title: title}, Text: text}
}

// ifDefined is a text that means something only where a measure does.
func ifDefined(m api.Figure, text string) string { return kit.Either(m.Why != "", "", text) }

// leastBias is the least share of labels for which a bias is listed.
const leastBias = 0.02

// bias lists which classes the worker names too often, and which too seldom.
func bias(j *api.Judged) app.UI {
	var rows []app.UI
	for k, x := range j.Bias {
		if x > -leastBias && x < leastBias {
			continue
		}
		often := "more often than expected"
		if x < 0 {
			often, x = "less often than expected", -x
		}
		rows = append(rows, app.Li().Text(format.Quoted(j.Classes[k])+" "+format.Percent(x)+" "+often))
	}
	return app.Ul().Class("bias").Body(rows...)
}
