package kit

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// Action is the name under which components send messages to the page.
const Action = "message"

// Sends returns what to give to OnClick and the like to send m. go-app compares handlers by their code, which is
// the same for all of these: the scope distinguishes them by what they send.
func Sends(m model.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		Send(ctx, m)
	}, app.EventScope(fmt.Sprintf("%T%+v", m, m))
}

// nothing stands for "" among the values of a select: go-app leaves an empty value out, and then an option's value
// is its text.
const nothing = "(nothing)"

// SendsText is Sends for the text of a field or the value of a select.
func SendsText(m func(text string) model.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		text := ctx.JSSrc().Get("value").String()
		if text == nothing {
			text = ""
		}
		Send(ctx, m(text))
	}, app.EventScope(fmt.Sprintf("%T%+v", m(""), m("")))
}

// SendsTick is Sends for a check box.
func SendsTick(m func(on bool) model.Msg) (app.EventHandler, app.EventOption) {
	return func(ctx app.Context, e app.Event) {
		Send(ctx, m(ctx.JSSrc().Get("checked").Bool()))
	}, app.EventScope(fmt.Sprintf("%T%+v", m(false), m(false)))
}

// Send sends a message to the page.
func Send(ctx app.Context, m model.Msg) { ctx.NewActionWithValue(Action, m) }
