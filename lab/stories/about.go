package stories

import (
	"strings"

	"concord/app/model"
	"concord/app/model/job"
)

// about is the page with what it says of itself.
func about() model.State {
	program := func(name, sum string, size int64) model.Arrived {
		at := "https://example.org/concord/v/3fa94c0d77e2b815/" + name
		return model.Arrived{Program: job.Program{Name: name, Address: at, Size: size, Sum: strings.Repeat(sum, 8)}}
	}
	return play(empty(), program("app.wasm", "0a1b2c3d", 10_218_033), program("worker.wasm", "7f3c9be0", 15_540_232), model.About{Open: true})
}
