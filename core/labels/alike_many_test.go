package labels_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/scan"
)

// Names of tasks beyond MostAlike are searched only if that is asked for.
func TestLookAlikesOfManyTasks(t *testing.T) {
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for i := range labels.MostAlike + 1 {
		fmt.Fprintf(&text, "t%d,w%d,%d\n", i, i%3, i%2)
	}
	text.WriteString("T7,w1,1\n")
	s, err := labelstest.Open("many.csv", text.String(), nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pause := func() error { return nil }
	if few, err := labels.LookAlikes(s, pause); len(few) != 0 || err != nil {
		t.Errorf("got %v, %v, want none", few, err)
	}
	if all, err := labels.AllLookAlikes(s, pause); len(all) != 1 || err != nil || fmt.Sprint(all[0].Names) != "[t7 T7]" {
		t.Errorf("asked for: got %v, %v, want t7 and T7", all, err)
	}
}
