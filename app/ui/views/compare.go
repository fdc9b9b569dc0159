package views

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// disputed are the tasks on which the methods disagree.
func (v methods) disputed() app.UI {
	return app.Div().Body(
		kit.PanelTitle(titled(v.Nouns.Task)+" where methods disagree"),
		&view{Name: "disputed", Of: rows{Kind: model.ViewCompare, Table: v.Rows, Nouns: v.Nouns}},
		kit.DownloadRow(api.FileCompared, "Download these "+humanize.Noun(2, v.Nouns.Task), v.Save),
	)
}

func comparedSentence(c *api.Compared, task string) string {
	what := format.Plural(c.Ran(), "method") + " ran in " + format.Seconds(c.Seconds) + "."
	if numeric(c) {
		return what + " Their results are numbers; see below how far apart they are."
	}
	if c.Differ == 0 {
		return what + " They agree on every " + task + "."
	}
	text := fmt.Sprintf("%s They disagree on %s (%s).", what, format.Plural(c.Differ, task), format.Percent(kit.Share(c.Differ, c.Tasks)))
	if c.Known > 0 {
		are := kit.Either(c.Disputed == 1, "is", "are")
		text += fmt.Sprintf(" The truth of %s is known, and %s of these %s in dispute.",
			format.Plural(c.Known, task), format.Count(c.Disputed), are)
	}
	return text
}

// numeric reports whether the answers are numbers.
func numeric(c *api.Compared) bool {
	return slices.ContainsFunc(c.Pairs, func(p api.Contrasted) bool { return p.Spread != nil })
}

// contrasts is the table of each two methods.
func contrasts(c *api.Compared) app.UI {
	ordered := slices.ContainsFunc(c.Pairs, func(p api.Contrasted) bool { return p.Weighted != nil })
	numbers, known := numeric(c), slices.ContainsFunc(c.Pairs, func(p api.Contrasted) bool { return p.McNemar != nil })
	titles := []string{"Two methods", "#Differ on", "#Same", "#κ"}
	if ordered {
		titles = append(titles, "#κ by distance")
	}
	switch {
	case numbers:
		titles = []string{"Two methods", "#Differ by"}
	case known:
		titles = append(titles, "#Only the first right", "#Only the second right", "#McNemar p")
	}
	var rows []app.UI
	for _, p := range c.Pairs {
		var texts []string
		if numbers {
			texts = []string{optional(p.Spread)}
		} else {
			texts = []string{format.Count(p.Differ), format.Percent(p.Same), optional(p.Kappa)}
			if ordered {
				texts = append(texts, optional(p.Weighted))
			}
			if m := p.McNemar; m != nil {
				texts = append(texts, format.Count(m.OnlyA), format.Count(m.OnlyB), probability(m.P))
			} else if known {
				texts = append(texts, "–", "–", "–")
			}
		}
		pair := kit.RowHead(c.Methods[p.A].Title + " and " + c.Methods[p.B].Title)
		rows = append(rows, kit.Record(titles, append([]app.UI{pair}, kit.NumberCells(texts...)...)...))
	}
	says := "κ: how far two methods agree beyond chance."
	if numbers {
		says = "The root mean square of the differences."
	} else if known {
		says += " McNemar: how likely a difference in accuracy as large as this would be if both were equally good; below 0.05 is taken for a " +
			"real one."
	}
	return app.Div().Body(
		kit.Muted(says),
		kit.FigureRecords("contrasts", "The methods two by two", titles, rows),
		kit.Terms("κ", kit.Either(known, "McNemar p", "")),
	)
}

func optional(x *float64) string {
	if x == nil {
		return "–"
	}
	return format.Figure(*x, 3)
}

// probability writes a p-value.
func probability(p float64) string {
	return kit.Either(p < 0.001, "< 0.001", format.Fixed(p, 3))
}
