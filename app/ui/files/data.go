package files

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// data is the view of the files: how each was understood, every choice changeable.
type data struct {
	app.Compo
	files.Sources
	Running bool
	Pricing pricing
	Order   ordering
	Agreed  *api.Agreement // nil: not measured yet
}

// Data returns the view of the files of a state.
func Data(s model.State) app.UI {
	return &data{Sources: s.Sources, Running: s.Run != nil, Order: orderOf(s), Pricing: pricingOf(s), Agreed: s.Agreement.Agreed}
}

func (d *data) Render() app.UI {
	return kit.Panel(model.ViewData, "study").Body(
		kit.Lead(finding(d.Labels.Opened, d.Agreed)).ID("data-finding"),
		newFileView(d.Labels, d.Running),
		&orderView{Order: d.Order},
		app.Div().Class("besides").Body(d.besides()...),
	).DataSet("drop", api.RoleLabels)
}

// finding says what the labels are, and how far workers agree once that is known.
func finding(o *api.Opened, agreed *api.Agreement) string {
	if o == nil || o.Counts == nil {
		return "Check how the file is read."
	}
	c := o.Counts
	n := c.Kind.Nouns()
	who, labels, tasks := format.Plural(c.Workers, n.Worker), format.Plural(c.Labels, n.Answer), "to "+format.Plural(c.Tasks, n.Task)
	if c.Anonymous {
		who = "Unknown " + humanize.Noun(2, n.Worker)
	}
	if c.Kind.Items {
		tasks = "on " + format.Plural(c.Tasks, n.Task) + " of " + format.Plural(c.Items, "item")
	}
	text := fmt.Sprintf("%s gave %s %s", who, labels, tasks)
	if agreed != nil && agreed.Percent.Defined() && !c.Kind.Numbers {
		return text + " and agree " + format.Percent(agreed.Percent.Value) + " of the time."
	}
	return text + "."
}
