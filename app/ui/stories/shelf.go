package stories

import (
	"concord/app/model"
	"concord/core/wire"
)

var shelved = model.Shelved{Name: "sentences-ds-2026-01-31.concord", Size: 412_300, When: "2026-01-31 14:03"}

// kept is a page that has kept work of an earlier visit.
func kept() model.State {
	return play(model.New(), model.Started{Work: "on"}, model.Offline{Ready: true}, shelved)
}

// keeping has its result kept in the browser.
func keeping() model.State {
	s, cmds := model.Update(done(), model.SetShelf{On: true})
	id := cmds[0].(model.Shelve).Request.ID
	return play(s, model.Replied{Reply: wire.Reply{ID: id, Exported: &wire.File{Name: shelved.Name, Size: shelved.Size}}}, shelved)
}
