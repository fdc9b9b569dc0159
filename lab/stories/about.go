package stories

import (
	"strings"

	"concord/app/model"
)

// about is the page with what it says of itself.
func about() model.State {
	at := "https://example.org/concord/v/3fa94c0d77e2b815/"
	return play(empty(),
		model.Arrived{Program: model.Program{Name: "app.wasm", Address: at + "app.wasm", Size: 10_218_033, Sum: strings.Repeat("0a1b2c3d", 8)}},
		model.Arrived{Program: model.Program{Name: "worker.wasm", Address: at + "worker.wasm", Size: 15_540_232, Sum: strings.Repeat("7f3c9be0", 8)}},
		model.About{Open: true})
}
