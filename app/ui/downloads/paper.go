package downloads

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// paper offers what a paper takes over, as text to copy, and says whether report and paper name the workers.
func paper(s model.State) app.UI {
	c, open := s.Counts(), s.Paper.Open
	known, who := c != nil && !c.Anonymous, humanize.Noun(2, s.Answers().Nouns().Worker)
	return app.Div().Class("paper").Body(
		app.Div().Class("row").Body(
			kit.Button("paper", "", "receipt", "Copy for a paper", model.OpenPaper{Open: !open}).Aria("expanded", open).
				Aria("controls", "paper-panel"),
			kit.When(known, kit.Tick("names", "Name the "+who+" in report and paper", s.Names, func(on bool) model.Msg {
				return model.SetNames{On: on}
			})),
		),
		kit.When(known && !s.Names, app.Div().Class("row").Body(
			kit.Muted("Pseudonyms stand for the "+who+": W01, W02 …"),
			kit.DownloadRow(api.FileKey, "Download their key", kit.Saved(s.Saves, api.FileKey, "")),
		)),
		app.Div().ID("paper-panel").Hidden(!open).Body(panel(s.Paper)...),
	)
}

// panel shows one part, and buttons for the others.
func panel(p model.Paper) []app.UI {
	if p.Texts == nil {
		return []app.UI{kit.Muted("Writing …")}
	}
	shown := p.Shown()
	var parts []app.UI
	for _, x := range p.Texts.Parts {
		parts = append(parts, kit.Button("paper-"+x.Name, "small", "", x.Title, model.SetPart{Part: x.Name}).
			Aria("pressed", x.Name == shown.Name))
	}
	return []app.UI{
		app.Div().Class("row").Role("group").Aria("label", "What to copy").Body(parts...),
		app.Pre().ID("paper-text").TabIndex(0).Aria("label", shown.Title).Text(shown.Text),
		kit.Button("paper-copy", "small main", "", "Copy", model.CopyPart{}),
	}
}
