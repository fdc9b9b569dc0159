package labels_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/scan"
)

// A label whose worker is empty is by whom another column names, or is left out and said; where that are most labels, the file is refused.
func TestEmptyWorkers(t *testing.T) {
	rows := func(header string, empty string, n int) string {
		s := header + "\n"
		for i := range 10 {
			if i < n {
				s += fmt.Sprintf("t%d,%s,yes\n", i%5, empty)
			} else {
				s += fmt.Sprintf("t%d,%s,no\n", i%5, strings.Replace(empty, ",", fmt.Sprintf("ann%d,", i%3), 1))
			}
		}
		return s
	}
	for _, test := range []struct{ name, file, want string }{
		{"no other column", rows("task,user_id,other,label", ",x", 2),
			"8 labels by 3 workers; 2 left out; "},
		{"an address", rows("task,user_id,user_ip,label", ",10.0.0.7", 2),
			"10 labels by 4 workers; 0 left out; “user_ip” tells who gave 2 labels, where “user_id” is empty"},
		{"an address that is empty too", rows("task,user_id,user_ip,label", ",", 2), "8 labels by 3 workers; 2 left out; "},
		{"most", rows("task,user_id,other,label", ",x", 6),
			"labels.csv: 6 of 10 labels have no worker. Choose the column that says who gave them."},
	} {
		set, err := labelstest.Open("labels.csv", test.file, nil, scan.Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprintf("%d labels by %d workers; %d left out; ", set.Data.Len(), set.Workers.Len(), set.Problems.Count)
			for _, w := range set.Warnings {
				if strings.Contains(w.What, "is empty") {
					got += w.What
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
