package stories

import (
	"concord/app/model"
	"concord/core/api"
)

// overview has all of its pictures.
func overview() model.State {
	s := doneTruth()
	opened := *s.Labels.Opened
	c := *opened.Counts
	c.PerTask = api.Range{Min: 1, Median: 10, Mean: 9.4, Max: 12}
	c.TaskBins = nil
	for n, count := range []int{18, 4, 2, 6, 9, 14, 31, 40, 88, 561, 22, 5} {
		c.TaskBins = append(c.TaskBins, api.CountBin{Low: n + 1, High: n + 1, Count: count})
	}
	c.Single, c.Repeats = 18, 3
	opened.Counts = &c
	s.Labels.Opened = &opened
	s, cmds := model.Update(s, model.Show{View: model.ViewData})
	for _, cmd := range cmds {
		send, ok := cmd.(model.Send)
		switch {
		case !ok:
		case send.Request.Agree != nil:
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Agreed: agreed()}})
		case send.Request.Roster != nil:
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Roster: roster()}})
		}
	}
	return s
}
