package views

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
)

// Shown is what a view shows of the state: a plain value, so that it is drawn again only when that has changed.
type Shown interface{ draw(v *view) app.UI }

// shown is what each view shows. Their titles and their order are in model.Views.
var shown = map[string]func(model.State) Shown{
	model.ViewData:      overviewOf,
	model.ViewRanking:   rankingOf,
	model.ViewTasks:     tasksOf,
	model.ViewWorkers:   workersOf,
	model.ViewJudges:    judgesOf,
	model.ViewTopics:    topicsOf,
	model.ViewAgreement: agreementOf,
	model.ViewMethods:   methodsOf,
	model.ViewPlan:      planOf,
}

// Of returns what the chosen view shows.
func Of(s model.State) Shown {
	return shown[s.Showing()](s)
}

// Draw draws what a view of that name shows.
func Draw(name string, of Shown) app.UI { return &view{Name: name, Of: of} }

// view is the component of all views.
type view struct {
	app.Compo
	pieces
	Name string
	Of   Shown
}

// CompoID keeps the views apart, so that one never takes over the fields of another.
func (v *view) CompoID() string { return v.Name }

func (v *view) Render() app.UI { return v.Of.draw(v) }

// pieces is embedded under a name that go-app doesn't copy from one drawing to the next.
type pieces = kit.Pieces
