package stories

import (
	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// batch are several files that were dropped at once.
func batch() model.State {
	files := []files.File{{Name: "annotations-anna.jsonl", Size: 48_120}, {Name: "annotations-ben.jsonl", Size: 51_870},
		{Name: "expert.csv", Size: 9_030}, {Name: "features.csv", Size: 1_204_000}, {Name: "photo.png", Size: 84_000}}
	s, cmds := model.Update(empty(), model.PickMany{Files: files})
	replies := []api.Reply{
		{Opened: &api.Opened{Role: "labels", Why: "it says which worker gave which label", Sure: true}},
		{Opened: &api.Opened{Role: "labels", Why: "it says which worker gave which label", Sure: true}},
		{Opened: &api.Opened{Role: "truth", Why: "its name says so", Sure: true}},
		{Opened: &api.Opened{Role: "features", Why: "its name says so", Sure: true}},
		{Fault: &api.Fault{Message: "photo.png: this is a picture, not text. Choose a file with one label a row: task, worker, label."}},
	}
	for n, r := range replies {
		r.ID = cmds[n].(model.Send).Request.ID
		s = play(s, model.Replied{Reply: r})
	}
	return s
}
