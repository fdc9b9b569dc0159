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
	"concord/core/api"
	"concord/core/fit"
)

// methodStep is the choice of the method, and its settings.
type methodStep struct {
	app.Compo
	pieces
	Methods []api.Method
	Chosen  api.Method
	Setup   setup.Setup
	Blocked string
	Default string        // why this method is preselected; empty: another one is
	Thin    string        // why all but the plain answer is guesswork; empty: it is not
	Ranking setup.Ranking // of the classes, by the method
	Faster  api.Method    // like the chosen one, which is slow; without a name there is none
	Running bool
	Auto    bool // fits start by themselves
	Effort  *api.Effort
	Items   bool // items are compared

	Saved       *api.State // an earlier fit that the labels are joined to
	FoldBlocked string
}

// New returns the choice of the method of a state.
func New(s model.State) app.UI {
	chosen, _ := s.Method()
	begin, why := s.Begin(), ""
	if chosen.Name == begin.Method && s.Guesswork() == "" { // which would say it
		why = begin.Why
	}
	faster, _ := s.Faster()
	return &methodStep{
		Default: why, Faster: faster,
		Methods: s.Menu(), Chosen: chosen,
		Setup: s.Setup, Blocked: s.Blocked(), Thin: s.Guesswork(), Ranking: s.Ranking(), Running: s.Run != nil, Auto: !s.Manual,
		Effort: s.Effort.Known, Items: s.Answers().Items, Saved: savedState(s), FoldBlocked: s.FoldBlocked(),
	}
}

func (m *methodStep) Render() app.UI {
	if len(m.Methods) == 0 {
		return app.Div().Body(app.Select().ID("method").Attr("autocomplete", "off").Hidden(true).Disabled(true).Aria("label", "Method").
			Body(app.Option().Value(m.Setup.Method).Selected(true).Text(m.Setup.Method)))
	}
	chosen := m.Chosen
	return app.Form().Class("method").ID("method-step").On("submit", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		kit.Send(ctx, model.StartRun{})
	}).Body(
		app.If(m.Saved != nil, m.fold),
		app.Div().Class("method-row").Body(
			app.Label().For("method").Class("field-label").Text("Method"),
			app.Select().ID("method").Attr("autocomplete", "off").Disabled(m.Running).Aria("describedby", "method-advice").
				OnChange(kit.SendsText(func(v string) model.Msg { return model.SetMethod{Name: v} })).
				Body(m.groups()...),
			app.P().ID("method-advice").Class("advice").Body(app.Text(m.advice()+" "), m.page()),
		),
		// in a place of its own: fields follow that are typed into
		app.Div().Body(kit.When(chosen.Why != "" || m.Setup.Mend(chosen) != "", kit.Warning(m.Blocked))),
		kit.Notices(m.cautions()...),
		effort(m.Effort),
		kit.Fold("more", "Settings", m.settings()).ID("settings"),
	)
}

// page leads to how the chosen method works.
func (m *methodStep) page() app.UI {
	if m.Chosen.Name == "" {
		return nil
	}
	return kit.Help(kit.MethodPage(m.Chosen.Name), "How it works").ID("method-page")
}

// advice says when to use the chosen method, and how long it takes where that matters.
func (m *methodStep) advice() string {
	if m.Chosen.Seconds < 1 {
		return m.Chosen.Advice
	}
	return m.Chosen.Advice + " It takes " + format.About(m.Chosen.Seconds) + " here."
}

// settings are those of the chosen method.
func (m *methodStep) settings() app.UI {
	chosen := m.Chosen
	return app.Div().Body(
		kit.When(m.Default != "", app.P().ID("why-default").Class("advice").Text("Why this method: "+m.Default)),
		app.If(chosen.Citation != "", func() app.UI { return app.P().Class("citation").Text(chosen.Citation) }),
		app.Div().Class("params").Body(append(m.params(), m.field("seed", setup.SettingSeed, "Seed", "Breaks ties and seeds random starts.",
			m.Setup.Seed, "", func(v string) model.Msg { return model.SetSeed{Text: v} }))...),
		app.If(m.Has(1, 1), m.more),
	)
}

// cautions are what to know of the method and the labels before it runs.
func (m *methodStep) cautions() (all []app.UI) {
	if m.Thin != "" {
		all = append(all, kit.Notice(m.Thin+".").ID("guesswork"))
	}
	if f := m.Faster; f.Name != "" {
		run := kit.Button("run-faster", "small", "", "Run "+f.Title, model.RunAdvised{Method: f.Name}).Disabled(m.Running)
		all = append(all, kit.Notice(f.Title+" is like it, and takes "+format.About(f.Seconds)+".", run))
	}
	r, takes, button := m.Ranking, m.Chosen.Title+" treats the classes as ordered", "Change the order"
	text := takes + ". Order found in their names: " + listed(r.Order) + "."
	switch {
	case r.Why != "":
		text, button = r.Why, "Order the classes"
	case len(r.Order) == 0:
		return all
	case r.Given:
		text = takes + ", in your order: " + listed(r.Order) + "."
	}
	order := kit.Button("order-classes", "small", "", button, model.OrderClasses{}).Disabled(m.Running)
	return append(all, kit.Notice(text, kit.When(r.Can, order)).ID("ranking"))
}

// listed names the classes, of many the first and the last.
func listed(classes []string) string {
	const most = 10
	if len(classes) > most {
		classes = append(append(slices.Clone(classes[:most/2]), "…"), classes[len(classes)-most/2:]...)
	}
	return strings.Join(classes, ", ")
}

// fold offers the two ways to go on from an earlier fit.
func (m *methodStep) fold() app.UI {
	return app.Div().Class("fold").ID("fold-panel").Body(
		app.H3().Text("Resume from the earlier fit"),
		app.P().Text("The open labels count as new, on top of those of the earlier fit."),
		app.Div().Class("fold-ways").Body(
			kit.Button("fold", "main", "", "Add the new labels", model.FoldIn{}).Disabled(m.FoldBlocked != "").Title(m.FoldBlocked).
				Aria("describedby", "fold-help"),
			app.P().ID("fold-help").Class("field-help").Text("Keeps the method of the earlier fit, "+m.Saved.Title+", and updates only "+
				"tasks with new labels, without a refit."),
			kit.Button("resume", "", "", "Refit all labels", model.StartRun{Resume: true}).Disabled(m.Blocked != "").Title(m.Blocked).
				Aria("describedby", "resume-help"),
			app.P().ID("resume-help").Class("field-help").Text("Runs the method below on old and new labels, starting where the "+
				"earlier fit ended: fewer steps than from scratch."),
		),
	)
}

// savedState is what the labels are joined to.
func savedState(s model.State) *api.State {
	if s.Saved.Opened == nil || s.Labels.Opened == nil {
		return nil
	}
	return s.Saved.Opened.State
}

// heading is what stands above a method and its like. Those that rank items come first, so that all others take pairs of them.
func (m *methodStep) heading(x api.Method) string {
	if m.Items && !x.Ranks {
		return "Each pair on its own"
	}
	return x.Heading()
}

// groups are the methods by heading; those that can't run are disabled.
func (m *methodStep) groups() []app.UI {
	var groups []app.UI
	for i := 0; i < len(m.Methods); {
		heading := m.heading(m.Methods[i])
		var list []app.UI
		for ; i < len(m.Methods) && m.heading(m.Methods[i]) == heading; i++ {
			x := m.Methods[i]
			text := x.Title
			if x.Why != "" {
				text += " (can’t run on these data)"
			}
			list = append(list, app.Option().Value(x.Name).Disabled(x.Why != "").Selected(x.Name == m.Setup.Method).Text(text))
		}
		groups = append(groups, app.OptGroup().Label(heading).Body(list...))
	}
	return groups
}

// field is a text field with its help or, where it is wrong, what is wrong.
func (m *methodStep) field(id, what, title, help, value, placeholder string, msg func(string) model.Msg) app.UI {
	wrong := m.Setup.Wrong(m.Chosen, what)
	input := kit.NumberInput(id, value, wrong, msg).Placeholder(placeholder).Disabled(m.Running)
	return kit.Field(id, title, help, wrong, input)
}

// params are the parameters of the chosen method.
func (m *methodStep) params() []app.UI {
	var fields []app.UI
	for _, p := range m.Chosen.Params {
		id := "set-" + p.Name
		msg := func(v string) model.Msg { return model.SetValue{Param: p.Name, Value: v} }
		value := m.Setup.Value(p)
		if p.Choices == nil {
			fields = append(fields, m.field(id, p.Name, p.Title, p.Help, value, p.Default, msg))
			continue
		}
		var pairs []string
		for _, c := range p.Choices {
			pairs = append(pairs, c, c)
		}
		choice := kit.Select(id, value, pairs, msg).Disabled(m.Running).Aria("describedby", id+"-help")
		fields = append(fields, kit.Field(id, p.Title, p.Help, "", choice))
	}
	return fields
}

// rules are the rules by which a fit has converged, and what they are called.
var rules = []string{
	string(fit.Settled), "labels settle, or predictions get no better",
	string(fit.Paper), "parameters settle (the papers’ rule)",
}

// more holds what few people need.
func (m *methodStep) more() app.UI {
	var blocked []app.UI
	for _, x := range m.Methods {
		if x.Why != "" {
			blocked = append(blocked, app.Li().Body(app.Strong().Text(x.Title), app.Span().Text(": "+x.Why)))
		}
	}
	stop := func(what, title, help, value, placeholder string) app.UI {
		return m.field(what, what, title, help, value, placeholder, func(v string) model.Msg { return model.SetStop{What: what, Text: v} })
	}
	return kit.Fold("more", "More settings",
		app.Div().Class("params").Body(
			stop(setup.StopSteps, "Step limit", "Stop here even if not converged.", m.Setup.MaxSteps,
				strconv.Itoa(fit.DefaultMaxSteps)),
			kit.Field(setup.StopRule, "Converged when", "The papers’ rule stops sooner; labels may still change.",
				m.Setup.Wrong(m.Chosen, setup.StopRule), kit.Select(setup.StopRule, m.Setup.Rule(), rules, func(v string) model.Msg {
					return model.SetStop{What: setup.StopRule, Text: v}
				}).Disabled(m.Running).Aria("describedby", setup.StopRule+"-help")),
			stop(setup.StopTolerance, "Tolerance", "With the papers’ rule: stop when parameters move less than this.", m.Setup.Tolerance,
				format.Number(fit.DefaultTolerance)),
			stop(setup.StopGain, "Least gain", "Stop when the objective rises less than this.", m.Setup.Gain, "not used"),
		),
		app.If(len(blocked) > 0, func() app.UI {
			return app.Div().Class("blocked").Body(app.H3().Text("Methods that can’t run on these data"), app.Ul().Body(blocked...))
		}),
		kit.Tick("auto-run", "Run automatically when something changes", m.Auto, func(on bool) model.Msg { return model.SetAuto{On: on} }),
		kit.Button("defaults", "small", "undo", "Reset to defaults", model.Defaults{}).Disabled(m.Running),
	)
}

// effort says about what a fit will take.
func effort(e *api.Effort) app.UI {
	if e == nil {
		return app.Div()
	}
	text := "A run will take " + format.About(e.Seconds) + " and " + format.Bytes(int64(e.Bytes)) + " of memory on this machine."
	note := app.UI(app.Span())
	if e.Note != "" {
		note = app.Span().Class("muted").Text(kit.Sentence(e.Note))
	}
	if e.Large {
		return app.P().ID("effort").Class("missing").Body(kit.Icon("warning"),
			app.Span().Body(app.Text(text+" That may be too much for this tab. A linear method, such as Logistic regression "+
				"from crowds, finishes in seconds. "), note))
	}
	return app.P().ID("effort").Class("effort").Body(app.Text(text+" "), note)
}

// pieces is embedded under a name that go-app doesn't copy from one drawing to the next.
type pieces = kit.Pieces
