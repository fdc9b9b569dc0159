package files

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// countTiles shows what there is to see of the labels at a glance.
func countTiles(c *api.Counts, bad int) app.UI {
	n := c.Kind.Nouns()
	labels, several := humanize.Noun(2, n.Answer), kit.UpperFirst(humanize.Noun(2, n.Worker))
	workers := kit.Tile(format.Count(c.Workers), several, kit.RangeText(c.PerWorker)+" "+labels+" each")
	if c.Anonymous {
		workers = kit.Tile("?", several, "unknown: no worker column")
	}
	single := kit.Either(c.Single > 0, format.Count(c.Single)+" with only one "+n.Answer, "every "+n.Task+" has 2+ "+labels)
	perTask := kit.Either(c.PerTask.Min == c.PerTask.Max, "for every "+n.Task, "on average; "+kit.RangeText(c.PerTask))
	return app.Dl().Class("tiles").ID("counts").Body(
		kit.When(c.Kind.Items, kit.Tile(format.Count(c.Items), "Items", "compared two at a time")),
		kit.Tile(format.Count(c.Tasks), kit.UpperFirst(humanize.Noun(2, n.Task)), single),
		workers,
		kit.Tile(format.Count(c.Labels), kit.UpperFirst(labels), repeatText(c, bad)),
		kit.When(c.Kind.Named(), kit.Tile(format.Count(c.Classes), "Classes", classText(c))),
		kit.Tile(format.Number(kit.Round1(c.PerTask.Mean)), kit.UpperFirst(labels)+" per "+n.Task, perTask),
		kit.When(c.Kind.Named(), kit.Tile(format.Count(c.Ties), "Ties", tieText(c))),
		kit.When(c.Kind.Items, kit.Tile(format.Count(c.Drawn), "Ties", format.Percent(kit.Share(c.Drawn, c.Labels))+" of "+labels)),
	)
}

// repeatText says how many labels are repeated and how many rows have none. Bad rows are listed elsewhere.
func repeatText(c *api.Counts, bad int) string {
	var facts []string
	apart := c.Kind.Several || c.Anonymous // several labels of a worker are no repeats, or nobody knows
	if c.Repeats > 0 && !apart {
		facts = append(facts, format.Count(c.Repeats)+" repeated")
	}
	if n := c.Skipped - bad; n > 0 {
		facts = append(facts, format.Plural(n, "row")+" without an answer")
	}
	if len(facts) == 0 && apart {
		return "none missing"
	}
	return kit.Either(len(facts) == 0, "no repeats, none missing", strings.Join(facts, "; "))
}

func classText(c *api.Counts) string {
	var names []string
	for _, name := range c.ClassNames[:min(len(c.ClassNames), 4)] {
		if name = kit.Plainly(name); len([]rune(name)) > 40 {
			name = string([]rune(name)[:40]) + "…"
		}
		names = append(names, name)
	}
	text := strings.Join(names, ", ")
	if c.Classes > len(names) {
		text += " …"
	}
	return text
}

func tieText(c *api.Counts) string {
	if c.Tasks == 0 {
		return ""
	}
	if c.Kind.Tied != "" {
		return c.Kind.Tied
	}
	return kit.Either(c.Ties == 0, "no task is tied", format.Percent(float64(c.Ties)/float64(c.Tasks))+" of tasks")
}
