package detail

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model/verdict"
)

// content shows what workers saw of a task. Nothing outside is fetched: an address is a link, which the user may follow.
func content(pieces []verdict.Piece, task string) app.UI {
	var body []app.UI
	for _, x := range pieces {
		var piece app.UI
		switch {
		case x.Image != "":
			piece = app.Img().Class("content-image").Src(x.Image).Alt("Image of " + task + ": " + x.Text)
		case x.Link != "":
			piece = app.P().Class("content-link").Body(
				app.A().Href(x.Link).Target("_blank").Rel("noopener noreferrer").Text(x.Link),
				app.Span().Class("muted").Text(" opens outside Concord, in a new tab"))
		default:
			piece = app.P().Class("content-text").Dir("auto").Text(x.Text)
		}
		var name app.UI
		if len(pieces) > 1 && x.Column != "" {
			name = app.Div().Class("content-name").Text(x.Column)
		}
		body = append(body, app.Div().Class("content-piece").Body(name, piece))
	}
	return app.Div().Class("content").ID("content").Body(body...)
}
