package detail

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/result"
	"concord/core/wire"
)

// judgedBy shows what all other workers say of one: suspicions with their reasons, and figures without the worker's
// own votes.
func judgedBy(j *result.Judged) app.UI {
	if j == nil {
		return app.Div().Class("judged")
	}
	var flags []app.UI
	for _, f := range j.Flags {
		flags = append(flags, app.Li().Class("notice").Body(kit.Icon("warning"), app.Div().Body(
			app.Strong().Text(kit.Sentence(f.Kind)), app.Text(" "+kit.Sentence(f.Reason)))))
	}
	facts := []wire.Figure{
		fact("Agrees with all others", kit.Interval(j.Agreement)),
		fact("Spammer score", ifDefined(j.Agreement, format.Fixed(j.Spammer, 3))),
		fact("Cost saved", ifDefined(j.Agreement, format.Percent(j.Saved))),
	}
	if j.Without.Why == "" {
		change := kit.Either(j.Change >= 0, "+", "") + format.Fixed(j.Change, 3)
		facts = append(facts, fact("α of the others alone", format.Fixed(j.Without.Value, 3)+" ("+change+")"))
	}
	return app.Div().Class("judged").ID("judged").Body(
		app.H3().Text("What all others say"),
		kit.Notices(flags...),
		kit.When(len(flags) > 0, kit.Muted("Suspicions are hints, not verdicts: a worker who sees more than the others looks wrong where "+
			"they are.")),
		figures(facts),
		kit.Muted("The worker’s own votes have no part in these. Spammer score: 0 says the same whatever the truth, 1 "+
			"always tells it. Cost saved: of what guessing would cost."),
		bias(j),
		drift(j),
	)
}

func fact(title, text string) wire.Figure {
	return wire.Figure{Heading: wire.Heading{Title: title}, Text: text}
}

// ifDefined is a text that means something only where a measure does.
func ifDefined(m result.Figure, text string) string { return kit.Either(m.Why != "", "", text) }

// leastBias is the least share of labels for which a bias is listed.
const leastBias = 0.02

// bias lists which classes the worker names too often, and which too seldom.
func bias(j *result.Judged) app.UI {
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
