package labels_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"testing"

	"concord/core/labels"
	"concord/core/layout"
	"concord/internal/race"
)

// The head of a file tells about how much there is in all of it.
func TestForesee(t *testing.T) {
	race.SkipMany(t)
	const rows, head = 500_000, 1 << 20
	for _, order := range []string{"sorted", "shuffled"} {
		file := rowsOf(rows, order, ',')
		for _, packed := range []bool{false, true} {
			if packed {
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				z.Write(file)
				z.Close()
				file = b.Bytes()
			}
			g, err := layout.Detect("labels.csv", file[:head])
			if err != nil {
				t.Fatal(err)
			}
			f := labels.Foresee("labels.csv", file[:head], int64(len(file)), &g.Layout)
			within := func(what string, got, want int64) {
				if got < want*2/3 || got > want*3/2 {
					t.Errorf("%s, packed %v: got %d %s, want about %d", order, packed, got, what, want)
				}
			}
			within("labels", f.Labels, rows)
			within("tasks", f.Tasks, rows/5)
			within("bytes of memory", f.Memory, 16<<20+(rows*16+rows/5*25)*19/16)
		}
	}
	g, err := layout.Detect("labels.csv", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	if f := labels.Foresee("labels.csv", []byte("task,worker,label\n"), 18, &g.Layout); f != (labels.Forecast{}) {
		t.Errorf("got %+v of nothing", f)
	}
}

// So does the head of a file of comparisons, or of rankings, each of which is cut into votes.
func TestForeseeVotes(t *testing.T) {
	const head, rows = 1 << 20, 500_000
	var pairs, lists bytes.Buffer
	pairs.WriteString("left,right,label,worker\n")
	lists.WriteString("worker,ranking\n")
	for n := range rows {
		fmt.Fprintf(&pairs, "item%04d,item%04d,left,worker%05d\n", n%1000, (n+1+n%7)%1000, n%10_000)
		fmt.Fprintf(&lists, "worker%05d,item%04d > item%04d > item%04d > item%04d\n", n%10_000, n%1000, (n+1)%1000, (n+3)%1000, (n+7)%1000)
	}
	for name, file := range map[string]struct {
		text  []byte
		votes int64
	}{"comparisons": {pairs.Bytes(), rows}, "rankings": {lists.Bytes(), 6 * rows}} {
		g, err := layout.Detect("votes.csv", file.text[:head])
		if err != nil {
			t.Fatal(err)
		}
		f := labels.Foresee("votes.csv", file.text[:head], int64(len(file.text)), &g.Layout)
		if want := file.votes; f.Labels < want*9/10 || f.Labels > want*11/10 {
			t.Errorf("%s: got %d votes, want about %d", name, f.Labels, want)
		}
		if f.Memory < 100*file.votes {
			t.Errorf("%s: got %d bytes of memory, want at least 100 a vote", name, f.Memory)
		}
	}
}

// What is foreseen is no less than what was measured in Chromium, and not much more.
func TestForeseeAsMeasured(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, measured := range []struct {
		tasks, labels, bytes int64 // docs/performance.md: shuffled, ds, one worker
	}{
		{200_000, 1_000_000, 36e6},
		{2_000_000, 10_000_000, 250e6},
	} {
		var head bytes.Buffer
		head.WriteString("task,worker,label\n")
		for head.Len() < 1<<20 {
			fmt.Fprintf(&head, "task%08d,worker%06d,class%d\n", src.Int64N(measured.tasks), src.IntN(1000), src.IntN(4))
		}
		g, err := layout.Detect("labels.csv", head.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		f := labels.Foresee("labels.csv", head.Bytes(), measured.labels*33, &g.Layout)
		if f.Memory < measured.bytes || f.Memory > measured.bytes*5/4 {
			t.Errorf("%d labels: got %d bytes, measured %d", measured.labels, f.Memory, measured.bytes)
		}
	}
}
