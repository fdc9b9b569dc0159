// Package ui draws the page: go-app components turn the state of app/model into HTML, and what the user does into
// messages. They hold no state of their own. The exported fields of a component are all that it shows, so it is
// drawn again only when one of them changes; what is small is a function, and drawn each time.
package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/answer"
	"concord/app/ui/detail"
	"concord/app/ui/downloads"
	"concord/app/ui/files"
	"concord/app/ui/kit"
	"concord/app/ui/method"
	"concord/app/ui/result"
)

// Page is the root of the page: it alone holds the state.
type Page struct {
	app.Compo
	client  model.Client
	state   model.State
	release func() // of the window's events
	guarded bool   // the browser asks before it leaves the page
}

// New returns a page that works at that client.
func New(client model.Client) *Page { return &Page{client: client, state: model.New()} }

// Shell is the page as it is before the program has arrived: the empty page.
func Shell() string { return HTML(View(model.New())) }

// OnMount begins to listen to the user and to the world.
func (p *Page) OnMount(ctx app.Context) {
	tell := func(m model.Msg) { ctx.Dispatch(func(ctx app.Context) { p.update(ctx, m) }) }
	ctx.Handle(kit.Action, func(ctx app.Context, a app.Action) { p.update(ctx, a.Value.(model.Msg)) })
	p.release = listenToWindow(tell)
	p.update(ctx, model.Started{Theme: kept(model.KeepTheme), Keys: kept(model.KeepKeys), Work: kept(model.KeepWork),
		Auto: kept(model.KeepAuto)})
	p.client.Listen(tell)
}

// OnDismount stops listening.
func (p *Page) OnDismount() {
	if p.release != nil {
		p.release()
	}
}

// OnNav reads the settings in the page's address.
func (p *Page) OnNav(ctx app.Context) {
	p.update(ctx, model.Address{Fragment: ctx.Page().URL().EscapedFragment()})
}

// Render draws the page.
func (p *Page) Render() app.UI { return View(p.state) }

// update lets a message happen.
func (p *Page) update(ctx app.Context, m model.Msg) {
	var cmds []model.Cmd
	before := p.state.Showing()
	p.state, cmds = model.Update(p.state, m)
	if view := p.state.Showing(); view != before {
		ctx.Defer(func(app.Context) { revealTab(view) })
	}
	for _, c := range cmds {
		p.perform(ctx, c)
	}
	if p.guarded != p.state.Unsaved() {
		p.guarded = !p.guarded
		guardLeaving(p.guarded)
	}
	ctx.Defer(func(app.Context) { showPhase(p.state.Phase()) }) // once it is drawn
}

// perform carries a command out.
func (p *Page) perform(ctx app.Context, c model.Cmd) {
	switch c := c.(type) {
	case model.Focus:
		if c.Late {
			ctx.After(kit.Frame, func(app.Context) { kit.Focus(c.ID, c.Or) })
		} else {
			ctx.Defer(func(app.Context) { kit.Focus(c.ID, c.Or) })
		}
	case model.Copy:
		copyText(c.ID)
	case model.Clear:
		ctx.Defer(func(app.Context) { empty(c.IDs) })
	case model.Fragment:
		showFragment(c.Text, c.Push)
	case model.GoBack:
		app.Window().Get("history").Call("back")
	case model.Theme:
		showTheme(c.Name)
	case model.Keep:
		keep(c.Key, c.Value)
	default:
		p.client.Do(c)
	}
}

// View draws a state.
func View(s model.State) app.UI {
	loaded := s.Labels.Shown() != nil
	return app.Div().ID("app").DataSet("stem", s.Stem()).Body(
		topBar(s.Theme, s.Installable),
		updateBar(s.Update, s.Run != nil),
		app.Main().ID("main").Class("wrap").Body(
			turned(loaded, hero(loaded, s.Offline)),
			downloads.Offer(s),
			turned(loaded, files.New(s)),
			failure(s.Failure),
			app.Div().Body(app.If(s.Result == nil, func() app.UI { return files.Settle(s) })),
			app.Div().Body(app.If(loaded, func() app.UI { return answer.New(s) }).Else(func() app.UI {
				return app.Div().Body(app.Div().ID("summary").Hidden(true), method.New(s))
			})),
			app.Div().Body(app.If(s.Result != nil, func() app.UI { return files.Settle(s) })),
			app.Div().Body(files.Questions(s)),
			app.Div().Body(app.If(loaded && !s.Coming(), func() app.UI { return result.New(s) })),
			downloads.New(s),
			turned(loaded, app.Div().Hidden(s.Coming()).Body(files.Samples(s))),
			&files.Inputs{Disabled: s.Run != nil},
		),
		app.Div().Hidden(s.Coming()).Body(pageFoot()),
		statusBar(s),
		overlay(s),
		app.Div().Body(app.If(s.Detail() != nil, func() app.UI { return detail.New(s) })),
		app.Div().Body(app.If(s.Labelling.Open, func() app.UI { return detail.NewLabelling(s) })),
		app.Div().Body(app.If(s.About, func() app.UI { return &about{Programs: s.Programs} })),
		app.Div().Body(app.If(s.Sheet, func() app.UI { return sheet(s) })),
	)
}

// turned is a part of the page that becomes a new element once labels are open, even where it looks alike: the page
// without and the page with labels are two, and nothing is seen to jump from one to the other.
func turned(loaded bool, part app.UI) app.UI {
	if loaded {
		return app.Div().Body(part)
	}
	return app.Elem("div").Body(part)
}

// failure says what went wrong in anything but reading a file.
func failure(f *model.Failure) app.UI {
	if f == nil {
		return app.Div().Class("problem-place")
	}
	return app.Div().Class("problem-place").Body(
		app.Div().Class("problem").ID("failure").TabIndex(-1).Role("alert").Body(
			app.H3().Body(kit.Icon("warning"), app.Text(kit.Capital(f.About)+" failed")),
			app.P().Class("problem-message").Text(f.Fault.Message),
			kit.ProblemTable(f.Fault.Problems, f.Fault.Count),
			app.Div().Class("row").Body(kit.Button("", "", "", "Dismiss", model.Dismiss{})),
		),
	)
}
