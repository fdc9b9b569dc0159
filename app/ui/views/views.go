package views

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// Shown is what a view shows of the state: a plain value, so that it is drawn again
// only when that has changed.
type Shown interface{ Draw() app.UI }

// shown is what each view shows. Their titles and their order are in model.Views.
var shown = map[string]func(model.State) Shown{
	model.ViewOverview:  overviewOf,
	model.ViewTasks:     tasksOf,
	model.ViewWorkers:   workersOf,
	model.ViewTopics:    topicsOf,
	model.ViewPicture:   scatterOf,
	model.ViewAgreement: agreementOf,
	model.ViewCompare:   comparisonOf,
	model.ViewAdvice:    adviceOf,
	model.ViewPlan:      planOf,
}

// Of returns what the chosen view shows.
func Of(s model.State) Shown { return shown[s.View](s) }
