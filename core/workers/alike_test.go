package workers_test

import (
	"errors"
	"fmt"
	"testing"

	"concord/core/fit"
	"concord/core/workers"
)

// The first groups and workers are named, with the two who answer most alike; what says nothing of groups stays as it is.
func TestWarningsNameGroups(t *testing.T) {
	name := func(j int) string { return fmt.Sprint("w", j) }
	group := func(copies bool, workers ...int32) fit.Alike {
		return fit.Alike{Workers: workers, Pairs: []fit.Pair{{A: workers[0], B: workers[1], Evidence: 9, Same: 1200, Shared: 1300}}, Copy: copies}
	}
	for _, c := range []struct {
		of   error
		want string
	}{
		{errors.New("so so"), "so so"},
		{fit.Merged{group(false, 0, 3)}, "2 workers answer alike, mistakes included, so they count as one voice: “w0”, “w3” " +
			"(“w0” and “w3” give the same label on 1,200 of 1,300 shared tasks)"},
		{fit.Merged{group(true, 0, 3, 4, 5), group(false, 1, 2), group(false, 6, 7), group(false, 8, 9)},
			"10 workers answer alike, mistakes included, so each group counts as one voice; 4 of them seem to copy from each other: " +
				"“w0”, “w3”, “w4”, 1 more (“w0” and “w3” give the same label on 1,200 of 1,300 shared tasks); " +
				"“w1”, “w2” (“w1” and “w2” give the same label on 1,200 of 1,300 shared tasks); " +
				"“w6”, “w7” (“w6” and “w7” give the same label on 1,200 of 1,300 shared tasks); and 1 more group"},
	} {
		if got := workers.Warning(c.of, name); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
