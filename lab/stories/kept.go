package stories

import (
	"slices"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

var slots = files.Slots{
	{Key: "3", Name: "sentences-ds-2026-01-31.concord", Size: 412_300, When: "2026-01-31 14:03"},
	{Key: "2", Name: "birds-of-the-second-campaign-glad-2026-01-30.concord", Size: 8_112_300, When: "2026-01-30 18:40"},
	{Key: "1", Name: "entailment-majority-2026-01-12.concord", Size: 98_041, When: "2026-01-12 09:12", Sample: true},
}

// kept is a page that has kept work of earlier visits. One is about to be deleted.
func kept() model.State {
	return play(model.New(), model.Started{Work: "on", Auto: "off"}, model.Offline{Ready: true}, model.SlotsTold{Listed: true, Slots: slots},
		model.RemoveSlot{Key: "2"})
}

// keeping has its result kept in the browser.
func keeping() model.State {
	s, cmds := model.Update(play(done(), model.SlotsTold{Listed: true, Slots: slots[1:]}), model.SetAutosave{On: true})
	id := cmds[0].(model.SaveSlot).Request.ID
	told := slices.Clone(slots)
	told[0].Own = true
	return play(s, model.Replied{Reply: api.Reply{ID: id, Exported: &api.File{Name: slots[0].Name, Size: slots[0].Size}}},
		model.SlotsTold{Listed: true, Slots: told, Kept: told[0].Key})
}

// notKept has so much kept that this result is not.
func notKept() model.State {
	var full files.Slots
	for n := range 10 {
		x := slots[n%2]
		x.Key = string(rune('a' + n))
		full = append(full, x)
	}
	return play(done(), model.SetAutosave{On: true},
		model.SlotsTold{Listed: true, Slots: full, Why: "Not saved: 10 pieces of work are kept already; delete what you no longer need"})
}
