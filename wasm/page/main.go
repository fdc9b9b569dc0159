//go:build js && wasm

// Command page is the program of the page, web/app.wasm. There is one page, at
// whatever path the app is served.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/desk"
	"concord/app/ui"
)

func main() {
	app.RouteWithRegexp(".*", func() app.Composer { return ui.New(desk.New()) })
	app.RunWhenOnBrowser()
}
