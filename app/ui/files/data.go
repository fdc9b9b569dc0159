package files

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// data is the view of the files: how each was understood, every choice changeable.
type data struct {
	app.Compo
	files.Sources
	Running bool
	Pricing pricing
	Order   ordering
}

// Data returns the view of the files of a state.
func Data(s model.State) app.UI {
	return &data{Sources: s.Sources, Running: s.Run != nil, Order: orderOf(s), Pricing: pricingOf(s)}
}

func (d *data) Render() app.UI {
	return kit.Panel(model.ViewData, "study").Body(
		newFileView(d.Labels, d.Running),
		&orderView{Order: d.Order},
		app.Div().Class("besides").Body(d.besides()...),
	).DataSet("drop", wire.RoleLabels)
}
