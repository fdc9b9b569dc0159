package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/wire"
)

// A label needs a look if it is wrong with a probability above 1/3. Vote shares p become .95 p + .05/2: two votes of three make
// .66, three of four .74. A verdict settles a task, and the table shows just those that are counted.
func TestDoubtful(t *testing.T) {
	v := newVisit(t)
	var file strings.Builder
	file.WriteString("task,worker,label\n")
	for task, votes := range map[string]string{"tied": "ab", "two of three": "aab", "three of four": "abbb", "all": "aaa"} {
		for j, l := range votes {
			fmt.Fprintf(&file, "%s,w%d,%c\n", task, j, l)
		}
	}
	v.open("labels", file.String())
	look := func(f *wire.Fitted, want ...string) []int {
		t.Helper()
		p := v.rows1(wire.Rows{Table: "tasks", Sort: "probability", Doubtful: true, Count: 9})
		var got []string
		for _, cells := range p.Cells {
			got = append(got, cells[0])
		}
		if f.Doubtful != len(want) || !slices.Equal(got, want) {
			t.Errorf("%d need a look, the table has %q; want %q", f.Doubtful, got, want)
		}
		return p.Index
	}
	at := look(v.fit("majority"), "tied", "two of three")
	look(v.amend1(wire.Amend{Review: []wire.Reviewed{{Task: at[0], Label: "b"}}}).Fitted, "two of three")
	look(v.amend1(wire.Amend{Review: []wire.Reviewed{{Task: at[0], Label: "b"}, {Task: at[1], Label: "b"}}}).Fitted)
	look(v.amend1(wire.Amend{}).Fitted, "tied", "two of three")
}
