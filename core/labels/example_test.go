package labels_test

import (
	"fmt"
	"strings"

	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

func Example() {
	file := "item;rater;answer\nt1;ann;yes\nt1;bob;no\nt2;ann;\nt2;bob;yes\nt1;bob\n"

	guess, err := layout.Detect("votes.csv", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	for c, column := range guess.Columns {
		fmt.Printf("%s is the %s %s\n", column.Name, guess.Roles[c], column.Why)
	}
	if _, err := labels.Read("votes.csv", strings.NewReader(file), &guess.Layout, scan.Options{}); err != nil {
		fmt.Println(err)
	}
	guess.Skip = true
	set, err := labels.Read("votes.csv", strings.NewReader(file), &guess.Layout, scan.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range set.Data.Tasks {
		from, to := set.Data.Of(i)
		for n := from; n < to; n++ {
			fmt.Println(set.Tasks.At(i), set.Workers.At(int(set.Data.Worker[n])), set.Classes.At(int(set.Data.Class[n])))
		}
	}
	fmt.Println(set.Rows, "rows,", set.Skipped, "skipped")
	// Output:
	// item is the task by its name
	// rater is the worker by its name
	// answer is the label by its name
	// votes.csv, line 6: 2 cells where 3 are expected: “bob”. Add what is missing, or skip the row.
	// t1 ann yes
	// t1 bob no
	// t2 bob yes
	// 5 rows, 2 skipped
}
