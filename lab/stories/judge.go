package stories

import (
	"fmt"
	"math"

	"concord/app/model"
	"concord/app/model/verdict"
	"concord/core/api"
)

// aTaskWhy is aTask with what each vote weighs.
func aTaskWhy() *api.Task {
	t := aTask()
	weights := []float64{-1.12, -0.48, 0.83, 1.64, 0.35, -0.91, 1.27, 0.22, -0.73, 0.78}
	sum := 0.06
	for n := range t.Votes {
		t.Votes[n].Weight = &weights[n]
		sum += weights[n]
	}
	t.Posterior[0] = 1 / (1 + math.Exp(-sum))
	t.Posterior[1] = 1 - t.Posterior[0]
	t.Why = &api.Why{Answer: "does not", Rival: "entails", Prior: 0.06, Sum: sum, LogOdds: &sum, Exact: true}
	return t
}

// manyVotes is a task with more votes than a waterfall shows, one of which rules
// the other class out.
func manyVotes() *api.Task {
	t := aTask()
	t.Votes = nil
	sum := 0.06
	for n := range 24 {
		v := api.Vote{Worker: n, Name: fmt.Sprintf("A%dK%dRX", n%9+1, 97-n), Label: []string{"does not", "entails"}[n%2]}
		if n == 4 {
			v.Decisive = 1
		}
		w := 1.9 * math.Sin(float64(3*n+1))
		if v.Decisive != 0 {
			w = 0
		}
		sum += w
		v.Weight = &w
		t.Votes = append(t.Votes, v)
	}
	t.VoteCount, t.Posterior = len(t.Votes), []float64{1, 0}
	t.Why = &api.Why{Answer: "does not", Rival: "entails", Prior: 0.06, Sum: sum, Decisive: 1}
	return t
}

func taskOf(t *api.Task) model.State {
	return answer(doneTruth(), model.Open{Kind: model.ViewTasks, Index: 3}, api.Reply{Task: t})
}

func inWords() *api.Task {
	t := aTask()
	t.Decides = "Every vote counts the same: the probability of a class is its share of the votes."
	return t
}

func agreed() *api.Agreement {
	f := func(value, low, high float64) api.Figure {
		return api.Figure{Value: value, Low: low, High: high, N: 800, Interval: true}
	}
	no := api.Undefined("the classes are not numbers")
	alpha, ac := f(0.2576, 0.2324, 0.2823), f(0.2602, 0.2349, 0.2851)
	alpha.SE, ac.SE = 0.0127, 0.0128
	return &api.Agreement{
		Tasks: 812, Paired: 800, Labels: 8_012, Of: 2, Workers: 164,
		Percent: f(0.6294, 0.6169, 0.6416), Fleiss: f(0.2575, 0.2323, 0.2822), Pooled: f(0.2575, 0.2323, 0.2822),
		AC1: ac, Entropy: f(0.6842, 0.6651, 0.7033), Raters: 164, Kappa: f(0.2591, 0.2311, 0.2869),
		Alpha: api.Alpha{Nominal: alpha, Ordinal: alpha, Interval: no, Ratio: no},
		Classes: []api.ClassAgreement{
			{Class: "does not", Labels: 3_846, Specific: api.Figure{Value: 0.6140, Low: 0.5989, High: 0.6287},
				Alpha: api.Figure{Value: 0.2576, Low: 0.2324, High: 0.2823}},
			{Class: "entails", Labels: 4_166, Specific: api.Figure{Value: 0.6436, Low: 0.6301, High: 0.6570},
				Alpha: api.Figure{Value: 0.2576, Low: 0.2324, High: 0.2823}},
		},
	}
}

func paired() *api.Paired {
	p := &api.Paired{Of: 164}
	for n := range model.PairsSize {
		w := api.Person{Index: n, Name: fmt.Sprintf("A%dK%dRX0%dQP", n%9+1, 97-n, n), Labels: 800 - 40*n}
		p.Rows, p.Columns = append(p.Rows, w), append(p.Columns, w)
	}
	for r := range p.Rows {
		var cells []api.Pair
		for c := range p.Columns {
			kappa := math.Sin(float64((r+1)*(c+1)))*0.6 + 0.35
			cell := api.Pair{Tasks: 400 - 20*(r+c), Match: api.Match{Same: 0.8, Kappa: &kappa}}
			switch (r + c) % 7 {
			case 3:
				cell = api.Pair{}
			case 5:
				cell.Kappa = nil
			}
			cells = append(cells, cell)
		}
		p.Cells = append(p.Cells, cells)
	}
	return p
}

func agreement() model.State {
	return answer(doneTruth(), model.Show{View: model.ViewAgreement}, api.Reply{Agreed: agreed()})
}

func pairs() model.State {
	return answer(agreement(), model.TurnPairs{}, api.Reply{Paired: paired()})
}

// confusing are two workers with the labels that they confuse.
func confusing() model.State {
	p := paired()
	return answer(play(pairs(), model.Confuse{Worker: 0, Other: -1}), model.Confuse{Worker: 0, Other: 1}, api.Reply{Confused: &api.Confusion{
		Worker: p.Rows[0], Other: p.Rows[1], Classes: []string{"does not", "entails"}, Of: 2, Cells: [][]float64{{141, 38}, {22, 179}},
	}})
}

// ofNumbers is agreement where labels are numbers, of a crowd in which every worker labelled every task.
func ofNumbers() model.State {
	f := func(value, low, high float64) api.Figure {
		return api.Figure{Value: value, Low: low, High: high, N: 30, Interval: true}
	}
	icc := func(value, low, high, df2 float64) api.Concordance {
		return api.Concordance{Figure: f(value, low, high), Test: &api.Statistic{Name: "F", Value: 22.41, DF: 29, DF2: df2, P: 1e-12}}
	}
	w, err := api.NumberWeights("")
	if err != nil {
		panic(err)
	}
	interval := f(0.6712, 0.5432, 0.7561)
	interval.SE = 0.0511
	p := paired()
	for r := range p.Cells {
		for c := range p.Cells[r] {
			p.Cells[r][c] = api.Pair{Tasks: 30, Pearson: new(0.9 - 0.03*float64(max(r-c, c-r)))}
			if r == c {
				p.Cells[r][c] = api.Pair{}
			}
		}
	}
	s := answer(doneTruth(), model.Show{View: model.ViewAgreement}, api.Reply{Agreed: &api.Agreement{
		Tasks: 30, Paired: 30, Labels: 300, Workers: 10, Raters: 10, Complete: 30, Numbers: true, Weights: w,
		Percent: f(0.2701, 0.2103, 0.3502), AC1: f(0.2611, 0.2004, 0.3401), AC2: f(0.7803, 0.7019, 0.8507),
		Alpha: api.Alpha{Interval: interval, Ordinal: f(0.6651, 0.5501, 0.7403), Ratio: f(0.5514, 0.4219, 0.6502)},
		ICC: []api.Concordance{icc(0.6682, 0.5504, 0.7918, 270), icc(0.6697, 0.5513, 0.7929, 261), icc(0.6803, 0.5662, 0.8003, 261),
			icc(0.9527, 0.9245, 0.9744, 270), icc(0.9530, 0.9247, 0.9745, 261), icc(0.9551, 0.9288, 0.9756, 261)},
		Pearson: f(0.6903, 0.5804, 0.7709), Spearman: f(0.6822, 0.5613, 0.7604),
		Kendall: api.Concordance{Figure: api.Exactly(0.7140, 30), Test: &api.Statistic{Name: "χ²", Value: 207.1, DF: 29, P: 1e-12}},
	}})
	return answer(s, model.TurnPairs{}, api.Reply{Paired: p})
}

// rarely is agreement on labels that nearly all name one class.
func rarely() model.State {
	a := agreed()
	a.Percent.Value, a.Fleiss.Value, a.Pooled.Value = 0.931, 0.112, 0.112
	return answer(doneTruth(), model.Show{View: model.ViewAgreement}, api.Reply{Agreed: a})
}

// weighted is agreement on a scale with a step that no label names.
func weighted() model.State {
	a := agreed()
	w, err := api.WeightsOf("1,0.5,0", 3)
	if err != nil {
		panic(err)
	}
	a.Weights, a.Ordered, a.AC2, a.Weighted, a.Unused = w, true, a.AC1, a.Kappa, []string{"partly"}
	a.Classes = append(a.Classes, api.ClassAgreement{Class: "partly", Specific: api.Undefined("no two labels of a task could name it"),
		Alpha: api.Undefined("all labels of tasks with two labels name it, or none does")})
	return answer(doneTruth(), model.Show{View: model.ViewAgreement}, api.Reply{Agreed: a})
}

// setsAgreed is agreement where a task may have several labels.
func setsAgreed() model.State {
	a := agreed()
	a.Whole, a.Questions = &api.SetAlpha{MASI: a.Alpha.Nominal, Jaccard: a.AC1}, 1_600
	return answer(doneTruth(), model.Show{View: model.ViewAgreement}, api.Reply{Agreed: a})
}

// alone is agreement where no task has two labels.
func alone() model.State {
	a := agreed()
	no := api.Undefined("no task has two labels")
	*a = api.Agreement{
		Tasks: a.Tasks, Labels: a.Labels, Of: a.Of, Workers: 1, Percent: no, Fleiss: no, Pooled: no, AC1: no, Entropy: no,
		Alpha: api.Alpha{Nominal: no, Ordinal: no, Interval: no, Ratio: no},
	}
	return answer(doneTruth(), model.Show{View: model.ViewAgreement}, api.Reply{Agreed: a})
}

// follow answers an amendment with a result that followed it.
func follow(s model.State, m model.Msg) model.State {
	next, cmds := model.Update(s, m)
	a := cmds[0].(model.Send).Request.Amend
	return answer(s, m, api.Reply{Amended: &api.Amended{
		Amend: *a, Counts: next.Labels.Opened.Counts, Methods: next.Labels.Opened.Methods, Fitted: fitted(), Changed: 4, Warm: true,
	}})
}

// amended has a worker left out and two tasks judged.
func amended() model.State {
	s := follow(doneTruth(), model.Exclude{Worker: 1, Out: true})
	return follow(follow(s, model.Review{Task: 3, Label: "does not"}), model.Review{Task: 5, Label: "entails"})
}

func leftOut() model.State {
	s := workersOf(amended(), 1)
	return answer(s, model.Open{Kind: model.ViewWorkers, Index: 1}, api.Reply{Worker: aWorker()})
}

func judged() model.State {
	return answer(amended(), model.Open{Kind: model.ViewTasks, Index: 3}, api.Reply{Task: aTaskWhy()})
}

// panel is a task with what each member of the consensus makes of it.
func panel() model.State {
	t := aTask()
	t.Decides = "Each member of the panel gives every class a probability, by its own view of the workers; the answer is the class " +
		"whose mean probability is highest."
	for n, title := range []string{"Vote shares", "Zero-based skill", "Iterative weighted majority vote", "Dawid–Skene",
		"Hierarchical Dawid–Skene"} {
		p := []float64{.55, .61, .72, .97, .94}[n]
		t.Panel = append(t.Panel, api.Member{Name: title, Title: title, Label: t.Classes[0], Posterior: []float64{p, 1 - p}, Weight: .2})
	}
	t.Posterior = []float64{.758, .242}
	return answer(doneTruth(), model.Open{Kind: model.ViewTasks, Index: 3}, api.Reply{Task: t})
}

// reviewing is a review of the most doubtful tasks at its first.
func reviewing() model.State { return reviewOf(aTaskWhy()) }

func reviewOf(t *api.Task) model.State {
	s, cmds := model.Update(done(), model.StartReview{})
	page := api.Reply{ID: cmds[0].(model.Send).Request.ID, Page: taskPage()}
	s, cmds = model.Update(s, model.Replied{Reply: page})
	return play(s, model.Replied{Reply: api.Reply{ID: cmds[0].(model.Send).Request.ID, Task: t}})
}

// labelling labels an image and texts that nobody labelled; one has a label already.
func labelling() model.State {
	s := play(done(), model.DropImages{Files: []verdict.Exhibit{{Name: "zebra.png", Address: "icons/icon-192.png"}}})
	s, cmds := model.Update(s, model.StartLabelling{})
	found := &api.Unlabelled{Of: 214, Tasks: []api.Blank{
		{Name: "t900", Content: []api.Content{{Column: "text", Text: "The last bus had gone."}}},
		{Name: "zebra", Content: []api.Content{{Column: "note", Text: "At the river"}, {Column: "url", Text: "https://example.org/1"}}},
	}}
	s = play(s, model.Replied{Reply: api.Reply{ID: cmds[0].(model.Send).Request.ID, Unseen: found}})
	return play(s, model.SetLabelling{To: s.Labelling.Give(s.Labelling.Classes[0])})
}

// unlabelled are images and texts that came without labels.
func unlabelled() model.State {
	return play(model.New(), model.DropImages{Files: []verdict.Exhibit{{Name: "zebra.png", Address: "icons/icon-192.png"},
		{Name: "note.txt", Text: "The last bus had gone."}}})
}

// askedBack is a review that asks about an improbable verdict.
func askedBack() model.State {
	t := aTask()
	t.Label, t.Of, t.Truth = "2", 12, ""
	t.Classes = []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "can’t tell"}
	t.Posterior = []float64{0.021, 0.0004, 0.56, 0.4186, 0, 0, 0, 0, 0, 0, 0, 0}
	for n := range t.Votes {
		t.Votes[n].Label = []string{"2", "3"}[n%2]
	}
	return play(reviewOf(t), model.Key{Key: "1", Modal: true})
}

func judgedBy() *api.Judged {
	return &api.Judged{
		Index: 1, Agreement: api.Figure{Value: 0.5312, Low: 0.4540, High: 0.6069},
		Spammer: 0.041, Saved: 0.063, Classes: []string{"does not", "entails"}, Bias: []float64{-0.21, 0.21},
		Flags: []api.Flag{
			{Kind: "random", Says: "Seems to guess", Reason: "the 160 labels are unrelated to what others say; about 53 % are right"},
			{Kind: "too fast", Says: "Too fast",
				Reason: "takes 0.7 s per label (median of 160), others 6.4 s: hardly enough to read the task"},
		},
		Without: api.Figure{Value: 0.2811}, Change: 0.0235,
		Drift: drifted(),
	}
}

func drifted() *api.Drift {
	d := &api.Drift{
		Untimed: 3,
		Sentence: "The worker got worse over time, beyond chance (p = 0.0004): 80 % of the first 20 labels and 35 % of the " +
			"last 20 are what all others say.",
	}
	for n, share := range []float64{0.80, 0.75, 0.70, 0.55, 0.50, 0.45, 0.40, 0.35} {
		d.Windows = append(d.Windows, api.Window{
			From: fmt.Sprintf("2007-11-02 1%d:14:07", n), To: fmt.Sprintf("2007-11-02 1%d:58:41", n), Labels: 20,
			Agreement: api.Figure{Value: share, Low: share - 0.2, High: min(share+0.17, 1)},
		})
	}
	return d
}

// suspect is a worker with flags.
func suspect() model.State {
	s, cmds := model.Update(workersOf(doneTruth(), 0), model.Open{Kind: model.ViewWorkers, Index: 1})
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok {
			r := api.Reply{ID: send.Request.ID, Judged: judgedBy()}
			if send.Request.Worker != nil {
				r = api.Reply{ID: send.Request.ID, Worker: aWorker()}
			}
			s = play(s, model.Replied{Reply: r})
		}
	}
	return s
}

// byOthers is the table of workers by what all others say.
func byOthers() model.State {
	p := workerPage()
	p.Table = "judged"
	p.Columns = []api.Heading{
		{Name: "worker", Title: "Worker", Kind: "text"}, {Name: "flags", Title: "Suspicions", Kind: "text"},
		{Name: "labels", Title: "Labels", Kind: "number"},
		{Name: "others", Title: "Agrees with all others", Kind: "share"}, {Name: "low", Title: "From", Kind: "number"},
		{Name: "high", Title: "To", Kind: "number"},
		{Name: "spammer", Title: "Spammer score", Kind: "share"}, {Name: "saved", Title: "Cost saved", Kind: "share"},
		{Name: "change", Title: "Change in α if removed", Kind: "number"},
	}
	kinds := []string{"always one label", "random", "inverted", "copies another worker"}
	for n, cells := range p.Cells {
		kind := ""
		if n < len(kinds) {
			kind = kinds[n]
		}
		p.Cells[n] = []string{cells[0], kind, cells[1], cells[2], "0.6100", "0.9000", cells[3], "0.4021", "-0.0021"}
	}
	return answer(workersOf(doneTruth(), 0), model.JudgeBy{Others: true}, api.Reply{Page: p})
}
