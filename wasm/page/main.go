//go:build js && wasm

// Command page is the program of the page, web/app.wasm.
package main

import "github.com/maxence-charriere/go-app/v10/pkg/app"

type hello struct{ app.Compo }

func (h *hello) OnMount(app.Context) {
	app.Window().Get("document").Get("body").Get("dataset").Set("state", "empty")
}

func (h *hello) Render() app.UI { return app.Main().Body(app.H1().Text("Hello")) }

func main() {
	app.RouteWithRegexp(".*", func() app.Composer { return &hello{} })
	app.RunWhenOnBrowser()
}
