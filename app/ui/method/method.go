package method

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/setup"
	"concord/app/ui/kit"
	"concord/core/fit"
	"concord/core/wire"
)

// methodStep is step 2: choose a method, set its parameters, run it.
type methodStep struct {
	app.Compo
	pieces
	Methods []wire.Method
	Setup   setup.Setup
	Blocked string
	Thin    string        // why all but the plain answer is guesswork; empty: it is not
	Ranking model.Ranking // of the classes, by the method
	Running bool
	Again   bool // there is a result already
	Stale   bool // the settings have changed since
	Effort  *wire.Effort

	Saved       *wire.State // a saved state that the labels are joined to
	FoldBlocked string
}

func New(s model.State) app.UI {
	return &methodStep{
		Methods: s.Methods(), Setup: s.Setup, Blocked: s.Blocked(), Thin: s.Guesswork(), Ranking: s.Ranking(), Running: s.Run != nil,
		Again: s.Result != nil, Stale: s.Stale(), Effort: s.Effort.Known, Saved: savedState(s), FoldBlocked: s.FoldBlocked(),
	}
}

func (m *methodStep) Render() app.UI {
	open := len(m.Methods) > 0
	class := "step"
	if !open {
		class = "step step-closed"
	}
	return app.Section().Class(class).ID("method-step").Aria("labelledby", "method-title").Body(
		kit.StepHead("2", "method-title", "Method"),
		app.If(!open, func() app.UI {
			return app.Div().Class("step-wait").Body(
				app.P().Text("Opens when a file of labels is loaded."),
				app.Select().ID("method").Hidden(true).Disabled(true).Aria("label", "Method").
					Body(app.Option().Value(m.Setup.Method).Selected(true).Text(m.Setup.Method)),
				app.Button().Type("button").ID("run").Hidden(true).Disabled(true).Text("Run"),
			)
		}).Else(m.form),
	)
}

func (m *methodStep) form() app.UI {
	chosen, _ := find(m.Methods, m.Setup.Method)
	run := "Run " + chosen.Title
	if m.Again {
		run = "Run again"
	}
	if m.Running {
		run = "Running …"
	}
	return app.Form().On("submit", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		kit.Send(ctx, model.StartRun{})
	}).Body(
		app.If(m.Saved != nil, m.fold),
		app.Div().Class("method-row").Body(
			app.Div().Class("field").Body(
				app.Label().For("method").Class("field-label").Text("Method"),
				app.Select().ID("method").Disabled(m.Running).Aria("describedby", "method-advice").
					OnChange(kit.SendsText(func(v string) model.Msg { return model.SetMethod{Name: v} })).
					Body(m.groups()...),
			),
			m.field("seed", setup.SettingSeed, "Seed", "Breaks ties and starts what is random.", m.Setup.Seed, "", chosen,
				func(v string) model.Msg { return model.SetSeed{Text: v} }),
			app.Div().Class("method-run").Body(
				app.Button().Type("submit").ID("run").Class("button button-main button-run").Disabled(m.Blocked != "").
					Title(m.Blocked).Body(kit.Icon("play"), app.Text(run)),
			),
		),
		app.P().ID("method-advice").Class("advice").Body(
			app.Span().Text(chosen.Advice),
			app.If(chosen.Citation != "", func() app.UI { return app.Span().Class("citation").Text(chosen.Citation) }),
		),
		// in a place of its own: fields follow that are typed into
		app.Div().Body(app.If(chosen.Why != "" || m.Setup.Mend(chosen) != "", func() app.UI {
			return app.P().Class("missing").Body(kit.Icon("warning"), app.Text(m.Blocked))
		})),
		app.Ul().Class("notices").Body(m.cautions(chosen)...),
		effort(m.Effort),
		app.If(len(chosen.Params) > 0, func() app.UI { return app.Div().Class("params").Body(m.params(chosen)...) }),
		app.If(m.Has(1, 1), func() app.UI { return m.more(chosen) }),
		app.If(m.Stale, func() app.UI {
			return app.P().Class("stale").Role("status").Text("The settings have changed: the result below is of the earlier ones.")
		}),
	)
}

// cautions are what to know of the method and the labels before it runs.
func (m *methodStep) cautions(chosen wire.Method) []app.UI {
	var all []app.UI
	notice := func(id, text string, more ...app.UI) {
		all = append(all, app.Li().Class("notice").ID(id).Body(kit.Icon("info"),
			app.Div().Body(append([]app.UI{app.Span().Text(text)}, more...)...)))
	}
	if m.Thin != "" {
		notice("guesswork", m.Thin+".")
	}
	order := func(text, button string) {
		notice("ranking", text, app.If(m.Ranking.Can, func() app.UI {
			return app.Button().Type("button").Class("button button-small").ID("order-classes").Disabled(m.Running).
				OnClick(kit.Sends(model.OrderClasses{})).Text(button)
		}))
	}
	switch r := m.Ranking; {
	case r.Why != "":
		order(r.Why, "Put the classes in order")
	case len(r.Order) > 0 && !r.Given:
		order(chosen.Title+" takes the classes as steps of a scale. Their names give this order: "+listed(r.Order)+".", "Change the order")
	case len(r.Order) > 0:
		order(chosen.Title+" takes the classes as steps of a scale, in your order: "+listed(r.Order)+".", "Change the order")
	}
	return all
}

// listed names the classes, of many the first and the last.
func listed(classes []string) string {
	const most = 10
	if len(classes) > most {
		classes = append(append(slices.Clone(classes[:most/2]), "…"), classes[len(classes)-most/2:]...)
	}
	return strings.Join(classes, ", ")
}

// fold offers the two ways to go on from a saved state.
func (m *methodStep) fold() app.UI {
	return app.Div().Class("fold").ID("fold-panel").Body(
		app.H3().Text("Go on from the saved state"),
		app.P().Text("The labels of step 1 are taken as those that came since, on top of the state’s own."),
		app.Div().Class("fold-ways").Body(
			app.Button().Type("button").ID("fold").Class("button button-main").Disabled(m.FoldBlocked != "").Title(m.FoldBlocked).
				Aria("describedby", "fold-help").OnClick(kit.Sends(model.FoldIn{})).Text("Fold the new labels in"),
			app.P().ID("fold-help").Class("field-help").Text("With the state’s own method, "+m.Saved.Title+", and no refit: only what the new "+
				"labels touch is looked at again."),
			app.Button().Type("button").ID("resume").Class("button").Disabled(m.Blocked != "").Title(m.Blocked).
				Aria("describedby", "resume-help").OnClick(kit.Sends(model.StartRun{Resume: true})).Text("Fit again from the state"),
			app.P().ID("resume-help").Class("field-help").Text("The method chosen below on old and new labels together, beginning where the "+
				"state ended: fewer steps than from scratch."),
		),
	)
}

// savedState is what the labels are joined to.
func savedState(s model.State) *wire.State {
	if s.Saved.Opened == nil || s.Labels.Opened == nil {
		return nil
	}
	return s.Saved.Opened.State
}

func find(methods []wire.Method, name string) (wire.Method, bool) {
	for _, m := range methods {
		if m.Name == name {
			return m, true
		}
	}
	return wire.Method{}, false
}

// groups are the methods by family; those that can't run are disabled.
func (m *methodStep) groups() []app.UI {
	var groups []app.UI
	for i := 0; i < len(m.Methods); {
		family := m.Methods[i].Family
		var list []app.UI
		for ; i < len(m.Methods) && m.Methods[i].Family == family; i++ {
			x := m.Methods[i]
			text := x.Title
			if x.Why != "" {
				text += " (can’t run on these data)"
			}
			list = append(list, app.Option().Value(x.Name).Disabled(x.Why != "").Selected(x.Name == m.Setup.Method).Text(text))
		}
		groups = append(groups, app.OptGroup().Label(family).Body(list...))
	}
	return groups
}

// field is a text field with its help or, where it is wrong, what is wrong.
func (m *methodStep) field(id, what, title, help, value, placeholder string, chosen wire.Method, msg func(string) model.Msg) app.UI {
	wrong := m.Setup.Wrong(chosen, what)
	class, text := "field-help", help
	if wrong != "" {
		class, text = "field-help field-wrong", wrong
	}
	return app.Div().Class("field").Body(
		app.Label().For(id).Class("field-label").Text(title),
		app.Input().Type("text").ID(id).Attr("inputmode", "decimal").AutoComplete(false).Spellcheck(false).
			Value(value).Placeholder(placeholder).Disabled(m.Running).
			Aria("invalid", wrong != "").Aria("describedby", id+"-help").
			OnInput(kit.SendsText(msg)),
		app.P().ID(id+"-help").Class(class).Text(text),
	)
}

// params are the parameters of the chosen method.
func (m *methodStep) params(chosen wire.Method) []app.UI {
	var fields []app.UI
	for _, p := range chosen.Params {
		id := "set-" + p.Name
		msg := func(v string) model.Msg { return model.SetValue{Param: p.Name, Value: v} }
		value := m.Setup.Value(p)
		if p.Choices == nil {
			fields = append(fields, m.field(id, p.Name, p.Title, p.Help, value, p.Default, chosen, msg))
			continue
		}
		var pairs []string
		for _, c := range p.Choices {
			pairs = append(pairs, c, c)
		}
		fields = append(fields, app.Div().Class("field").Body(
			app.Label().For(id).Class("field-label").Text(p.Title),
			app.Select().ID(id).Disabled(m.Running).Aria("describedby", id+"-help").
				OnChange(kit.SendsText(msg)).Body(kit.Options(value, pairs...)...),
			app.P().ID(id+"-help").Class("field-help").Text(p.Help),
		))
	}
	return fields
}

// more holds what few people need.
func (m *methodStep) more(chosen wire.Method) app.UI {
	var blocked []app.UI
	for _, x := range m.Methods {
		if x.Why != "" {
			blocked = append(blocked, app.Li().Body(app.Strong().Text(x.Title), app.Span().Text(": "+x.Why)))
		}
	}
	stop := func(what string) func(string) model.Msg {
		return func(v string) model.Msg { return model.SetStop{What: what, Text: v} }
	}
	return app.Details().Class("more").Body(
		app.Summary().Text("More: when to stop, and which methods can’t run"),
		app.Div().Class("params").Body(
			m.field(setup.StopSteps, setup.StopSteps, "Most steps", "The fit ends after so many, converged or not.", m.Setup.MaxSteps,
				strconv.Itoa(fit.DefaultMaxSteps), chosen, stop(setup.StopSteps)),
			m.field(setup.StopTolerance, setup.StopTolerance, "Tolerance", "It ends when the parameters move less than this.", m.Setup.Tolerance,
				format.Number(fit.DefaultTolerance), chosen, stop(setup.StopTolerance)),
			m.field(setup.StopGain, setup.StopGain, "Least gain", "It ends when the objective rises less than this.", m.Setup.Gain,
				"not used", chosen, stop(setup.StopGain)),
		),
		app.If(len(blocked) > 0, func() app.UI {
			return app.Div().Class("blocked").Body(
				app.H3().Text("Methods that can’t run on these data"),
				app.Ul().Body(blocked...),
			)
		}),
		app.Button().Type("button").ID("defaults").Class("button button-small").Disabled(m.Running).
			OnClick(kit.Sends(model.Defaults{})).Body(kit.Icon("undo"), app.Text("Back to the defaults")),
	)
}

// effort says about what a fit will take.
func effort(e *wire.Effort) app.UI {
	if e == nil {
		return app.Div()
	}
	text := "A run will take about " + about(e.Seconds) + " and " + format.Bytes(int64(e.Bytes)) + " of memory on this machine."
	note := app.UI(app.Span())
	if e.Note != "" {
		note = app.Span().Class("muted").Text(kit.Sentence(e.Note))
	}
	if e.Large {
		return app.P().ID("effort").Class("missing").Body(kit.Icon("warning"),
			app.Span().Body(app.Text(text+" That may be more than this tab can bear. A linear method, such as logistic regression from crowds, "+
				"is done in seconds. "), note))
	}
	return app.P().ID("effort").Class("effort").Body(app.Text(text+" "), note)
}

// about writes a time as roughly as it is known.
func about(seconds float64) string {
	switch {
	case seconds < 1:
		return "a second"
	case seconds < 10:
		return format.Plural(int(seconds+0.5), "second")
	case seconds < 90:
		return format.Plural(5*int(seconds/5+0.5), "second")
	case seconds < 5400:
		return format.Plural(int(seconds/60+0.5), "minute")
	}
	return format.Plural(int(seconds/3600+0.5), "hour")
}
