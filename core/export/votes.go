package export

import (
	"iter"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// What workers said of tasks, before any method. Where tasks are several questions, a worker's answer is what the worker said to all
// of them.

// same reports whether two labels of a question, counted from its first, come with the same ones of all questions from one to another.
func (a *Answers) same(from, to, one, other int) bool {
	for ; from < to; from++ {
		start, _ := a.Data.Of(from)
		if a.Data.Class[start+one] != a.Data.Class[start+other] {
			return false
		}
	}
	return true
}

// VotesFor returns how many workers gave task i the label that it has.
func (a *Answers) VotesFor(i int) (count int) {
	from, to := a.Cut.Of(i)
	for vote := range a.Votes(i) {
		same := true
		for n := from; n < to && same; n++ {
			start, _ := a.Data.Of(n)
			same = int32(a.Data.Class[start+vote]) == a.Label[n]
		}
		if same {
			count++
		}
	}
	return count
}

// majority is what the majority vote makes of each task; ties are broken as that method breaks them. It is empty where nobody labelled
// the task.
func (a *Answers) majority() *sheet.Column {
	votes, rank := make([]float64, a.Data.Classes), a.rank()
	info := a.Cut.Info()
	if info.Several {
		return a.majorities(votes, rank)
	}
	of := func(i int) int {
		if a.Votes(i) == 0 {
			return -1
		}
		return int(a.most(i, votes))
	}
	answer := func(i int) kind.Answer {
		if k := of(i); k >= 0 {
			return a.Cut.Vote(i, float64(k))
		}
		return nil
	}
	if info.Items {
		return sheet.Text("majority", "Majority", func(i int) string { return a.Cut.Text(answer(i), nil) }, sortedBy(answer, rank))
	}
	return sheet.Name("majority", "Majority", a.LabelNames(), of, sortedBy(answer, rank))
}

// majorities is majority of tasks that may have several labels. votes is as for most.
func (a *Answers) majorities(votes []float64, rank func(kind.Answer) float64) *sheet.Column {
	var labels []int32
	var answer kind.Answer
	of := func(i int) kind.Answer {
		if a.Votes(i) == 0 {
			return nil
		}
		if labels == nil {
			labels = make([]int32, a.Data.Tasks)
		}
		for from, to := a.Cut.Of(i); from < to; from++ {
			labels[from] = a.most(from, votes)
		}
		answer = a.Cut.Join(answer[:0], i, kind.Settled{Class: labels})
		return answer
	}
	return sheet.List("majority", "Majority", a.Cut.Separator(), func(i int) iter.Seq[string] { return a.names(of(i)) }, sortedBy(of, rank))
}

// sortedBy returns the figure by which tasks are sorted whose answers are of, NaN where there is none.
func sortedBy(of func(i int) kind.Answer, rank func(kind.Answer) float64) func(i int) float64 {
	return func(i int) float64 {
		if answer := of(i); answer != nil {
			return rank(answer)
		}
		return math.NaN()
	}
}

// most returns the class that most labels of question i name. The scratch votes has a zero for each class, before and after; only those of
// the labels are touched, unless several have as many.
func (a *Answers) most(i int, votes []float64) int32 {
	first, end := a.Data.Of(i)
	given := a.Data.Class[first:end]
	best := 0
	for _, k := range given {
		if votes[k]++; votes[k] > votes[best] {
			best = int(k)
		}
	}
	if slices.ContainsFunc(given, func(k uint16) bool { return int(k) != best && votes[k] == votes[best] }) || len(given) == 0 {
		best, _ = crowd.Best(votes, i, a.Seed)
	}
	for _, k := range given {
		votes[k] = 0
	}
	return int32(best)
}

// Agreeing returns the share of the pairs of answers to task i that are the same; NaN: there is no pair.
func (a *Answers) Agreeing(i int) float64 {
	votes, pairs := a.Votes(i), 0
	from, to := a.Cut.Of(i)
	var room [2][32]int                   // for the usual number of answers
	of, count := room[0][:0], room[1][:0] // the first of each answer, and how many there are
	for vote := range votes {
		at := slices.IndexFunc(of, func(first int) bool { return a.same(from, to, first, vote) })
		if at < 0 {
			at, of, count = len(of), append(of, vote), append(count, 0)
		}
		pairs += count[at]
		count[at]++
	}
	if votes < 2 {
		return math.NaN()
	}
	return 2 * float64(pairs) / (float64(votes) * float64(votes-1))
}

// inPercent is Agreeing as a page shows it.
func (a *Answers) inPercent(i int) string {
	if x := a.Agreeing(i); x == x {
		return humanize.Percent(x)
	}
	return ""
}

// Mean returns the mean of the numbers that task i was given; NaN: there is none.
func (a *Answers) Mean(i int) float64 {
	sum, values := 0.0, a.values(i)
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// Scatter returns the standard deviation of the numbers that task i was given; NaN: there are not two.
func (a *Answers) Scatter(i int) float64 {
	squares, mean, values := 0.0, a.Mean(i), a.values(i)
	if len(values) < 2 {
		return math.NaN()
	}
	for _, x := range values {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

func (a *Answers) values(i int) []float64 {
	from, to := a.Data.Of(i)
	return a.Data.Value[from:to]
}
