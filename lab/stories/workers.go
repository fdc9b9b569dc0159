package stories

import (
	"fmt"

	"concord/app/model"
	"concord/core/api"
)

// standings are workers of every kind, those who stand out first.
func standings() (all []api.Ranked) {
	verdicts := []api.Verdict{
		{Kind: api.Suspect, Says: "Always answers “entails”",
			Evidence: "gives entails in 99 % of 400 labels, even where all others say otherwise"},
		{Kind: api.Suspect, Says: "99 % the same as A1MJVTR",
			Evidence: "gives the same label as A1MJVTR on 99 % of 160 shared tasks, mistakes included; " +
				"takes 0.7 s per label (median of 160), others 6.4 s: hardly enough to read the task"},
		{Kind: api.Weak, Says: "Below average",
			Evidence: "agrees with the others on 51 % of 220 labels; an average worker would on 83 % of the same tasks"},
		{Kind: api.Fine, Says: "No evidence of a problem"},
		{Kind: api.Fine, Says: "No evidence of a problem"},
		{Kind: api.Fine, Says: "No evidence of a problem"},
		{Kind: api.Few, Says: "Not enough labels yet", Evidence: "2 labels; a verdict needs 10"},
	}
	for n, v := range verdicts {
		at := []float64{.52, .61, .54, .7, .88, .9, .86}[n]
		half := []float64{.14, .15, .14, .17, .14, .14, .41}[n]
		all = append(all, api.Ranked{Index: n, Name: []string{"A2K96RX", "A19PQ0", "A3ZZ81", "AHPSMRL", "A1MJVTR", "A7UI5N", "AZ2"}[n],
			Standing: api.Standing{
				Labels: []int{400, 160, 220, 40, 380, 520, 2}[n], Verdict: v,
				Turns: []int{12, 3, 0, 1, 2, 0, 0}[n], Gain: []int{9, -1, 0, 1, 0, 0, 0}[n],
				Accuracy: api.Figure{Value: at, Low: at - half, High: min(1, at+half), Interval: true},
				True:     api.Figure{Value: at - .03, N: 40}, Seconds: []float64{.9, .7, 3.2, 4.1, 6.2, 6.6, 0}[n],
				Tier: []string{"C", "C", "C", "B", "A", "A", api.Unrated}[n],
			}})
	}
	return all
}

func crewPage() *api.Page {
	p := &api.Page{Table: "workers", Total: 7, Matching: 7}
	for _, h := range [][3]string{{"worker", "Worker", "text"}, {"verdict", "Verdict", "text"}, {"evidence", "Evidence", "text"},
		{"labels", "Labels", "number"}, {"accuracy", "Accuracy (95 %)", "text"}, {"true_accuracy", "True accuracy", "text"},
		{"seconds", "Time per label", "text"}, {"changes", "Labels changed if excluded", "text"}, {"tier", "Tier", "text"}} {
		p.Columns = append(p.Columns, api.Heading{Name: h[0], Title: h[1], Kind: h[2]})
	}
	for _, w := range standings() {
		seconds := ""
		if w.Seconds > 0 {
			seconds = fmt.Sprintf("%.1f s", w.Seconds)
		}
		p.Index = append(p.Index, w.Index)
		p.Cells = append(p.Cells, []string{w.Name, w.Verdict.Says, w.Verdict.Evidence, fmt.Sprint(w.Labels), w.Accuracy.Percents(),
			fmt.Sprintf("%.0f %% of %d", 100*w.True.Value, w.True.N), seconds, w.Changes(), w.Tier})
	}
	return p
}

func roster() *api.Roster {
	return &api.Roster{
		Sentence: "3 of 7 workers stand out: " +
			"A2K96RX (always answers “entails”), A19PQ0 (99 % the same as A1MJVTR) and A3ZZ81 (below average).",
		Workers: 7, Look: 3, Accuracy: .83, Ranked: standings(), Excluded: []api.Ranked{},
		Boxes: []api.Box{
			{Name: "Labels", Kind: api.BoxCounts, N: 7, Min: 3, Low: 20, Median: 60, High: 120, Max: 240},
			{Name: "Accuracy", Kind: api.BoxShares, N: 7, Min: .42, Low: .6, Median: .81, High: .9, Max: .96},
			{Name: "True accuracy", Kind: api.BoxShares, N: 7, Min: .33, Low: .58, Median: .8, High: .92, Max: 1},
		},
		Against: &api.Against{Workers: 7, Off: .031, Within: 6, Sentence: "The true accuracy lies in the estimated interval for 6 of " +
			"7 workers; estimates are 3.1 points off on average."},
		Tiers: &api.Tiers{Low: .76, High: .74, Fewest: 20, Count: [4]int{2, 1, 3, 1},
			Says: "A tier needs 20 labels. A: accuracy is likely 74 % or more (best quarter). C: likely below 76 % (weakest quarter), or the " +
				"worker stands out. B: in between."},
	}
}

// workersOf shows the workers, with so many of the first ones excluded.
func workersOf(s model.State, excluded int) model.State {
	s, cmds := model.Update(s, model.Show{View: model.ViewWorkers})
	r := roster()
	if r.Excluded, r.Ranked = r.Ranked[:excluded], r.Ranked[excluded:]; excluded > 0 {
		r.Sentence, r.Workers, r.Look = "No worker stands out; 1 of 4 workers doesn’t have enough labels yet.", 4, 0
	}
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok && send.Request.Roster != nil {
			s, _ = model.Update(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Roster: r}})
		}
	}
	return fetch(s, cmds)
}

// earlyWorkers are there before they are compared with each other.
func earlyWorkers() model.State {
	s := doneTruth()
	s.Crew.Roster = roster()
	s.Crew.Roster.Sentence, s.Crew.Roster.Look, s.Crew.Roster.Tiers = "Comparing 7 workers with each other …", 0, nil
	s.Crew.Early = true
	for n := range s.Crew.Roster.Ranked {
		s.Crew.Roster.Ranked[n].Verdict = api.Verdict{Kind: api.Unjudged, Says: "Comparing …"}
	}
	s, cmds := model.Update(s, model.Show{View: model.ViewWorkers})
	s = fetch(s, cmds)
	for _, cells := range s.Tables[model.ViewWorkers].Page.Cells {
		cells[1], cells[2], cells[7], cells[8] = "Comparing …", "", "", ""
	}
	return s
}

// tickedWorkers has two workers ticked.
func tickedWorkers() model.State {
	return play(workersOf(doneTruth(), 0), model.TickWorker{Worker: 0, On: true}, model.TickWorker{Worker: 1, On: true})
}

// tieredWorkers are put into tiers.
func tieredWorkers() model.State { return play(workersOf(doneTruth(), 0), model.ShowTiers{On: true}) }
