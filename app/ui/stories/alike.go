package stories

import (
	"concord/app/model"
	"concord/core/wire"
)

// alike is a file whose names look alike, some of which are taken for the same.
func alike() model.State {
	o := opened()
	o.Alike = []wire.Alike{
		{Of: "label", Names: []string{"Entails", "entails", "entails\u200b"}, Shown: []string{"Entails", "entails", `entails\u200b`}, Labels: []int{120, 4154, 3}, To: "entails"},
		{Of: "worker", Names: []string{"7", "7.0"}, Shown: []string{"7", "7.0"}, Labels: []int{20, 1}, To: "7"},
	}
	o.AlikeOf = 9
	o.Read.Merge = []wire.Merge{{Of: "label", From: []string{"does  not", "Does not"}, To: "does not"}}
	return answer(empty(), model.Pick{Role: model.RoleLabels, File: labelsFile}, wire.Reply{Opened: o})
}
