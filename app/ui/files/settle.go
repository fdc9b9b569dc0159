package files

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// settle is the strip of what is to be settled: each thing in a row with its remedies. Before there is a result it stands where the
// answer will be, and after that between the answer and its views.
type settle struct {
	app.Compo
	Issues  []api.Issue
	Pending bool // the first fit waits for it
	Locked  bool
}

// Settle returns the strip of a state, nothing where all is settled.
func Settle(s model.State) app.UI {
	issues := s.Issues()
	if len(issues) == 0 || s.Coming() {
		return app.Div().Hidden(true)
	}
	return &settle{Issues: issues, Pending: s.Unsettled() || s.Labels.Asks() != "", Locked: s.Busy()}
}

// shownIssues is how many are shown at once: more would push the views away.
const shownIssues = 4

func (v *settle) Render() app.UI {
	rows := make([]app.UI, 0, len(v.Issues))
	for n, i := range v.Issues {
		rows = append(rows, v.row(i, n == 0))
	}
	first := min(len(rows), shownIssues)
	title := kit.Either(len(v.Issues) == 1, "1 thing to settle", format.Count(len(v.Issues))+" things to settle")
	return app.Section().Class("settle").ID("settle").Aria("labelledby", "settle-title").Body(
		app.H3().Class("settle-title").ID("settle-title").TabIndex(-1).Text(title),
		app.Ul().Class("settle-list").Body(rows[:first]...),
		app.If(first < len(rows), func() app.UI {
			return kit.Fold("settle-more", "And "+format.Count(len(rows)-first)+" more", app.Ul().Class("settle-list").Body(rows[first:]...))
		}),
	)
}

// row is one of them. The best remedy of the first is the main button while the fit waits for it.
func (v *settle) row(i api.Issue, first bool) app.UI {
	look := kit.Either(v.Pending && first, "main", "")
	return app.Li().Class("settle-row").ID("settle-"+i.Key()).Body(
		app.Div().Class("settle-text").Body(
			app.Span().Text(format.Visible(i.Text)),
			kit.When(i.Effect != "", app.Span().Class("settle-effect").Text(i.Effect))),
		app.Div().Class("row settle-remedies").Body(remedies(&i, look, true, v.Locked)...),
	)
}

// remedies are the buttons that settle an issue. Only in the strip do they have ids.
func remedies(i *api.Issue, look string, strip, locked bool) (all []app.UI) {
	for n, r := range i.Remedies {
		id := "settle-" + i.Key() + "-" + r.Do
		switch {
		case r.Do == api.DoConfirm:
			id = "confirm-roles"
		case strip && r.Do == api.DoWorker: // there may be several
			id += "-" + r.With
		case !strip:
			id = ""
		}
		class := kit.Either(n == 0 && look != "", look, "small")
		if r.Do == api.DoKeep && i.Kind != api.IssueRoles {
			class = "small quiet"
		}
		b := kit.Button(id, class, kit.Either(r.Do == api.DoList, "download", ""), r.Title, model.Settle{Issue: i.Key(), Remedy: r})
		all = append(all, b.Disabled(locked))
	}
	return all
}
