package stories

import (
	"concord/app/model"
	"concord/core/api"
)

// alike is a file whose names look alike, some of which are taken for the same.
func alike() model.State {
	o := opened()
	o.Alike = []api.Alike{
		{Of: "label", Names: []string{"Entails", "entails", "entails\u200b"}, Shown: []string{"Entails", "entails", `entails\u200b`},
			Labels: []int{120, 4154, 3}, To: "entails"},
		{Of: "worker", Names: []string{"7", "7.0"}, Shown: []string{"7", "7.0"}, Labels: []int{20, 1}, To: "7"},
	}
	o.AlikeOf, o.Counts.Classes = 2, 5
	o.Alike = append(o.Alike, api.Alike{Of: "label", Names: []string{"entials", "entails"}, Shown: []string{"entials", "entails"},
		Labels: []int{2, 4154}, To: "entails", Misspelt: true})
	o.Read.Merge = []api.Merge{{Of: "label", From: []string{"does  not", "Does not"}, To: "does not"}}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

// truthUnseen is a truth that names a class that no worker ever chose.
func truthUnseen() model.State {
	truth := openedTruth()
	truth.Warnings = []api.Problem{{
		File: "truth.csv", Line: 17, Column: "gold", Text: "contradicts", What: "12 true labels that no worker ever chose, counted as wrong",
		Do: "Correct what is misspelt",
	}}
	return pick(preview(), api.RoleTruth, "truth.csv", truth)
}
