package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
)

// Saved returns the download of a file, zero if none was asked for.
func Saved(saves []model.Save, what, as string) model.Save {
	for _, v := range saves {
		if v.What == what && v.As == as {
			return v
		}
	}
	return model.Save{}
}

// DownloadRow is a button that downloads a file of a view, and how far that is.
func DownloadRow(what, text string, v model.Save) app.UI {
	return app.Div().Class("row").Body(
		Button("download-"+what, "", "download", text, model.Download{What: what}),
		app.Span().Class("muted").Text(SaveNote(v)),
	)
}

// SaveNote says beside a button how far its download is.
func SaveNote(v model.Save) string {
	switch {
	case v.What == "":
		return ""
	case v.Name == "":
		return "Writing …"
	}
	return "Saved " + v.Name + " (" + format.Bytes(v.Size) + ")"
}

// Next says what to do with a file that was downloaded, with what to copy for that, which a click selects; nil: there is nothing to say.
func Next(id string, v model.Save) app.UI {
	if v.Next == nil {
		return nil
	}
	return app.Div().Class("next").ID(id).Body(app.P().Text(v.Next.Says), app.Pre().TabIndex(0).Text(v.Next.Text))
}
