package stories

import (
	"fmt"
	"math"

	"concord/core/api"
	"concord/core/kind/all"
	"concord/internal/humanize"
)

func opened() *api.Opened { return openedAs("sentences.csv") }

func openedAs(name string) *api.Opened {
	return &api.Opened{
		Role: "labels", File: api.File{Name: name, Size: 214_318},
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label", ""}, Encoding: "utf-8",
			Detected: api.Detected{Format: "CSV", Columns: []api.Column{
				{Name: "sentence_pair", Why: "800 values, ten rows each"},
				{Name: "annotator", Why: "the name says so"},
				{Name: "answer", Why: "two values only"},
				{Name: "submitted_at", Why: "another value in every row"},
			}, Preview: [][]string{
				{"pair-0041", "A2K9RX", "entails", "2007-11-02T10:14:07"},
				{"pair-0041", "A1BD8M", "entails", "2007-11-02T10:15:40"},
				{"pair-0041", "AQ77ZE", "does not", "2007-11-02T10:19:02"},
				{"pair-0042", "A2K9RX", "does not", "2007-11-02T10:20:31"},
				{"pair-0042", "A30FQC", "does not", "2007-11-02T10:21:16"},
				{"pair-0042", "A1BD8M", "entails", "2007-11-02T10:24:58"},
			}}},
		Counts: &api.Counts{
			Rows: 8000, Tasks: 800, Workers: 164, Labels: 8000, Classes: 2,
			ClassNames: []string{"does not", "entails"}, ClassLabels: []int{3846, 4154},
			PerTask:   api.Range{Min: 10, Median: 10, Mean: 10, Max: 10},
			PerWorker: api.Range{Min: 20, Median: 20, Mean: 48.8, Max: 800},
			WorkerBins: []api.CountBin{{Low: 20, High: 49, Count: 121}, {Low: 50, High: 99, Count: 24}, {Low: 100, High: 199, Count: 14},
				{Low: 200, High: 499, Count: 4}, {Low: 500, High: 999, Count: 1}},
			TaskBins: []api.CountBin{{Low: 10, High: 10, Count: 800}},
			Ties:     65,
		},
		Methods: methods(), Kinds: all.Infos(),
	}
}

func openedTruth() *api.Opened {
	return &api.Opened{
		Role: "truth", File: api.File{Name: "truth.csv", Size: 9_030}, Known: 800,
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "label"}, Encoding: "utf-8",
			Detected: api.Detected{Format: "CSV", Columns: []api.Column{{Name: "pair"}, {Name: "gold"}},
				Preview: [][]string{{"pair-0041", "entails"}, {"pair-0042", "does not"}}}},
	}
}

func methods() []api.Method {
	smoothing := api.Param{Name: "smoothing", Title: "Smoothing", Default: "0", Max: 100,
		Help: "Added to every count of every worker's matrix. 0 is the paper's method; 0.1 to 1 helps where workers gave few labels."}
	return []api.Method{
		{Name: "majority", Title: "Majority vote", Family: "Voting", Plain: true,
			Advice: "The plain count. A baseline, and fair where all workers are equally good."},
		{Name: "wawa", Title: "Wawa", Family: "Voting", Advice: "A vote weighted by how often each worker agrees with the rest."},
		{Name: "ds", Title: "Dawid–Skene", Family: "Dawid–Skene", Params: []api.Param{smoothing},
			Advice:   "Learns what each worker says for each true class. The first choice where workers gave 20 labels or more.",
			Citation: "Dawid & Skene 1979, Maximum likelihood estimation of observer error-rates using the EM algorithm"},
		{Name: "fds", Title: "Fast Dawid–Skene", Family: "Dawid–Skene", Params: []api.Param{smoothing},
			Advice: "Dawid–Skene with hard decisions: much faster, nearly as accurate."},
		{Name: "hybrid", Title: "Hybrid", Family: "Dawid–Skene", Params: []api.Param{smoothing},
			Advice: "Dawid–Skene to begin with, its fast form to finish."},
		{Name: "median", Title: "Median", Family: "Numbers", Advice: "The middle of the numbers given.",
			Why: "It needs labels that are numbers on a scale."},
	}
}

func problems() []api.Problem {
	return []api.Problem{
		{File: "export-final.csv", Line: 17, Column: "answer", Text: "", What: "The label is empty.", Do: "Fill it in, or leave the row out."},
		{File: "export-final.csv", Line: 52, Text: `pair-0046,A2K9RX,"entails`, What: "A quote is opened and never closed.",
			Do: "Close it, or double it if it belongs to the text."},
		{File: "export-final.csv", Line: 118, Text: "pair-0051,A1BD8M", What: "2 cells where the header has 4.", Do: "Add the missing cells."},
		{File: "export-final.csv", Line: 119, Column: "annotator", Text: "A1BD\\x008M", What: "A NUL byte in a name.",
			Do: "Save the file again as text."},
		{File: "export-final.csv", Line: 204, Text: "pair-0060,A30FQC,entails,,", What: "5 cells where the header has 4.",
			Do: "Take out the extra comma."},
		{File: "export-final.csv", Line: 231, Column: "answer", Text: "", What: "The label is empty.", Do: "Fill it in, or leave the row out."},
	}
}

func fitted() *api.Fitted {
	f := &api.Fitted{
		Method: "ds", Title: "Dawid–Skene", Status: "converged", Objective: "log-likelihood", Steps: 13, Seconds: 0.06,
		Classes: []api.Share{{Class: "does not", Tasks: 397}, {Class: "entails", Tasks: 403}},
		Expected: &api.Expected{Value: 0.844, Low: 0.697, High: 0.991, Unknown: 800, Labelled: 800,
			Verdict: api.CheckFirst, Reason: asShown,
			Narrow: []api.Narrowed{{Tasks: 20, Half: 0.112},
				{Tasks: 50, Half: 0.083}, {Tasks: 100, Half: 0.061}}},
		Tables: []string{"tasks", "workers"}, Baseline: "majority", Differ: 57, Look: looked(),
		Files: []string{"labels", "posteriors", "workers", "confusion", "classes", "run"},
	}
	for n := 1; n <= f.Steps; n++ {
		f.Trace = append(f.Trace, api.Step{
			N: n, Objective: -3679.63 - 700*math.Exp(-0.85*float64(n)), Change: 0.2 * math.Exp(-0.6*float64(n)),
			Flips: int(60 * math.Exp(-0.7*float64(n))),
		})
	}
	return f
}

// pairTexts are what workers saw of pairs of sentences.
var pairTexts = []string{
	"The ferry to the island leaves at noon and again at six in the evening, except on Sundays, when it runs only once. → There is a " +
		"ferry on Sundays.",
	"She sold the bakery. → She owned a bakery.",
	"הספר יצא לאור בשנת 1984. → The book is old.",
}

func taskPage() *api.Page {
	p := &api.Page{
		Table: "tasks", Matching: 800, Total: 800,
		Columns: []api.Heading{
			{Name: "task", Title: "Task", Kind: "text"}, {Name: "text", Title: "text", Kind: "content"},
			{Name: "label", Title: "Label", Kind: "text"}, {Name: "probability", Title: "Probability", Kind: "share"},
			{Name: "votes", Title: "Votes", Kind: "text"}, {Name: "majority", Title: "Majority", Kind: "text"},
			{Name: "agreement", Title: "Agreeing pairs", Kind: "text"}, {Name: "truth", Title: "Truth", Kind: "text"},
		},
	}
	names := []string{"entails", "does not"}
	for i := range 50 {
		probability := 1 - 0.49*math.Pow(math.Abs(math.Sin(float64(i)*1.7)), 8)
		votes := 10 - i*7%5
		p.Index = append(p.Index, i)
		p.Cells = append(p.Cells, []string{fmt.Sprintf("pair-%04d", 41+i), pairTexts[i%len(pairTexts)], names[i%3%2],
			fmt.Sprintf("%.4f", probability), fmt.Sprintf("%d of 10", votes), names[i%3%2],
			humanize.Percent(float64(votes*(votes-1)+(10-votes)*(9-votes)) / 90), names[i%3%2]})
	}
	return p
}

func workerPage() *api.Page {
	p := &api.Page{
		Table: "workers", Matching: 164, Total: 164,
		Columns: []api.Heading{
			{Name: "worker", Title: "Worker", Kind: "text"}, {Name: "labels", Title: "Labels", Kind: "number"},
			{Name: "accuracy", Title: "Accuracy", Kind: "share"}, {Name: "agreement", Title: "Agreement", Kind: "share"},
		},
	}
	for i := range 50 {
		accuracy := 0.97 - 0.5*math.Pow(math.Abs(math.Sin(float64(i)*2.3)), 6)
		p.Index = append(p.Index, i)
		p.Cells = append(p.Cells, []string{fmt.Sprintf("A%dK%dRX", i%9+1, 97-i), fmt.Sprint(20 * (1 + i*7%13)),
			fmt.Sprintf("%.4f", accuracy), fmt.Sprintf("%.4f", accuracy-0.03)})
	}
	return p
}

func aTask() *api.Task {
	votes := []api.Vote{}
	for i, label := range []string{"entails", "entails", "does not", "does not", "does not", "entails", "does not", "entails", "entails",
		"does not"} {
		votes = append(votes, api.Vote{Worker: i, Name: fmt.Sprintf("A%dK%dRX", i%9+1, 97-i), Label: label})
	}
	return &api.Task{
		Index: 3, Name: "pair-0044", Label: "does not", Truth: "does not", Classes: []string{"does not", "entails"}, Of: 2,
		Posterior: []float64{0.8713, 0.1287}, Votes: votes, VoteCount: 10,
	}
}

func aWorker() *api.Worker {
	return &api.Worker{
		Index: 1, Name: "A19PQ0", Of: 4, Standing: &standings()[1].Standing, Average: .83,
		Figures: []api.Fact{
			{Heading: api.Heading{Title: "Labels", Kind: "number"}, Text: "160"},
			{Heading: api.Heading{Title: "Accuracy", Kind: "share"}, Text: "0.8420"},
			{Heading: api.Heading{Title: "Agreement", Kind: "share"}, Text: "0.8125"},
		},
		Classes: []string{"contradicts", "entails", "neutral", "unclear whether"},
		Confusion: [][]float64{
			{0.90, 0.02, 0.08, 0}, {0.03, 0.78, 0.19, 0}, {0.11, 0.31, 0.55, 0.03}, {0.25, 0.25, 0.25, 0.25},
		},
		Count: [][]float64{
			{45.1, 1.0, 4.1, 0}, {1.6, 41.2, 10.0, 0}, {6.3, 17.7, 31.3, 1.7}, {0, 0, 0, 0},
		},
		Evidence: []bool{true, true, true, false},
		Low:      [][]float64{{0.80, 0, 0.03, 0}, {0, 0.66, 0.10, 0}, {0.05, 0.20, 0.42, 0}, {0, 0, 0, 0}},
		High:     [][]float64{{0.96, 0.08, 0.18, 0.05}, {0.11, 0.88, 0.31, 0.05}, {0.20, 0.44, 0.67, 0.10}, {1, 1, 1, 1}},
		Interval: "Each cell lies in its interval with a probability of 95 %, by the model.",
	}
}
