package export_test

import (
	"fmt"
	"os"
	"slices"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/kind/class"
	"concord/core/labels"
	"concord/core/method/vote"
)

// list is a list of names.
type list []string

func (l list) Len() int                       { return len(l) }
func (l list) At(i int) string                { return l[i] }
func (l list) Append(to []byte, i int) []byte { return append(to, l[i]...) }
func (l list) Find(name string) (int, bool) {
	i := slices.Index(l, name)
	return i, i >= 0
}

// Fits write tables: labels.csv, posteriors.csv, workers.csv and so on.
func ExampleAnswers_Tables() {
	data := &crowd.Dataset{Labels: crowd.NewLabels(2, 3, 2,
		[]int32{0, 0, 0, 1, 1, 1}, []int32{0, 1, 2, 0, 1, 2}, []int32{0, 0, 1, 1, 1, 1})}
	result, err := fit.Run(data, vote.Majority{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	said := &labels.Set{Data: data, Tasks: list{"p1", "p2"}, Workers: list{"ann", "bob", "eve"}, Classes: list{"cat", "dog"}}
	asked, err := class.Kind{}.Cut(said, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	answers, err := export.New(export.Of(asked), result, 1, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, table := range answers.Tables() {
		if table.Name == "labels" || table.Name == "workers" {
			fmt.Println("--", table.Name+".csv")
			if err := table.WriteCSV(os.Stdout, true); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// -- labels.csv
	// task,label,probability,votes,majority,agreement,tie,posterior
	// p1,cat,0.666667,2 of 3,cat,0.333333,false,0.666667
	// p2,dog,1,3 of 3,dog,1,false,1
	// -- workers.csv
	// worker,labels,accuracy,agreement,accuracy_low,accuracy_high
	// ann,2,0.833333,0.833333,0.342294,1
	// bob,2,0.833333,0.833333,0.342294,1
	// eve,2,0.666667,0.666667,0.175627,1
}
