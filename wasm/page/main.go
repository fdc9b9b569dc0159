//go:build js && wasm

// Command page is the program of the page, web/app.wasm. There is one page, whatever the path at which the app is served.
package main

import (
	"runtime/debug"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/client"
	"concord/app/ui"
)

func main() {
	// The page holds a few megabytes and draws in bursts: rarer collections make drawing a table twice as fast.
	debug.SetGCPercent(800)
	app.RouteWithRegexp(".*", func() app.Composer { return ui.New(client.New()) })
	app.RunWhenOnBrowser()
}
