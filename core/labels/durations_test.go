package labels

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/layout"
	"concord/core/scan"
)

// How long a label took is known by the name of its column, and in which unit; what
// is the same for all workers of a task is something of the task.
func TestColumnsOfDurations(t *testing.T) {
	for _, c := range []struct {
		name   string
		second func(i, j int) string
		role   layout.Role
		want   float32 // seconds of the first label
	}{
		{"lead_time", func(i, j int) string { return fmt.Sprintf("%d.25", 4+i+j) }, layout.Took, 4.25},
		{"WorkTimeInSeconds", func(i, j int) string { return fmt.Sprint(4000 + i + j) }, layout.Took, 4000},
		{"rt", func(i, j int) string { return fmt.Sprint(4000 + 100*i + j) }, layout.Took, 4},
		{"rt", func(i, j int) string { return fmt.Sprint(40 + i + j) }, layout.Took, 40},
		{"response_time", func(i, j int) string { return fmt.Sprintf("%d.5", 4000+i+j) }, layout.Took, 4000.5},
		{"duration_ms", func(i, j int) string { return fmt.Sprint(500 + i + j) }, layout.Took, .5},
		{"data.duration", func(i, j int) string { return fmt.Sprint(40 + i) }, layout.Ignore, 0},
		{"elapsed", func(i, j int) string { return []string{"long", "short"}[(i+j)%2] }, layout.Ignore, 0},
		{"time", func(i, j int) string { return fmt.Sprint(i + j) }, layout.Ignore, 0},
	} {
		text := "task,worker,label," + c.name + "\n"
		for i := range 6 {
			for j := range 3 {
				text += fmt.Sprintf("t%d,w%d,%s,%s\n", i, j, []string{"yes", "no"}[(i+j/2)%2], c.second(i, j))
			}
		}
		g, err := layout.Detect("labels.csv", []byte(text))
		if err != nil || g.Roles[3] != c.role {
			t.Errorf("%s: got %q, %v, want %q", c.name, g.Roles[3], err, c.role)
			continue
		}
		s, err := Read("labels.csv", strings.NewReader(text), &g.Layout, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		took, err := Seconds("labels.csv", strings.NewReader(text), &g.Layout, scan.Options{}, s)
		if err != nil || (took != nil) != (c.role == layout.Took) || took != nil && (len(took) != s.Data.Len() || took[0] != c.want) {
			t.Errorf("%s: got %v, %v, want %v first", c.name, took, err, c.want)
		}
	}
}
