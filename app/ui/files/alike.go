package files

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// shownAlike is how many groups of names that look alike are shown.
const shownAlike = 4

// lookAlikes points out names that look alike, and offers to merge them.
func lookAlikes(o *api.Opened, locked bool) app.UI {
	var all []app.UI
	for n, a := range o.Alike[:min(len(o.Alike), shownAlike)] {
		to := a.To
		var names []string
		for i, name := range a.Shown {
			names = append(names, fmt.Sprintf("“%s” (%s)", name, format.Plural(a.Labels[i], "label")))
			if a.Names[i] == a.To {
				to = name
			}
		}
		text := fmt.Sprintf("The %s %s look alike.", kinds(a.Of), and(names))
		if a.Misspelt {
			text = fmt.Sprintf("The %s %s differ by one letter. Is one a typo?", kinds(a.Of), and(names))
		}
		merge := kit.Button(fmt.Sprintf("merge-%d", n), "small", "", "Merge into “"+to+"”", model.MergeAlike{At: n})
		all = append(all, kit.Notice(text, merge.Disabled(locked)))
	}
	shown := min(o.AlikeOf, shownAlike)
	if more := o.AlikeOf - shown; more > 0 {
		merge := kit.Button("merge-all", "small", "", "Merge each group", model.MergeAlike{At: -1})
		all = append(all, kit.Notice("And "+format.Count(more)+" more like these.", merge.Disabled(locked)))
	}
	if len(o.Read.Merge) > 0 {
		n := 0
		for _, m := range o.Read.Merge {
			n += len(m.From)
		}
		first := o.Read.Merge[0]
		all = append(all, app.Li().Class("notice notice-done").Body(kit.Icon("check"), app.Div().Body(
			app.Span().Text(fmt.Sprintf("%s merged into look-alikes, such as “%s” into “%s”.",
				format.Plural(n, "name"), kit.Plainly(first.From[0]), kit.Plainly(first.To))),
			kit.Button("take-apart", "small", "", "Undo the merge", model.TakeApart{}).Disabled(locked),
		)))
	}
	return kit.Notices(all...)
}

// kinds are the things that names of a role name.
func kinds(of string) string {
	switch of {
	case files.ColumnLabel:
		return "classes"
	case files.ColumnWorker:
		return "workers"
	}
	return "tasks"
}

func and(names []string) string {
	const most = 4
	if n := len(names); n > most {
		return strings.Join(names[:most], ", ") + " and " + format.Count(n-most) + " more"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
