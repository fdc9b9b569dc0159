package ui

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/core/wire"
)

// overview says in sentences what the crowd looks like.
type overview struct {
	app.Compo
	Counts *wire.Counts
}

func (o *overview) Render() app.UI {
	var says []app.UI
	for _, text := range crowdSentences(o.Counts) {
		says = append(says, app.Li().Text(text))
	}
	return app.Div().Class("study").ID("panel-"+model.ViewOverview).Role("tabpanel").Aria("labelledby", "tab-"+model.ViewOverview).Body(
		app.H3().Class("panel-title").Text("What the crowd looks like"),
		app.Ul().Class("overview").Body(says...),
	)
}

func crowdSentences(c *wire.Counts) []string {
	all := []string{
		fmt.Sprintf("%s gave %s to %s.", model.Plural(c.Workers, "worker"), model.Plural(c.Labels, "label"), model.Plural(c.Tasks, "task")),
		"A task has " + spread(c.PerTask) + ".",
		"A worker gave " + spread(c.PerWorker) + ".",
	}
	if c.Single > 0 {
		all = append(all, fmt.Sprintf("%s of the tasks (%s) have one label only: nothing can be checked there but by what is known of the worker.",
			model.Percent(float64(c.Single)/float64(max(c.Tasks, 1))), model.Count(c.Single)))
	} else {
		all = append(all, "Every task has two labels or more.")
	}
	if c.Repeats > 0 {
		all = append(all, model.Plural(c.Repeats, "label")+" were given by a worker to a task that the same worker had labelled before.")
	}
	if c.Numeric {
		return all
	}
	if n := len(c.ClassLabels); n > 0 && n == c.Classes && n <= len(c.ClassNames) && c.Labels > 0 {
		most, least := slices.Index(c.ClassLabels, slices.Max(c.ClassLabels)), slices.Index(c.ClassLabels, slices.Min(c.ClassLabels))
		share := func(k int) string { return model.Percent(float64(c.ClassLabels[k]) / float64(c.Labels)) }
		all = append(all, fmt.Sprintf("Of %s, “%s” is named most, by %s of the labels, and “%s” least, by %s.",
			model.Plural(c.Classes, "class"), c.ClassNames[most], share(most), c.ClassNames[least], share(least)))
	}
	if !c.Sets {
		all = append(all, fmt.Sprintf("The plain vote is tied on %s (%s).", model.Plural(c.Ties, "task"), model.Percent(float64(c.Ties)/float64(max(c.Tasks, 1)))))
	}
	return all
}

// spread says how many labels there are.
func spread(r wire.Range) string {
	if r.Min == r.Max {
		return model.Plural(int(r.Min), "label")
	}
	return fmt.Sprintf("%s labels, %s on average; half have %s or fewer", rangeText(r), model.Number(round1(r.Mean)), model.Number(r.Median))
}
