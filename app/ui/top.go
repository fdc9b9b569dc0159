package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// privacy is the promise that the policy of the page (CSP) enforces.
const privacy = "Your file never leaves this computer: this page makes no network requests after loading."

// topBar is the head of the page: its name and what concerns the app as such.
func topBar(theme string, installable bool) app.UI {
	return app.Header().Class("top").Body(
		app.Div().Class("wrap top-row").Body(
			app.Span().Class("brand").Body(mark(), app.Span().Text("Concord")),
			app.Span().Class("top-space"),
			kit.When(installable, kit.Button("install", "quiet", "", "Install", model.Install{})),
			app.Label().For("theme").Class("hidden").Text("Theme"),
			kit.Select("theme", theme, []string{"", "Auto", "light", "Light", "dark", "Dark"},
				func(v string) model.Msg { return model.SetTheme{Theme: v} }).Class("select-quiet"),
			kit.Button("shortcuts", "quiet round", "", "?", model.Sheet{Open: true}).
				Aria("label", "Keyboard shortcuts").Title("Keyboard shortcuts (?)"),
		),
	)
}

// mark is the sign of the app: three answers that become one.
func mark() app.UI {
	return kit.SVG("svg").Class("mark").Attr("viewBox", "0 0 64 64").Aria("hidden", "true").Body(
		kit.SVG("rect").Class("mark-back").Attr("width", "64").Attr("height", "64").Attr("rx", "14"),
		kit.SVG("path").Class("mark-lines").Attr("d", "M12 16h16M12 32h16M12 48h16"),
		kit.SVG("path").Class("mark-lines").Attr("d", "m28 16 12 16-12 16M28 32h12"),
		kit.SVG("circle").Class("mark-dot").Attr("cx", "48").Attr("cy", "32").Attr("r", "8"),
	)
}

// updateBar offers a new version, but never in the middle of a run.
func updateBar(ready, running bool) app.UI {
	return app.Div().Class("update-place").Aria("live", "polite").Body(
		app.If(ready, func() app.UI {
			return app.Div().Class("update").ID("update").Body(
				app.Div().Class("wrap update-row").Body(
					app.Span().Text("A new version is ready. Reloading closes the file you have open."),
					kit.Button("", "", "", "Reload", model.TakeUpdate{}).Disabled(running),
				),
			)
		}),
	)
}

// hero says what the page is for. It makes room once a file is there.
func hero(small, offline bool) app.UI {
	return app.Div().Class(kit.Either(small, "hero hero-small", "hero")).Body(
		app.H1().Text("True labels from a crowd"),
		app.P().Class("lead").Text("Open a file of crowd labels. Get the most probable label for every task, and see which "+
			"workers you can trust."),
		app.Div().Class("promises").Body(
			app.P().Class("privacy").ID("privacy").Body(kit.Icon("lock"), app.Span().Text(privacy)),
			app.If(offline, func() app.UI {
				return app.P().Class("badge").ID("offline-ready").
					Title("The app is stored in this browser and works without a network.").
					Body(kit.Icon("check"), app.Text("Offline ready"))
			}).Else(func() app.UI { // its room
				return app.P().Class("badge badge-wait").Aria("hidden", "true").Body(kit.Icon("check"), app.Text("Offline ready"))
			}),
		),
	)
}

// pageFoot ends the page.
func pageFoot() app.UI {
	return app.Footer().Class("wrap foot").Body(
		app.P().Text("Concord runs entirely in your browser. A recipe makes every result again: same files, same version, same labels."),
		app.Div().Class("foot-links").Body(
			app.Button().Type("button").Class("foot-link").ID("about-link").Aria("haspopup", "dialog").Text("About, and how to check it").
				OnClick(kit.Sends(model.About{Open: true})),
			kit.Help("methods.html", "Methods").Class("foot-link").ID("help-methods"),
			kit.Help("numbers.html", "Figures").Class("foot-link").ID("help-figures"),
			app.A().Class("foot-link").ID("licences").Href("licenses.txt").Target("_blank").Rel("noopener").
				Title("Licences of Concord and its dependencies (opens in a new tab)").Text("Licences"),
		),
	)
}

// overlay covers the window while a file hangs over it.
func overlay(s model.State) app.UI {
	if !s.Dragging {
		return app.Div().Class("overlay").Hidden(true)
	}
	if s.Run != nil {
		return app.Div().Class("overlay").Body(app.P().Class("overlay-zone").Text("A run is in progress. Cancel it before you " +
			"drop another file."))
	}
	if s.Labels.Opened == nil {
		return app.Div().Class("overlay").DataSet("drop", api.RoleLabels).Body(zone(api.RoleLabels, "Drop the file of labels"))
	}
	var first, zones []app.UI
	for _, r := range api.Roles() {
		switch {
		case r.Drop == "", s.NoUse(r.Name) != "", r.Describes && !s.CanDescribe(), r.Predicts() && !s.CanPredict(), r.Name == api.RoleState:
		case r.Describing():
			first = append(first, zone(r.Name, s.Answers().Role(r.Name).Drop))
		default:
			zones = append(zones, zone(r.Name, s.Answers().Role(r.Name).Drop))
		}
	}
	zones = append(first, zones...)
	if s.NoUse(api.RoleState) == "" {
		zones = append(zones, zone(api.RoleState, api.RoleOf(api.RoleState).Drop))
	}
	return app.Div().Class("overlay overlay-many").Body(zones...)
}

// zone is where a file of a role can be dropped.
func zone(role, text string) app.UI {
	return app.P().Class("overlay-zone").DataSet("drop", role).Text(text)
}
