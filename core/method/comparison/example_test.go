package comparison_test

import (
	"fmt"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/comparison"
	"concord/core/simulate"
)

// Votes of workers rank four items, though the last worker always prefers what is on the left.
func Example() {
	w := simulate.Comparisons{Items: 4, Workers: 10, Votes: 600, Ties: .3, Spammers: 1}.Draw(2)
	session, err := fit.Start(w.Data, comparison.Skill{}, fit.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range session.Steps() {
	}
	ranker := session.Fit().(fit.Ranker)
	r, err := ranker.Ranking(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("true scores %.1f\n", w.Score)
	fmt.Printf("scores      %.1f\n", r.Score)
	fmt.Printf("least skill: worker %d\n", slices.Index(r.Skill, slices.Min(r.Skill)))
	answer := make([]float64, w.Data.Classes)
	ranker.Answer(0, 1, -1, 0, answer)
	fmt.Printf("item 0 beats item 1 with %.2f, and loses with %.2f\n", answer[crowd.FirstWins], answer[crowd.SecondWins])
	// Output:
	// true scores [1.0 -1.2 1.0 -0.8]
	// scores      [0.9 -1.2 0.9 -0.6]
	// least skill: worker 9
	// item 0 beats item 1 with 0.83, and loses with 0.09
}
