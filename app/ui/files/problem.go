package files

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// problemPanel says why a file could not be used, where it goes wrong and what to do.
func problemPanel(s files.Source) app.UI {
	if s.Fault == nil {
		return app.Div().Class("problem-place")
	}
	f, offer := s.Fault, ""
	if f.Opened != nil {
		offer = f.Opened.Read.Offer
	}
	labels := s.Role == api.RoleLabels
	several := f.Several && labels
	var buttons []app.UI
	add := func(wanted bool, id, look, icon, text string, m model.Msg) {
		if wanted {
			buttons = append(buttons, kit.Button(id, look, icon, text, m))
		}
	}
	// the look of a button that is the best there is, unless another is better
	unless := func(better bool) string { return kit.Either(better, "", "main") }
	add(offer != "", "take-encoding", "main", "", "Read it as "+encodingTitle(offer),
		model.SetOption{Of: s.Role, Option: "encoding", Text: offer})
	maybe := s.MayBe()
	if maybe != "" {
		add(true, "take-as-"+maybe, "main", "", useText(s, maybe), model.TakeAs{Role: maybe})
	}
	add(several, "take-sets", "main", "", "A task may have several labels: use all", model.TakeSets{})
	add(f.HeaderLine > 0, "take-header-line", "main", "", "Use line "+format.Count(f.HeaderLine)+" as the header",
		model.SetOption{Of: s.Role, Option: "header-line", Text: strconv.Itoa(f.HeaderLine)})
	add(f.NoWorker && labels, "take-anonymous", unless(maybe != ""), "", "No worker column: majority vote and agreement only",
		model.SetOption{Of: api.RoleLabels, Option: "anonymous", Text: "yes"})
	add(f.Prior, "take-prior", "main", "", "Keep them as a prior", model.SetOption{Of: api.RoleConfusion, Option: "mode", Text: "prior"})
	add(f.CanSkip, "skip", unless(offer != "" || several), "", skipText(f), model.SetOption{Of: s.Role, Option: "skip", Text: "yes"})
	add(f.CanSkip, "download-problems", "", "download", "List of problems", model.Download{What: "problems"})
	add(f.Many, "take-many", "main", "", "These are right: continue", model.SetOption{Of: s.Role, Option: "many-labels", Text: "yes"})
	add(s.Shown() != nil && !labels, "", "", "", "Import options", model.Show{View: model.ViewData})
	if f.Awaits {
		buttons = append(buttons, kit.Choose(api.RoleRecipe, "main", "Choose a file"))
	}
	add(true, "dismiss", "quiet", "", dismissText(s), model.Dismiss{})
	return app.Div().Class("problem-place").Body(
		app.Div().Class("problem"+kit.Either(f.Mendable(), " mendable", "")).ID("%s-problem", s.Role).TabIndex(-1).Role("alert").Body(
			app.H3().Body(kit.Icon("warning"), app.Text(kit.Either(f.Mendable(), "One thing to settle before this file is used",
				"This "+api.RoleOf(s.Role).File+" could not be used"))),
			problemMessage(f),
			app.If(f.Seems != nil, func() app.UI { return app.P().ID("seems").Text(seemsText(f.Seems)) }),
			kit.ProblemTable(f.Problems, f.Count),
			app.Div().Class("row").Body(buttons...),
		),
	)
}

// seemsText says what a file is that is no file of labels, and how that shows.
func seemsText(x *api.Seems) string {
	return "It looks like a " + api.RoleOf(x.Role).File + ": " + x.Why + "."
}

// useText offers to open a file that is no file of labels as what it is.
func useText(s files.Source, role string) string {
	if role == api.RoleTruth {
		return "Use it as truth for " + s.Origin.Name
	}
	return "Use it as " + kit.LowerFirst(api.RoleOf(role).Drop)
}

// problemMessage is the message of the fault, or only the file if the table below says the rest.
func problemMessage(f *api.Fault) app.UI {
	text := f.Message
	switch {
	case f.Count > 1 && len(f.Problems) > 0:
		text = f.Problems[0].File + ": " + format.Plural(f.Count, "row") + " can’t be used."
	case len(f.Problems) > 0:
		text = f.Problems[0].File
	}
	return app.P().Class("problem-message").Text(text)
}

func skipText(f *api.Fault) string {
	text := "Skip " + kit.Either(f.Count > 1, "these ", "") + format.Plural(f.Count, "row")
	if f.Good > 0 {
		text += " (" + format.Count(f.Good) + " remain)"
	}
	return text
}

func dismissText(s files.Source) string {
	switch {
	case s.Opened != nil:
		return "Keep " + s.Origin.Name
	case len(s.Among) > 0:
		return "Back to the " + format.Plural(len(s.Among), "file")
	}
	return "Dismiss"
}
