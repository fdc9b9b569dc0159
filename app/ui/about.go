package ui

import (
	"path"
	"runtime"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model/job"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/revision"
)

// about says what runs here, and how to check that nothing leaves the computer without taking our word for it.
type about struct {
	app.Compo
	Programs []job.Program
}

// OnMount opens it.
func (a *about) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "about-title") }

func (a *about) Render() app.UI {
	title := "About Concord " + api.Version
	if of := revision.Of(); of != "" {
		title += " (" + of + ")"
	}
	return kit.Dialog("about", "", title, nil, []app.UI{
		kit.Lead("Your files stay on this computer. You need not take our word for it: this is how to check."),
		kit.PanelTitle("Watch it"),
		app.Ul().Class("about-list").Body(
			app.Li().Text("Open the developer tools (F12), choose Network, and use the page: nothing is added to the list but addresses that "+
				"begin with blob: or data:, which are in the memory of your browser."),
			app.Li().Body(app.Text("In their Console, type "), code(`fetch("https://example.org")`), app.Text(". The browser refuses: the page’s "+
				"Content Security Policy forbids every connection, even to the server it came from, from the moment the programs are here.")),
			app.Li().Text("Disconnect from the network. Everything works as before."),
		),
		kit.PanelTitle("The programs in this tab"),
		a.programs(),
		app.P().Class("muted").Body(app.Text("The checksums are of the bytes that run here, whatever the server says of them. "+
			"Save both files to check: "), code("sha256sum app.wasm"), app.Text(", on Windows "),
			code("certutil -hashfile app.wasm SHA256"), app.Text(".")),
		kit.PanelTitle("How they were built"),
		app.P().Body(app.Text("By "+runtime.Version()+" and "), code("make build"), app.Text(", which is "),
			code(`GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags "-s -w"`),
			app.Text(" of ./wasm/page (go-app without its web server) and ./wasm/worker, with "), code("-gcflags=…=-l"),
			app.Text(" for what need not be fast. The same source and the same Go make the same bytes, in any folder of any machine. "+
				"Build them yourself and compare: "), code("sha256sum web/*.wasm"), app.Text(".")),
		kit.PanelTitle("What your browser does by itself"),
		app.P().Text("No page can rule over its browser. Extensions may read what they are allowed to. A browser may translate pages, check " +
			"spelling, or ask servers of its maker how to fill in the fields of a page, which tells them how many there are but not what they " +
			"hold, if you let it; Concord asks it not to. A private window without extensions, or no network, is the safe place for what must " +
			"not leave."),
	})
}

// programs are the programs with their checksums.
func (a *about) programs() app.UI {
	if len(a.Programs) == 0 {
		return kit.Muted("Their checksums are being computed.")
	}
	var all []app.UI
	for _, p := range a.Programs {
		sum := app.Dd().Text("This browser computes checksums only for pages that came over https.")
		if p.Sum != "" {
			sum = app.Dd().Body(app.Code().ID("sum-" + strings.TrimSuffix(p.Name, ".wasm")).Text(p.Sum))
		}
		file := app.A().Href(p.Address).Download(p.Name).Text(p.Name)
		all = append(all, app.Dt().Body(file, app.Text(" ("+format.Bytes(p.Size)+"), SHA-256")), sum)
	}
	site := path.Base(path.Dir(a.Programs[0].Address))
	return app.Div().Body(
		app.Dl().Class("about-programs").Body(all...),
		app.P().Class("muted").Body(app.Text("The files of this site are version "), code(site), app.Text(", a hash of them all.")),
	)
}

func code(text string) app.UI { return app.Code().Text(text) }
