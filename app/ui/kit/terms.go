package kit

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/glossary"
)

// Help is a link to a page about the methods or the figures, which opens in a tab of its own, so that nothing here is lost. Those
// pages are a part of the site: no link leads out of it.
func Help(page, text string) app.HTMLA {
	return app.A().Class("term").Href("help/" + page).Target("_blank").Rel("noopener").Title("Explained in a new tab").Text(text)
}

// MethodPage is the page about a method.
func MethodPage(name string) string { return name + ".html" }

// Term is the title of a figure, with a link to what it means if the title doesn't say it all.
func Term(title string) app.UI {
	if name := glossary.Anchor(title); name != "" {
		return Help("numbers.html#"+name, title)
	}
	return app.Text(title)
}

// Terms are links to what figures mean, for tables whose heads are buttons. It is nothing where all titles say it.
func Terms(titles ...string) app.UI {
	var all []app.UI
	for n, title := range titles {
		if glossary.Anchor(title) == "" || slices.Contains(titles[:n], title) {
			continue
		}
		if all != nil {
			all = append(all, app.Text(" · "))
		}
		all = append(all, Term(title))
	}
	if all == nil {
		return nil
	}
	return app.P().Class("muted terms").Body(append([]app.UI{app.Text("What it means: ")}, all...)...)
}
