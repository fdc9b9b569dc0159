package stories

import (
	"concord/app/model"
	"concord/core/api"
)

// ordered has classes that are steps of a scale.
func ordered() model.State {
	s := doneTruth()
	opened := *s.Labels.Opened
	c := *opened.Counts
	c.Classes, c.ClassNames, c.ClassLabels = 4, []string{"bad", "excellent", "fair", "good"}, []int{1_204, 611, 3_390, 2_795}
	opened.Counts = &c
	s.Labels.Opened = &opened
	follow := func(m model.Msg) {
		next, cmds := model.Update(s, m)
		send := cmds[0].(model.Send)
		f := fitted()
		f.Accuracy = &api.Accuracy{
			Evaluated: 800, Wrong: 58, Accuracy: 0.9275, Low: 0.9075, High: 0.9437, Expected: 0.9275,
			Apart: &api.Figure{Value: 0.0925, Low: 0.0688, High: 0.1187},
		}
		s, _ = model.Update(next, model.Replied{Reply: api.Reply{ID: send.Request.ID, Amended: &api.Amended{
			Amend: *send.Request.Amend, Counts: &c, Methods: opened.Methods, Fitted: f,
		}}})
	}
	follow(model.SetOrdered{On: true})
	follow(model.MoveClass{From: 1, To: 3})
	return s
}

// ranking has chosen a method that takes classes as steps of a scale; natural is the order
// that their names tell.
func ranking(natural ...string) model.State {
	o := opened()
	c := *o.Counts
	c.Classes, c.ClassNames, c.ClassLabels, c.Natural = 4, []string{"bad", "excellent", "fair", "good"}, []int{1_204, 611, 3_390, 2_795},
		natural
	if len(natural) > 0 {
		c.Classes, c.ClassNames, c.ClassLabels = 5, natural, []int{310, 1_204, 2_085, 2_401, 2_000}
	}
	o.Counts = &c
	o.Methods = append(o.Methods, api.Method{Name: "kos", Title: "KOS", Family: "Spectral", Ranked: true,
		Advice: "Passes messages between tasks and workers. More than two classes count as ordered."})
	return play(answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o}), model.SetMethod{Name: "kos"})
}
